/** What several charts and their summaries need to know of a run: hues, names, and which time its figures cover. */

import type { ParamValue, Scenario, Snapshot } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import type { Paint } from "../../shared/chart/colours.ts";
import { plainNumber } from "../../shared/figures/figure-words.ts";
import type { RunView } from "../../state/run-view.ts";
import { whyNotCompared } from "../numbers/difference.ts";
import { percentChange, warmupS } from "../numbers/metrics.ts";
import { flowCount } from "./flow-names.ts";

interface CoveredRun {
  readonly scenario: Scenario;
  readonly snapshot: Pick<Snapshot, "nowS" | "done">;
}

/** Stands for a figure that the warm-up has not made way for yet. */
export const AFTER_WARMUP = "after warm-up";

/** Figures count from the end of the warm-up on. */
export function isWarmingUp(run: CoveredRun): boolean {
  return run.snapshot.nowS <= warmupS(run.scenario) && !run.snapshot.done;
}

/** "so far, 13.9 of 100 s"; null where the run is complete. */
export function soFar({ scenario, snapshot: { nowS, done } }: CoveredRun): string | null {
  if (done) return null;
  return `so far, ${nowS.toFixed(1)} of ${numberOr(scenario.run.duration, 0)} s`;
}

/** Figures of one time are compared with those of the same time only. */
export function coverTheSame(one: CoveredRun, other: CoveredRun): boolean {
  if (isWarmingUp(one) || isWarmingUp(other)) return false;
  return one.snapshot.nowS === other.snapshot.nowS && warmupS(one.scenario) === warmupS(other.scenario);
}

/** "after the warm-up of 10 s"; "over the whole run"; what is unfinished says how far it is. */
export function coveredWords(run: RunView): string {
  const fromS = warmupS(run.scenario);
  const begun = fromS > 0 ? `after the warm-up of ${secondsWords(fromS)}` : "";
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

/** What belongs to the queue and not to a flow has a lone flow's hue, and the ink's where there are several. */
export function runPaint(run: Pick<RunView, "snapshot">): Paint {
  return flowCount(run) > 1 ? "ink" : 0;
}

/** With the changes in mid-run, as it began. */
export function recordedOf({ scenario, recorded }: Pick<RunView, "scenario" | "recorded">): Scenario {
  return recorded ?? scenario;
}

export function numberOr(value: ParamValue | undefined, other: number): number {
  return typeof value === "number" ? value : other;
}

/** Flows that are drawn in front; the others step back. */
export function isDimmed(flow: number, highlight: number | null): boolean {
  return highlight !== null && highlight !== flow;
}

export function pinnedName(pinned: RunView): string {
  return `pinned: ${pinned.label}`;
}
