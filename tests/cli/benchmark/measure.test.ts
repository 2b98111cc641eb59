import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namedScenarios } from "../../../src/cli/benchmark/cases.ts";
import { describeWhy, garbageBytesPerPacket, measureWhy } from "../../../src/cli/benchmark/measure.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { MANY, triesAll } from "../../effort.ts";

test("the time to explain a run's last reduction is measured and reported next to the run", () => {
  const timing = measureWhy(scenarioFromUrl("duration=3s").scenario, 1);
  for (const ms of Object.values(timing)) expect(ms).toBeGreaterThan(0);
  expect(describeWhy({ runMs: 40, firstMs: 100, nextMs: 52 })).toBe(
    "why: the story of the last cut of a run of 40 ms: 100 ms, ratio 2.50; another one 52 ms",
  );
});

/**
 * Allowed increase in bytes per packet: the size of the smallest object. One such object for every packet or every
 * second one would be a fault. The measurement is the benchmark's, in which compilation follows the program and not
 * the clock. Smaller differences can come from the compiler.
 */
const ALLOWED_MORE_BYTES = 8;

const goldenFile = join(import.meta.dirname, "garbage.txt");

function goldenGarbage(): Map<string, number> {
  const lines = readFileSync(goldenFile, "utf8").trimEnd().split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(": ");
      return [line.slice(0, at), Number.parseInt(line.slice(at + 2), 10)];
    }),
  );
}

/** Returns the cases that allocate more per packet than at the last measurement. A new case must allocate nothing. */
function risen(found: Readonly<Record<string, number>>, golden: ReadonlyMap<string, number>): string[] {
  return Object.entries(found).flatMap(([name, bytes]) => {
    const before = golden.get(name) ?? 0;
    return bytes <= before + ALLOWED_MORE_BYTES
      ? []
      : [`${name}: ${bytes.toFixed(0)} B per packet, was ${before}`];
  });
}

test.runIf(triesAll)(
  "no preset and no benchmark case allocates more memory per packet than before",
  MANY,
  () => {
    const names = namedScenarios().map(({ name }) => name);
    const found = garbageBytesPerPacket(names, 2);
    if (process.env.UPDATE_GOLDEN === "1")
      writeFileSync(
        goldenFile,
        names.map((name) => `${name}: ${Math.round(found[name])} B per packet\n`).join(""),
      );
    // Whether a compiled function boxes a number depends on when it is compiled. What the code itself allocates is seen in every process.
    const suspects = names.filter((name) => risen({ [name]: found[name] }, goldenGarbage()).length > 0);
    const again = suspects.length === 0 ? {} : garbageBytesPerPacket(suspects, 4);
    expect(risen({ ...found, ...again }, goldenGarbage())).toEqual([]);
  },
);

test("a case that allocates an object per packet is reported with its name", () => {
  const golden = new Map([["default run", 1]]);
  expect(risen({ "default run": 8.9 }, golden)).toEqual([]);
  expect(risen({ "default run": 25.2 }, golden)).toEqual(["default run: 25 B per packet, was 1"]);
  expect(risen({ new: 7.9, other: 8.9 }, golden)).toEqual(["other: 9 B per packet, was 0"]);
});
