/**
 * Repetition of a run. The same scenario gives the same results to the bit, so any time of the run can be computed again and
 * inspected.
 */
import type { Simulation } from "../simulation.ts";
import type { PacketLog } from "./packet-log.ts";

/** A repeated run. */
export type Replay = Pick<Simulation, "advance" | "done" | "keepPrograms" | "nowS" | "snapshot" | "scenario">;

/** Starts a repetition of the run with a log. */
export type MakeReplay = (log: PacketLog) => Replay;

/** Number of events per step. A step takes some milliseconds; after it, a newer request can be handled. */
const EVENTS_PER_STEP = 4000;

/** Advances a replay to `untilS`, or by at most about `mostEvents` events. Yields between steps. */
export function* runInSteps(
  replay: Replay,
  untilS: number,
  mostEvents: number = Number.POSITIVE_INFINITY,
  eventsPerStep: number = EVENTS_PER_STEP,
): Generator<undefined, void> {
  for (let left = mostEvents; left > 0 && !replay.advance(untilS, eventsPerStep); left -= eventsPerStep) {
    yield;
  }
}
