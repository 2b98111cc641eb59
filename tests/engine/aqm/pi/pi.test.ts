import { describe, expect, test } from "vitest";
import { designPiGains } from "../../../../src/engine/aqm/pi/card.ts";
import { pi } from "../../../../src/engine/aqm/pi/pi.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { PathSummary } from "../../../../src/engine/params/algorithm.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { isAllowed } from "../../../../src/engine/params/value-text.ts";
import { defaultQueue } from "../../../../src/engine/scenario/defaults.ts";
import { type Bench, benchOf, listenTo, MS } from "../fake-port.ts";

/** Takes one sample with `packets` waiting. */
function sample(bench: Bench, packets: number): number {
  const { port, discipline, at } = bench;
  const { draw } = port;
  port.draw = () => 1;
  while (discipline.packets > packets) discipline.takeAny();
  bench.arrive(packets - discipline.packets, 0);
  port.draw = draw;
  at(port.wakeNs).onWake();
  return discipline.probe(0);
}

/** Sets p to `p` by two samples, the first of them 0. */
function piAt(p: number, values: ParamValues = {}): Bench {
  const bench = benchOf(pi, { "pi-qref": 0, "pi-a": p / 100, "pi-b": 1e-18, ...values });
  sample(bench, 0);
  expect(sample(bench, 100)).toBeCloseTo(p, 12);
  return bench;
}

describe("the controller (Hollot et al. 2001)", () => {
  test("when q rises from 50 to 100 with q_ref 50 and the paper's gains, p rises by 9.11e-4, then by 3.0e-6 per sample", () => {
    const bench = benchOf(pi);
    const before = sample(bench, 50);
    expect(sample(bench, 100) - before).toBeCloseTo(9.11e-4, 12);
    expect(sample(bench, 100) - before).toBeCloseTo(9.11e-4 + 3.0e-6, 12);
    expect(sample(bench, 100) - before).toBeCloseTo(9.11e-4 + 6.0e-6, 12);
  });

  test("the first sample is compared with an empty queue, as in ns-2", () => {
    expect(sample(benchOf(pi), 50)).toBeCloseTo(1.816e-5 * 50, 12);
  });

  test("a constant queue at the reference does not change p", () => {
    const bench = benchOf(pi);
    sample(bench, 100);
    const p = sample(bench, 50);
    expect(sample(bench, 50)).toBeCloseTo(p, 15);
  });

  test("p stays between 0 and 1", () => {
    const bench = benchOf(pi, { "pi-a": 0.1, "pi-b": 0.01 });
    expect([sample(bench, 0), sample(bench, 500), sample(bench, 500)]).toEqual([0, 1, 1]);
  });

  test("samples are taken every 1/ω", () => {
    const bench = benchOf(pi);
    expect(bench.port.wakeNs).toBe(6.25 * MS);
    bench.at(6.25 * MS).onWake();
    expect(bench.port.wakeNs).toBe(12.5 * MS);
    bench.discipline.configure("pi-rate", 100);
    bench.at(12.5 * MS).onWake();
    expect(bench.port.wakeNs).toBe(22.5 * MS);
  });

  test.each([
    ["pi-a", 1e-3, 1e-3 * 50 - 1.816e-5 * 50],
    ["pi-b", 1e-5, 1.822e-5 * 50 - 1e-5 * 50],
    ["pi-qref", 20, 1.822e-5 * 80 - 1.816e-5 * 80],
  ])("%s takes a new value during a run", (id, value, gained) => {
    const bench = benchOf(pi);
    sample(bench, 50);
    const before = sample(bench, 100);
    bench.discipline.configure(id, value);
    expect(sample(bench, 100) - before).toBeCloseTo(gained, 12);
  });
});

