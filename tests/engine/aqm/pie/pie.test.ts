import { describe, expect, test } from "vitest";
import { pie } from "../../../../src/engine/aqm/pie/pie.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, listenTo, MS } from "../fake-port.ts";

const P = 0;
const QDELAY = 1;
const BURST = 2;

/** Sets the delay: a packet that waited `delayMs` has just left a long queue. */
function setDelay(bench: Bench, delayMs: number, nowNs: number): void {
  while (bench.discipline.takeAny() !== null);
  bench.arrive(20, nowNs - delayMs * MS, { ecn: ECT0 });
  bench.at(nowNs).dequeue();
}

/** Runs one update with the delay `delayMs`. */
function update(bench: Bench, delayMs: number): number {
  const nowNs = bench.port.wakeNs;
  setDelay(bench, delayMs, nowNs);
  bench.at(nowNs).onWake();
  return bench.discipline.probe(P);
}

/**
 * Returns PIE in use, with probability `p` and a last delay of `delayMs`. `values` overrides the default gains,
 * target and burst allowance.
 */
function pieAt(p: number, delayMs: number, values: ParamValues = {}): Bench {
  const bench = benchOf(pie, { ...values, "max-burst": 0, "pie-alpha": 0 });
  // From p = 0 and delay 0, one update adds beta * delay / 2048.
  bench.discipline.configure("pie-beta", (p * 2048) / (delayMs / 1000));
  update(bench, delayMs);
  bench.discipline.configure("pie-alpha", values["pie-alpha"] ?? 0.125);
  bench.discipline.configure("pie-beta", values["pie-beta"] ?? 1.25);
  expect(bench.discipline.probe(P)).toBeCloseTo(p, 12);
  expect(bench.discipline.probe(QDELAY)).toBe(delayMs);
  return bench;
}

describe("the controller (RFC 8033 §4.2)", () => {
  test("with p 5 %, target 15 ms and a delay that rises from 25 to 30 ms, p becomes 5.40625 %", () => {
    expect(update(pieAt(0.05, 25), 30)).toBeCloseTo(0.0540625, 12);
  });

  test("the integral part weighs the distance from the target, the proportional part the change since last time", () => {
    expect(update(pieAt(0.05, 25, { "pie-beta": 0 }), 30)).toBeCloseTo(0.05 + (0.125 * 0.015) / 2, 12);
    expect(update(pieAt(0.05, 25, { "pie-alpha": 0 }), 30)).toBeCloseTo(0.05 + (1.25 * 0.005) / 2, 12);
  });

  test("a constant delay at the target does not change p", () => {
    expect(update(pieAt(0.05, 15), 15)).toBeCloseTo(0.05, 12);
  });

  test("p stays between 0 and 1", () => {
    expect([update(pieAt(0.001, 20), 1), update(pieAt(0.999, 20), 200)]).toEqual([0, 1]);
  });

  test("from 10 % on, one update adds at most 2 % (RFC 8033 §5.5)", () => {
    expect(update(pieAt(0.1, 20), 120)).toBeCloseTo(0.12, 12);
    // Below a probability of 10 %, p may grow by more than 2 % in one update: (0.125 * 0.105 + 1.25 * 0.1) / 2.
    expect(update(pieAt(0.09, 20), 120)).toBeCloseTo(0.1590625, 12);
  });

  test("a delay above 250 ms adds 2 % more", () => {
    expect(update(pieAt(0.2, 200), 251)).toBeCloseTo(0.24, 12);
  });

  test("p decays by 1/64 if there was no delay at two updates in a row, as in Linux", () => {
    const bench = pieAt(0.2, 20, { "pie-alpha": 0, "pie-beta": 0 });
    const wakeEmpty = () => {
      while (bench.at(bench.port.wakeNs).dequeue() !== null);
      bench.at(bench.port.wakeNs).onWake();
      return bench.discipline.probe(P);
    };
    expect(wakeEmpty()).toBeCloseTo(0.2, 12);
    expect(wakeEmpty()).toBeCloseTo((0.2 * 63) / 64, 12);
  });

  test("updates come one update period apart, or one tick later with a kernel's timer", () => {
    expect(benchOf(pie, { update: 30 }).port.wakeNs).toBe(36 * MS);
    const bench = benchOf(pie, { update: 30, "update-tick": null });
    expect(bench.port.wakeNs).toBe(30 * MS);
    bench.at(30 * MS).onWake();
    expect(bench.port.wakeNs).toBe(60 * MS);
    bench.discipline.configure("update", 10);
    bench.at(60 * MS).onWake();
    expect(bench.port.wakeNs).toBe(70 * MS);
  });
});

