import { describe, expect, test } from "vitest";
import { FORCED, PASS, RedLaw, type RedVerdict, SIGNAL } from "../../../../src/engine/aqm/red/law.ts";

/** Returns RED's law with the thresholds of Kwon and Fahmy, in packets. */
function madeLaw({ gentle = true, wait = true, maxP = 0.1, min = 14, max = 42 } = {}): RedLaw {
  const law = new RedLaw();
  Object.assign(law, { gentle, wait, maxP });
  law.setThresholds(min, max);
  return law;
}

const never = { random: () => 0.999999999 };
const always = { random: () => 0 };

/** Returns the verdict on each of `n` arriving packets at the same average. */
function verdicts(law: RedLaw, average: number, n: number, dice = always): RedVerdict[] {
  return Array.from({ length: n }, () => law.judge({ value: average }, 50, dice));
}

/** Returns p_b at this average. */
function probability(law: RedLaw, average: number): number {
  law.judge({ value: average }, 50, never);
  return law.probability;
}

/** Returns the number of packets from one signal to the next. */
function gaps(all: readonly RedVerdict[]): number[] {
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
  ])("with thresholds 14 and 42 and max_p 0.1 an average of %s gives a probability of %s", (average, p) => {
    expect(probability(madeLaw(), average)).toBeCloseTo(p, 12);
  });

  test("without gentle the probability jumps to 1 at the upper threshold", () => {
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
  test("no packet below the lower threshold, and with wait none while at most one packet waits, as in ns-2", () => {
    const law = madeLaw();
    expect(verdicts(law, 13, 100)).not.toContain(SIGNAL);
    expect(Array.from({ length: 100 }, () => law.judge({ value: 40 }, 1, always))).not.toContain(SIGNAL);
    expect(law.probability).toBe(0);
  });

  test("without wait even a packet that finds an empty queue may get a signal, as in Linux", () => {
    const law = madeLaw({ wait: false });
    expect(Array.from({ length: 3 }, () => law.judge({ value: 40 }, 0, always))).toEqual([
      PASS,
      SIGNAL,
      SIGNAL,
    ]);
  });

  test("the first packet above the lower threshold never gets a signal", () => {
    for (const wait of [true, false]) expect(verdicts(madeLaw({ wait }), 40, 1)).toEqual([PASS]);
  });

  test("with wait, the number of packets between two signals is 1/p to 2/p", () => {
    // At this average p_b is 0.08, so 1/p is 12.5.
    expect(gaps(verdicts(madeLaw(), 36.4, 100, always))).toEqual([13, 13, 13, 13, 13, 13]);
    expect(gaps(verdicts(madeLaw(), 36.4, 100, never))).toEqual([24, 24, 24]);
  });

  test("without wait, the number of packets between two signals is 1 to 1/p", () => {
    expect(new Set(gaps(verdicts(madeLaw({ wait: false }), 36.4, 100, always)))).toEqual(new Set([1]));
    expect(gaps(verdicts(madeLaw({ wait: false }), 36.4, 80, never))).toEqual([13, 13, 13, 13, 13]);
  });

  test.each([
    // The gap is uniform: from 100 to 200 with `wait`, mean 150, and from 1 to 100 without, mean 50.5.
    [true, 1 / 150],
    [false, 1 / 50.5],
  ])(
    "the signals are spread evenly over that range: with wait %s and p_b 0.01 there are %f signals per packet",
    (wait, rate) => {
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
      expect(Math.abs(1 / mean / rate - 1)).toBeLessThan(0.02);
    },
  );

  test("without wait one number is drawn after each signal, and a signal follows when count·p_b reaches it (Linux red.h)", () => {
    let drawn = 0;
    const halves = {
      random: () => {
        drawn++;
        return 0.5;
      },
    };
    const law = madeLaw({ wait: false });
    // The draws are 0.5. Five packets at p_b = 0.08 give 0.4, which is too little. At p_b = 0.02 the sixth packet
    // gives 0.12, and only the 25th reaches 0.5.
    expect(verdicts(law, 36.4, 6, halves)).toEqual([PASS, PASS, PASS, PASS, PASS, PASS]);
    expect([verdicts(law, 19.6, 20, halves).indexOf(SIGNAL), drawn]).toEqual([19, 2]);
    // The count starts from 0 again: at p_b = 0.08 the seventh packet is drawn.
    expect([verdicts(law, 36.4, 8, halves).indexOf(SIGNAL), drawn]).toEqual([6, 3]);
  });

  test("without wait a certain signal restarts the count (Linux: qcount = -1); with wait it continues", () => {
    const nextAfterForced = (wait: boolean) => {
      const law = madeLaw({ gentle: false, wait });
      verdicts(law, 40, 10, never);
      expect(verdicts(law, 42, 5, never)).toEqual([FORCED, FORCED, FORCED, FORCED, FORCED]);
      // At this average p_b is 0.0929. A signal is certain by the 11th packet without `wait`, and by the 21st with
      // it.
      return verdicts(law, 40, 30, never).indexOf(SIGNAL);
    };
    expect([nextAfterForced(false), nextAfterForced(true)]).toEqual([11, 5]);
  });

  test("after a change of wait, the next packet is the first above the threshold", () => {
    const law = madeLaw();
    verdicts(law, 40, 20, never);
    law.wait = false;
    expect(verdicts(law, 40, 2)).toEqual([PASS, SIGNAL]);
    law.wait = true;
    expect(verdicts(law, 40, 40, never).indexOf(SIGNAL)).toBe(20);
  });

  test("every packet gets a signal from twice the upper threshold on; without gentle from the threshold on", () => {
    expect(verdicts(madeLaw(), 84, 3)).toEqual([FORCED, FORCED, FORCED]);
    expect(verdicts(madeLaw(), 83.9, 3)).not.toContain(FORCED);
    expect(verdicts(madeLaw({ gentle: false }), 42, 3)).toEqual([FORCED, FORCED, FORCED]);
  });

  test("an average that falls below the lower threshold restarts the count", () => {
    const law = madeLaw({ wait: false });
    verdicts(law, 40, 5, never);
    law.judge({ value: 10 }, 50, always);
    expect(verdicts(law, 40, 2, always)).toEqual([PASS, SIGNAL]);
  });
});
