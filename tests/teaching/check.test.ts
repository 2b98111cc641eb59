import { describe, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { countedRuns, measureRun, scoreOf, verdictOf } from "../../src/teaching/check.ts";
import { taskOf } from "./example-task.ts";

const task = taskOf();
const answer = scenarioFromUrl("v=2&duration=20s&beta-ecn=0.8").scenario;
const runs = countedRuns(task, answer);
const values = (...pairs: readonly (readonly [number | null, number | null])[]) => {
  const known = new Map(runs.map(({ key }, i) => [key, pairs[i]]));
  return (key: string) => known.get(key);
};

describe("what counts", () => {
  test("is each path, each with its seeds", () => {
    expect(runs.map(({ key, path, seed }) => [key, path, seed])).toEqual([
      ["v=2&beta-ecn=0.8&duration=20s", 0, 1],
      ["v=2&beta-ecn=0.8&duration=20s&seed=2", 0, 2],
      ["v=2&capacity=20Mbps&beta-ecn=0.8&duration=20s", 1, 1],
      ["v=2&capacity=20Mbps&beta-ecn=0.8&duration=20s&seed=2", 1, 2],
    ]);
    for (const { key, scenario } of runs) expect(scenarioToUrl(scenario)).toBe(key);
  });

  test("goes on with the first seed behind the last", () => {
    const last = { ...answer, run: { ...answer.run, seed: 2_147_483_647 } };
    const seeds = countedRuns({ seeds: 2, also: [] }, last).map(({ seed }) => seed);
    expect(seeds).toEqual([2_147_483_647, 1]);
  });

  test("is measured of the run itself", () => {
    const results = runScenario(answer).results();
    expect(measureRun(task, results)).toEqual([
      100 * results.links[0].utilisation,
      results.links[0].sojournMs?.p99,
    ]);
  });
});

describe("a verdict", () => {
  test("asks every condition of every run", () => {
    const all = verdictOf(task, runs, values([95, 30], [99, 1], [99, 2], [96, 30]));
    expect(all).toMatchObject({ met: 2, passed: true });
    const one = verdictOf(task, runs, values([95, 30], [94.9999, 1], [99, 2], [96, 31]));
    expect(one).toMatchObject({ met: 0, passed: false });
    expect(one?.conditions.map(({ worst }) => [worst.run.path, worst.run.seed, worst.value])).toEqual([
      [0, 2, 94.9999],
      [1, 2, 31],
    ]);
    const half = verdictOf(task, runs, values([95, 3], [94, null], [99, 2], [96, 3]));
    expect(half?.conditions.map(({ met, worst }) => [met, worst.value])).toEqual([
      [false, 94],
      [false, null],
    ]);
  });

  test("waits for all runs", () => {
    expect(verdictOf(task, runs, values([95, 30], [99, 1], [99, 2]))).toBeNull();
    expect(verdictOf(task, [], () => undefined)).toBeNull();
  });

  test("has a score of 100", () => {
    const score = (...pairs: readonly (readonly [number, number])[]) => {
      const verdict = verdictOf(task, runs, values(...pairs));
      return verdict && scoreOf(verdict);
    };
    expect(score([95, 3], [95, 3], [95, 3], [95, 3])).toBe(100);
    expect(score([94, 3], [95, 3], [95, 3], [95, 3])).toBe(50);
    expect(score([94, 30.1], [95, 3], [95, 3], [95, 3])).toBe(0);
  });
});
