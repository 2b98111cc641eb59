/** What differs between two runs, in words and numbers: the sentence over the plots. */
import type { Scenario } from "../../engine/index.ts";
import {
  delayChange,
  goodputBps,
  type Measured,
  measured,
  percentChange,
  signed,
  type Tone,
  type WatchedRun,
} from "./metrics.ts";
import { settingDifferences } from "./setting-differences.ts";

export interface SentencePart {
  readonly text: string;
  /** "setting" is the thing that was changed, with its symbol. */
  readonly tone: Tone | "setting";
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
  parts.push(...delayConsequence(now, pinned));
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
function delayConsequence(now: Measured, pinned: Measured): SentencePart[] {
  const [delay, before] = [now.link.sojournMs, pinned.link.sojournMs];
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
export function differenceSentence(now: WatchedRun, pinned: WatchedRun): SentencePart[] {
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
