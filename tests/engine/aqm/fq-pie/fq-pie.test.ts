import { describe, expect, test } from "vitest";
import { fqPie } from "../../../../src/engine/aqm/fq-pie/fq-pie.ts";
import { CE, ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, listenTo, MS } from "../fake-port.ts";

const ACTIVE = 0;
const NEW = 1;
const P = 2;
const QDELAY = 3;

/** Keeps ten packets of flow 1 waiting until `toMs`. One leaves per ms after a wait of 50 ms. */
function hold(bench: Bench, fromMs: number, toMs: number): void {
  for (let ms = fromMs; ms <= toMs; ms++) {
    while (bench.discipline.packets < 11) bench.arrive(1, (ms - 40) * MS, { end: 1, ecn: ECT0 });
    bench.at(ms * MS).dequeue();
    if (bench.port.wakeNs <= ms * MS) bench.at(bench.port.wakeNs).onWake();
  }
}

/**
 * Returns a queue after one second in which the delay of flow 1 was 50 ms. Its drop probability is then well above 0.
 */
function busy(changes: ParamValues = {}): Bench {
  const bench = benchOf(fqPie, { "pie-ecn-drop": false });
  hold(bench, 40, 1000);
  expect(bench.discipline.probe(P)).toBeGreaterThan(0.05);
  expect(bench.discipline.probe(QDELAY)).toBe(50);
  for (const [id, value] of Object.entries(changes)) bench.discipline.configure(id, value);
  return bench;
}

/** Returns how many of `n` arriving packets of `flow` were marked, and how many were dropped. */
function signalsTo(bench: Bench, flow: number, n: number, ecn: number): [number, number] {
  const { marked, dropped } = bench.port;
  const before = [marked.length, dropped.length];
  bench.arrive(n, 1000 * MS, { end: flow, ecn });
  return [marked.length - before[0], dropped.length - before[1]];
}

describe("PIE in each flow (RFC 8033)", () => {
  test("signals to a flow whose delay stays above target when its packets arrive: marks for ECT, drops for the others", () => {
    const [marks, none] = signalsTo(busy(), 1, 100, ECT0);
    expect([marks > 3, none]).toEqual([true, 0]);
    const [noMarks, drops] = signalsTo(busy(), 1, 100, NOT_ECT);
    expect([noMarks, drops > 3]).toEqual([0, true]);
    const [unmarked, dropped] = signalsTo(busy({ "aqm-ecn": false }), 1, 100, ECT0);
    expect([unmarked, dropped > 3]).toEqual([0, true]);
  });

  test("does not signal to a flow with a short queue, however long the queue of another flow is", () => {
    expect(signalsTo(busy(), 2, 100, ECT0)).toEqual([0, 0]);
  });

  test("a flow starts with its own burst allowance", () => {
    const bench = busy();
    const left: number[] = [];
    bench.arrive(100, 1000 * MS, { end: 2, ecn: ECT0 });
    for (let ms = 1040; ms < 1100; ms++) left.push(bench.at(ms * MS).dequeue()?.ecn ?? NOT_ECT);
    bench.at(1100 * MS).onWake();
    expect(signalsTo(bench, 2, 100, ECT0)).toEqual([0, 0]);
    expect(left.filter((ecn) => ecn === CE).length).toBeLessThan(10);
  });

  test("all flows are updated once per period, with a kernel's timer one tick later", () => {
    expect(benchOf(fqPie).port.wakeNs).toBe(20 * MS);
    const bench = benchOf(fqPie, { update: 30, "update-tick": null });
    expect(bench.port.wakeNs).toBe(30 * MS);
    bench.at(30 * MS).onWake();
    expect(bench.port.wakeNs).toBe(60 * MS);
  });

  test("above a probability of 10 % ECT packets are dropped, if this rule is on (RFC 8033 §5.1)", () => {
    const bench = busy();
    hold(bench, 1001, 1500);
    bench.discipline.configure("pie-ecn-drop", true);
    expect(bench.discipline.probe(P)).toBeGreaterThan(0.1);
    const [marks, drops] = signalsTo(bench, 1, 50, ECT0);
    expect([marks, drops > 3]).toEqual([0, true]);
  });
});

