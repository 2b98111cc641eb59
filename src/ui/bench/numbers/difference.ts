/** What differs between two runs, in words and numbers: the sentence over the plots. */
import type { Scenario } from "../../../engine/index.ts";
import { coverTheSame, isWarmingUp, soFar } from "../plots/coverage.ts";
import { settingDifferences } from "../setting-differences.ts";
import {
  delayChange,
  goodputBps,
  haveOneCapacity,
  type Measured,
  measured,
  percentChange,
  signed,
  type Tone,
  type WatchedRun,
} from "./metrics.ts";

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

/**
 * Always the same quantities for the same two scenarios' kinds: while a control is dragged, the sentence keeps its measure
 * and only its numbers move.
 */
export function consequences(now: Measured, pinned: Measured): SentencePart[] {
  const parts = haveOneCapacity(now, pinned)
    ? goodputConsequence(now, pinned)
    : shareConsequence(now, pinned);
  return joined([parts, delayConsequence(now, pinned), jainConsequence(now, pinned)]);
}

function joined(all: readonly (readonly SentencePart[])[]): SentencePart[] {
  const said = all.filter((parts) => parts.length > 0);
  return said.flatMap((parts, i) => (i === 0 ? parts : [{ text: ", ", tone: "plain" } as const, ...parts]));
}

function goodputConsequence(now: Measured, pinned: Measured): SentencePart[] {
  const [goodput, before] = [goodputBps(now), goodputBps(pinned)];
  const change = percentChange(goodput, before);
  if (change === "") return [];
  // "0.0 % goodput" reads as if none were left. Other words would move the line while a slider is dragged.
  const text = Number.parseFloat(change) === 0 ? `±${change}` : change;
  return [
    { text, tone: toneOf(goodput / before - 1, 0.0005) },
    { text: " goodput", tone: "plain" },
  ];
}

/** Rates of links of different capacity are not compared, but how much of each is used. */
function shareConsequence({ link }: Measured, { link: before }: Measured): SentencePart[] {
  const percent = ({ utilisation }: Measured["link"]) => `${(utilisation * 100).toFixed(1)} %`;
  return [
    { text: percent(link), tone: toneOf(link.utilisation - before.utilisation, 0.0005) },
    { text: ` of the link used instead of ${percent(before)}`, tone: "plain" },
  ];
}

/** Median and tail: the price of a fuller link is often paid in the tail. */
function delayConsequence(now: Measured, pinned: Measured): SentencePart[] {
  const [delay, before] = [now.link.sojournMs, pinned.link.sojournMs];
  if (delay === null || before === null) return [];
  const change = (percentile: "p50" | "p90"): SentencePart => ({
    text: delayChange(delay[percentile], before[percentile]),
    tone: toneOf(before[percentile] - delay[percentile], NOTABLE_MS),
  });
  return [
    change("p50"),
    { text: " median and ", tone: "plain" },
    change("p90"),
    { text: " p90 queue delay", tone: "plain" },
  ];
}

/** Among as many flows only: what the index can be at least depends on their number. */
function jainConsequence({ results }: Measured, { results: before }: Measured): SentencePart[] {
  const [now, then] = [results.fairness.sharing, before.fairness.sharing];
  const change = now.jain - then.jain;
  if (now.flows.length < 2 || now.flows.length !== then.flows.length || Number.isNaN(change)) return [];
  return [
    { text: signed(change, 2), tone: toneOf(change, 0.005) },
    { text: " Jain's index", tone: "plain" },
  ];
}

function toneOf(improvement: number, notable: number): Tone {
  if (Math.abs(improvement) < notable) return "plain";
  return improvement > 0 ? "good" : "bad";
}

/**
 * "β_ecn 0.80 instead of 0.50: +20.2 % goodput, +1.2 ms median and +3.0 ms p90 queue delay". Empty when nothing differs.
 * What cannot be compared is not: an unfinished run with a whole one, runs of different times, different paths.
 */
export function differenceSentence(now: WatchedRun, pinned: WatchedRun): SentencePart[] {
  const settings = settingsSentence(pinned.scenario, now.scenario);
  if (settings.length === 0) return [];
  const reason = whyNotCompared(now, pinned);
  if (reason !== null) return [...settings, { text: ` (${reason})`, tone: "plain" }];
  return [...settings, { text: ": ", tone: "plain" }, ...consequences(measured(now), measured(pinned))];
}

/** Null where the figures of both can be laid beside each other. */
export function whyNotCompared(now: WatchedRun, pinned: WatchedRun): string | null {
  if (isWarmingUp(now)) return "warming up";
  const unfinished = soFar(now);
  if (unfinished !== null) return unfinished;
  if (!pinned.snapshot.done) return "the pinned run is not complete yet";
  if (!coverTheSame(now, pinned)) return "not compared: the figures cover different times";
  return watchTheSame(now, pinned) ? null : "not compared: another path";
}

/** Of another path even the link is another one. */
export function watchTheSame(now: WatchedRun, pinned: WatchedRun): boolean {
  const idOf = ({ snapshot, link }: WatchedRun) => snapshot.results.links[link].id;
  return now.scenario.path.topology === pinned.scenario.path.topology && idOf(now) === idOf(pinned);
}

export function plainText(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => part.text)
    .join("")
    .replaceAll("_", " ");
}
