import { describe, expect, test } from "vitest";
import { PASS, RedLaw } from "../../../src/engine/aqm/red/law.ts";
import type { KwonSettings } from "../../../src/engine/theory/kwon.ts";
import {
  queueAt,
  type RedCurve,
  type RedLoad,
  redEquilibrium,
  redProbability,
  WITH_WAIT,
  WITHOUT_WAIT,
} from "../../../src/engine/theory/red-equilibrium.ts";

/** The RED queue of Kwon and Fahmy: 168 packets of 1000 bytes, with thresholds at 1/12 and 1/4 of it. */
const GENTLE: RedCurve = { minTh: 14, maxTh: 42, maxP: 0.1, gentle: true };
const SENDER: KwonSettings = {
  alpha: 0.2,
  beta: 0.875,
  timeoutS: 3,
  timeoutsAfter: "losses",
  segmentsPerAck: 1,
  variant: "published",
};
/** The WAN of Kwon and Fahmy: 20 flows, 10 Mbps, packets of 1000 bytes. */
const WAN: RedLoad = { flows: 20, packetsPerS: 1250, baseRttS: 0.0115, markUpTo: 0.1, sender: SENDER };

describe("RED's curve", () => {
  test.each([
    [13, 0],
    [14, 0],
    [36.4, 0.08],
    [40, 0.0929],
    [42, 0.1],
    [63, 0.55],
    [84, 1],
    [150, 1],
  ])("with gentle an average of %s packets gives %s", (queue, p) => {
    expect(redProbability(queue, GENTLE)).toBeCloseTo(p, 4);
  });

  test("without gentle the probability is 1 from th_max on", () => {
    const steep = { ...GENTLE, gentle: false };
    expect(redProbability(41.999, steep)).toBeCloseTo(0.1, 4);
    expect(redProbability(42, steep)).toBe(1);
  });
});

describe("equilibrium of flows and RED (Kwon and Fahmy eqs. 16-19)", () => {
  test("20 ECN(0.2, 0.875) flows at 10 Mbps give p from 0.075 to 0.095 and a queue of 36 to 42 packets", () => {
    const { p, queuePackets } = redEquilibrium(GENTLE, WAN);
    expect(p).toBeGreaterThan(0.075);
    expect(p).toBeLessThan(0.095);
    expect(queuePackets).toBeGreaterThan(36);
    expect(queuePackets).toBeLessThan(42);
  });

  test.each([
    [1, 0.115],
    [5, 0.023],
    [10, 0.0115],
  ])("at %s Mbps a base RTT of %s s has p 0.08 and a queue of 40 packets", (mbps, baseRttS) => {
    const queue = queueAt(0.08, true, { ...WAN, packetsPerS: mbps * 125, baseRttS });
    expect(Math.abs(queue - 40)).toBeLessThan(0.5);
  });

  test("it is a point of RED's curve and of the flows' curve", () => {
    for (const flows of [2, 5, 10, 20, 60]) {
      for (const baseRttS of [0.01, 0.1, 0.3]) {
        const load = { ...WAN, flows, baseRttS };
        const { p, queuePackets } = redEquilibrium(GENTLE, load);
        if (p === load.markUpTo) continue;
        expect(redProbability(queuePackets, GENTLE)).toBeCloseTo(p, 9);
        expect(queuePackets).toBeCloseTo(Math.max(0, queueAt(p, p <= 0.1, load)), 6);
      }
    }
  });

  test("if marks signal too little and drops too much, the equilibrium is at the border between them", () => {
    // Drops have a much stronger effect than marks with the same probability, because they cause timeouts.
    const load = { ...WAN, flows: 24 };
    expect(redProbability(queueAt(0.1, true, load), GENTLE)).toBeGreaterThan(0.1);
    expect(redProbability(queueAt(0.1, false, load), GENTLE)).toBeLessThan(0.1);
    expect(redEquilibrium(GENTLE, load)).toEqual({ p: 0.1, queuePackets: 42 });
  });

  test("more flows cause more signals and a longer queue; a longer path causes fewer", () => {
    const reno = { ...SENDER, alpha: 1, beta: 0.5 };
    const at = (flows: number, baseRttS: number) =>
      redEquilibrium(GENTLE, { ...WAN, flows, baseRttS, markUpTo: 1, sender: reno });
    expect(at(20, 0.1).p).toBeGreaterThan(at(5, 0.1).p);
    expect(at(20, 0.1).queuePackets).toBeGreaterThan(at(5, 0.1).queuePackets);
    expect(at(20, 0.3).p).toBeLessThan(at(20, 0.1).p);
  });

  test("RED that only drops has its equilibrium with drops", () => {
    const { p, queuePackets } = redEquilibrium(GENTLE, { ...WAN, markUpTo: 0 });
    expect(queuePackets).toBeCloseTo(queueAt(p, false, WAN), 6);
    expect(redProbability(queuePackets, GENTLE)).toBeCloseTo(p, 9);
  });

  test("flows that do not fill the link leave the queue at its lower threshold, with hardly a signal", () => {
    const { p, queuePackets } = redEquilibrium(GENTLE, { ...WAN, flows: 1, baseRttS: 1, markUpTo: 1 });
    expect(p).toBeLessThan(0.001);
    expect(queuePackets).toBeLessThan(15);
  });
});

