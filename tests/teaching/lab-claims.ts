/** The evidence for the sentences of the labs, as `told-claims.ts` has it for lessons. */
import { QUEUE_EVENT } from "../../src/engine/index.ts";
import type { Backing } from "./told-claims.ts";

/** Evidence by lab and sentence. */
export const LAB_CLAIMS: Readonly<Record<string, Readonly<Record<string, Backing>>>> = {
  "sawtooth-lab": {
    "The rate decides how fast the queue empties.": "defined: a rate",
    "About half as high.": "holds: cwnd-max times > 0.48 and cwnd-max times < 0.55",
    "Nearly all packets of this window wait in the queue.": ({ run }) =>
      (run().results.flows[0].cwndSegments?.max ?? 0) - run().results.links[0].queuePackets.max <= 2,
    "A loss halves cwnd from wherever it was.": "defined: Reno",
    "The teeth are half as high, but more than three times as many.":
      "holds: loss-reductions times > 3 and loss-reductions times < 4",
    "Click into a tooth and ask why: the loss at its tip comes from a full queue.": ({ run }) =>
      run().links[0].events.kind.every((kind) => kind === QUEUE_EVENT.overflowDrop),
    "To climb from half the peak to the peak it needs as many round trips as half the peak has segments.":
      "defined: Reno",
    "A smaller queue saves twice: there are fewer segments to climb, and each round trip is shorter, because it is mostly waiting time (… instead of …).":
      ({ run, pinned }) =>
        (run().results.flows[0].srttMs?.mean ?? 0) < (pinned?.results.flows[0].srttMs?.mean ?? 0) &&
        (run().results.links[0].sojournMs?.mean ?? 0) > 0.9 * (run().results.flows[0].srttMs?.mean ?? 0),
    "It overflows when the sum of the windows no longer fits.": "defined: a full queue",
    "Look at the throughput: each of the flows gets about a third.": "holds: jain > 0.99",
    "On average each window is …, against … for the single flow: a third.":
      "holds: cwnd-mean times > 0.3 and cwnd-mean times < 0.4",
    "The queue is about as long as for the single flow: a typical packet waits ….":
      "holds: delay-p50 change < 60 ms and delay-p50 change > 0 ms",
    "Bring the 90th percentile to 300 ms or less.": "asked: delay-p90 <= 300 ms",
    "The queue of the single flow gets twice the room.": "given: the claim's limit",
    "The number of segments to climb doubles.": "defined: Reno",
    "It becomes about four times as long.": "holds: loss-reductions <= 2",
    "Right: twice as many round trips, each twice as long.": "defined: Reno",
  },
};
