/** Replays the stretch around a moment in detail: quickly to its beginning, then with every packet followed. */
import { NS_PER_S } from "../params/read.ts";
import { type AskedToShow, Lookout } from "./lookout.ts";
import { type MakeReplay, runInSteps } from "./replay.ts";
import { witnessOf } from "./witness.ts";

export interface Stretch {
  /** Whose signals and cuts are put into words. */
  readonly flow: number;
  /** The packet whose queues show their state as it leaves them. */
  readonly asked: AskedToShow | null;
  readonly fromNs: number;
  /** At the latest. */
  readonly untilNs: number;
}

/** Short, so that it ends soon after all has been seen. */
const EVENTS_PER_LOOK = 200;
/** A stretch is followed no further than that; a reader waits. */
const MOST_EVENTS = 4e6;

/** Ends when `isEnough` says so, at `untilNs` at the latest. */
export function* look(
  make: MakeReplay,
  { flow, asked, fromNs, untilNs }: Stretch,
  isEnough: (lookout: Lookout) => boolean,
): Generator<undefined, Lookout> {
  const lookout = new Lookout(flow, asked);
  const replay = make(witnessOf(lookout));
  // What happens at that very time is seen as well.
  if (fromNs > 0) yield* runInSteps(replay, (fromNs - 1) / NS_PER_S);
  lookout.open();
  const untilS = untilNs / NS_PER_S;
  for (let left = MOST_EVENTS; left > 0 && !isEnough(lookout); left -= EVENTS_PER_LOOK) {
    if (replay.advance(untilS, EVENTS_PER_LOOK)) break;
    yield;
  }
  return lookout;
}
