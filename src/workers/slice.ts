/** A slice of work: short enough that a newer request or a cancel is heard soon, long enough to cost nothing. */
import type { Simulating } from "./simulating.ts";

export const SLICE_MS = 8;

/** Between two looks at the clock; about a millisecond of work on a slow machine. */
const EVENTS_PER_LOOK = 2000;

/** Simulates towards `untilS` for about `budgetMs` of wall time; true once `untilS` (or the end) is reached. */
export function advanceSlice(
  simulation: Pick<Simulating, "advance">,
  untilS: number,
  budgetMs: number,
  nowMs: () => number,
): boolean {
  const endMs = nowMs() + budgetMs;
  do {
    if (simulation.advance(untilS, EVENTS_PER_LOOK)) return true;
  } while (nowMs() < endMs);
  return false;
}
