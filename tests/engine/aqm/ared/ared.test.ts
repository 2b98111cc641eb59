import { describe, expect, test } from "vitest";
import { adaptedMaxP, ared } from "../../../../src/engine/aqm/ared/ared.ts";
import { ECT0 } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, MS } from "../fake-port.ts";

const AVG = 0;
const P = 1;
const MAX_P = 2;

/** The average equals the queue length at the last arrival. */
function queueOf(packets: number, values: ParamValues = {}): Bench {
  const bench = benchOf(ared, { "red-weight": 1, "red-mean-packet": 1250, ...values });
  bench.port.draw = () => 0.999999;
  bench.arrive(200, 0, { ecn: ECT0 });
  while (bench.discipline.packets > packets) bench.discipline.takeAny();
  bench.arrive(1, 0, { ecn: ECT0 });
  expect(bench.discipline.probe(AVG)).toBe(packets);
  return bench;
}

const wake = ({ at, port }: Bench) => at(port.wakeNs).onWake();

describe("how max_p adapts (Floyd, Gummadi and Shenker 2001)", () => {
  const [MIN, MAX] = [10, 30];

  test("an average above the middle fifth raises it, by at most 0.01 and by at most a quarter", () => {
    expect(adaptedMaxP(0.02, 25, MIN, MAX)).toBe(0.025);
    expect(adaptedMaxP(0.2, 25, MIN, MAX)).toBeCloseTo(0.21, 12);
  });

  test("an average below the middle fifth lowers it by a tenth", () => {
    expect(adaptedMaxP(0.2, 15, MIN, MAX)).toBeCloseTo(0.18, 12);
  });

  test("an average in the middle fifth, 18 to 22, does not change it", () => {
    expect([18, 20, 22].map((average) => adaptedMaxP(0.2, average, MIN, MAX))).toEqual([0.2, 0.2, 0.2]);
    expect(adaptedMaxP(0.2, 17.9, MIN, MAX)).toBeLessThan(0.2);
    expect(adaptedMaxP(0.2, 22.1, MIN, MAX)).toBeGreaterThan(0.2);
  });

  test("max_p above 0.5 is not raised and below 0.01 not lowered; the last step may exceed these limits", () => {
    expect(adaptedMaxP(0.495, 25, MIN, MAX)).toBeCloseTo(0.505, 12);
    expect(adaptedMaxP(0.505, 25, MIN, MAX)).toBe(0.505);
    expect(adaptedMaxP(0.0105, 15, MIN, MAX)).toBeCloseTo(0.00945, 12);
    expect(adaptedMaxP(0.00945, 15, MIN, MAX)).toBe(0.00945);
  });

  test("a start value beyond these limits only moves towards them", () => {
    expect(adaptedMaxP(0.8, 25, MIN, MAX)).toBe(0.8);
    expect(adaptedMaxP(0.8, 15, MIN, MAX)).toBeCloseTo(0.72, 12);
    expect([adaptedMaxP(0.004, 15, MIN, MAX), adaptedMaxP(0.004, 25, MIN, MAX)]).toEqual([0.004, 0.005]);
  });
});

describe("Adaptive RED", () => {
  const SET = { "ared-auto": false, "red-min": "10p", "red-max": "30p" };

  test("adapts every half second, or every 512 ms with a kernel's timer ticks", () => {
    expect(queueOf(25, SET).port.wakeNs).toBe(512 * MS);
    const bench = queueOf(25, { ...SET, "update-tick": null });
    expect(bench.port.wakeNs).toBe(500 * MS);
    wake(bench);
    expect(bench.discipline.probe(MAX_P)).toBeCloseTo(0.11, 12);
    expect(bench.port.wakeNs).toBe(1000 * MS);
    bench.discipline.configure("ared-interval", 100);
    wake(bench);
    expect(bench.discipline.probe(MAX_P)).toBeCloseTo(0.12, 12);
    expect(bench.port.wakeNs).toBe(1100 * MS);
  });

  test("the probability follows max_p, also in the gentle part", () => {
    const bench = queueOf(45, SET);
    expect(bench.discipline.probe(P)).toBeCloseTo(0.55, 12);
    for (let i = 0; i < 10; i++) wake(bench);
    bench.discipline.takeAny();
    bench.arrive(1, 0);
    // With max_p 0.2, p at this average is halfway from 0.2 to 1.
    expect(bench.discipline.probe(P)).toBeCloseTo(0.6, 12);
  });

  test("ages the average of an idle link before it adapts", () => {
    const bench = queueOf(25, SET);
    bench.discipline.configure("red-weight", 0.02);
    while (bench.at(1 * MS).dequeue() !== null);
    wake(bench);
    expect(bench.discipline.probe(MAX_P)).toBeCloseTo(0.09, 12);
  });

  test("a new max_p during a run replaces the adapted one", () => {
    const bench = queueOf(25, SET);
    wake(bench);
    bench.discipline.configure("red-pmax", 0.3);
    expect(bench.discipline.probe(MAX_P)).toBe(0.3);
    bench.discipline.configure("gentle", false);
    expect(bench.discipline.probe(MAX_P)).toBe(0.3);
  });
});

describe("automatic thresholds: th_min half the target delay and at least 5 packets, th_max three times that", () => {
  /** Returns p_b at an average of `packets`. A 10 Mbps link sends one packet of 1250 bytes per ms. */
  function probabilityAt(packets: number, targetMs: number, rateBps = 10e6): number {
    const bench = queueOf(packets, { "ared-target": targetMs });
    bench.port.rateBps = rateBps;
    bench.discipline.takeAny();
    bench.arrive(1, 0);
    return bench.discipline.probe(P);
  }

  test.each([
    [5, 5, 0],
    [5, 10, 0.05],
    [5, 15, 0.1],
    [40, 20, 0],
    [40, 40, 0.05],
    [40, 60, 0.1],
  ])("target %s ms, average %s packets: p_b %s", (targetMs, average, p) => {
    expect(probabilityAt(average, targetMs)).toBeCloseTo(p, 12);
  });

  test("the thresholds follow the link's rate", () => {
    expect(probabilityAt(40, 20)).toBeGreaterThan(0.1);
    expect(probabilityAt(40, 20, 20e6)).toBeCloseTo(0.05, 12);
  });

  test("the thresholds can be switched to fixed values during a run", () => {
    const bench = queueOf(20, { "red-min": "10p", "red-max": "30p" });
    bench.discipline.configure("ared-auto", false);
    bench.discipline.takeAny();
    bench.arrive(1, 0);
    expect(bench.discipline.probe(P)).toBeCloseTo(0.05, 12);
  });
});

describe("explains its signals", () => {
  test("like RED, with the current max_p", () => {
    const { bench, told } = listened(benchOf(ared, { "red-weight": 1, gentle: false }));
    bench.arrive(16, 0, { ecn: ECT0 });
    bench.at(500 * MS).onWake();
    bench.arrive(1, 500 * MS, { ecn: ECT0 });
    expect(told.at(-1)?.sentences.at(-1)).toBe(
      "Adaptive RED had moved max_p to 0.11 by then; its thresholds follow from the target of 5 ms.",
    );
    bench.discipline.configure("ared-auto", false);
    bench.discipline.configure("red-min", "2p");
    bench.discipline.configure("red-max", "6p");
    bench.arrive(1, 500 * MS, { ecn: ECT0 });
    expect(told.at(-1)?.sentences.at(-1)).toBe("Adaptive RED had moved max_p to 0.11 by then.");
  });
});
