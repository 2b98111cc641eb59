import { describe, expect, test } from "vitest";
import { scalable } from "../../../../src/engine/cc/scalable/scalable.ts";
import { madeControl, madeState, onLoss, onMark, roundTrip } from "../made.ts";

describe("growth (Kelly 2003: a = 0.01)", () => {
  test("a hundred acknowledged segments add one, for any window of that size or more: 1 % per round trip", () => {
    for (const cwnd of [100, 1000, 20_000]) {
      const state = madeState({ cwnd, ssthresh: cwnd });
      roundTrip(madeControl(scalable), state, 0);
      expect(state.cwnd).toBe(cwnd * 1.01);
    }
  });

  test("below a hundred segments cwnd grows as in NewReno, by one segment per round trip", () => {
    const state = madeState({ cwnd: 40, ssthresh: 40 });
    roundTrip(madeControl(scalable), state, 0);
    expect([state.cwnd, state.cwndCredit]).toEqual([41, 0]);
  });

  test("with ns-3's count, 50 acknowledged segments add one", () => {
    const state = madeState({ cwnd: 1000, ssthresh: 1000 });
    roundTrip(madeControl(scalable, { "scalable-count": 50 }), state, 0);
    expect(state.cwnd).toBe(1020);
  });

  test("cwnd recovers from a reduction in the same number of round trips at any size", () => {
    const roundsFrom = (cwnd: number) => {
      const cc = madeControl(scalable);
      const state = madeState({ cwnd });
      state.cwnd = state.ssthresh = cc.ssthreshAfterLoss(state);
      let rounds = 0;
      for (; state.cwnd < cwnd; rounds++) roundTrip(cc, state, 0);
      return rounds;
    };
    // Recovery takes ln(1/0.875)/ln 1.01 = 13.4 round trips.
    expect([roundsFrom(1000), roundsFrom(10_000)]).toEqual([14, 14]);
  });
});

test("a signal reduces cwnd by one eighth (Kelly 2003: b = 0.125), and a mark by its own β_ecn (RFC 8511 §3.1)", () => {
  const state = madeState({ cwnd: 800 });
  expect(madeControl(scalable).ssthreshAfterLoss(state)).toBe(700);
  expect(madeControl(scalable).ssthreshAfterMark(state)).toBe(700);
  expect(madeControl(scalable, { "beta-ecn": 0.95 }).ssthreshAfterMark(state)).toBe(760);
});

test.each([
  [100, 88],
  [40, 35],
  [17, 15],
  [9, 8],
  [8, 7],
  [7, 7],
  [2, 2],
])("after a signal %s segments become %s: cwnd - (cwnd >> 3), but at least two (Linux)", (cwnd, left) => {
  const cc = madeControl(scalable);
  expect([cc.ssthreshAfterLoss(madeState({ cwnd })), cc.ssthreshAfterMark(madeState({ cwnd }))]).toEqual([
    left,
    left,
  ]);
});

test("slow start is unchanged, and all parameters can change during a run", () => {
  const cc = madeControl(scalable);
  const state = madeState({ cwnd: 10 });
  cc.onAck(state, 4);
  expect(state.cwnd).toBe(14);
  cc.configure("scalable-count", 10);
  cc.configure("beta-loss", 0.5);
  Object.assign(state, { cwnd: 200, ssthresh: 200 });
  cc.onAck(state, 10);
  expect([state.cwnd, cc.ssthreshAfterLoss(state)]).toEqual([201, 101]);
});

describe("explains its decisions", () => {
  test("explains a reduction of 800 segments by an eighth, and the recovery after ln(8/7)/ln 1.01 = 13.4 round trips", () => {
    expect(onLoss(madeControl(scalable), madeState({ cwnd: 800 }))).toEqual({
      sentences: [
        "A loss leaves β_loss = 0.875 of cwnd.",
        "cwnd grows by one segment for each min(cwnd, 100) acknowledged segments, so it is back at 800 segments after about 13 round trips.",
        "All losses of one window of data count once.",
      ],
      formula: "β_loss × cwnd = 0.875 × 800 = 700 segments",
    });
  });

  test("explains that windows below 100 segments recover by one segment per round trip, and that there was no reduction", () => {
    const said = (cwnd: number) => onMark(madeControl(scalable), madeState({ cwnd })).sentences.slice(1);
    expect([40, 8, 7, 2].map(said)).toEqual([
      [
        "cwnd grows by one segment for each min(cwnd, 100) acknowledged segments, so it is back at 40 segments after about 5 round trips.",
        "All marks of one window of data count once.",
      ],
      [
        "cwnd grows by one segment for each min(cwnd, 100) acknowledged segments, so it is back at 8 segments after about 1 round trip.",
        "All marks of one window of data count once.",
      ],
      [
        "cwnd is reduced by whole segments, and this is less than one.",
        "All marks of one window of data count once.",
      ],
      ["A cut never leaves less than 2 segments."],
    ]);
  });
});
