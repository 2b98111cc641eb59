import { describe, expect, test } from "vitest";
import { fqCodel } from "../../../../src/engine/aqm/fq-codel/fq-codel.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import { defaultQueue } from "../../../../src/engine/scenario/defaults.ts";
import { PortBench } from "../../net/port-bench.ts";
import { benchOf, listened, listenTo, MS, overload } from "../fake-port.ts";

const ACTIVE = 0;
const NEW = 1;
const FATTEST = 3;

describe("the turns (RFC 8290 §4.2)", () => {
  test("two backlogged flows with packets of 1500 and 500 bytes share by bytes, to within a quantum after each round", () => {
    const bench = benchOf(fqCodel);
    const sent = [0, 0];
    let lastFlow = 0;
    for (let i = 0; i < 4000; i++) {
      bench.arrive(1, i * MS, { end: 0, bytes: 1500 });
      bench.arrive(2, i * MS, { end: 1, bytes: 500 });
      const packet = bench.at(i * MS).dequeue();
      if (packet === null) throw new Error("the queue is empty");
      if (packet.end === 0 && lastFlow === 1) expect(Math.abs(sent[0] - sent[1])).toBeLessThanOrEqual(1514);
      sent[packet.end] += packet.bytes;
      lastFlow = packet.end;
      while (bench.discipline.packets > 100) bench.discipline.takeAny();
    }
    expect(sent[0] + sent[1]).toBeGreaterThan(2e6);
  });

  test("a packet of a sparse flow waits only for the packet on the link, however many packets others have queued", () => {
    const values = { ...defaultQueue("fq-codel", undefined).params, "aqm-ecn": true };
    const bench = new PortBench(10e6, (port) => fqCodel.create(port, values));
    const sparse = new Map<number, number>();
    for (let ms = 0, seq = 0; ms < 500; ms++) {
      // Two flows offer twice the link's capacity.
      for (const flow of [1, 2]) bench.arrive(ms * MS, { end: flow, seq: seq++, ecn: ECT0 });
      if (ms % 20 !== 7) continue;
      sparse.set(seq, ms);
      bench.arrive(ms * MS, { end: 3, seq: seq++, bytes: 200 });
    }
    bench.runUntil(3000 * MS);
    const waits = bench.sent.map(({ atNs, seq }) => atNs / MS - (sparse.get(seq) ?? Number.NaN));
    const sparseWaits = waits.filter((wait) => !Number.isNaN(wait));
    expect(sparseWaits).toHaveLength(25);
    expect(Math.max(...sparseWaits)).toBeLessThanOrEqual(1.2);
    expect(Math.max(...bench.sojournsNs) / MS).toBeGreaterThan(50);
  });

  test("packets of a flow stay in order", () => {
    const bench = benchOf(fqCodel);
    bench.arrive(5, 0, { end: 1 });
    bench.arrive(5, 0, { end: 2 });
    const left = Array.from({ length: 10 }, () => bench.at(MS).dequeue()?.seq ?? -1);
    expect(left.filter((seq) => seq < 5)).toEqual([0, 1, 2, 3, 4]);
    expect(left.filter((seq) => seq >= 5)).toEqual([5, 6, 7, 8, 9]);
  });
});

