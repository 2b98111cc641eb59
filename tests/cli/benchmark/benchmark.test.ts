import { expect, test } from "vitest";
import {
  type BenchResult,
  comparedCases,
  heldTo,
  describe as lineOf,
} from "../../../src/cli/benchmark/benchmark.ts";
import { benchCases } from "../../../src/cli/benchmark/cases.ts";
import { customCases, describeCustom, measureCustom } from "../../../src/cli/benchmark/custom-program.ts";
import { presets, scenarioFromUrl, validateScenario } from "../../../src/engine/index.ts";
import { sim } from "../command-line.ts";

const measured: BenchResult = {
  name: "a",
  packets: 1000,
  nsPerPacket: 150,
  floorNsPerPacket: 50,
  ratio: 3,
  ratioQuartiles: [2.9, 3.1],
  garbageBytesPerPacket: 0.42,
};

test("the line of the minimal loop states the ratio", () => {
  const line = heldTo({ atMost: 3.5, of: "floor" }, 3.6, []);
  expect(line).toEqual({ atMost: 3.5, of: "floor", times: 3.6 });
  expect(lineOf({ ...measured, line })).toMatch(/garbage +0\.4 B\/packet +line 3\.5 {2}over$/);
});

test("the line of another case states its cost relative to the minimal loop", () => {
  const line = heldTo({ atMost: 1.3, of: "a" }, 3.6, [measured]);
  expect(lineOf({ ...measured, line })).toMatch(/ 1\.20 times "a", line 1\.3$/);
});

test("states the machine on which the first runs were measured", () => {
  expect(lineOf({ ...measured, coldNsPerPacket: [2900.4, 800] })).toMatch(/first runs 2900, 800 ns\/packet$/);
});

test("each case is a valid scenario with its own name, and follows the case that it is compared with", () => {
  const names = benchCases().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [i, { scenario, line }] of benchCases().entries()) {
    expect(validateScenario(scenario).problems).toEqual([]);
    if (line !== undefined && line.of !== "floor") expect(names.slice(0, i)).toContain(line.of);
  }
});

test("an unlimited queue is reported as growing, so its garbage does not count", () => {
  const growing = benchCases().filter(({ isGrowing }) => isGrowing);
  expect(growing.map(({ name }) => name)).toEqual(["queue Infinite FIFO, NewReno"]);
  expect(lineOf({ ...measured, isGrowing: true })).toMatch(/0\.4 B\/packet \(its queue grows\)$/);
});

test("custom code is compared with the built-in algorithm, and a case above the limit is marked", async () => {
  const cases = await customCases();
  expect(cases.map(({ name }) => name)).toHaveLength(6);
  for (const { own, builtIn } of cases) {
    expect(own.programs).toHaveLength(1);
    expect(builtIn.programs).toBeUndefined();
    expect([own, builtIn].map(({ run }) => String(run.duration))).toEqual(["100", "100"]);
  }
  const timing = measureCustom(cases[0], 0, 1);
  expect(timing.ratio).toBeCloseTo(timing.nsPerPacket / timing.builtInNsPerPacket, 6);
  expect(timing.runMs).toBeCloseTo((timing.nsPerPacket * timing.packets) / 1e6, 6);
  const told = {
    name: "own sender A",
    packets: 1000,
    nsPerPacket: 6000,
    builtInNsPerPacket: 200,
    ratio: 30,
    runMs: 2000,
  };
  expect(describeCustom(told)).toMatch(/ratio +30\.0 line 30 {2}100 s in 2000 ms line 2000$/);
  expect(describeCustom({ ...told, ratio: 30.1, runMs: 2001 })).toMatch(
    /line 30 {2}over {2}100 s in 2001 ms line 2000 {2}over$/,
  );
});

test("every case and preset is compared, or only those whose name contains a given text", () => {
  const all = comparedCases(null).map(({ name }) => name);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(benchCases().length + presets.length);
  expect(comparedCases("preset p").map(({ name }) => name)).toEqual([
    "preset pie",
    "preset pi",
    "preset parking-lot",
  ]);
  for (const { link } of comparedCases(null)) expect(scenarioFromUrl(link).problems).toEqual([]);
});

test.each([
  ["--against no-such-commit", "--against no-such-commit: no such commit"],
  ["--against HEAD --limit 0", "--limit 0: expected a number above 0"],
  ["--against HEAD --limit fast", "--limit fast: expected a number above 0"],
  ["--against HEAD --only nothing-of-this-name", "--only nothing-of-this-name: no case"],
  ["--limit 1.1", "--limit requires --against"],
  ["--only pie", "--only requires --against"],
])("bench %s is refused before anything is measured", async (flags, message) => {
  const { status, out, notes } = await sim(`bench ${flags}`);
  expect([status, out]).toEqual([2, ""]);
  expect(notes.join("\n")).toContain(message);
});
