import { describe, expect, test } from "vitest";
import { scalable } from "../../../../src/engine/cc/scalable/scalable.ts";
import { madeControl, madeState, onLoss, onMark, roundTrip } from "../made.ts";

describe("growth (Kelly 2003: a = 0.01)", () => {
  test("one segment for a hundred acknowledged, however large the window: 1 % in a round trip", () => {
    for (const cwnd of [100, 1000, 20_000]) {
      const state = madeState({ cwnd, ssthresh: cwnd });
      roundTrip(madeControl(scalable), state, 0);
      expect(state.cwnd).toBe(cwnd * 1.01);
    }
  });

  test("below a hundred segments as NewReno: one in a round trip", () => {
    const state = madeState({ cwnd: 40, ssthresh: 40 });
    roundTrip(madeControl(scalable), state, 0);
    expect([state.cwnd, state.cwndCredit]).toEqual([41, 0]);
  });

  test("50 acknowledged are enough with ns-3's count", () => {
    const state = madeState({ cwnd: 1000, ssthresh: 1000 });
    roundTrip(madeControl(scalable, { "scalable-count": 50 }), state, 0);
    expect(state.cwnd).toBe(1020);
  });

  test("a reduction is regained in as many round trips at any size", () => {
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

test("a signal takes one eighth (Kelly 2003: b = 0.125), a mark β_ecn of its own (RFC 8511 §3.1)", () => {
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
])("of %s segments a signal leaves %s: cwnd - (cwnd >> 3), and two at least (Linux)", (cwnd, left) => {
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
  test("800 segments lose an eighth, and regain it after ln(8/7)/ln 1.01 = 13.4 round trips", () => {
    expect(onLoss(madeControl(scalable), madeState({ cwnd: 800 }))).toEqual({
      sentences: [
        "A loss leaves β_loss = 0.875 of cwnd.",
        "By one segment for each min(cwnd, 100) acknowledged, cwnd is back at 800 segments after some 13 round trips.",
        "All losses of one window of data count once.",
      ],
      formula: "β_loss × cwnd = 0.875 × 800 = 700 segments",
    });
  });

  test("below 100 segments it is regained by one in a round trip; without a reduction it says so", () => {
    const said = (cwnd: number) => onMark(madeControl(scalable), madeState({ cwnd })).sentences.slice(1);
    expect([40, 8, 7, 2].map(said)).toEqual([
      [
        "By one segment for each min(cwnd, 100) acknowledged, cwnd is back at 40 segments after some 5 round trips.",
        "All marks of one window of data count once.",
      ],
      [
        "By one segment for each min(cwnd, 100) acknowledged, cwnd is back at 8 segments after some 1 round trip.",
        "All marks of one window of data count once.",
      ],
      [
        "cwnd is reduced by whole segments, and this is less than one.",
        "All marks of one window of data count once.",
      ],
      ["No cut leaves less than 2 segments."],
    ]);
  });
});
