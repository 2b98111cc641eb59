import { describe, expect, test } from "vitest";
import { dctcpCycle, dctcpThreshold } from "../../../src/engine/theory/dctcp-steady-state.ts";

/** The load of the DCTCP paper's Figure 12: 10 Gbps with packets of 1500 bytes, 100 µs, K = 40. */
const LOAD = { flows: 2, packetsPerS: 1e10 / 12_000, rttS: 1e-4, threshold: 40 };

describe("DCTCP in steady state", () => {
  test("α = √(2/W*) with W* = (C·RTT + K)/N", () => {
    const { window, alpha } = dctcpCycle(LOAD);
    expect(window).toBeCloseTo((83.333 + 40) / 2, 2);
    expect(alpha).toBeCloseTo(Math.sqrt(2 / window), 12);
  });

  test("the queue varies by √(2N(C·RTT + K))/2 below its maximum, K + N", () => {
    for (const flows of [2, 10]) {
      const { queue } = dctcpCycle({ ...LOAD, flows });
      expect(queue.max).toBe(40 + flows);
      expect(queue.amplitude).toBeCloseTo(Math.sqrt(2 * flows * (83.333 + 40)) / 2, 3);
      expect(queue.min).toBeCloseTo(queue.max - queue.amplitude, 9);
    }
  });

  test("a cycle is √(2(C·RTT + K)/N)/2 round trips", () => {
    const { periodS } = dctcpCycle(LOAD);
    const roundTripS = 1e-4 + 40 / LOAD.packetsPerS;
    expect(periodS / roundTripS).toBeCloseTo(Math.sqrt((2 * (83.333 + 40)) / 2) / 2, 3);
  });

  test("with a threshold of C·RTT/7 the link stays busy: the minimum queue over all numbers of flows is about 0", () => {
    const bdp = LOAD.packetsPerS * LOAD.rttS * 10;
    const threshold = dctcpThreshold(LOAD.packetsPerS, LOAD.rttS * 10);
    expect(threshold).toBeCloseTo(bdp / 7, 9);
    const lowest = Math.min(
      ...Array.from({ length: 200 }, (_, i) => {
        const { queue } = dctcpCycle({ ...LOAD, rttS: LOAD.rttS * 10, threshold, flows: i + 1 });
        return queue.max - queue.amplitude;
      }),
    );
    expect(Math.abs(lowest)).toBeLessThan(0.02 * bdp);
  });

  test("α stays a fraction for very small windows", () => {
    expect(dctcpCycle({ ...LOAD, flows: 200 }).alpha).toBe(1);
  });
});