describe("the decision when a packet arrives (RFC 8033 §4.1)", () => {
  test("ECT packets are marked, the others dropped (RFC 8033 §5.1)", () => {
    const bench = pieAt(0.05, 30);
    bench.port.draw = () => 0;
    bench.arrive(17, 0, { ecn: ECT0 });
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([1, 0]);
    bench.arrive(17, 0, { ecn: NOT_ECT });
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([1, 1]);
  });

  test("a dropped packet never enters the queue, a marked one does", () => {
    const bench = pieAt(0.05, 30);
    const before = bench.discipline.packets;
    bench.arrive(17, 0, { ecn: ECT0 });
    bench.arrive(17, 0, { ecn: NOT_ECT });
    expect(bench.discipline.packets).toBe(before + 33);
  });

  test("with marking off ECT packets are dropped", () => {
    const bench = pieAt(0.05, 30, { "aqm-ecn": false });
    bench.arrive(17, 0, { ecn: ECT0 });
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([0, 1]);
  });

  test.each([
    [true, 0.1, 1, 0],
    [true, 0.101, 0, 1],
    [false, 0.101, 1, 0],
    [false, 0.5, 1, 0],
  ])("drop above 10 %% %s: at p = %s %s ECT packet is marked and %s dropped", (rule, p, marked, dropped) => {
    const bench = pieAt(p, 30, { "pie-ecn-drop": rule });
    while (bench.port.marked.length + bench.port.dropped.length === 0) bench.arrive(1, 0, { ecn: ECT0 });
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([marked, dropped]);
  });

  test("overflow drops packets at any p, and does not count as a drop of PIE", () => {
    const { port, arrive } = benchOf(pie, { limit: "5p" });
    arrive(7, 0, { ecn: ECT0 });
    expect(port.overflowed).toEqual([5, 6]);
    expect(port.dropped).toEqual([]);
  });
});

describe("derandomisation (RFC 8033 §5.4)", () => {
  // p = 1/8 is exact in binary. After 7 packets the sum of p is 7/8, the first value of at least 0.85; after 68 it is
  // 8.5.
  const p = 0.125;

  function signalled(draw: () => number, packets: number): { first: number; count: number; draws: number } {
    const bench = pieAt(p, 25, { "pie-ecn-drop": false });
    bench.port.draw = draw;
    const [from, drawsBefore] = [20, bench.port.draws];
    bench.arrive(packets, 0, { ecn: ECT0 });
    const { marked } = bench.port;
    return { first: marked[0] - from, count: marked.length, draws: bench.port.draws - drawsBefore };
  }

  test("there is no signal before the probabilities since the last one add up to 0.85, for any random draws", () => {
    expect(signalled(() => 0, 21)).toEqual({ first: 6, count: 3, draws: 3 });
  });

  test("there is a certain signal once the probabilities add up to 8.5", () => {
    expect(signalled(() => 0.9999, 67)).toMatchObject({ count: 0, draws: 61 });
    expect(signalled(() => 0.9999, 68)).toMatchObject({ first: 67, count: 1, draws: 61 });
  });

  test("between these bounds a random draw decides: below p there is a signal, at p there is none", () => {
    expect(signalled(() => p, 30).count).toBe(0);
    expect(signalled(() => p - 1e-9, 7)).toMatchObject({ first: 6, count: 1 });
  });
});

