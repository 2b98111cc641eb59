import { expect, test } from "vitest";
import { benchCases } from "../../../src/cli/benchmark/cases.ts";
import { describeWhy, garbageBytesPerPacket, measureWhy } from "../../../src/cli/benchmark/measure.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { MANY, triesAll } from "../../effort.ts";

test("the story of a run's last cut is timed, and said beside the run", () => {
  const timing = measureWhy(scenarioFromUrl("duration=3s").scenario, 1);
  for (const ms of Object.values(timing)) expect(ms).toBeGreaterThan(0);
  expect(describeWhy({ runMs: 40, firstMs: 100, nextMs: 52 })).toBe(
    "why: the story of the last cut of a run of 40 ms: 100 ms, ratio 2.50; another one 52 ms",
  );
});

/** Garbage by the same measurement as the bench's: what is compiled, and when, goes by the program and not by the clock. */

const HELD = ["queue CoDel, NewReno", "queue FQ-CoDel, NewReno"];
test.runIf(triesAll).each(HELD)("%s: below a byte per packet", MANY, (name) => {
  expect(benchCases().map((one) => one.name)).toContain(name);
  expect(garbageBytesPerPacket(name)).toBeLessThan(1);
});
