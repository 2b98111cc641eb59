/** A run once more: the same scenario gives the same bits, so a moment can be looked at as often as one likes. */
import type { Simulation } from "../simulation.ts";
import type { PacketLog } from "./packet-log.ts";

export type Replay = Pick<Simulation, "advance" | "done" | "nowS" | "snapshot" | "scenario">;

/** Begins the run anew, with a log. */
export type MakeReplay = (log: PacketLog) => Replay;

/** Some milliseconds of work: between two steps a newer question is heard. */
const EVENTS_PER_STEP = 4000;

/** Advances to `untilS`, or by about so many events at most; yields between steps. */
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
