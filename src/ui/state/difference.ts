/** What differs between two runs, in words and numbers: the sentence over the plots. */
import {
  congestionControls,
  declaredParams,
  formatValue,
  getParam,
  type Param,
  type ParamValue,
  type Place,
  queueDisciplines,
  type RunResults,
  type Scenario,
  type Snapshot,
} from "../../engine/index.ts";
import { declares, flowPlaces } from "./live-changes.ts";
import {
  delayChange,
  goodputBps,
  type Measured,
  measured,
  percentChange,
  signed,
  type Tone,
} from "./metrics.ts";

export interface SettingDifference {
  /** "β_ecn", "RTT", "queue". */
  readonly label: string;
  readonly now: string;
  readonly before: string;
}

export interface SentencePart {
  readonly text: string;
  /** "setting" is the thing that was changed, with its symbol. */
  readonly tone: Tone | "setting";
}

/** The value of a ratio with the decimals of its step: 0.80, not 0.8. */
export function valueText(param: Param, value: ParamValue): string {
  if (param.kind === "number" && param.unit === "ratio" && typeof value === "number") {
    const decimals = Math.max(0, Math.ceil(-Math.log10(param.step) - 1e-9));
    const exact = String(value);
    const fixed = value.toFixed(decimals);
    return exact.length > fixed.length ? exact : fixed;
  }
  return formatValue(param, value);
}

/** What a parameter is called in a sentence: its symbol, unless that is a single letter that needs its word. */
export function nameOf(param: Param): string {
  return param.symbol !== undefined && param.symbol.length > 1 ? param.symbol : param.label;
}

export function labelOf(list: readonly { id: string; label: string }[], id: string): string {
  return list.find((algorithm) => algorithm.id === id)?.label ?? id;
}

export function settingDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const found: SettingDifference[] = [];
  if (pinned.queue.aqm !== now.queue.aqm) {
    found.push({
      label: "",
      now: labelOf(queueDisciplines, now.queue.aqm),
      before: labelOf(queueDisciplines, pinned.queue.aqm),
    });
  }
  for (const scope of ["path", "queue", "tcp", "run"] as const)
    found.push(...placeDifferences(pinned, now, { scope }));
  found.push(...flowDifferences(pinned, now));
  if (JSON.stringify(pinned.changes) !== JSON.stringify(now.changes)) {
    found.push({
      label: "changes in mid-run",
      now: String(now.changes.length),
      before: String(pinned.changes.length),
    });
  }
  return found;
}

function flowDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const flowsOf = (scenario: Scenario) => scenario.flows.reduce((sum, flow) => sum + flow.count, 0);
  if (pinned.flows.length !== now.flows.length || flowsOf(pinned) !== flowsOf(now)) {
    const words = (count: number) => `${count} flow${count === 1 ? "" : "s"}`;
    return [{ label: "", now: words(flowsOf(now)), before: words(flowsOf(pinned)) }];
  }
  const found: SettingDifference[] = [];
  for (const place of flowPlaces(now)) {
    if (place.scope !== "flow") continue;
    const [before, after] = [pinned.flows[place.flow].cc, now.flows[place.flow].cc];
    if (before !== after) {
      found.push({
        label: "",
        now: labelOf(congestionControls, after),
        before: labelOf(congestionControls, before),
      });
    }
    found.push(...placeDifferences(pinned, now, place));
  }
  return found.filter((item, index) => found.findIndex((other) => alike(item, other)) === index);
}

function alike(a: SettingDifference, b: SettingDifference): boolean {
  return a.label === b.label && a.now === b.now && a.before === b.before;
}

function placeDifferences(pinned: Scenario, now: Scenario, place: Place): SettingDifference[] {
  const found: SettingDifference[] = [];
  for (const param of declaredParams(now, place)) {
    if (!declares(pinned, place, param.id)) continue;
    const [before, after] = [getParam(pinned, place, param.id), getParam(now, place, param.id)];
    if (before !== after) {
      found.push({ label: nameOf(param), now: valueText(param, after), before: valueText(param, before) });
    }
  }
  return found;
}

/** Differences of delay below this are called none. */
const NOTABLE_MS = 0.05;

/** How many settings are spelled out before the sentence only counts them. */
const SPELLED_OUT = 2;

export function settingsSentence(pinned: Scenario, now: Scenario): SentencePart[] {
  const differences = settingDifferences(pinned, now);
  if (differences.length === 0) return [];
  if (differences.length > SPELLED_OUT)
    return [{ text: `${differences.length} settings changed`, tone: "plain" }];
  return differences.flatMap(({ label, now: value, before }, index) => [
    ...(index > 0 ? [{ text: ", ", tone: "plain" } as const] : []),
    { text: `${label} ${value}`.trim(), tone: "setting" } as const,
    { text: ` instead of ${before}`, tone: "plain" } as const,
  ]);
}

export function consequences(now: Measured, pinned: Measured): SentencePart[] {
  const [goodput, goodputBefore] = [goodputBps(now), goodputBps(pinned)];
  const parts: SentencePart[] = [];
  const change = percentChange(goodput, goodputBefore);
  if (change !== "") {
    parts.push(
      { text: change, tone: toneOf(goodput / goodputBefore - 1, 0.0005) },
      { text: " goodput", tone: "plain" },
    );
  }
  if (parts.length > 0) parts.push({ text: ", ", tone: "plain" });
  parts.push(...delayConsequence(now.results, pinned.results));
  const [jain, jainBefore] = [now.results.fairness.jain, pinned.results.fairness.jain];
  if (
    now.results.flows.length > 1 &&
    pinned.results.flows.length > 1 &&
    Math.abs(jain - jainBefore) >= 0.005
  ) {
    parts.push(
      { text: ", ", tone: "plain" },
      { text: signed(jain - jainBefore, 2), tone: toneOf(jain - jainBefore, 0.005) },
      { text: " Jain's index", tone: "plain" },
    );
  }
  return parts;
}

/** The median; where that stays, the 90th percentile: the price of a fuller link is often paid in the tail. */
function delayConsequence(now: RunResults, pinned: RunResults): SentencePart[] {
  const [delay, before] = [now.links[0].sojournMs, pinned.links[0].sojournMs];
  if (delay === null || before === null) return [];
  for (const [percentile, name] of [
    ["p50", "median"],
    ["p90", "p90"],
  ] as const) {
    if (Math.abs(delay[percentile] - before[percentile]) < NOTABLE_MS) continue;
    const tone = toneOf(before[percentile] - delay[percentile], NOTABLE_MS);
    return [
      { text: delayChange(delay[percentile], before[percentile]), tone },
      { text: ` ${name} queue delay`, tone: "plain" },
    ];
  }
  return [{ text: "the same queue delay", tone: "plain" }];
}

function toneOf(improvement: number, notable: number): Tone {
  if (Math.abs(improvement) < notable) return "plain";
  return improvement > 0 ? "good" : "bad";
}

/** "β_ecn 0.80 instead of 0.50: +20.2 % goodput, +1.2 ms median queue delay". Empty when nothing differs. */
export function differenceSentence(
  now: { scenario: Scenario; snapshot: Snapshot },
  pinned: { scenario: Scenario; snapshot: Snapshot },
): SentencePart[] {
  const settings = settingsSentence(pinned.scenario, now.scenario);
  if (settings.length === 0) return [];
  return [...settings, { text: ": ", tone: "plain" }, ...consequences(measured(now), measured(pinned))];
}

export function plainText(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => part.text)
    .join("")
    .replaceAll("_", " ");
}
