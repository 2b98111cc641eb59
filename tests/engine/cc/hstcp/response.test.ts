/** RFC 3649 §5, the table of the response function: the mean window at each loss rate. */
import { expect, test } from "vitest";
import { hstcp } from "../../../../src/engine/cc/hstcp/hstcp.ts";
import { madeControl, madeState } from "../made.ts";

/**
 * Returns the mean window and the mean number of round trips between losses. One packet of each `period` is lost, and
 * every packet is acknowledged.
 */
function steady(period: number, start: number): [window: number, rounds: number] {
  const cc = madeControl(hstcp);
  const state = madeState({ cwnd: start, ssthresh: start });
  let packets = 0;
  let rounds = 0;
  for (let cycle = 0; cycle < 60; cycle++) {
    for (let i = 0; i < period; i++) {
      cc.onAck(state, 1);
      // The first 30 cycles lead to the steady state and do not count.
      if (cycle >= 30) {
        packets++;
        rounds += 1 / state.cwnd;
      }
    }
    state.cwnd = state.ssthresh = cc.ssthreshAfterLoss(state);
    state.cwndCredit = 0;
  }
  return [packets / rounds, rounds / 30];
}

/** The table's rows use a(w) rounded up to an integer, so it is 2 as soon as the window is above 38 segments. */
test.each([
  { lossRate: 1e-3, rfc: [38, 25], here: [59, 17] },
  { lossRate: 1e-4, rfc: [263, 38], here: [306, 33] },
  { lossRate: 1e-5, rfc: [1795, 57], here: [1900, 53] },
])(
  "at a loss rate of $lossRate, window and round trips between losses are $here, compared with $rfc in RFC 3649",
  ({ lossRate, rfc, here }) => {
    expect(steady(1 / lossRate, rfc[0]).map(Math.round)).toEqual(here);
  },
);
