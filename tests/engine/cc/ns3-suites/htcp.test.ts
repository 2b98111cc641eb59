/**
 * Tests the expectations of ns-3's suite tcp-htcp-test: a signal at 1 ms, two ACKs, and growth according to the time
 * since the signal. In the suite, windows grow by α bytes per ACK, which is not a rule of H-TCP; its values of α
 * hold.
 */
import { describe, expect, test } from "vitest";
import { htcp } from "../../../../src/engine/cc/htcp/htcp.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { MS, madeControl, madeState } from "../made.ts";

const EXACT = { "rtt-tick": 0, "htcp-rtt-scaling": false };

/**
 * Returns α at `ackMs` after a signal at 1 ms, with RTTs of 80 and 100 ms, and the window after one ACK of `acked`
 * segments.
 */
function grownAfter(
  values: ParamValues,
  cwnd: number,
  acked: number,
  ackMs: number,
): [alpha: number, cwnd: number] {
  const cc = madeControl(htcp, values);
  const state = madeState({ cwnd, ssthresh: cwnd }).at(1 * MS);
  cc.ssthreshAfterLoss(state);
  cc.onAck(state, 0);
  cc.onRttSample(state.at(900 * MS), 80 * MS);
  cc.onRttSample(state.at(ackMs * MS), 100 * MS);
  // The credit for one segment is complete, so the next ACK adds the segment, with the current α.
  state.cwndCredit = 1000;
  cc.onAck(state, 1);
  const alpha = cc.probe(0);
  state.cwnd = cwnd;
  cc.onAck(state, acked);
  cc.onAck(state, 1);
  return [alpha, state.cwnd];
}

describe("α = 1 + 10·(Δ - 1 s) + ((Δ - 1 s)/2)² for Δ above 1 s", () => {
  test.each([
    [1000, 1],
    [1100, 1.99245025],
    [1500, 6.05225025],
  ])("after ACKs for %s ms cwnd grows by %s segments per round trip", (ackMs, alpha) => {
    expect(grownAfter(EXACT, 38, 1, ackMs)[0]).toBeCloseTo(alpha, 9);
  });

  test("the kernel's integers, counted from the tick after the signal, are 1, 2 and 6", () => {
    const whole = { "htcp-rtt-scaling": false };
    expect([1000, 1100, 1500].map((ackMs) => grownAfter(whole, 38, 1, ackMs)[0])).toEqual([1, 2, 6]);
  });
});

test.each([
  [38, 38, 1000, 39],
  [38, 100, 1100, 39],
  [53, 50, 1500, 54],
])(
  "from %s segments, with %s acknowledged until %s ms, cwnd becomes %s; an ACK adds at most one segment",
  (cwnd, acked, ackMs, grown) => {
    expect(grownAfter(EXACT, cwnd, acked, ackMs)[1]).toBe(grown);
  },
);
