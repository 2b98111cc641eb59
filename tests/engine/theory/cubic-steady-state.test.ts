import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  aimdAverageWindow,
  cubicAverageWindow,
  cubicCycle,
  cubicResponse,
  cubicSawtoothUtilisation,
  friendlyAlpha,
} from "../../../src/engine/theory/cubic-steady-state.ts";
import { sawtoothUtilisation } from "../../../src/engine/theory/sawtooth.ts";

const BETA = 0.7;

describe("CUBIC's response function", () => {
  test("is 1.054·(RTT/p)^0.75 segments at C 0.4 and β 0.7 (RFC 9438 §5.1)", () => {
    expect(cubicAverageWindow(1e-6, 1, BETA, 0.4) / 10 ** 4.5).toBeCloseTo(1.054, 3);
  });

  test.each([
    [1e-2, 12, 12, 12],
    [1e-3, 38, 38, 59],
    [1e-4, 120, 187, 333],
    [1e-5, 593, 1054, 1874],
    [1e-6, 3332, 5926, 10538],
    [1e-7, 18740, 33325, 59261],
    [1e-8, 105383, 187400, 333250],
  ])(
    "at RTT 0.1 s and a loss rate of %s is %s, %s and %s segments for C 0.04, 0.4 and 4 (RFC 9438 §5.1, table)",
    (p, ...expected) => {
      for (const [i, c] of [0.04, 0.4, 4].entries()) {
        // The table approximates Reno's window as 1.2/√p; the exact factor is √(3/2).
        const tolerance = expected[i] < 150 ? 0.03 * expected[i] : 0.6;
        expect(Math.abs(cubicResponse(p, 0.1, BETA, c) - expected[i])).toBeLessThan(tolerance);
      }
    },
  );

  test("the Reno-friendly increase has Reno's window, √(3/(2p)), for every β (RFC 9438 §4.3)", () => {
    for (const beta of [0.5, 0.7, 0.85]) {
      expect(aimdAverageWindow(1e-3, friendlyAlpha(beta), beta)).toBeCloseTo(Math.sqrt(1500), 9);
    }
    expect(friendlyAlpha(0.7)).toBeCloseTo(0.529, 3);
    expect(friendlyAlpha(0.5)).toBeCloseTo(1, 12);
  });
});

