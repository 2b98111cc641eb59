import { describe, expect, test } from "vitest";
import { FORCED, PASS, RedLaw, SIGNAL, type Verdict } from "../../../src/engine/aqm/red-law.ts";

/** Kwon and Fahmy's thresholds, in packets. */
function madeLaw({ gentle = true, wait = true, maxP = 0.1, min = 14, max = 42 } = {}): RedLaw {
  const law = new RedLaw();
  Object.assign(law, { gentle, wait, maxP });
  law.setThresholds(min, max);
  return law;
}

const never = { random: () => 0.999999999 };
const always = { random: () => 0 };

/** The verdicts of `n` arrivals that find the same average. */
function verdicts(law: RedLaw, average: number, n: number, dice = always): Verdict[] {
  return Array.from({ length: n }, () => law.judge({ value: average }, 50, dice));
}

/** p_b at this average. */
function probability(law: RedLaw, average: number): number {
  law.judge({ value: average }, 50, never);
  return law.probability;
}

/** After how many packets each signal came. */
function gaps(all: readonly Verdict[]): number[] {
  const at = all.flatMap((verdict, i) => (verdict === PASS ? [] : [i]));
  return at.slice(1).map((one, i) => one - at[i]);
}

describe("the curve (Floyd and Jacobson 1993, figure 2; gentle as in ns-2)", () => {
  test.each([
    [0, 0],
    [13.9, 0],
    [14, 0],
    [36.4, 0.08],
    [42, 0.1],
    [63, 0.55],
    [84, 1],
    [500, 1],
  ])("with 14, 42 and max_p 0.1 an average of %s gives %s", (average, p) => {
    expect(probability(madeLaw(), average)).toBeCloseTo(p, 12);
  });

  test("without gentle it leaps to 1 at the upper threshold", () => {
    const law = madeLaw({ gentle: false });
    expect(probability(law, 41.999)).toBeCloseTo(0.1, 4);
    expect(probability(law, 42)).toBe(1);
  });

  test("the gentle part follows max_p when that changes", () => {
    const law = madeLaw();
    law.maxP = 0.4;
    expect([probability(law, 42), probability(law, 63), probability(law, 84)]).toEqual([0.4, 0.7, 1]);
  });

  test.each([
    [42, 42],
    [42, 14],
  ])("thresholds %s and %s make a step at the lower one", (min, max) => {
    const law = madeLaw({ min, max });
    expect([41.99, 42, 63, 84].map((average) => probability(law, average))).toEqual([0, 0.1, 0.55, 1]);
  });
});

describe("which packets carry a signal", () => {
  test("none below the lower threshold, and none while at most one packet waits", () => {
    const law = madeLaw();
    expect(verdicts(law, 13, 100)).not.toContain(SIGNAL);
    expect(Array.from({ length: 100 }, () => law.judge({ value: 40 }, 1, always))).not.toContain(SIGNAL);
    expect(law.probability).toBe(0);
  });

  test("never the first one above the lower threshold", () => {
    expect(verdicts(madeLaw({ wait: false }), 40, 2)).toEqual([PASS, SIGNAL]);
  });

  test("with wait the number of packets between two is 1/p to 2/p", () => {
    // p_b = 0.08, 1/p = 12.5
    expect(gaps(verdicts(madeLaw(), 36.4, 100, always))).toEqual([13, 13, 13, 13, 13, 13]);
    expect(gaps(verdicts(madeLaw(), 36.4, 100, never))).toEqual([24, 24, 24]);
  });

  test("without wait it is 1 to 1/p", () => {
    expect(new Set(gaps(verdicts(madeLaw({ wait: false }), 36.4, 100, always)))).toEqual(new Set([1]));
    expect(gaps(verdicts(madeLaw({ wait: false }), 36.4, 80, never))).toEqual([12, 12, 12, 12, 12]);
  });

  test.each([
    [true, 2 / 3],
    [false, 2],
  ])("spread evenly over that range: with wait %s signals come at a rate of %s p", (wait, factor) => {
    const law = madeLaw({ wait });
    let seed = 1;
    const dice = {
      random: () => {
        seed = (seed * 48271) % 2147483647;
        return seed / 2147483647;
      },
    };
    const between = gaps(verdicts(law, 16.8, 400_000, dice));
    const mean = between.reduce((sum, gap) => sum + gap, 0) / between.length;
    // p_b = 0.01
    expect(1 / mean / 0.01 / factor).toBeCloseTo(1, 1);
  });

  test("each from twice the upper threshold on; without gentle from the threshold on", () => {
    expect(verdicts(madeLaw(), 84, 3)).toEqual([FORCED, FORCED, FORCED]);
    expect(verdicts(madeLaw(), 83.9, 3)).not.toContain(FORCED);
    expect(verdicts(madeLaw({ gentle: false }), 42, 3)).toEqual([FORCED, FORCED, FORCED]);
  });

  test("falling below the lower threshold starts the count anew", () => {
    const law = madeLaw({ wait: false });
    verdicts(law, 40, 5, never);
    law.judge({ value: 10 }, 50, always);
    expect(verdicts(law, 40, 2, always)).toEqual([PASS, SIGNAL]);
  });
});