describe("CoDel in each flow (RFC 8290 §4.2, RFC 8289)", () => {
  test("does not signal to a flow with a short delay", () => {
    const bench = benchOf(fqCodel);
    for (let ms = 10; ms < 500; ms++) {
      // Flow 1 has a standing queue, flow 2 does not.
      while (bench.discipline.packets < 20) bench.arrive(1, (ms - 10) * MS, { end: 1, ecn: ECT0, seq: 1 });
      bench.arrive(1, (ms - 1) * MS, { end: 2, ecn: ECT0, seq: 2 });
      bench.at(ms * MS).dequeue();
      bench.at(ms * MS).dequeue();
    }
    expect(bench.port.marked.length).toBeGreaterThan(2);
    expect(new Set(bench.port.marked)).toEqual(new Set([1]));
  });

  test("one packet in a flow is not exempt while others have a backlog, as in Linux", () => {
    const marksBeside = (others: number) => {
      const bench = benchOf(fqCodel);
      for (let ms = 10; ms < 300; ms++) {
        // Flow 1 never has more than one packet, and always has one when its turn comes.
        bench.arrive(1, (ms - 10) * MS, { end: 1, ecn: ECT0 });
        bench.arrive(others, ms * MS, { end: 2 });
        for (let flow = 0; flow !== 1; flow = bench.at(ms * MS).dequeue()?.end ?? 1);
      }
      return bench.port.marked.length;
    };
    expect(marksBeside(0)).toBe(0);
    expect(marksBeside(2)).toBeGreaterThan(0);
  });

  test("a CE threshold marks, once each, the ECT packets that waited longer (RFC 8290 §5.2.7)", () => {
    const bench = benchOf(fqCodel, { "ce-threshold": 2 });
    bench.arrive(2, 0, { ecn: ECT1 });
    bench.arrive(1, 0, { ecn: NOT_ECT });
    bench.arrive(1, 0, { ecn: CE });
    const left = [2, 3, 4, 5].map((ms) => bench.at(ms * MS).dequeue()?.ecn);
    expect(left).toEqual([ECT1, CE, NOT_ECT, CE]);
    expect(bench.port.marked).toEqual([1]);
  });
});

describe("overflow (RFC 8290 §4.1)", () => {
  test("takes half of the bytes from the head of the fattest flow, whichever flow's packet arrived last", () => {
    const bench = benchOf(fqCodel, { limit: "100p" });
    bench.arrive(90, 0, { end: 1, ecn: ECT0 });
    bench.arrive(10, 0, { end: 2 });
    expect(bench.port.overflowed).toEqual([]);
    expect(bench.discipline.probe(FATTEST)).toBe(90 * 1500);
    bench.arrive(1, 0, { end: 2 });
    expect(bench.port.overflowed).toEqual(Array.from({ length: 45 }, (_, seq) => seq));
    expect([bench.discipline.packets, bench.discipline.bytes]).toEqual([56, 56 * 1500]);
  });

  test.each([
    [64, 64],
    [10, 10],
    [1000, 500],
  ])("with a batch of at most %s: %s packets of 1000", (batch, drops) => {
    const bench = benchOf(fqCodel, { limit: "1000p", "fq-drop-batch": batch });
    bench.arrive(1001, 0, { end: 1 });
    expect(bench.port.overflowed).toHaveLength(drops === 500 ? 501 : drops);
  });

  test("counts bytes: few large packets are fatter than many small ones", () => {
    const bench = benchOf(fqCodel, { limit: "50p" });
    bench.arrive(40, 0, { end: 1, bytes: 100 });
    bench.arrive(11, 0, { end: 2, bytes: 1500 });
    expect(bench.port.overflowed).toEqual([40, 41, 42, 43, 44, 45]);
  });

  test("a limit in bytes is also kept", () => {
    const bench = benchOf(fqCodel, { limit: "10000B", "fq-drop-batch": 1 });
    for (const flow of [1, 2, 3]) bench.arrive(30, 0, { end: flow, bytes: 100 });
    bench.arrive(1, 0, { end: 4, bytes: 1400 });
    expect(bench.discipline.bytes).toBeLessThanOrEqual(10_000);
    expect(bench.port.overflowed.length).toBeGreaterThan(1);
  });

  test("drops by overflow count as signals, and CoDel continues from there, as in Linux", () => {
    const bench = benchOf(fqCodel, { limit: "200p", "codel-sqrt": "exact" });
    bench.arrive(201, 0, { end: 1, ecn: ECT0 });
    expect(bench.port.overflowed).toHaveLength(64);
    while (bench.discipline.packets > 0) bench.discipline.takeAny();
    overload(bench, ECT0, 109, 10);
    expect(bench.port.marked).toEqual([]);
    // The first signal comes after one interval. The next ones follow after interval/√64 and interval/√65.
    overload(bench, ECT0, 140, 110);
    expect(bench.port.marked.length).toBe(3);
  });
});

