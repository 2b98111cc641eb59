import { describe, expect, test } from "vitest";
import { RedAverage, secondWeight } from "../../../../src/engine/aqm/red/discipline.ts";
import { type Timed, timed } from "../../core/timed.ts";
import { MS } from "../fake-port.ts";

const PACKETS_PER_S = 1000;
const S = 1000 * MS;

/** Returns the average after enough arrivals at a queue of `length` to have reached it. */
function settledAt(length: number, weight: number): Timed<RedAverage> {
  const made = timed((clock) => new RedAverage(clock));
  const average = made.at(0);
  average.tune(1, PACKETS_PER_S);
  average.update(length);
  average.tune(weight, PACKETS_PER_S);
  return made;
}

describe("the average queue (Floyd and Jacobson 1993, figure 2)", () => {
  test("moves by its weight towards the current length at each arrival, not with time", () => {
    const { at } = settledAt(100, 0.25);
    at(5 * S).update(20);
    expect(at(5 * S).value).toBe(80);
    at(9 * S).update(20);
    expect(at(9 * S).value).toBe(65);
  });

  test("with the usual weight of 0.002 covers half of the distance in 347 arrivals", () => {
    const { at } = settledAt(0, 0.002);
    let arrivals = 0;
    while (at(0).value < 50) {
      at(0).update(100);
      arrivals++;
    }
    expect(arrivals).toBe(347);
  });

  test("decreases over idle time by the number of packets that could have been sent", () => {
    const { at } = settledAt(100, 0.01);
    at(2 * S).startIdle();
    // In 70.9 ms, 70 whole packets could have been sent.
    expect(at(2 * S + 70.9 * MS).at()).toBeCloseTo(100 * 0.99 ** 70, 9);
    at(2 * S + 70.9 * MS).update(0);
    expect(at(2 * S + 70.9 * MS).value).toBeCloseTo(100 * 0.99 ** 71, 9);
  });

  test("idle time ends with the next arrival, and is counted from its start", () => {
    const { at } = settledAt(100, 0.01);
    at(1 * S).startIdle();
    at(1.05 * S).startIdle();
    expect(at(1.1 * S).at()).toBeCloseTo(100 * 0.99 ** 100, 9);
    at(1.1 * S).update(0);
    const after = at(1.1 * S).value;
    expect(at(5 * S).at()).toBe(after);
  });

  test("a long idle time reduces it to nothing, for any weight", () => {
    for (const weight of [0.002, 1]) {
      const { at } = settledAt(100, weight);
      at(0).startIdle();
      expect(at(3600 * S).at()).toBe(0);
    }
  });

  test("less idle time than one packet does not change it, for any weight", () => {
    for (const weight of [0.002, 1]) {
      const { at } = settledAt(100, weight);
      at(0).startIdle();
      expect(at(0.9 * MS).at()).toBe(100);
    }
  });
});

test("the automatic weight is 1 - exp(-1/C) for C packets a second (Floyd, Gummadi and Shenker 2001)", () => {
  expect(secondWeight(833.33)).toBeCloseTo(1 - Math.exp(-1 / 833.33), 12);
  // A 10 Mbps link sends 2500 packets of 500 bytes per second, which gives a weight of 0.0004.
  expect(secondWeight(2500)).toBeCloseTo(0.0004, 6);
});