describe("the decision when a packet arrives", () => {
  test("each packet has its own random draw: below p it gets a signal, at p it does not", () => {
    const bench = piAt(0.25);
    bench.port.draw = () => 0.2499;
    bench.arrive(10, 0, { ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(10);
    bench.port.draw = () => 0.25;
    bench.arrive(10, 0, { ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(10);
  });

  test("ECT packets are marked at any p; the others, and all with marking off, are dropped (RFC 3168 §5)", () => {
    for (const [ecn, marking, what] of [
      [ECT0, true, [1, 0]],
      [NOT_ECT, true, [0, 1]],
      [ECT0, false, [0, 1]],
    ] as const) {
      const bench = piAt(0.9, { "aqm-ecn": marking });
      bench.port.draw = () => 0.5;
      bench.arrive(1, 0, { ecn });
      expect([bench.port.marked.length, bench.port.dropped.length]).toEqual(what);
    }
  });

  test("no random numbers are drawn while p is 0; overflow drops at any p", () => {
    const { port, arrive } = benchOf(pi, { limit: "5p" });
    arrive(7, 0, { ecn: ECT0 });
    expect([port.draws, port.overflowed, port.dropped]).toEqual([0, [5, 6], []]);
  });
});

describe("design of the gains (Hollot et al. 2001)", () => {
  test("for 60 flows, 0.246 s, 3750 packets/s and 160 Hz, the gains are within 2 % of the paper's, which rounded K down", () => {
    const { a, b, difference } = designPiGains({ flows: 60, rttS: 0.246, packetsPerS: 3750 }, 160);
    expect(a / 1.822e-5).toBeCloseTo(1, 1);
    expect(Math.abs(a / 1.822e-5 - 1)).toBeLessThan(0.02);
    expect(Math.abs(b / 1.816e-5 - 1)).toBeLessThan(0.02);
    expect(Math.abs(difference / 6e-8 - 1)).toBeLessThan(0.03);
    expect(a - b).toBeCloseTo(difference, 15);
  });

  test("for 4 flows, 50 Mbps and 6 ms, the gains are over 200 times the default", () => {
    const { a, b } = designPiGains({ flows: 4, rttS: 0.006, packetsPerS: 50e6 / 12_000 }, 160);
    expect(a).toBeCloseTo(5.0e-3, 4);
    expect(b).toBeCloseTo(3.6e-3, 4);
  });

  test("the loop has unit gain at the designed frequency: |C(jω)·P(jω)| = 1 at ω = 2N/(R²C)", () => {
    const [flows, rttS, packetsPerS] = [12, 0.08, 2000];
    const { a, b, difference } = designPiGains({ flows, rttS, packetsPerS }, 1e6);
    const z = (2 * flows) / (rttS * rttS * packetsPerS);
    // The controller is C(s) = K(s/z + 1)/s with K = (a − b)/T and K/z = (a + b)/2.
    const k = difference * 1e6;
    expect((a + b) / 2).toBeCloseTo(k / z, 12);
    const controller = (k * Math.SQRT2) / z;
    const plant = (packetsPerS * packetsPerS) / (2 * flows) / (Math.hypot(z, z) * Math.hypot(z, 1 / rttS));
    expect(controller * plant).toBeCloseTo(1, 9);
  });
});

describe("the suggestion", () => {
  const values = defaultQueue("pi", undefined).params;
  const suggest = (path: PathSummary) => pi.suggestion?.values(path, values) ?? {};

  test("adds the queueing delay at the reference to the round-trip time", () => {
    const path = { flows: 60, rttS: 0.246 - 50 / 3750, packetsPerS: 3750 };
    const { a, b } = designPiGains({ ...path, rttS: 0.246 }, 160);
    const suggested = suggest(path);
    expect(suggested["pi-rate"]).toBe(160);
    expect(suggested["pi-a"]).toBeCloseTo(a, 8);
    expect(suggested["pi-b"]).toBeCloseTo(b, 8);
  });

  test("samples faster if the loop is fast", () => {
    const path = { flows: 100, rttS: 0.002, packetsPerS: 1e5 };
    const suggested = suggest(path);
    expect(Number(suggested["pi-rate"])).toBeGreaterThan(160);
  });

  test.each([
    [1, 0.1, 833],
    [1, 0.4, 8e5],
    [1, 1e-5, 8e5],
    [4, 0.001, 4167],
    [2000, 0.001, 83],
    [2000, 0.8, 8e5],
  ])("for %s flows, %s s and %s packets/s it is allowed, with a above b", (flows, rttS, packetsPerS) => {
    const suggested = suggest({ flows, rttS, packetsPerS });
    expect(Object.keys(suggested).sort()).toEqual(["pi-a", "pi-b", "pi-rate"]);
    for (const param of pi.params) {
      if (param.id in suggested)
        expect([param.id, isAllowed(param, suggested[param.id])]).toEqual([param.id, true]);
    }
    expect(Number(suggested["pi-a"])).toBeGreaterThan(Number(suggested["pi-b"]));
  });

  test("rounding preserves the integral gain, which may be less than the last digit of a", () => {
    const path = { flows: 1, rttS: 0.1, packetsPerS: 833 };
    const suggested = suggest(path);
    const { difference } = designPiGains({ ...path, rttS: 0.1 + 50 / 833 }, 160);
    expect((Number(suggested["pi-a"]) - Number(suggested["pi-b"])) / difference).toBeCloseTo(1, 2);
  });
});

describe("explains its signals", () => {
  test("a signal is explained by the draw, and by the terms of p's last update", () => {
    const bench = benchOf(pi, { "pi-a": 0.002, "pi-b": 0.001, "pi-qref": 50 });
    bench.port.draw = () => 1;
    bench.arrive(70, 0, { ecn: ECT0 });
    bench.at(bench.port.wakeNs).onWake();
    bench.arrive(10, 0, { ecn: ECT0 });
    bench.at(bench.port.wakeNs).onWake();
    const told = listenTo(bench);
    bench.port.draw = () => 0;
    bench.arrive(1, 0, { ecn: ECT0 });
    // The terms are 0.002 · 20 + 0.001 · 50 at the first signal, then 0.002 · 30 − 0.001 · 20.
    expect(told).toEqual([
      {
        sentences: [
          "Each packet that arrives is chosen with probability p = 0.13, and the draw chose this one, so PI marked it.",
          "At the last sample 80 packets waited against the reference of 50, and 70 at the previous sample: p went from 0.09 to 0.13.",
        ],
        formula: "p = 0.09 + 0.002 × (80 − 50) − 0.001 × (70 − 50) = 0.13",
      },
    ]);
    for (const id of ["pi-a", "pi-b", "pi-qref"]) bench.discipline.configure(id, 1);
    bench.arrive(1, 0, { ecn: NOT_ECT });
    // The explanation uses the values at the last step, even if settings changed since.
    expect(told[1].formula).toBe(told[0].formula);
    expect(told[1].sentences[0]).toContain("so PI dropped it, as it is not ECN-capable.");
  });

  test("explains a probability at its limit, and a packet that found no room", () => {
    const bench = benchOf(pi, { "pi-a": 0.1, "pi-b": 0.1, "pi-qref": 0, limit: "20p" });
    bench.arrive(20, 0, { ecn: ECT0 });
    bench.at(bench.port.wakeNs).onWake();
    bench.discipline.takeAny();
    const told = listenTo(bench);
    bench.arrive(2, 0, { ecn: ECT0 });
    expect(told[0].formula).toBe("p = 0 + 0.1 × (20 − 0) − 0.1 × (0 − 0) = 2, kept within 0 and 1: 1");
    expect(told[1].sentences).toEqual([
      "There was no room for it: 20 packets waited, and the limit is 20 packets.",
      "At that time PI's probability p was 1.",
    ]);
    bench.at(bench.port.wakeNs).onWake();
    bench.discipline.takeAny();
    bench.arrive(1, 0, { ecn: ECT0 });
    expect(told[2].sentences[1]).toContain("and 20 at the previous sample: p stayed at 1.");
  });
});
