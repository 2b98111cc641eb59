import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DelayHistogram } from "../../../src/engine/trace/histogram.ts";

const NS_PER_MS = 1e6;
const PERCENTS = { p1: 1, p5: 5, p10: 10, p25: 25, p50: 50, p75: 75, p90: 90, p95: 95, p99: 99 } as const;

function filled(values: readonly number[]): DelayHistogram {
  const histogram = new DelayHistogram();
  for (const ns of values) histogram.add(ns);
  return histogram;
}

/** Delays from nanoseconds to three hours, spread evenly over the powers of ten. */
const delays = fc
  .tuple(fc.double({ min: 0, max: 13, noNaN: true }), fc.boolean())
  .map(([power, isZero]) => (isZero && power < 1 ? 0 : Math.round(10 ** power)));

describe("delay histogram", () => {
  test("percentiles by nearest rank are within 1 % of the true ones, or within 8 ns", () => {
    fc.assert(
      fc.property(fc.array(delays, { minLength: 1, maxLength: 400 }), (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const percentiles = filled(values).percentiles();
        for (const [name, percent] of Object.entries(PERCENTS)) {
          const exactNs = sorted[Math.max(1, Math.ceil((percent / 100) * values.length)) - 1];
          const ns = (percentiles?.[name as keyof typeof PERCENTS] ?? Number.NaN) * NS_PER_MS;
          expect(Math.abs(ns - exactNs)).toBeLessThanOrEqual(Math.max(8.001, exactNs * 0.01));
        }
      }),
    );
  });

  test("number, mean, min and max are exact", () => {
    fc.assert(
      fc.property(fc.array(delays, { minLength: 1, maxLength: 400 }), (values) => {
        const { n, mean, min, max } = filled(values).percentiles() ?? { n: 0, mean: 0, min: 0, max: 0 };
        expect(n).toBe(values.length);
        expect(min).toBe(Math.min(...values) / NS_PER_MS);
        expect(max).toBe(Math.max(...values) / NS_PER_MS);
        const sum = values.reduce((total, value) => total + value, 0);
        expect(mean).toBeCloseTo(sum / values.length / NS_PER_MS, 6);
      }),
    );
  });

  test("no percentile is outside min and max, and percentiles increase", () => {
    fc.assert(
      fc.property(fc.array(delays, { minLength: 1, maxLength: 50 }), (values) => {
        const p = filled(values).percentiles();
        if (p === null) throw new Error("there are samples");
        const inOrder = [p.min, p.p1, p.p5, p.p10, p.p25, p.p50, p.p75, p.p90, p.p95, p.p99, p.max];
        expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
      }),
    );
  });

  test("without samples there are no percentiles", () => {
    expect(new DelayHistogram().percentiles()).toBeNull();
  });

  test("after a reset it starts again", () => {
    const histogram = filled([1e6, 2e6]);
    histogram.clear();
    expect([histogram.count, histogram.percentiles()]).toEqual([0, null]);
    histogram.add(3e6);
    expect(histogram.percentiles()).toMatchObject({ n: 1, min: 3, max: 3, mean: 3 });
  });

  test("the cumulative distribution increases to 1 and agrees with the counts", () => {
    const values = Array.from({ length: 1000 }, (_, i) => i * 20_000);
    const { ms, fraction } = filled(values).cdf();
    expect(fraction[fraction.length - 1]).toBe(1);
    for (let i = 1; i < ms.length; i++) {
      expect(ms[i]).toBeGreaterThan(ms[i - 1]);
      expect(fraction[i]).toBeGreaterThan(fraction[i - 1]);
    }
    const half = ms[fraction.findIndex((part) => part >= 0.5)];
    expect(Math.abs(half - 10)).toBeLessThan(0.2);
  });

  test("delays above an hour still count", () => {
    const histogram = filled([1, 3.6e12, 1e15, 1e18]);
    expect(histogram.percentiles()).toMatchObject({ n: 4, max: 1e12 });
  });
});
