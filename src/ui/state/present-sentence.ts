/** What a run shows when there is nothing to compare it with. */
import { declaredParams, presets, type Scenario, type Snapshot, scenarioToUrl } from "../../engine/index.ts";
import { nameOf, type SentencePart } from "./difference.ts";
import { delayText, goodputBps, measured, rateText, warmupS } from "./metrics.ts";

/** Below this the link is called under-used. */
const WELL_USED = 0.95;

export function presentState(run: { scenario: Scenario; snapshot: Snapshot }): SentencePart[] {
  const { seconds, results } = measured(run);
  if (seconds === 0)
    return [{ text: `Warming up: figures count from ${warmupS(run.scenario)} s on`, tone: "plain" }];
  const [link] = results.links;
  const parts: SentencePart[] = [
    { text: "The link is ", tone: "plain" },
    { text: `${(link.utilisation * 100).toFixed(1)} %`, tone: link.utilisation < WELL_USED ? "bad" : "good" },
    { text: ` used: ${rateText(goodputBps({ results, seconds }))} goodput`, tone: "plain" },
  ];
  const median = link.sojournMs?.p50;
  if (median !== undefined) parts.push({ text: `, ${delayText(median)} median queue delay`, tone: "plain" });
  return parts;
}

/** Points at the first control of the rail, by its own symbol. */
export function invitation(scenario: Scenario): string {
  const [first] = declaredParams(scenario, { scope: "flow", flow: 0 }).filter(
    (param) => param.id === "beta-ecn",
  );
  return first === undefined ? "" : `drag ${nameOf(first)} and watch the sawtooth answer`;
}

/** The question of the preset that is shown unchanged. The first preset's is asked by the invitation. */
export function questionOf(scenario: Scenario): string | null {
  const url = scenarioToUrl(scenario);
  return presets.slice(1).find((preset) => scenarioToUrl(preset.scenario) === url)?.question ?? null;
}
