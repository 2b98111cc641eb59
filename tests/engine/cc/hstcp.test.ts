import { describe, expect, test } from "vitest";
import { decreaseAt, hstcp, increaseAt, lossRateAt } from "../../../src/engine/cc/hstcp.ts";
import { onLoss, onMark, onTimeout } from "./explained.ts";
import { madeControl } from "./made-control.ts";
import { madeState, roundTrip } from "./made-state.ts";

const INCREASE = 0;
const BETA = 1;

describe("the response function (RFC 3649 §5)", () => {
  test("a window of 38 at a loss rate of a thousandth, of 83 000 at 1e-7", () => {
    expect(lossRateAt(38)).toBeCloseTo(1e-3, 4);
    expect(lossRateAt(83_000)).toBeCloseTo(1e-7, 8);
  });

  test.each([
    [10, 0.5],
    [38, 0.5],
    [1058, 0.33],
    [10_661, 0.21],
    [84_035, 0.1],
    [1e6, 0.1],
  ])("b(%s) = %s (appendix B)", (w, b) => {
    expect(decreaseAt(w, 0.5, 0.1)).toBeCloseTo(b, 2);
  });

  test.each([
    [10, 1],
    [38, 1],
    [1000, 7.7],
    [83_000, 70.7],
  ])("a(%s) = %s", (w, a) => {
    expect(increaseAt(w, 0.1)).toBeCloseTo(a, 1);
  });

  // Linux's copy of the table has 73 rows, one for each whole a(w).
  test.each([
    [118, 2],
    [1058, 8],
    [8726, 27],
    [84_035, 71],
  ])("a(%s) is %s (appendix B)", (w, a) => {
    expect(increaseAt(w, 0.1)).toBeCloseTo(a, 0);
  });
});

describe("windows", () => {
  test("up to 38 segments it is NewReno (RFC 3649 §5)", () => {
    const cc = madeControl(hstcp);
    const state = madeState({ cwnd: 30, ssthresh: 30 });
    roundTrip(cc, state, 0);
    expect(state.cwnd).toBe(31);
    expect(cc.ssthreshAfterLoss(madeState({ cwnd: 38 }))).toBe(19);
  });

  test("1000 segments grow by 7.7 in a round trip and keep 67 % after a loss", () => {
    const cc = madeControl(hstcp);
    const state = madeState({ cwnd: 1000, ssthresh: 1000 });
    for (let i = 0; i < 10; i++) roundTrip(cc, state, 0);
    expect(state.cwnd).toBeGreaterThanOrEqual(1077);
    expect(state.cwnd).toBeLessThanOrEqual(1080);
    expect(cc.ssthreshAfterLoss(madeState({ cwnd: 1000 }))).toBe(670);
    expect([cc.probe(INCREASE), cc.probe(BETA)].map((one) => one.toFixed(2))).toEqual(["8.10", "0.67"]);
  });

  test("83 000 segments grow by 70.7 in a round trip and keep 90 %", () => {
    const cc = madeControl(hstcp);
    const state = madeState({ cwnd: 83_000, ssthresh: 83_000 });
    roundTrip(cc, state, 0);
    expect(state.cwnd - 83_000).toBe(70);
    expect(cc.ssthreshAfterMark(madeState({ cwnd: 83_000 }))).toBe(74_700);
  });

  test("slow start is as ever", () => {
    const state = madeState({ cwnd: 1000 });
    madeControl(hstcp).onAck(state, 5);
    expect(state.cwnd).toBe(1005);
  });
});

describe("ABE (RFC 8511 §3.1)", () => {
  const cc = madeControl(hstcp, { "beta-ecn": 0.8 });
  const kept = (cwnd: number) => cc.ssthreshAfterMark(madeState({ cwnd })) / cwnd;

  test("β_ecn is where small windows begin; large ones meet at 1 - High_Decrease", () => {
    expect(kept(30)).toBeCloseTo(0.8, 9);
    expect(kept(2000)).toBeGreaterThan(0.84);
    expect(kept(83_000)).toBeCloseTo(0.9, 4);
  });

  test("a β gentler than High_Decrease is never made stronger by a larger window", () => {
    const gentle = madeControl(hstcp, { "beta-ecn": 0.95 });
    expect(gentle.ssthreshAfterMark(madeState({ cwnd: 20_000 }))).toBe(19_000);
  });

  test("growth does not depend on β", () => {
    const [a, b] = [madeState({ cwnd: 1000, ssthresh: 1000 }), madeState({ cwnd: 1000, ssthresh: 1000 })];
    for (let i = 0; i < 5; i++) {
      roundTrip(cc, a, 0);
      roundTrip(madeControl(hstcp, { "beta-loss": 0.8 }), b, 0);
    }
    expect(Math.abs(a.cwnd - b.cwnd)).toBeLessThanOrEqual(1);
  });
});

test("every parameter can change in mid-run, and what was worked out before is forgotten", () => {
  const cc = madeControl(hstcp);
  expect(cc.probe(INCREASE)).toBeNaN();
  const state = madeState({ cwnd: 10_000, ssthresh: 10_000 });
  cc.onAck(state, 1);
  const before = cc.probe(INCREASE);
  cc.configure("hstcp-high-decrease", 0.4);
  cc.onAck(state, 1);
  expect(cc.probe(INCREASE)).toBeGreaterThan(before);
  cc.configure("beta-loss", 0.3);
  expect(cc.ssthreshAfterLoss(madeState({ cwnd: 20 }))).toBe(6);
  expect(() => cc.configure("target", 5)).toThrow("no parameter target");
});

describe("says why", () => {
  test("1000 segments lose b(w) = 0.5 − 0.4·ln(1000/38)/ln(83 000/38) = 0.33", () => {
    expect(onLoss(madeControl(hstcp), madeState({ cwnd: 1000 }))).toEqual({
      sentences: [
        "From 1000 segments HighSpeed TCP cuts the share b(w) = 0.33; up to 38 segments it would be 1 − β_loss = 0.5.",
        "At 1000 segments congestion avoidance adds a(w) = 7.74 segments in a round trip.",
        "All losses of one window of data count once.",
      ],
      formula: "(1 − b(w)) × cwnd = 0.67 × 1000 = 670.1 → 670 segments",
    });
  });

  test("38 segments are cut as NewReno's, a mark by β_ecn", () => {
    const { sentences, formula } = onMark(madeControl(hstcp, { "beta-ecn": 0.8 }), madeState({ cwnd: 38 }));
    expect([sentences[0], sentences[1], formula]).toEqual([
      "Up to 38 segments HighSpeed TCP cuts as NewReno does: b(w) = 1 − β_ecn = 0.2.",
      "At 38 segments congestion avoidance adds a(w) = 1 segment in a round trip.",
      "(1 − b(w)) × cwnd = 0.8 × 38 = 30.4 → 30 segments",
    ]);
  });

  test("ssthresh after a timeout", () => {
    expect(onTimeout(madeControl(hstcp), madeState({ cwnd: 1000 })).sentences[1]).toBe(
      "ssthresh is now 670 segments, (1 − b(w)) = 0.67 of cwnd: slow start leads there.",
    );
  });
});
