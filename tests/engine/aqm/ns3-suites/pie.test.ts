/** Tests the expectations of ns-3's pie-queue-disc-test-suite.cc, which docs/validation.md lists. */
import { describe, expect, test } from "vitest";
import { PieLaw } from "../../../../src/engine/aqm/pie/law.ts";
import { pie } from "../../../../src/engine/aqm/pie/pie.ts";
import { pieLinux } from "../../../../src/engine/aqm/pie/pie-linux.ts";
import { PieSettings } from "../../../../src/engine/aqm/pie/settings.ts";
import type { QueueDisciplineDefinition } from "../../../../src/engine/aqm/queue-discipline.ts";
import { Clock } from "../../../../src/engine/core/clock.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { defaultQueue } from "../../../../src/engine/scenario/defaults.ts";
import { benchOf, FakePort, MS } from "../fake-port.ts";
import { arrivals, departures, dice, follow } from "./timetable.ts";

const P = 0;
const BYTES = 1000;

interface Setting {
  readonly ecn?: number;
  readonly definition?: QueueDisciplineDefinition;
  readonly seed?: number;
}

/**
 * Returns what happens to 400 packets when one arrives every 10 ms and one leaves every `leaveMs`, and the values of
 * p.
 */
function run(
  leaveMs: number,
  values: ParamValues,
  { ecn = NOT_ECT, definition = pie, seed = 1 }: Setting = {},
) {
  const ticks = definition === pie ? { "update-tick": null } : {};
  const bench = benchOf(definition, { limit: "300p", "aqm-ecn": false, ...ticks, ...values });
  bench.port.draw = dice(seed);
  let [largestP, largestStep, before] = [0, 0, 0];
  const fields = { bytes: BYTES, ecn };
  follow(bench, [...arrivals(bench, 10, 400, fields), ...departures(bench, leaveMs, 400)], () => {
    const p = bench.discipline.probe(P);
    largestP = Math.max(largestP, p);
    if (before > 0.1) largestStep = Math.max(largestStep, p - before);
    before = p;
  });
  const { marked, dropped, overflowed } = bench.port;
  expect(overflowed).toEqual([]);
  return { marks: marked.length, drops: dropped.length, largestP, largestStep };
}

/** Returns the sum of drops over eight seeds, because single runs can differ by one or two drops. */
function drops(leaveMs: number, values: ParamValues): number {
  let sum = 0;
  for (let seed = 1; seed <= 8; seed++) sum += run(leaveMs, values, { seed: 7919 * seed }).drops;
  return sum;
}

describe("ns-3's PIE suite", () => {
  test("1: eight packets leave in the order in which they arrived", () => {
    const { port, arrive, discipline } = benchOf(pie, { limit: "300p" });
    arrive(8, 0, { bytes: BYTES });
    for (let n = 0; n < 8; n++) expect([discipline.dequeue()?.seq, discipline.packets]).toEqual([n, 7 - n]);
    expect([discipline.dequeue(), port.dropped, port.overflowed]).toEqual([null, [], []]);
  });

  test("2 to 5: packets are dropped, none for lack of room; fewer with a longer target or rarer updates, more on a slower link", () => {
    const set = { target: 20, update: 30, "max-burst": 100 };
    const base = drops(12, set);
    expect(base).toBeGreaterThan(0);
    expect(drops(12, { ...set, target: 80 })).toBeLessThan(base);
    const slower = drops(15, set);
    expect(slower).toBeGreaterThan(base);
    expect(drops(15, { ...set, update: 90 })).toBeLessThan(slower);
  });

  test("6: the same holds with a delay from the departure rate, as in the first version of PIE", () => {
    const values = { target: 15, update: 15, "max-burst": 150 };
    expect(run(14, values, { definition: pieLinux }).drops).toBeGreaterThan(0);
  });

  test("8: above 10 % p grows by at most 2 % per update", () => {
    const { drops: dropped, largestP, largestStep } = run(14, {});
    expect(dropped).toBeGreaterThan(0);
    expect(largestP).toBeGreaterThan(0.2);
    expect(largestStep).toBeLessThan(0.02 + 1e-12);
  });

  test("9 to 11: ECN-capable packets are marked if the queue marks, and dropped too when p is high", () => {
    const notCapable = run(14, { "aqm-ecn": true });
    expect([notCapable.marks, notCapable.drops > 0]).toEqual([0, true]);
    const notMarking = run(14, {}, { ecn: ECT0 });
    expect([notMarking.marks, notMarking.drops > 0]).toEqual([0, true]);
    const both = run(14, { "aqm-ecn": true }, { ecn: ECT0 });
    expect([both.marks > 0, both.drops > 0, both.largestP > 0.3]).toEqual([true, true, true]);
  });

  test("12 to 14: the probabilities between signals add up: no signal below 0.85, a certain one from 8.5 on", () => {
    /** Returns which of 200 packets get a signal at p = 0.1. */
    const signals = (draw: number) => {
      const clock = new Clock();
      const law = new PieLaw(
        clock,
        new PieSettings({ ...defaultQueue("pie", undefined).params, "max-burst": 0 }),
      );
      Object.assign(law, { p: 0.1, delayNs: 20 * MS });
      const port = Object.assign(new FakePort(), { draw: () => draw });
      const signalled: number[] = [];
      for (let n = 1; n <= 200; n++) {
        if (!law.signals({ packets: 10, bytes: 15_000 }, port)) continue;
        signalled.push(n);
        law.onDrop();
      }
      return signalled;
    };
    expect(signals(0).slice(0, 4)).toEqual([9, 18, 27, 36]);
    // In floating point, 0.1 added 85 times is slightly less than 8.5, so one more packet passes.
    expect(signals(1)).toEqual([86, 172]);
  });
});
