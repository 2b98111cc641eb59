/** Which time the figures of a run cover, in words, and whether those of two runs cover the same. */
import type { Scenario, Snapshot } from "../../../engine/index.ts";
import { soFarWords } from "./chart-words.ts";
import { numberOr } from "./run-facts.ts";

export interface CoveredRun {
  readonly scenario: Scenario;
  readonly snapshot: Pick<Snapshot, "nowS" | "done">;
}

/** Stands for a figure that the warm-up has not made way for yet. */
export const AFTER_WARMUP = "after warm-up";

function warmupS({ scenario }: CoveredRun): number {
  return numberOr(scenario.run.warmup, 0);
}

/** Figures count from the end of the warm-up on. */
export function isWarmingUp(run: CoveredRun): boolean {
  return run.snapshot.nowS <= warmupS(run) && !run.snapshot.done;
}

/** "so far, 13.9 of 100 s"; null where the run is complete. */
export function soFar({ scenario, snapshot: { nowS, done } }: CoveredRun): string | null {
  if (done) return null;
  return soFarWords(nowS, numberOr(scenario.run.duration, 0));
}

/** Figures of one time are compared with those of the same time only. */
export function coverTheSame(one: CoveredRun, other: CoveredRun): boolean {
  if (isWarmingUp(one) || isWarmingUp(other)) return false;
  return one.snapshot.nowS === other.snapshot.nowS && warmupS(one) === warmupS(other);
}
