import { describe, expect, test } from "vitest";
import { sawtoothCycle } from "../../../src/engine/theory/sawtooth-cycle.ts";

describe("the cycle of an additive-increase sawtooth", () => {
  test("without a buffer it lasts (1 - β)·BDP round trips, at a mean window of (1 + β)/2", () => {
    const cycle = sawtoothCycle({ packetsPerS: 1000, rttS: 0.1, bufferPackets: 0 }, 1, 0.5);
    expect(cycle.peak).toBe(100);
    expect(cycle.trough).toBe(50);
    expect(cycle.periodS).toBeCloseTo(5, 12);
    expect(cycle.meanWindow).toBeCloseTo(75, 12);
  });

  test("the classic rule, a buffer of one BDP and β 0.5: from BDP to twice that in 1.5 BDP round trips", () => {
    const cycle = sawtoothCycle({ packetsPerS: 1000, rttS: 0.1, bufferPackets: 100 }, 1, 0.5);
    expect(cycle.trough).toBe(100);
    expect(cycle.periodS).toBeCloseTo(15, 12);
  });

  test("is what adding up round trips gives", () => {
    for (const [buffer, beta, alpha] of [
      [2000, 0.5, 1],
      [500, 0.8, 0.2],
      [20_000, 0.7, 1],
    ]) {
      const bdp = 10_000;
      const path = { packetsPerS: bdp, rttS: 1, bufferPackets: buffer };
      const cycle = sawtoothCycle(path, alpha, beta);
      let [timeS, windowTime] = [0, 0];
      for (let window = cycle.trough; window < cycle.peak; window += alpha) {
        const roundS = Math.max(1, window / bdp);
        timeS += roundS;
        windowTime += window * roundS;
      }
      expect(cycle.periodS / timeS).toBeCloseTo(1, 3);
      expect(cycle.meanWindow / (windowTime / timeS)).toBeCloseTo(1, 3);
    }
  });
});
