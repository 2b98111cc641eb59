import { describe, expect, test } from "vitest";
import type { CongestionControl } from "../../../../src/engine/cc/congestion-control.ts";
import { hstcp } from "../../../../src/engine/cc/hstcp/hstcp.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type MadeState, madeControl, madeState, onLoss, onMark, onTimeout } from "../made.ts";

const INCREASE = 0;
const BETA = 1;

/** Returns a control and its state after one ACK at a window of `cwnd`. */
function grownAt(cwnd: number, values: ParamValues = {}): { cc: CongestionControl; state: MadeState } {
  const cc = madeControl(hstcp, values);
  const state = madeState({ cwnd, ssthresh: cwnd });
  cc.onAck(state, 1);
  return { cc, state };
}

describe("growth (RFC 3649 §5, Linux tcp_highspeed.c)", () => {
  test.each([
    [30, 30],
    [38, 38],
    [39, 20],
    [118, 59],
    [119, 40],
    [1000, 125],
  ])("at %s segments it takes %s ACKs for one more, whatever they acknowledge", (cwnd, acks) => {
    for (const acked of [1, 2]) {
      const cc = madeControl(hstcp);
      const state = madeState({ cwnd, ssthresh: cwnd });
      for (let i = 1; i < acks; i++) cc.onAck(state, acked);
      expect(state.cwnd).toBe(cwnd);
      cc.onAck(state, acked);
      expect(state.cwnd).toBe(cwnd + 1);
    }
  });

  test("the remainder counts for the next one, and an ACK adds at most one segment", () => {
    const { cc, state } = grownAt(39);
    for (let i = 1; i < 20; i++) cc.onAck(state, 1);
    expect([state.cwnd, state.cwndCredit]).toEqual([40, 1]);
    state.cwndCredit = 500;
    cc.onAck(state, 1);
    expect([state.cwnd, state.cwndCredit]).toEqual([41, 462]);
  });

  test("slow start is unchanged, and leaves no remainder", () => {
    const cc = madeControl(hstcp);
    const state = madeState({ cwnd: 10, ssthresh: 13 });
    cc.onAck(state, 5);
    expect([state.cwnd, state.cwndCredit, cc.probe(INCREASE)]).toEqual([13, 0, Number.NaN]);
  });
});

describe("reductions", () => {
  test.each([
    [20, 10],
    [38, 19],
    [39, 22],
    [118, 67],
    [119, 71],
    [1000, 676],
    [10_661, 8496],
  ])("of %s segments %s are left: w - (w·md >> 8), md of the row's edge", (cwnd, left) => {
    const { cc } = grownAt(cwnd);
    expect(cc.ssthreshAfterLoss(madeState({ cwnd }))).toBe(left);
    expect(cc.ssthreshAfterMark(madeState({ cwnd }))).toBe(left);
  });

  test("the row is that of the last growth: the first slow start ends with a half", () => {
    expect(madeControl(hstcp).ssthreshAfterLoss(madeState({ cwnd: 1000 }))).toBe(500);
    expect(grownAt(100).cc.ssthreshAfterLoss(madeState({ cwnd: 1000 }))).toBe(563);
  });

  test("at least two segments are left", () => {
    expect(madeControl(hstcp).ssthreshAfterLoss(madeState({ cwnd: 3 }))).toBe(2);
  });
});

describe("ABE (RFC 8511 §3.1)", () => {
  const kept = (cwnd: number, values: ParamValues) =>
    grownAt(cwnd, values).cc.ssthreshAfterMark(madeState({ cwnd })) / cwnd;

  test("β_ecn applies to the smallest windows; large ones end at 1 - High_Decrease", () => {
    expect(kept(30, { "beta-ecn": 0.8 })).toBeCloseTo(0.8, 9);
    expect(kept(2000, { "beta-ecn": 0.8 })).toBeGreaterThan(0.84);
    expect(kept(84_035, { "beta-ecn": 0.8 })).toBeCloseTo(0.9, 2);
  });

  test("a β gentler than High_Decrease never becomes stronger with a larger window", () => {
    expect(kept(20_000, { "beta-ecn": 0.95 })).toBeGreaterThan(0.95);
  });

  test("growth does not depend on β", () => {
    const [a, b] = [grownAt(1000, { "beta-ecn": 0.8 }), grownAt(1000, { "beta-loss": 0.8 })];
    for (let i = 0; i < 1000; i++) for (const { cc, state } of [a, b]) cc.onAck(state, 1);
    expect([a.state.cwnd, b.state.cwnd]).toEqual([1007, 1007]);
  });
});

test("every parameter can change during a run, and computed values are reset", () => {
  const { cc, state } = grownAt(10_000);
  expect([cc.probe(INCREASE), cc.probe(BETA).toFixed(3)]).toEqual([30, "0.797"]);
  cc.configure("hstcp-high-decrease", 0.4);
  cc.onAck(state, 1);
  expect(cc.probe(INCREASE)).toBeGreaterThan(50);
  cc.configure("beta-loss", 0.3);
  state.cwnd = state.ssthresh = 20;
  cc.onAck(state, 1);
  expect(cc.ssthreshAfterLoss(madeState({ cwnd: 20 }))).toBe(6);
});

describe("explains its decisions", () => {
  test("1000 segments lose 83/256, by the row up to 1058", () => {
    expect(onLoss(grownAt(1000).cc, madeState({ cwnd: 1000 }))).toEqual({
      sentences: [
        "For a cwnd of this size, up to 1058 segments, HighSpeed TCP cuts the share b(w) = 0.324; up to 38 segments it would be 1 − β_loss = 0.5.",
        "In this range each ACK adds a(w)/w = 8/cwnd of a segment.",
        "All losses of one window of data count once.",
      ],
      formula: "(1 − b(w)) × cwnd = 0.676 × 1000 = 675.8 → 676 segments",
    });
  });

  test("before it has grown beyond 38 segments the reduction is NewReno's, a mark's by β_ecn", () => {
    const { sentences, formula } = onMark(madeControl(hstcp, { "beta-ecn": 0.75 }), madeState({ cwnd: 39 }));
    expect([sentences[0], sentences[1], formula]).toEqual([
      "Before cwnd has grown past 38 segments HighSpeed TCP cuts as NewReno does: b(w) = 1 − β_ecn = 0.25.",
      "In this range each ACK adds a(w)/w = 1/cwnd of a segment.",
      "(1 − b(w)) × cwnd = 0.75 × 39 = 29.3 → 30 segments",
    ]);
  });

  test("ssthresh after a timeout", () => {
    expect(onTimeout(grownAt(1000).cc, madeState({ cwnd: 1000 })).sentences[1]).toBe(
      "ssthresh is now 676 segments, (1 − b(w)) = 0.676 of cwnd: slow start continues up to it.",
    );
  });
});