describe("parameters and probes", () => {
  test("probes show the flows that take turns, and the new flows", () => {
    const { discipline, at, arrive } = benchOf(fqCodel);
    expect([discipline.probe(ACTIVE), discipline.probe(NEW)]).toEqual([0, 0]);
    for (const flow of [1, 2, 3]) arrive(4, 0, { end: flow });
    expect([discipline.probe(ACTIVE), discipline.probe(NEW)]).toEqual([3, 3]);
    for (let i = 0; i < 5; i++) at(0).dequeue();
    expect([discipline.probe(ACTIVE), discipline.probe(NEW)]).toEqual([3, 1]);
  });

  test("quantum, limit and drop batch can change during a run", () => {
    const bench = benchOf(fqCodel);
    bench.discipline.configure("fq-quantum", 3000);
    for (const flow of [1, 2]) bench.arrive(10, 0, { end: flow });
    const left = Array.from({ length: 4 }, () => bench.at(0).dequeue()?.end);
    expect(left).toEqual([1, 1, 2, 2]);
    bench.discipline.configure("limit", "16p");
    bench.discipline.configure("fq-drop-batch", 2);
    bench.arrive(1, 0, { end: 3 });
    expect(bench.port.overflowed).toHaveLength(2);
  });
});

describe("explains its signals", () => {
  test("names the flow's queue whose CoDel sent the signal", () => {
    const { bench, told } = listened(benchOf(fqCodel, { "codel-sqrt": "exact" }));
    overload(bench, ECT0, 110, 10);
    expect(told).toEqual([
      {
        sentences: [
          "The delay had been above the 5 ms target for 100 ms, so the CoDel of its flow's queue marked it (first signal of this signalling state).",
          "The next signal is due 100 ms after the time at which this one was due, unless the delay falls below the target.",
          "Its flow's own queue, an old one, held 9 other packets; 0 new and 1 old queues take turns.",
        ],
        formula: "100 ms / √1 = 100 ms",
      },
    ]);
  });

  test("distinguishes a new queue from an old one", () => {
    const { bench, told } = listened(benchOf(fqCodel, { "ce-threshold": 2 }));
    bench.arrive(2, 0, { end: 1, ecn: ECT0 });
    bench.arrive(1, 0, { end: 2, ecn: ECT0 });
    bench.at(3 * MS).dequeue();
    expect(told).toEqual([
      {
        sentences: [
          "It had waited 3 ms, longer than the CE threshold of 2 ms, so it was marked in addition to CoDel's signals.",
          "Its flow's own queue, a new one, held 1 other packet; 2 new and 0 old queues take turns.",
        ],
        formula: "3 ms > 2 ms",
      },
    ]);
  });

  test("on overflow the queue with the most bytes loses packets", () => {
    const bench = benchOf(fqCodel, { limit: "10p", "fq-drop-batch": 2 });
    bench.arrive(3, 0, { end: 1, ecn: ECT0 });
    bench.arrive(7, 0, { end: 2, ecn: ECT0 });
    const told = listenTo(bench);
    bench.arrive(1, 0, { end: 1, ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "All queues together were longer than the limit of 10 packets, so FQ-CoDel drops from the head of the one with the most bytes, until 5.25 kB are left in it or 2 packets are gone.",
          "For the CoDel of that queue each of these drops counts as a signal.",
          "Its flow's own queue, a new one, held 6 other packets; 2 new and 0 old queues take turns.",
        ],
      },
      expect.objectContaining({
        sentences: expect.arrayContaining([expect.stringContaining("held 5 other packets")]),
      }),
    ]);
  });
});
