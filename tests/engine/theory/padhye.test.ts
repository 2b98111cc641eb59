import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  approximateTimeoutShare,
  backoffSum,
  type PadhyeSettings,
  padhyeApproximateRate,
  padhyeRate,
  padhyeWindow,
  timeoutShare,
} from "../../../src/engine/theory/padhye.ts";

const SETTINGS: PadhyeSettings = {
  rttS: 0.2,
  timeoutS: 3,
  segmentsPerAck: 2,
  maxWindow: Number.POSITIVE_INFINITY,
  timeoutShare: "exact",
};

describe("the Padhye model", () => {
  test("gives the window at a loss (eq. 13): 12.175 at p = 1 % with delayed ACKs", () => {
    expect(padhyeWindow(0.01, 2)).toBeCloseTo(12.175, 3);
  });

  test("for small p gives the window √(8/(3bp)) and the rate √(3/(2bp))/RTT", () => {
    for (const b of [1, 2]) {
      const p = 1e-8;
      expect(padhyeWindow(p, b) * Math.sqrt((3 * b * p) / 8)).toBeCloseTo(1, 3);
      const rate = padhyeRate(p, { ...SETTINGS, segmentsPerAck: b, timeoutS: 0.2 });
      expect(rate * SETTINGS.rttS * Math.sqrt((2 * b * p) / 3)).toBeCloseTo(1, 2);
    }
  });

  test("agrees with a calculation of the full model (eq. 31) by hand at p = 2 %", () => {
    const window = 2 / 3 + Math.sqrt((8 * 0.98) / (6 * 0.02) + 4 / 9);
    const share = 3 / window;
    const f = 1 + 0.02 + 2 * 0.02 ** 2 + 4 * 0.02 ** 3 + 8 * 0.02 ** 4 + 16 * 0.02 ** 5 + 32 * 0.02 ** 6;
    const expected = (0.98 / 0.02 + window + share / 0.98) / (0.2 * (window + 1) + (share * 3 * f) / 0.98);
    expect(padhyeRate(0.02, { ...SETTINGS, timeoutShare: "approximate" })).toBeCloseTo(expected, 9);
  });

  test("the share of timeouts tends to 3/w as p tends to 0, and is 1 up to three segments", () => {
    for (const w of [5, 10, 40]) expect(timeoutShare(1e-6, w)).toBeCloseTo(approximateTimeoutShare(w), 4);
    expect([timeoutShare(0.01, 3), approximateTimeoutShare(2)]).toEqual([1, 1]);
  });

  test("a series of timeouts (eq. 28): f(0) = 1, f(1) = 64", () => {
    expect([backoffSum(0), backoffSum(1)]).toEqual([1, 64]);
  });

  test("the maximum window limits the rate to W_max/RTT (second form of eq. 31)", () => {
    const limited = { ...SETTINGS, maxWindow: 10 };
    expect(padhyeRate(0, limited)).toBe(50);
    expect(padhyeRate(1e-6, limited)).toBeCloseTo(50, 1);
    expect(padhyeRate(1e-4, limited)).toBeLessThan(50);
    expect(padhyeRate(1e-4, limited)).toBeLessThan(padhyeRate(1e-4, SETTINGS));
    // If losses limit the rate, the largest window does not matter.
    expect(padhyeRate(0.05, limited)).toBe(padhyeRate(0.05, SETTINGS));
  });

  test("the two forms differ by a few per cent if the free window is the largest one", () => {
    const maxWindow = padhyeWindow(0.002, 2);
    const at = (factor: number) => padhyeRate(0.002, { ...SETTINGS, maxWindow: maxWindow * factor });
    expect(at(0.9999) / at(1.0001)).toBeGreaterThan(0.93);
    expect(at(0.9999) / at(1.0001)).toBeLessThan(1.07);
  });

  test("the approximation stays within 15 % up to p = 5 %", () => {
    for (const p of [0.001, 0.005, 0.01, 0.02, 0.05]) {
      const ratio = padhyeApproximateRate(p, SETTINGS) / padhyeRate(p, SETTINGS);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.15);
    }
  });

  test("the rate decreases to 0 with growing losses", () => {
    const share = fc.double({ min: 1e-6, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(padhyeRate(high, SETTINGS)).toBeLessThanOrEqual(padhyeRate(low, SETTINGS) * (1 + 1e-12));
      }),
    );
    expect(padhyeRate(1, SETTINGS)).toBe(0);
  });
});
