/** Tests the expectations of ns-3's red-queue-disc-test-suite.cc, which docs/validation.md lists. */
import { describe, expect, test } from "vitest";
import { red } from "../../../../src/engine/aqm/red/red.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { benchOf } from "../fake-port.ts";
import { dice } from "./timetable.ts";

const BYTES = 500;

/** Queue lengths written in packets, or in the bytes of that many packets. */
const UNITS: readonly [string, (packets: number) => string][] = [
  ["packets", (packets) => `${packets}p`],
  ["bytes", (packets) => `${packets * BYTES}B`],
];

describe.each(UNITS)("ns-3's RED suite, in %s", (_, length) => {
  /** RED with ns-3's defaults: max_p 1/50, no marks. */
  function queue(min: number, max: number, limit: number, values: ParamValues = {}) {
    const bench = benchOf(red, {
      "red-min": length(min),
      "red-max": length(max),
      limit: length(limit),
      "red-pmax": 0.02,
      "red-weight": 0.002,
      "red-mean-packet": BYTES,
      "aqm-ecn": false,
      ...values,
    });
    bench.port.draw = dice();
    return bench;
  }

  /** Returns what happens to 300 packets that arrive at the same time. */
  function offered(min: number, max: number, values: ParamValues = {}, ecn = NOT_ECT) {
    const { port, arrive } = queue(min, max, 300, values);
    arrive(300, 0, { bytes: BYTES, ecn });
    const { marked, dropped, overflowed } = port;
    return { marked: marked.length, dropped: dropped.length, overflowed: overflowed.length };
  }
  const drops = (max: number, values: ParamValues = {}) => {
    const { dropped, overflowed } = offered(70, max, { "red-weight": 0.02, ...values });
    return dropped + overflowed;
  };

  test("1: eight packets leave in the order in which they arrived, and none is dropped", () => {
    const { port, arrive, discipline } = queue(2, 5, 8);
    for (let n = 1; n <= 8; n++) {
      arrive(1, 0, { bytes: BYTES });
      expect(discipline.packets).toBe(n);
    }
    for (let n = 0; n < 8; n++) expect([discipline.dequeue()?.seq, discipline.packets]).toEqual([n, 7 - n]);
    expect(discipline.dequeue()).toBeNull();
    expect([port.dropped, port.overflowed]).toEqual([[], []]);
  });

  test("2: 300 packets at once hardly change an average of weight 0.002, so none is dropped with thresholds 70 and 150", () => {
    expect(offered(70, 150)).toEqual({ marked: 0, dropped: 0, overflowed: 0 });
  });

  test("3 to 7: a weight of 0.02 leads to drops; a lower th_max, a higher max_p, no gentle slope and no wait lead to more", () => {
    const base = drops(150);
    expect(base).toBeGreaterThan(0);
    expect(drops(100)).toBeGreaterThan(base);
    expect(drops(150, { "red-pmax": 0.2 })).toBeGreaterThan(base);
    expect(drops(150, { gentle: false })).toBeGreaterThan(base);
    expect(drops(150, { "red-wait": false })).toBeGreaterThan(base);
  });

  test("8 to 10: packets are marked only if the queue marks and the packet is ECN-capable", () => {
    const between = { "red-pmax": 0.5 };
    const marking = { ...between, "aqm-ecn": true };
    const notCapable = offered(30, 90, marking);
    expect([notCapable.dropped > 0, notCapable.marked]).toEqual([true, 0]);
    const notMarking = offered(30, 90, between, ECT0);
    expect([notMarking.dropped > 0, notMarking.marked]).toEqual([true, 0]);
    const both = offered(30, 90, marking, ECT0);
    expect([both.dropped, both.marked > 0]).toEqual([0, true]);
  });

  test("11: with max_p 0.5 between 30 and 90 packets are dropped at random", () => {
    expect(offered(30, 90, { "red-pmax": 0.5 }).dropped).toBeGreaterThan(0);
  });
});
