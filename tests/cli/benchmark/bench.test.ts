import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type BenchResult,
  type EarlierCase,
  earlierCases,
  heldTo,
  describe as lineOf,
  slowerThan,
  unmatched,
} from "../../../src/cli/benchmark/bench.ts";
import { benchCases } from "../../../src/cli/benchmark/cases.ts";
import { describeOwn, measureOwn, ownCases } from "../../../src/cli/benchmark/own-code.ts";
import { validateScenario } from "../../../src/engine/index.ts";
import { ready } from "../../engine/own/own-runs.ts";
import { sim } from "../command-line.ts";
import { scratchFolder } from "../scratch-folder.ts";

const measured: BenchResult = {
  name: "a",
  packets: 1000,
  nsPerPacket: 150,
  floorNsPerPacket: 50,
  ratio: 3,
  ratioQuartiles: [2.9, 3.1],
  garbageBytesPerPacket: 0.42,
};

test("a line of the floor holds the ratio", () => {
  const line = heldTo({ atMost: 3.5, of: "floor" }, 3.6, []);
  expect(line).toEqual({ atMost: 3.5, of: "floor", times: 3.6 });
  expect(lineOf({ ...measured, line })).toMatch(/garbage +0\.4 B\/packet +line 3\.5 {2}over$/);
});

test("a line of another case holds how many times that one's cost it is", () => {
  const line = heldTo({ atMost: 1.3, of: "a" }, 3.6, [measured]);
  expect(lineOf({ ...measured, line })).toMatch(/ 1\.20 times "a", line 1\.3$/);
});

test("first runs are told where they were measured", () => {
  expect(lineOf({ ...measured, coldNsPerPacket: [2900.4, 800] })).toMatch(/first runs 2900, 800 ns\/packet$/);
});

test("each case is a valid scenario of its own name, after the one that it is held against", () => {
  const names = benchCases().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [i, { scenario, line }] of benchCases().entries()) {
    expect(validateScenario(scenario).problems).toEqual([]);
    if (line !== undefined && line.of !== "floor") expect(names.slice(0, i)).toContain(line.of);
  }
});

test("a queue without end is said to grow: its garbage is none", () => {
  const growing = benchCases().filter(({ isGrowing }) => isGrowing);
  expect(growing.map(({ name }) => name)).toEqual(["queue Infinite FIFO, NewReno"]);
  expect(lineOf({ ...measured, isGrowing: true })).toMatch(/0\.4 B\/packet \(its queue grows\)$/);
});

test("own code is measured beside the built-in algorithm, and what passes a limit is marked", async () => {
  await ready();
  const cases = ownCases();
  expect(cases.map(({ name }) => name)).toHaveLength(6);
  for (const { own, builtIn } of cases) {
    expect(own.programs).toHaveLength(1);
    expect(builtIn.programs).toBeUndefined();
    expect([own, builtIn].map(({ run }) => String(run.duration))).toEqual(["100", "100"]);
  }
  const timing = measureOwn(cases[0], 0, 1);
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
  expect(describeOwn(told)).toMatch(/ratio +30\.0 line 30 {2}100 s in 2000 ms line 2000$/);
  expect(describeOwn({ ...told, ratio: 30.1, runMs: 2001 })).toMatch(
    /line 30 {2}over {2}100 s in 2001 ms line 2000 {2}over$/,
  );
});

function made(name: string, ratio: number, lower = ratio - 0.1, upper = ratio + 0.1): EarlierCase {
  return { name, ratio, ratioQuartiles: [lower, upper] };
}

function written(name: string, text: string): string {
  const file = join(scratchFolder(), name);
  writeFileSync(file, text);
  return file;
}

test("a case is slower when the middle halves of its rounds lie apart", () => {
  const earlier = [made("a", 3), made("b", 3), made("c", 3), made("d", 3)];
  const now = [made("a", 3.3), made("b", 3.15), made("c", 2), made("d", 3.5, 3.05, 3.9)];
  expect(slowerThan(earlier, now)).toEqual([
    "slower: a: ratio 3.00 (2.90 to 3.10) before, 3.30 (3.20 to 3.40) now",
  ]);
});

test("cases that only one of both has are named, and not compared", () => {
  const [earlier, now] = [
    [made("a", 3), made("gone", 1)],
    [made("a", 3), made("new", 9)],
  ];
  expect(slowerThan(earlier, now)).toEqual([]);
  expect(unmatched(earlier, now)).toEqual(["only before: gone", "only now: new"]);
});

test("a file is read as --json wrote it, whatever else it says", () => {
  const full = {
    ...made("a", 3),
    packets: 1,
    nsPerPacket: 150,
    floorNsPerPacket: 50,
    garbageBytesPerPacket: 0.5,
  };
  const earlier = earlierCases("earlier.json", JSON.stringify({ cases: [full] }));
  expect(slowerThan(earlier, [made("a", 4)])).toHaveLength(1);
  expect(slowerThan(earlier, [made("a", 3)])).toEqual([]);
});

test.each([
  ["not JSON", "ratio 3"],
  ["no cases", "{}"],
  ["a case without its spread", JSON.stringify({ cases: [{ name: "a", ratio: 3 }] })],
])("a file with %s is refused before anything is measured", async (_what, text) => {
  const file = written("wrong.json", text);
  const { status, out, notes } = await sim("bench", "--against", file);
  expect([status, out]).toEqual([2, ""]);
  expect(notes.join("\n")).toContain(`--against ${file}: `);
});

test("so is one that is not there", async () => {
  const { status, notes } = await sim("bench", "--against", join(scratchFolder(), "none.json"));
  expect(status).toBe(2);
  expect(notes.join("\n")).toContain("none.json");
});
