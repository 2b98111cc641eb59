/** Tests the expectations of ns-3's adaptive-red-queue-disc-test-suite.cc, which docs/validation.md lists. */
import { describe, expect, test } from "vitest";
import { ared } from "../../../../src/engine/aqm/ared/ared.ts";
import type { QueueDisciplineDefinition } from "../../../../src/engine/aqm/queue-discipline.ts";
import { red } from "../../../../src/engine/aqm/red/red.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf } from "../fake-port.ts";
import { arrivals, dice, follow } from "./timetable.ts";

const BYTES = 500;
const AVG = 0;
const P = 1;
const MAX_P = 2;
/** ns-3's default link, and the slow link of its suite. */
const LINK = 1.5e6;
const SLOW = 15e3;

function queue(definition: QueueDisciplineDefinition, rateBps: number, values: ParamValues): Bench {
  const bench = benchOf(definition, {
    limit: "300p",
    "red-pmax": 0.02,
    "red-mean-packet": BYTES,
    "aqm-ecn": false,
    ...values,
  });
  bench.port.rateBps = rateBps;
  bench.port.draw = dice();
  return bench;
}

/** Returns the number of drops among 300 packets that arrive at the same time. */
function drops(definition: QueueDisciplineDefinition, rateBps: number, values: ParamValues): number {
  const { port, arrive } = queue(definition, rateBps, values);
  arrive(300, 0, { bytes: BYTES });
  return port.dropped.length;
}

describe("ns-3's Adaptive RED suite", () => {
  const within = (weight: number | null) => ({ "red-min": "70p", "red-max": "150p", "red-weight": weight });

  test("1, 2: the automatic weight, 1 − exp(−1/C), is small on a fast link and large on a slow one", () => {
    expect(drops(red, LINK, within(null))).toBe(0);
    expect(drops(red, SLOW, within(null))).toBeGreaterThan(0);
  });

  test("3 to 6: the weights that ns-3's other two rules give are set by hand, with the same result", () => {
    // The weight is 1 − exp(−1/(10·RTT·C)). RTT is three times 20 ms, plus one packet time each, and at least 100 ms;
    // C is 375 and 3.75 packets per second.
    expect(drops(red, LINK, within(1 - Math.exp(-1 / 375)))).toBe(0);
    expect(drops(red, SLOW, within(1 - Math.exp(-1 / (10 * 0.86 * 3.75))))).toBeGreaterThan(0);
    // By ns-3's second rule the weight is 1 − exp(−10/C).
    const fast = drops(red, LINK, within(1 - Math.exp(-10 / 375)));
    expect(fast).toBeGreaterThan(0);
    expect(drops(red, SLOW, within(1 - Math.exp(-10 / 3.75)))).toBeGreaterThan(fast);
  });

  test("7, 8: automatic thresholds are 5 and 15 packets at 1.5 Mbps, and more than 300 packets reach at 150 Mbps", () => {
    const automatic = { "ared-auto": true, "ared-target": 5, "red-weight": 0.002 };
    expect(drops(ared, LINK, automatic)).toBeGreaterThan(0);
    expect(drops(ared, 100 * LINK, automatic)).toBe(0);
  });

  test("9, 10: of 300 packets, one every 10 ms, plain RED drops more at random than Adaptive RED", () => {
    /** Counts drops at an average below twice th_max, where drops are random. */
    const drawn = (bench: Bench) => {
      let [count, seen] = [0, 0];
      follow(bench, arrivals(bench, 10, 300, { bytes: BYTES }), () => {
        const dropped = bench.port.dropped.length;
        if (dropped > seen && bench.discipline.probe(P) < 1) count += dropped - seen;
        seen = dropped;
      });
      expect(bench.discipline.probe(AVG)).toBeGreaterThan(30);
      return count;
    };
    const plain = drawn(
      queue(red, LINK, { "red-min": "5p", "red-max": "15p", "red-weight": 0.002, "red-pmax": 0.5 }),
    );
    const bench = queue(ared, LINK, { "red-weight": null, "red-pmax": 0.5 });
    expect(drawn(bench)).toBeLessThan(plain);
    expect(plain).toBeGreaterThan(0);
    // The average has been below the middle of its thresholds, so max_p has decreased.
    expect(bench.discipline.probe(MAX_P)).toBeLessThan(0.5);
  });
});
