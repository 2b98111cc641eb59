/**
 * The expectations of ns-3's suite tcp-vegas-test for one round trip: BaseRTT 100 ms, three samples of another RTT,
 * one segment acknowledged.
 */
import { expect, test } from "vitest";
import { vegas } from "../../../../src/engine/cc/vegas/vegas.ts";
import { MS, madeControl, madeState } from "../made.ts";

function round(cwnd: number, ssthresh: number, rttMs: number): [cwnd: number, ssthresh: number] {
  const cc = madeControl(vegas);
  const state = madeState({ cwnd: 2, ssthresh: 2, una: 1, nxt: 100 });
  cc.onRttSample(state, 100 * MS);
  // The first ACK starts the round trip that is tested.
  cc.onAck(state, 1);
  for (let i = 0; i < 3; i++) cc.onRttSample(state, rttMs * MS);
  Object.assign(state, { cwnd, ssthresh, una: 101 });
  cc.onAck(state, 1);
  return [state.cwnd, state.ssthresh];
}

test.each([
  ["slow start, Diff above γ", 38, 40, 106, 36, 36],
  ["slow start, Diff below γ", 5, 10, 118, 6, 10],
  ["Diff above β", 60, 40, 206, 59, 43],
  ["Diff below α", 15, 10, 106, 16, 12],
  ["α ≤ Diff ≤ β for ns-3", 20, 10, 109, 21, 15],
])(
  "%s: from %s segments and ssthresh %s at %s ms to %s and %s",
  (_, cwnd, ssthresh, rttMs, after, threshold) => {
    expect(round(cwnd, ssthresh, rttMs)).toEqual([after, threshold]);
  },
);
