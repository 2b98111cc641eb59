import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  fullUtilisationBeta,
  fullUtilisationBuffer,
  sawtoothCycle,
  sawtoothUtilisation,
} from "../../../src/engine/theory/sawtooth.ts";

const BETAS = [0.5, 0.6, 0.7, 0.8, 0.9] as const;

describe("utilisation by the sawtooth's closed form", () => {
  test.each([
    [0, [0.75, 0.8, 0.85, 0.9, 0.95]],
    [0.05, [0.786, 0.838, 0.889, 0.939, 0.986]],
    [0.1, [0.818, 0.87, 0.921, 0.968, 1]],
    [0.25, [0.893, 0.941, 0.981, 1, 1]],
    [0.5, [0.964, 0.993, 1, 1, 1]],
  ])("with a buffer of %s BDP and β 0.5, 0.6, 0.7, 0.8, 0.9 is %j", (buffer, expected) => {
    for (const [i, beta] of BETAS.entries()) {
      expect(Math.abs(sawtoothUtilisation(beta, buffer) - expected[i])).toBeLessThanOrEqual(0.0005);
    }
  });

  test("is (1 + β)/2 without a buffer", () => {
    for (const beta of BETAS) expect(sawtoothUtilisation(beta, 0)).toBeCloseTo((1 + beta) / 2, 12);
  });

  test("is 1 from the threshold on (ABE paper eqs. 1 and 2), and meets it without a step", () => {
    for (const beta of BETAS) {
      const buffer = fullUtilisationBuffer(beta);
      expect(fullUtilisationBeta(buffer)).toBeCloseTo(beta, 12);
      expect(sawtoothUtilisation(beta, buffer + 1e-9)).toBe(1);
      expect(sawtoothUtilisation(beta, buffer - 1e-6)).toBeCloseTo(1, 6);
    }
    expect(fullUtilisationBuffer(0.5)).toBe(1);
    expect(fullUtilisationBuffer(0.8)).toBeCloseTo(0.25, 12);
  });

  test("rises with β and with the buffer, within (1 + β)/2 and 1", () => {
    const unit = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.double({ min: 0, max: 2, noNaN: true }), (a, b, buffer) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const of = (beta: number, more = 0) => sawtoothUtilisation(beta, buffer + more);
        expect(of(high)).toBeGreaterThanOrEqual(of(low) - 1e-12);
        expect(of(low, 0.1)).toBeGreaterThanOrEqual(of(low) - 1e-12);
        expect(of(low)).toBeGreaterThanOrEqual((1 + low) / 2 - 1e-12);
        expect(of(low)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("agrees with a sum over the round trips of a sawtooth", () => {
    for (const [beta, buffer] of [
      [0.5, 0.1],
      [0.7, 0.25],
      [0.6, 0],
    ]) {
      const bdp = 10_000;
      const m = bdp * (1 + buffer);
      let [packets, time] = [0, 0];
      for (let window = beta * m; window < m; window++) {
        packets += window;
        time += Math.max(1, window / bdp);
      }
      expect(sawtoothUtilisation(beta, buffer)).toBeCloseTo(packets / (time * bdp), 3);
    }
  });
});

/** A path of 10 Mbps and 100 ms holds 83.3 packets of 1500 bytes. */
const BDP_PACKETS = (1e7 * 0.1) / (1500 * 8);

function droptail(limit: number, beta: number): Scenario {
  const { scenario, problems } = scenarioFromUrl(
    `aqm=droptail&limit=${limit}p&ecn=off&beta-loss=${beta}&recovery=prr&duration=200s&warmup=20s`,
  );
  expect(problems).toEqual([]);
  return scenario;
}

describe("the simulation agrees with the theory: NewReno over DropTail, 10 Mbps, 100 ms", () => {
  const BUFFERS = [0.1, 0.25, 0.5, 0.75, 1];

  // The tolerance is needed because the closed form is a fluid model. In the simulation, a buffer holds whole packets
  // in addition to the one being transmitted, cwnd is reduced to whole segments, packets leave in pairs for each
  // delayed ACK, and the queue overflows a round trip before the reduction takes effect. Each of these effects
  // amounts to about one packet of 83.
  test.each(BUFFERS)("a buffer of %s BDP: utilisation within 0.02 for each β", (buffer) => {
    const limit = Math.round(buffer * BDP_PACKETS);
    for (const beta of BETAS) {
      const simulated = runScenario(droptail(limit, beta)).results().links[0].utilisation;
      const expected = sawtoothUtilisation(beta, limit / BDP_PACKETS);
      expect(Math.abs(simulated - expected)).toBeLessThan(0.02);
    }
  });
});

describe("the cycle of an additive-increase sawtooth", () => {
  test("lasts (1 - β)·BDP round trips without a buffer, at a mean window of (1 + β)/2", () => {
    const cycle = sawtoothCycle({ packetsPerS: 1000, rttS: 0.1, bufferPackets: 0 }, 1, 0.5);
    expect([cycle.peak, cycle.trough]).toEqual([100, 50]);
    expect(cycle.periodS).toBeCloseTo(5, 12);
    expect(cycle.meanWindow).toBeCloseTo(75, 12);
  });

  test("follows the classic rule with a buffer of one BDP and β 0.5: from one BDP to two in 1.5 BDP round trips", () => {
    const cycle = sawtoothCycle({ packetsPerS: 1000, rttS: 0.1, bufferPackets: 100 }, 1, 0.5);
    expect(cycle.trough).toBe(100);
    expect(cycle.periodS).toBeCloseTo(15, 12);
  });

  test("agrees with a sum over the round trips", () => {
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