describe("exceptions from signals (RFC 8033 §4.1, §4.4)", () => {
  test("no signal is given during the burst allowance, which decreases as packets leave", () => {
    const beta = (0.5 * 2048) / 0.03;
    const gains = { "pie-alpha": 0, "pie-beta": beta };
    const bench = benchOf(pie, { "max-burst": 150, ...gains, "pie-ecn-drop": false, "update-tick": null });
    expect(update(bench, 30)).toBeCloseTo(0.5, 12);
    bench.arrive(50, 15 * MS, { ecn: ECT0 });
    expect([bench.discipline.probe(BURST), bench.port.marked.length]).toEqual([150, 0]);
    bench.at(115 * MS).dequeue();
    bench.arrive(50, 115 * MS, { ecn: ECT0 });
    expect([bench.discipline.probe(BURST), bench.port.marked.length]).toEqual([50, 0]);
    bench.at(165 * MS).dequeue();
    bench.arrive(4, 165 * MS, { ecn: ECT0 });
    expect([bench.discipline.probe(BURST), bench.port.marked.length]).toEqual([0, 2]);
  });

  test("the allowance is restored when p is 0 and the delay was below half the target twice", () => {
    const bench = benchOf(pie, { "pie-alpha": 0, "pie-beta": 0, "max-burst": 100 });
    expect(bench.discipline.probe(BURST)).toBe(100);
    const leave = (delayMs: number, atMs: number) => {
      while (bench.discipline.takeAny() !== null);
      bench.arrive(2, (atMs - delayMs) * MS);
      bench.at(atMs * MS).dequeue();
    };
    leave(10, 1);
    leave(10, 41);
    expect(bench.discipline.probe(BURST)).toBe(60);
    bench.at(45 * MS).onWake();
    expect(bench.discipline.probe(BURST)).toBe(60);
    leave(5, 50);
    bench.at(60 * MS).onWake();
    expect(bench.discipline.probe(BURST)).toBe(51);
    bench.at(75 * MS).onWake();
    expect(bench.discipline.probe(BURST)).toBe(100);
  });

  test("a backlog of two packets is exempt: 3000 bytes pass, 4500 do not", () => {
    const bench = pieAt(0.5, 30, { "pie-ecn-drop": false });
    while (bench.discipline.takeAny() !== null);
    bench.arrive(3, 0, { ecn: ECT0 });
    expect([bench.port.marked.length, bench.port.draws]).toEqual([0, 0]);
    bench.arrive(2, 0, { ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(1);
  });

  test("no signal is given for a delay below half the target while p is below 20 %", () => {
    const marksAt = (p: number, delayMs: number) => {
      const bench = pieAt(p, delayMs, { "pie-ecn-drop": false });
      bench.arrive(20, 0, { ecn: ECT0 });
      return bench.port.marked.length;
    };
    expect(marksAt(0.19, 7.4)).toBe(0);
    expect(marksAt(0.19, 7.5)).toBeGreaterThan(0);
    expect(marksAt(0.2, 7.4)).toBeGreaterThan(0);
  });
});

test("the delay is that of the packet that left last (RFC 8033 §4.3), and 0 if it left nothing behind", () => {
  const { discipline, at, arrive } = benchOf(pie);
  arrive(3, 0);
  at(12 * MS).dequeue();
  expect(discipline.probe(QDELAY)).toBe(12);
  at(14 * MS).dequeue();
  expect(discipline.probe(QDELAY)).toBe(14);
  at(16 * MS).dequeue();
  expect(discipline.probe(QDELAY)).toBe(0);
});

describe("explains its signals", () => {
  /** Returns the explanations of signals while p rises from 5 % to 5.40625 %. Each draw selects the packet. */
  function drawn(ecn: number, values: ParamValues = {}) {
    const bench = pieAt(0.05, 25, values);
    update(bench, 30);
    const told = listenTo(bench);
    bench.arrive(16, bench.port.clock.nowNs, { ecn });
    return told;
  }

  test("a signal is explained by the draw, and by the terms of p's last update", () => {
    // After 16 packets the sum of p is 16 · 0.0540625, the first value above 0.85.
    expect(drawn(ECT0)).toEqual([
      {
        sentences: [
          "The sum of p since the last signal was 0.865. Above 0.85 PIE signals at random, with p = 0.0541 per packet. This packet was drawn, so PIE marked it.",
          "At the last update the delay was 30 ms against the target of 15 ms, and 25 ms at the previous update: p went from 0.05 to 0.0541.",
        ],
        formula: "p = 0.05 + 1/2 × (0.125/s × (30 ms − 15 ms) + 1.25/s × (30 ms − 25 ms)) = 0.0541",
      },
    ]);
  });

  test("explains that a burst allowance was used up, if there is one", () => {
    const bench = pieAt(0.5, 25);
    bench.discipline.configure("max-burst", 150);
    const told = listenTo(bench);
    bench.arrive(2, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].sentences[2]).toBe("The burst allowance of 150 ms was used up.");
  });

  test("the explanation of a drop says why it was not a mark", () => {
    expect(drawn(NOT_ECT)[0].sentences[0]).toContain("so PIE dropped it, as it is not ECN-capable.");
    expect(drawn(ECT0, { "aqm-ecn": false })[0].sentences[0]).toContain(
      "so PIE dropped it, as marking is switched off.",
    );
    const { bench, told } = listened(pieAt(0.15, 25));
    bench.arrive(6, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].sentences[0]).toContain(
      "so PIE dropped it, as p is above 0.1, where ECN-capable packets are dropped too.",
    );
  });

  test("a certain signal is not explained by a draw", () => {
    const { bench, told } = listened(pieAt(0.5, 25, { "pie-ecn-drop": false }));
    bench.port.draw = () => 0.99;
    bench.arrive(17, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told.map(({ sentences }) => sentences[0])).toEqual([
      "The sum of p since the last signal was 8.5. From 8.5 on a signal is certain, so PIE marked it.",
    ]);
  });

  test.each([
    // p would grow by α·(0.2 − 0.015) + β·(0.2 − 0.025) = 0.241875.
    [0.15, 200, "= 0.392, 0.02 a step at most: 0.17"],
    // p would grow by α·(0.3 − 0.015) + β·(0.3 − 0.025) = 0.379375.
    [0.15, 300, "= 0.529, 0.02 a step at most, 0.02 more above 250 ms: 0.19"],
    [0.99, 300, "= 1.37, 0.02 a step at most, 0.02 more above 250 ms, kept within 0 and 1: 1"],
  ])("other terms of p's last step: from %s, with a delay of %s ms", (p, delayMs, text) => {
    const bench = pieAt(p, 25);
    update(bench, delayMs);
    const told = listenTo(bench);
    bench.arrive(9, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].formula).toContain(text);
  });

  test("a live change between the last update and the signal does not change the explanation of that update", () => {
    const bench = pieAt(0.05, 25);
    update(bench, 30);
    for (const id of ["target", "pie-alpha", "pie-beta"]) bench.discipline.configure(id, 0.5);
    const told = listenTo(bench);
    bench.arrive(16, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].formula).toBe(
      "p = 0.05 + 1/2 × (0.125/s × (30 ms − 15 ms) + 1.25/s × (30 ms − 25 ms)) = 0.0541",
    );
    expect(told[0].sentences[1]).toContain("against the target of 15 ms");
  });

  test("explains a p that did not change", () => {
    const bench = pieAt(0.5, 15);
    update(bench, 15);
    const told = listenTo(bench);
    bench.arrive(2, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].sentences[1]).toContain("and 15 ms at the previous update: p stayed at 0.5.");
  });

  test("explains the decay of p without a delay", () => {
    // After the departure the queue is empty, so the delay counts as 0.
    const bench = pieAt(0.9, 25, { target: 0.1 });
    for (let i = 0; i < 2; i++) {
      while (bench.discipline.packets > 1) bench.discipline.takeAny();
      bench.at(bench.port.wakeNs).dequeue();
      bench.at(bench.port.wakeNs).onWake();
    }
    const told = listenTo(bench);
    bench.arrive(5, bench.port.clock.nowNs, { ecn: ECT0 });
    // p was 0.9 − 1.25 · 0.025 before the last update. The update adds 0.125 · (0 − 0.0001), and without a delay p
    // decreases by 1/64.
    expect(told[0].formula).toBe(
      "p = 0.869 + 0.125/s × (0 ms − 0.1 ms) + 1.25/s × (0 ms − 0 ms) = 0.869, less 1/64 without a delay: 0.855",
    );
  });

  test("explains the drop of a packet that found no room", () => {
    const { bench, told } = listened(pieAt(0.05, 25, { limit: "20p" }));
    bench.port.draw = () => 1;
    bench.arrive(2, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0]).toEqual({
      sentences: [
        "There was no room for it: 20 packets waited, and the limit is 20 packets.",
        "At that time PIE's probability p was 0.05.",
      ],
      formula: "20 + 1 > 20 packets",
    });
  });
});
