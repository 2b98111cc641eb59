/** Tests the expectations of ns-3's fq-codel-queue-disc-test-suite.cc, which docs/validation.md lists. */
import { describe, expect, test } from "vitest";
import { fqCodel } from "../../../../src/engine/aqm/fq-codel/fq-codel.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import { type Bench, benchOf } from "../fake-port.ts";
import { departures, follow } from "./timetable.ts";

const ACTIVE = 0;
const NEW = 1;
const BYTES = 120;

const lists = ({ discipline }: Bench) => [
  discipline.probe(NEW),
  discipline.probe(ACTIVE) - discipline.probe(NEW),
];

describe("ns-3's FQ-CoDel suite", () => {
  test("flows have separate queues; at the limit the fattest loses half of its bytes", () => {
    const bench = benchOf(fqCodel, { limit: "4p" });
    bench.arrive(3, 0, { end: 1, bytes: BYTES });
    bench.arrive(1, 0, { end: 2, bytes: BYTES });
    expect([bench.discipline.packets, bench.discipline.probe(ACTIVE)]).toEqual([4, 2]);
    // When one more packet of the second flow arrives, two packets at the head of the first flow are dropped.
    bench.arrive(1, 0, { end: 2, bytes: BYTES });
    expect([bench.discipline.packets, bench.port.overflowed]).toEqual([3, [0, 1]]);
  });

  test("credits and lists are as in ns-3 with a quantum of 90 bytes and packets of 120", () => {
    const bench = benchOf(fqCodel, { "fq-quantum": 90 });
    const { discipline } = bench;
    const next = () => discipline.dequeue()?.end ?? null;
    bench.arrive(1, 0, { end: 1, bytes: BYTES });
    expect([lists(bench), next()]).toEqual([[1, 0], 1]);
    // The flow's credit is −30, and the flow is still in the list of new flows.
    bench.arrive(2, 0, { end: 1, bytes: BYTES });
    expect(lists(bench)).toEqual([1, 0]);
    bench.arrive(2, 0, { end: 2, bytes: BYTES });
    expect(lists(bench)).toEqual([2, 0]);
    // The first flow gets a quantum, becomes an old flow, and has a credit of 60. The second flow sends, and has −30.
    expect([next(), lists(bench)]).toEqual([2, [1, 1]]);
    // The second flow gets −30 + 90 = 60 and becomes an old flow behind the first one. The first flow sends, and has
    // −60.
    expect([next(), lists(bench)]).toEqual([1, [0, 2]]);
    expect([next(), lists(bench)]).toEqual([2, [0, 2]]);
    expect([next(), lists(bench)]).toEqual([1, [0, 2]]);
    // Both flows are empty and leave the lists.
    expect([next(), lists(bench)]).toEqual([null, [0, 0]]);
  });

  test("four connections between the same two hosts have one queue each", () => {
    const bench = benchOf(fqCodel);
    for (const [end, packets] of [
      [1, 3],
      [2, 2],
      [3, 1],
      [4, 2],
    ]) {
      bench.arrive(packets, 0, { end, bytes: BYTES });
    }
    expect(bench.discipline.probe(ACTIVE)).toBe(4);
  });

  describe("marks for five flows of 20 packets that arrive at once, the last two not ECN-capable", () => {
    /** Returns the number of marks of each flow after 60 departures at this interval. */
    function marks(everyMs: number, values = {}): { byFlow: number[]; dropped: number } {
      const bench = benchOf(fqCodel, { limit: "10240p", "fq-quantum": 1514, ...values });
      for (let end = 1; end <= 5; end++) {
        bench.arrive(20, 0, { end, bytes: BYTES, ecn: end <= 3 ? ECT0 : NOT_ECT });
      }
      follow(bench, departures(bench, everyMs, 60));
      const byFlow = [0, 0, 0, 0, 0];
      for (const seq of bench.port.marked) byFlow[Math.floor(seq / 20)]++;
      return { byFlow, dropped: bench.port.dropped.length };
    }

    test("1: at 110 ms the law signals to each flow as long as more than one packet waits in any queue, as in Linux", () => {
      // ns-3 expects six marks in each of three flows, and four drops in each of the other two. It signals a flow
      // only while 1500 bytes wait in the flow's own queue.
      const { byFlow, dropped } = marks(110);
      expect([byFlow, dropped]).toEqual([[19, 12, 12, 0, 0], 26]);
    });

    test("2: above a CE threshold of 2 ms, none, six and thirteen packets of the first three flows, which send thirteen per turn, are marked", () => {
      expect(marks(0.1, { "ce-threshold": 2 })).toEqual({ byFlow: [0, 6, 13, 0, 0], dropped: 0 });
    });

    test("3: with a longer delay every packet of these flows is marked, by the threshold or by CoDel; the others are only dropped", () => {
      const { byFlow, dropped } = marks(110, { "ce-threshold": 2 });
      expect(byFlow.slice(3)).toEqual([0, 0]);
      expect(byFlow.slice(0, 3)).toEqual([20, 13, 13]);
      expect(dropped).toBeGreaterThan(0);
    });
  });
});
