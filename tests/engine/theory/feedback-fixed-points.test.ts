import { describe, expect, test } from "vitest";
import {
  fairWindow,
  feedbackTrajectory,
  nextWindow,
  queueOf,
  restingProbability,
} from "../../../src/engine/theory/feedback-fixed-points.ts";

const LINK = { bdpPackets: 80, targetPackets: 20, beta: 0.5 };
const STARTS = [
  [10, 70],
  [30, 50],
  [40, 40],
  [65, 15],
  [5, 15],
  [90, 60],
];
const STEPS = 3000;
const last = (values: readonly number[]) => values[values.length - 1];

describe("the window in equilibrium", () => {
  test("stays unchanged at its equilibrium probability", () => {
    for (const w of [2, 10, 50]) expect(nextWindow(w, restingProbability(w, 0.5), 0.5)).toBeCloseTo(w, 12);
  });

  test("grows by a segment without signals, and is reduced to β if every packet is marked", () => {
    expect([nextWindow(40, 0, 0.5), nextWindow(40, 1, 0.5)]).toEqual([41, 20]);
  });
});

describe("delay as the only feedback (Tahiliani et al. §3)", () => {
  const ends = STARTS.map((start) => feedbackTrajectory("delay", LINK, start, STEPS));

  test("the queue reaches its target and the link is full, from any start", () => {
    for (const { shares, queuePackets } of ends) {
      expect(last(queuePackets)).toBeCloseTo(20, 6);
      expect(last(shares[0]) + last(shares[1])).toBeCloseTo(1, 9);
    }
  });

  test("the start determines how the flows share: a line of fixed points", () => {
    const divisions = ends.map(({ shares }) => last(shares[0])).sort((a, b) => a - b);
    for (let i = 1; i < divisions.length; i++) expect(divisions[i] - divisions[i - 1]).toBeGreaterThan(0.03);
    expect(divisions[0]).toBeLessThan(0.1);
    expect(last(divisions)).toBeGreaterThan(0.8);
  });

  test("every division of the link with the queue at its target is a fixed point", () => {
    for (const share of [0.1, 0.25, 0.5, 0.9]) {
      const start = [100 * share, 100 * (1 - share)];
      const { shares, queuePackets } = feedbackTrajectory("delay", LINK, start, 500);
      for (const s of shares[0]) expect(s).toBeCloseTo(share, 9);
      for (const q of queuePackets) expect(q).toBeCloseTo(20, 9);
    }
  });

  test("the senders' probabilities change by the same amount, so that their differences remain", () => {
    const { probabilities } = ends[1];
    const gap = (k: number) => probabilities[0][k] - probabilities[1][k];
    expect(gap(STEPS - 1)).toBeCloseTo(gap(0), 12);
  });
});

describe("marks above a threshold: ECN_t", () => {
  const ends = STARTS.map((start) => feedbackTrajectory("ecn-threshold", LINK, start, STEPS));

  test("never reaches a fixed point: queue and windows follow a cycle across the threshold", () => {
    for (const { queuePackets } of ends) {
      const late = queuePackets.slice(-500);
      expect(Math.max(...late)).toBeGreaterThan(20);
      expect(Math.min(...late)).toBe(0);
      const period = periodOf(queuePackets);
      expect(period).toBeGreaterThan(10);
      expect(period).toBeLessThan(200);
    }
  });

  test("the flows become equal on the cycle, from any start", () => {
    for (const { shares } of ends) expect(last(shares[0])).toBeCloseTo(last(shares[1]), 9);
  });
});

describe("marks from a PI controller: ECN_a", () => {
  const ends = STARTS.map((start) => feedbackTrajectory("ecn-pi", LINK, start, STEPS));

  test("has one fixed point from any start: equal shares, and the queue at its target", () => {
    for (const { shares, queuePackets, probabilities } of ends) {
      for (const share of shares) expect(last(share)).toBeCloseTo(0.5, 9);
      expect(last(queuePackets)).toBeCloseTo(20, 6);
      expect(last(probabilities[0])).toBeCloseTo(restingProbability(fairWindow(2, LINK), 0.5), 9);
    }
  });

  test("the same holds for many flows", () => {
    const start = [1, 4, 9, 16, 25, 36, 49];
    const link = { bdpPackets: 300, targetPackets: 50, beta: 0.7 };
    const { shares, queuePackets } = feedbackTrajectory("ecn-pi", link, start, 6000);
    for (const share of shares) expect(last(share)).toBeCloseTo(1 / 7, 6);
    expect(last(queuePackets)).toBeCloseTo(50, 3);
    expect(queueOf(Array(7).fill(fairWindow(7, link)), link)).toBeCloseTo(50, 9);
  });
});

/** Returns the shortest shift by which the end of the series repeats. */
function periodOf(series: readonly number[]): number {
  const end = series.slice(-400);
  for (let shift = 1; shift < 200; shift++) {
    const before = series.slice(-400 - shift, -shift);
    if (end.every((value, i) => Math.abs(value - before[i]) < 1e-6)) return shift;
  }
  return Number.POSITIVE_INFINITY;
}