describe("the turns (RFC 8290 §4.2)", () => {
  test("two backlogged flows with packets of 1500 and 500 bytes share by bytes", () => {
    const { at, arrive } = benchOf(fqPie);
    arrive(100, 0, { end: 1, bytes: 1500 });
    arrive(300, 0, { end: 2, bytes: 500 });
    const sent = [0, 0, 0];
    for (let i = 0; i < 200; i++) {
      const packet = at(0).dequeue();
      if (packet !== null) sent[packet.end] += packet.bytes;
    }
    expect(Math.abs(sent[1] - sent[2])).toBeLessThanOrEqual(2 * 1514);
  });

  test("a flow that was idle goes first", () => {
    const { discipline, at, arrive } = benchOf(fqPie);
    arrive(20, 0, { end: 1 });
    for (let i = 0; i < 3; i++) at(0).dequeue();
    arrive(1, 0, { end: 2 });
    expect([discipline.probe(ACTIVE), discipline.probe(NEW)]).toEqual([2, 1]);
    expect(at(0).dequeue()?.end).toBe(2);
  });
});

test("overflow drops the packet that arrives, as in Linux", () => {
  const { port, arrive, discipline } = benchOf(fqPie, { limit: "20p" });
  arrive(20, 0, { end: 1, ecn: ECT0 });
  arrive(2, 0, { end: 2, ecn: ECT0 });
  expect(port.overflowed).toEqual([20, 21]);
  discipline.configure("limit", "33000B");
  arrive(3, 0, { end: 2 });
  expect(port.overflowed).toEqual([20, 21, 24]);
});

test("its parameters can change during a run, for existing flows", () => {
  const bench = busy({ update: 60, "update-tick": null, target: 200 });
  const nextNs = bench.port.wakeNs;
  bench.at(nextNs).onWake();
  expect(bench.port.wakeNs).toBe(nextNs + 60 * MS);
  hold(bench, 1080, 9000);
  expect(bench.discipline.probe(P)).toBe(0);
  bench.discipline.configure("fq-quantum", 3000);
});

describe("explains its signals", () => {
  test("names the flow's queue whose PIE sent the signal", () => {
    const bench = busy();
    // Flow 2 is new and has one waiting packet.
    bench.arrive(1, 1000 * MS, { end: 2, ecn: ECT0 });
    const told = listenTo(bench);
    signalsTo(bench, 1, 40, ECT0);
    const p = Number(bench.discipline.probe(P).toPrecision(3));
    expect(told[0].sentences[0]).toMatch(
      new RegExp(
        `with p = ${p} per packet\\. This packet was drawn, so the PIE of its flow's queue marked it\\.$`,
      ),
    );
    expect(told[0].sentences[1]).toMatch(
      /^At the last update the delay was 50 ms against the target of 15 ms,/,
    );
    expect(told[0].sentences[2]).toMatch(
      /^Its flow's own queue, an old one, held \d+ other packets; 1 new and 1 old queues take turns\.$/,
    );
  });

  test("a drop for lack of room is explained for the arriving packet, of any flow", () => {
    const { bench, told } = listened(benchOf(fqPie, { limit: "3p" }));
    bench.arrive(3, 0, { end: 1, ecn: ECT0 });
    bench.arrive(1, 0, { end: 2, ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "There was no room for it: 3 packets waited, and the limit is 3 packets.",
          "FQ-PIE drops the packet that arrives, whichever queue is the longest.",
          "Its flow's own queue, an idle one, held 0 other packets; 1 new and 0 old queues take turns.",
        ],
        formula: "3 + 1 > 3 packets",
      },
    ]);
  });
});

test("queues of flows that have stopped sending are freed and reused", () => {
  const bench = benchOf(fqPie, { "fq-flows": 65_536, "update-tick": null, update: 10 });
  const { discipline } = bench;
  for (let ms = 0; ms < 2000; ms++) {
    if (bench.port.wakeNs <= ms * MS) bench.at(bench.port.wakeNs).onWake();
    for (let i = 0; i < 10; i++) bench.arrive(1, ms * MS, { end: 10 * ms + i, ecn: ECT0 });
    while (bench.at(ms * MS).dequeue() !== null);
  }
  // Of 20,000 flows, only those of the last two updates remain.
  expect(discipline.flowQueues).toBeLessThan(250);
});