describe("CUBIC's cycle", () => {
  test("without a buffer it uses (3 + β)/4 of the link", () => {
    for (const beta of [0.5, 0.7, 0.85]) {
      expect(cubicSawtoothUtilisation(beta, 0)).toBeCloseTo((3 + beta) / 4, 12);
    }
  });

  test("utilisation reaches 1 at the same buffer as with Reno's sawtooth, without a step, and is higher below it", () => {
    for (const beta of [0.5, 0.7, 0.85]) {
      const threshold = (1 - beta) / beta;
      expect(cubicSawtoothUtilisation(beta, threshold + 1e-9)).toBe(1);
      expect(cubicSawtoothUtilisation(beta, threshold - 1e-6)).toBeCloseTo(1, 5);
      for (const share of [0, 0.2, 0.5, 0.9]) {
        const buffer = share * threshold;
        expect(cubicSawtoothUtilisation(beta, buffer)).toBeGreaterThan(sawtoothUtilisation(beta, buffer));
      }
    }
  });

  test("the closed form agrees with a numerical integration of the window", () => {
    for (const [beta, buffer] of [
      [0.5, 0.1],
      [0.7, 0],
      [0.7, 0.25],
      [0.85, 0.05],
    ]) {
      const bdp = 10_000;
      const path = { packetsPerS: bdp, rttS: 1, bufferPackets: buffer * bdp };
      const cycle = cubicCycle(path, { beta, c: 0.4, wholeSegments: false });
      expect(cycle.region).toBe("cubic");
      expect(cycle.utilisation).toBeCloseTo(cubicSawtoothUtilisation(beta, buffer), 5);
      expect(cycle.periodS).toBeCloseTo(cycle.kS, 2);
    }
  });

  test("with a peak of 100 segments, β 0.7 and C 0.4, K is 4.217 s (RFC 9438 §4.2)", () => {
    const cycle = cubicCycle(
      { packetsPerS: 1000, rttS: 0.1, bufferPackets: 0 },
      { beta: BETA, c: 0.4, wholeSegments: false },
    );
    expect(cycle.kS).toBeCloseTo(4.217, 3);
    expect([cycle.peak, cycle.trough]).toEqual([100, 70]);
  });

  test("the mean window is (3 + β)/4 of the peak on the cubic curve, and (1 + β)/2 with Reno's growth and no queue", () => {
    const long = cubicCycle(
      { packetsPerS: 1e5, rttS: 0.2, bufferPackets: 0 },
      { beta: BETA, c: 0.4, wholeSegments: false },
    );
    expect(long.meanWindow / long.peak).toBeCloseTo(0.925, 4);
    const short = cubicCycle(
      { packetsPerS: 1000, rttS: 0.01, bufferPackets: 0 },
      { beta: BETA, c: 0.4, wholeSegments: false },
    );
    expect(short.region).toBe("reno-friendly");
    expect(short.meanWindow / short.peak).toBeCloseTo(0.85, 3);
    // The period is the time in which the window grows by (1 − β)·peak at α segments per round trip.
    expect(short.periodS).toBeCloseTo((3 / friendlyAlpha(BETA)) * 0.01, 3);
  });

  test("on a short path the cycle is Reno's sawtooth, whatever its slope", () => {
    for (const buffer of [0, 0.1, 0.25]) {
      const path = { packetsPerS: 2000, rttS: 0.01, bufferPackets: buffer * 20 };
      const cycle = cubicCycle(path, { beta: BETA, c: 0.4, wholeSegments: false });
      expect(cycle.region).toBe("reno-friendly");
      expect(cycle.utilisation).toBeCloseTo(sawtoothUtilisation(BETA, buffer), 3);
    }
  });

  test("on paths of medium length the larger window applies, so that a cycle is shorter than with either alone", () => {
    const path = { packetsPerS: 833, rttS: 0.1, bufferPackets: 4 };
    const cycle = cubicCycle(path, { beta: 0.85, c: 0.4, wholeSegments: false });
    expect(cycle.region).toBe("mixed");
    expect(cycle.periodS).toBeLessThan(cycle.kS);
    expect(cycle.utilisation).toBeLessThan(cubicSawtoothUtilisation(0.85, 4 / 83.3));
    expect(cycle.utilisation).toBeGreaterThan(sawtoothUtilisation(0.85, 4 / 83.3));
  });
});

test("in whole segments the peak is reached when the curve is less than one segment below it, ∛(1/C) before K", () => {
  const path = { packetsPerS: 833, rttS: 0.1, bufferPackets: 30 };
  const [fluid, whole] = [false, true].map((wholeSegments) =>
    cubicCycle(path, { beta: BETA, c: 0.4, wholeSegments }),
  );
  expect(fluid.periodS).toBeCloseTo(fluid.kS, 1);
  expect(whole.periodS).toBeCloseTo(whole.kS - 1.357, 1);
  expect(whole.meanWindow).toBeGreaterThan(fluid.meanWindow - 4);
  expect(whole.meanWindow).toBeLessThan(fluid.meanWindow);
});

describe("the simulation agrees with the theory: CUBIC over DropTail, 10 Mbps, 100 ms", () => {
  const BDP = (1e7 * 0.1) / (1500 * 8);

  // The tolerance is about one packet of 83, as for NewReno's sawtooth.
  test.each([0.7, 0.85])(
    "β %s: utilisation within 0.02 and mean cwnd within 3 % for buffers of 0.1 to 0.5 BDP",
    (beta) => {
      for (const buffer of [0.1, 0.25, 0.5]) {
        const limit = Math.round(buffer * BDP);
        const { scenario, problems } = scenarioFromUrl(
          `aqm=droptail&limit=${limit}p&ecn=off&cc=cubic&beta-loss=${beta}&fast-convergence=off&recovery=classic&duration=150s&warmup=30s`,
        );
        expect(problems).toEqual([]);
        const { links, flows } = runScenario(scenario).results();
        const path = { packetsPerS: BDP / 0.1, rttS: 0.1, bufferPackets: limit };
        const cycle = cubicCycle(path, { beta, c: 0.4, wholeSegments: true });
        expect(Math.abs(links[0].utilisation - cycle.utilisation)).toBeLessThan(0.02);
        expect(Math.abs((flows[0].cwndSegments?.mean ?? 0) / cycle.meanWindow - 1)).toBeLessThan(0.03);
      }
    },
  );
});
