import { describe, expect, test } from "vitest";
import { RedAverage, secondWeight } from "../../../src/engine/aqm/red-average.ts";
import { MS } from "./fake-port.ts";

const PACKETS_PER_S = 1000;
const S = 1000 * MS;

/** Has seen enough arrivals at a queue of `length` to be there. */
function settledAt(length: number, weight: number): RedAverage {
  const average = new RedAverage(0);
  average.tune(1, PACKETS_PER_S);
  average.update(length, 0);
  average.tune(weight, PACKETS_PER_S);
  return average;
}

describe("the average queue (Floyd and Jacobson 1993, figure 2)", () => {
  test("moves by its weight towards the present length at each arrival, not with time", () => {
    const average = settledAt(100, 0.25);
    expect(average.update(20, 5 * S)).toBe(80);
    expect(average.update(20, 9 * S)).toBe(65);
  });

  test("with the usual weight of 0.002 takes 347 arrivals for half the way", () => {
    const average = settledAt(0, 0.002);
    let arrivals = 0;
    while (average.value < 50) {
      average.update(100, 0);
      arrivals++;
    }
    expect(arrivals).toBe(347);
  });

  test("ages over idle time by the packets that could have been sent", () => {
    const average = settledAt(100, 0.01);
    average.startIdle(2 * S);
    // 70.9 ms are 70 whole packets.
    expect(average.at(2 * S + 70.9 * MS)).toBeCloseTo(100 * 0.99 ** 70, 9);
    expect(average.update(0, 2 * S + 70.9 * MS)).toBeCloseTo(100 * 0.99 ** 71, 9);
  });

  test("idle time ends with the arrival, and counts from its beginning", () => {
    const average = settledAt(100, 0.01);
    average.startIdle(1 * S);
    average.startIdle(1.05 * S);
    expect(average.at(1.1 * S)).toBeCloseTo(100 * 0.99 ** 100, 9);
    const after = average.update(0, 1.1 * S);
    expect(average.at(5 * S)).toBe(after);
  });

  test("a long idle time leaves nothing of it, whatever the weight", () => {
    for (const weight of [0.002, 1]) {
      const average = settledAt(100, weight);
      average.startIdle(0);
      expect(average.at(3600 * S)).toBe(0);
    }
  });

  test("less idle time than one packet leaves it alone, whatever the weight", () => {
    for (const weight of [0.002, 1]) {
      const average = settledAt(100, weight);
      average.startIdle(0);
      expect(average.at(0.9 * MS)).toBe(100);
    }
  });
});

test("the automatic weight is 1 - exp(-1/C) for C packets a second (Floyd, Gummadi and Shenker 2001)", () => {
  expect(secondWeight(833.33)).toBeCloseTo(1 - Math.exp(-1 / 833.33), 12);
  // A 10 Mbps link of 500-byte packets: 0.0004.
  expect(secondWeight(2500)).toBeCloseTo(0.0004, 6);
});
