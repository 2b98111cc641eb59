/** What the summaries of all plots share: what time their figures cover, and how they stand beside the pinned run. */

import { counted } from "../../../experiments/counted.ts";
import { plainNumber } from "../../shared/figures/figure-words.ts";
import type { RunView } from "../../state/run-view.ts";
import { whyNotCompared } from "../numbers/difference.ts";
import { percentChange } from "../numbers/metrics.ts";

import { isWarmingUp, soFar } from "./coverage.ts";
import { warmupS } from "./run-facts.ts";

/** "after the warm-up of 10 s"; "over the whole run"; what is unfinished says how far it is. */
export function coveredWords(run: RunView): string {
  const begun = warmupS(run) > 0 ? `after the warm-up of ${secondsWords(warmupS(run))}` : "";
  const unfinished = soFar(run);
  if (isWarmingUp(run)) return `in the warm-up, ${unfinished ?? "to its end"}`;
  if (unfinished !== null) return begun === "" ? unfinished : `${begun}, ${unfinished}`;
  return begun === "" ? "over the whole run" : begun;
}

/** Beside the pinned run, or why not; empty where nothing is pinned. */
export function besidePinned(
  run: RunView,
  pinned: RunView | null,
  say: (pinned: RunView) => readonly string[],
): string {
  if (pinned === null) return "";
  if (!run.snapshot.done) return " The pinned run is compared with when this one is complete.";
  const reason = whyNotCompared(run, pinned);
  if (reason !== null) return ` The pinned run: ${reason}.`;
  const changes = say(pinned);
  return changes.length === 0 ? "" : ` Beside the pinned run: ${changes.join("; ")}.`;
}

/** "mean 67.6 instead of 60.1 segments, +12.5 %"; null where one of them is not there. */
export function changeWords(
  what: string,
  now: number | undefined,
  before: number | undefined,
  unit: string,
): string[] {
  if (now === undefined || before === undefined || !Number.isFinite(now - before)) return [];
  const [text, was] = [plainNumber(now), plainNumber(before)];
  if (text === was) return [`${what} ${text} ${unit} as before`.replace("  ", " ")];
  const change = percentChange(now, before);
  return [`${what} ${text} instead of ${was} ${unit}`.trim() + (change === "" ? "" : `, ${change}`)];
}

export function secondsWords(timeS: number): string {
  return `${Number(timeS.toFixed(timeS < 10 ? 2 : 1))} s`;
}

/** Of so many the first few are named. */
export function namedOf<T>(
  items: readonly T[],
  most: number,
  word: string,
  say: (item: T) => string,
): string[] {
  const more = items.length - most;
  return [...items.slice(0, most).map(say), ...(more > 0 ? [`and ${counted(more, `more ${word}`)}`] : [])];
}

/** Upper case at its beginning, without the sign that starts a subscript. */
export function sentence(text: string): string {
  const spoken = text.replaceAll("_", " ");
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)}`;
}
