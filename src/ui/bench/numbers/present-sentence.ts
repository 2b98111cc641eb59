/** What a run shows when there is nothing to compare it with. */

import { declaredParams, presets, type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { hasSeveralLinks, watchedLink } from "../../state/watched-link.ts";
import type { RunView } from "../plots/chart-props.ts";
import { isWarmingUp, soFar } from "../plots/coverage.ts";
import { nameOf } from "../setting-differences.ts";
import type { SentencePart } from "./difference.ts";
import { failedInShort } from "./failed-starts.ts";
import { goodputBps, measured, rateText, waitText, warmupS } from "./metrics.ts";

/** Below this the link is called under-used. */
const WELL_USED = 0.95;

export function presentState(run: RunView): SentencePart[] {
  const { seconds, results, link } = measured(run);
  if (isWarmingUp(run))
    return [{ text: `Warming up: figures count from ${warmupS(run.scenario)} s on`, tone: "plain" }];
  const several = hasSeveralLinks(run);
  const unfinished = soFar(run);
  const goodput = `${rateText(goodputBps({ results, seconds }))} goodput`;
  const failed = failedInShort(run);
  const parts: SentencePart[] = [
    // A link that others fill hides a flow that never began.
    ...(failed === null ? [] : [{ text: `${startOfSentence(failed)}. `, tone: "bad" } as const]),
    { text: several ? `${watchedLink(run).label} is ` : "The link is ", tone: "plain" },
    { text: `${(link.utilisation * 100).toFixed(1)} %`, tone: link.utilisation < WELL_USED ? "bad" : "good" },
    { text: several ? " used" : ` used: ${goodput}`, tone: "plain" },
  ];
  const median = link.sojournMs?.p50;
  if (median !== undefined) parts.push({ text: `, ${waitText(median)} median queue delay`, tone: "plain" });
  if (several) parts.push({ text: `; ${goodput} in all`, tone: "plain" });
  if (unfinished !== null) parts.push({ text: `; ${unfinished}`, tone: "plain" });
  return parts;
}

function startOfSentence(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

/** What the first drag is suggested of. */
export const INVITED = "beta-ecn";

/** Points at the first control of the rail, by its own symbol. */
export function invitation(scenario: Scenario): string {
  const [first] = declaredParams(scenario, { scope: "flow", flow: 0 }).filter(({ id }) => id === INVITED);
  return first === undefined ? "" : `drag ${nameOf(first)} and watch the sawtooth answer`;
}

/** By the link of a preset; written when first asked for, and once: a live run asks with each frame. */
let questions: ReadonlyMap<string, string> | null = null;

/** The question of the preset that is shown unchanged. The first preset's is asked by the invitation. */
export function questionOf(scenario: Scenario): string | null {
  questions ??= new Map(presets.slice(1).map((preset) => [scenarioToUrl(preset.scenario), preset.question]));
  return questions.get(scenarioToUrl(scenario)) ?? null;
}