describe("signals per packet, by how RED spaces them", () => {
  /** Returns the rate of signals of RED's law at a constant average, by simulation. */
  function simulated(p: number, wait: boolean): number {
    const law = new RedLaw();
    Object.assign(law, { wait, maxP: 1 });
    law.setThresholds(0, 100);
    let seed = 7;
    const dice = {
      random: () => {
        seed = (seed * 48271) % 2147483647;
        return seed / 2147483647;
      },
    };
    const arrivals = 200_000;
    let signals = 0;
    for (let i = 0; i < arrivals; i++) {
      if (law.judge({ value: 100 * p }, 50, dice) !== PASS) signals++;
    }
    return signals / arrivals;
  }

  test.each([0.01, 0.05, 0.2, 0.5])("at p_b %f they agree with the law, with wait and without", (p) => {
    expect(Math.abs(WITH_WAIT(p) / simulated(p, true) - 1)).toBeLessThan(0.03);
    expect(Math.abs(WITHOUT_WAIT(p) / simulated(p, false) - 1)).toBeLessThan(0.03);
  });

  test("they are certain at p_b 1; far below that, two thirds of p_b with wait and twice p_b without", () => {
    expect([WITH_WAIT(1), WITHOUT_WAIT(1)]).toEqual([1, 1]);
    expect(WITH_WAIT(1e-6)).toBeCloseTo(2e-6 / 3, 11);
    expect(WITHOUT_WAIT(1e-6)).toBeCloseTo(2e-6, 11);
  });

  test("the rarer they are for a p_b, the longer the queue and the higher p_b in equilibrium", () => {
    const load = { ...WAN, markUpTo: 1, baseRttS: 0.1 };
    const [waiting, plain, not] = [WITH_WAIT, undefined, WITHOUT_WAIT].map((spacing) =>
      redEquilibrium(GENTLE, load, spacing),
    );
    expect(waiting.queuePackets).toBeGreaterThan(plain.queuePackets);
    expect(plain.queuePackets).toBeGreaterThan(not.queuePackets);
    expect(waiting.p).toBeGreaterThan(plain.p);
    expect(queueAt(WITH_WAIT(waiting.p), true, load)).toBeCloseTo(waiting.queuePackets, 6);
    expect(redProbability(waiting.queuePackets, GENTLE)).toBeCloseTo(waiting.p, 9);
    expect(queueAt(plain.p, true, load)).toBeCloseTo(plain.queuePackets, 6);
  });
});
