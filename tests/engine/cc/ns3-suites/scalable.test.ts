/** The expectations of ns-3's suite tcp-scalable-test, with its count of 50 segments. */
import { describe, expect, test } from "vitest";
import { scalable } from "../../../../src/engine/cc/scalable/scalable.ts";
import { madeControl, madeState } from "../made.ts";

const grown = (cwnd: number, acked: number, count: number) => {
  const state = madeState({ cwnd, ssthresh: cwnd });
  madeControl(scalable, { "scalable-count": count }).onAck(state, acked);
  return state.cwnd - cwnd;
};

describe("growth by one segment for min(cwnd, count) acknowledged segments", () => {
  test.each([
    [38, 38, 1],
    [38, 100, 2],
    [53, 50, 1],
  ])("at %s segments, %s acknowledged segments add %s", (cwnd, acked, more) => {
    expect(grown(cwnd, acked, 50)).toBe(more);
  });

  test("with the default count of 100 the third needs 53", () => {
    expect([grown(53, 50, 100), grown(53, 53, 100)]).toEqual([0, 1]);
  });
});

test.each([
  [38, 33, 34],
  [100, 87, 88],
  [40, 35, 35],
])("after a reduction of %s segments ns-3 leaves %s, and cwnd - (cwnd >> 3) is %s", (cwnd, suite, left) => {
  expect(Math.floor(0.875 * cwnd)).toBe(suite);
  expect(madeControl(scalable).ssthreshAfterLoss(madeState({ cwnd }))).toBe(left);
});
