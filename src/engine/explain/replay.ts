/** A run once more: the same scenario gives the same bits, so a moment can be looked at as often as one likes. */
import type { Simulation } from "../simulation.ts";
import type { Witness } from "./witness.ts";

export type Replay = Pick<Simulation, "advance" | "done" | "nowS" | "snapshot" | "scenario">;

/** Begins the run anew, under the eyes of a witness. */
export type MakeReplay = (witness: Witness) => Replay;

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
