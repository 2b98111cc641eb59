import { describe, expect, test } from "vitest";
import { type KwonSettings, kwonCycle, kwonRate, kwonWindow } from "../../../src/engine/theory/kwon.ts";
import { padhyeRate } from "../../../src/engine/theory/padhye.ts";

/** The settings of figures 4 and 5: RTT 0.2 s, b 2, T0 3 s. */
const RTT_S = 0.2;
const RENO: KwonSettings = {
  alpha: 1,
  beta: 0.5,
  timeoutS: 3,
  timeoutsAfter: "all",
  segmentsPerAck: 2,
  variant: "published",
};
/** Pairs of α and β that are TCP-friendly: α = 3(1 − β)/(1 + β). */
const PAIRS = [
  [1, 0.5],
  [0.8, 0.5789],
  [0.4, 0.7647],
  [0.2, 0.875],
  [0.1, 0.9355],
] as const;

function signals(markShare: number, percent: readonly [number, number, number]) {
  const [p, lossP, markP] = percent.map((one) => one / 100);
  return { markShare, p, lossP, markP };
}

describe("the ECN(α, β) model", () => {
  test("gives the window at a signal (eq. 9) for β 0.5, p 1 % and b 2", () => {
    expect(kwonWindow(0.01, RENO)).toBeCloseTo(12.175, 3);
  });

  test.each([
    [1, 0.5, [1, 2, 0.1], [19.36, 105.3, 131.5]],
    [0.2, 0.875, [1, 2, 0.1], [19.36, 58.2, 62.7]],
    [0.1, 0.9355, [1, 2, 0.1], [19.36, 43.9, 45.5]],
    [0.2, 0.875, [5, 6, 4], [6.84, 8.52, 9.06]],
  ] as const)(
    "as published, ECN(%s, %s) at p, p_t, p_e = %j %% gives %j for r = 0, 0.5, 1",
    (alpha, beta, percent, rates) => {
      for (const [i, r] of [0, 0.5, 1].entries()) {
        const rate = kwonRate(signals(r, percent), RTT_S, { ...RENO, alpha, beta });
        expect(Math.abs(rate / rates[i] - 1)).toBeLessThan(0.001);
      }
    },
  );

  test("without marks equals the Padhye model, for any α and β", () => {
    for (const [alpha, beta] of PAIRS) {
      for (const p of [0.001, 0.02, 0.1]) {
        const rate = kwonRate({ markShare: 0, p, lossP: p, markP: p / 10 }, RTT_S, { ...RENO, alpha, beta });
        const padhye = padhyeRate(p, {
          rttS: RTT_S,
          timeoutS: 3,
          segmentsPerAck: 2,
          maxWindow: Number.POSITIVE_INFINITY,
          timeoutShare: "approximate",
        });
        expect(rate).toBeCloseTo(padhye, 9);
      }
    }
  });

  test("both variants agree at α = 1", () => {
    for (const r of [0, 0.3, 1]) {
      const at = (variant: KwonSettings["variant"]) =>
        kwonRate(signals(r, [1, 2, 0.1]), RTT_S, { ...RENO, variant });
      expect(at("corrected")).toBeCloseTo(at("published"), 9);
    }
  });

  test("with the correction, all TCP-friendly pairs send about 130 packets per second; as published, up to three times less", () => {
    const rates = (variant: KwonSettings["variant"]) =>
      PAIRS.map(([alpha, beta]) =>
        kwonRate(signals(1, [1, 2, 0.1]), RTT_S, { ...RENO, alpha, beta, variant }),
      );
    for (const rate of rates("corrected")) expect(Math.abs(rate - 130.5)).toBeLessThan(1.5);
    const published = rates("published");
    for (let i = 1; i < published.length; i++) expect(published[i]).toBeLessThan(published[i - 1]);
    expect(published[0] / published[4]).toBeCloseTo(2.89, 2);
  });

  test("with the correction, a cycle carries the sum of its windows over its rounds (compared with eq. 6)", () => {
    for (const [alpha, beta] of PAIRS) {
      const b = 2;
      const peak = 200;
      let carried = 0;
      // The window grows by α after each `b` round trips.
      for (let w = beta * peak; w < peak - 1e-9; w += alpha) carried += b * w;
      const growth = (b * (1 - beta) * peak) / alpha;
      const corrected = (growth / 2) * ((1 + beta) * peak - 1) + peak / 2;
      expect(Math.abs(corrected / carried - 1)).toBeLessThan(0.02);
    }
  });

  test("the corrected window is the one whose cycle carries (1 - p)/p + W packets", () => {
    for (const [alpha, beta] of PAIRS) {
      const window = kwonWindow(0.003, { ...RENO, alpha, beta, variant: "corrected" });
      const growth = (2 * (1 - beta) * window) / alpha;
      const carried = (growth / 2) * ((1 + beta) * window - 1) + window / 2;
      expect(carried).toBeCloseTo(0.997 / 0.003 + window, 6);
    }
  });

  test("the timeouts of marks, which the paper counts, can be switched off", () => {
    const spared: KwonSettings = { ...RENO, timeoutsAfter: "losses" };
    const at = (r: number) => signals(r, [5, 6, 4]);
    expect(kwonCycle(at(1), spared).timeoutS).toBe(0);
    expect(kwonRate(at(1), RTT_S, spared)).toBeGreaterThan(kwonRate(at(1), RTT_S, RENO));
    expect(kwonRate(at(0), RTT_S, spared)).toBe(kwonRate(at(0), RTT_S, RENO));
  });
});
