import { expect, test } from "vitest";
import { benchCases } from "../../../src/cli/bench/cases.ts";
import { type BenchResult, heldTo, describe as lineOf } from "../../../src/cli/bench/result.ts";
import { validateScenario } from "../../../src/engine/index.ts";

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
