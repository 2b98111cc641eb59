/** Tests the expectations of ns-3's cobalt-queue-disc-test-suite.cc, which docs/validation.md lists. */
import { describe, expect, test } from "vitest";
import { cobalt } from "../../../../src/engine/aqm/cobalt/cobalt.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { benchOf, MS } from "../fake-port.ts";
import { arrivals, departures, follow } from "./timetable.ts";

const P_BLUE = 2;
const NO_BLUE: ParamValues = { "blue-delay": null };

describe("ns-3's COBALT suite", () => {
  test.each([["1500p"], ["1500000B"]])(
    "1: six packets leave in the order in which they arrived, limit %s",
    (limit) => {
      const { port, arrive, discipline } = benchOf(cobalt, { ...NO_BLUE, limit, interval: 50, target: 4 });
      for (let n = 1; n <= 6; n++) {
        arrive(1, 0, { bytes: 1000 });
        expect(discipline.packets).toBe(n);
      }
      for (let n = 0; n < 6; n++) expect([discipline.dequeue()?.seq, discipline.packets]).toEqual([n, 5 - n]);
      expect(discipline.dequeue()).toBeNull();
      expect([port.dropped, port.overflowed]).toEqual([[], []]);
    },
  );

  test.each([["100p"], ["150000B"]])(
    "2: a packet that finds no room raises BLUE's probability, limit %s",
    (limit) => {
      const bench = benchOf(cobalt, { ...NO_BLUE, limit });
      follow(bench, arrivals(bench, 10, 200, { ecn: ECT0 }));
      expect(bench.port.overflowed).toHaveLength(100);
      // Each packet arrives at its own time, and these times differ by more than the target, so every overflow raises
      // the probability.
      expect(bench.discipline.probe(P_BLUE)).toBe(100 / 256);
    },
  );

  describe("3: twenty packets arrive at once and leave after 10, 210, 210 and 420 ms", () => {
    const [FIRST, SECOND] = [10, 210];

    test("none of the packets that are not ECN-capable is dropped at first, one at 210 ms", () => {
      const { port, arrive, at, discipline } = benchOf(cobalt, { ...NO_BLUE, "aqm-ecn": false });
      arrive(20, 0, { ecn: NOT_ECT, bytes: 1000 });
      at(FIRST * MS).dequeue();
      expect([port.dropped.length, discipline.packets]).toEqual([0, 19]);
      at(SECOND * MS).dequeue();
      expect(port.dropped[0]).toBe(1);
    });

    test("ECN-capable packets are marked from 210 ms on, where the time of the next signal is set to the current time", () => {
      const { port, arrive, at, discipline } = benchOf(cobalt, NO_BLUE);
      arrive(20, 0, { ecn: ECT0, bytes: 1000 });
      const marks = [FIRST, SECOND, SECOND, 2 * SECOND].map((ms) => {
        at(ms * MS).dequeue();
        return port.marked.length;
      });
      expect([marks, port.dropped, discipline.packets]).toEqual([[0, 1, 2, 3], [], 16]);
    });

    test("if only the first three are ECN-capable, drops follow until the next signal is due later than now", () => {
      const { port, arrive, at, discipline } = benchOf(cobalt, NO_BLUE);
      arrive(3, 0, { ecn: ECT0, bytes: 1000 });
      arrive(17, 0, { ecn: NOT_ECT, bytes: 1000 });
      for (const ms of [FIRST, SECOND, SECOND]) at(ms * MS).dequeue();
      expect([port.marked.length, port.dropped, discipline.packets]).toEqual([2, [], 17]);
      at(2 * SECOND * MS).dequeue();
      // Signals are due at 210 + 100/√3 = 268 ms, and then 50, 45, 41 and 38 ms after each other; the last is due at
      // 441 ms.
      expect([port.marked.length, port.dropped, discipline.packets]).toEqual([2, [3, 4, 5, 6], 12]);
    });
  });

  test("5: BLUE's probability grows by 1/256 with each packet older than 400 ms, 60 of 100 here", () => {
    const bench = benchOf(cobalt, { "aqm-ecn": false });
    bench.port.draw = () => 0.999;
    bench.arrive(200, 0, { ecn: ECT0 });
    follow(bench, departures(bench, 10, 100));
    expect(bench.discipline.probe(P_BLUE)).toBe(60 / 256);
    expect(bench.port.dropped.length).toBeGreaterThan(0);
  });

  test("5: without BLUE, and with ECN, nothing is dropped", () => {
    const bench = benchOf(cobalt, NO_BLUE);
    bench.arrive(200, 0, { ecn: ECT0 });
    follow(bench, departures(bench, 10, 100));
    expect([bench.discipline.probe(P_BLUE), bench.port.dropped]).toEqual([0, []]);
  });
});
