import { describe, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  answerWords,
  conditionWords,
  countedRuns,
  countedWords,
  countsWords,
  earnedBeyondStart,
  measureRun,
  outcomeWords,
  runWords,
  taskResult,
  trialOf,
  variantText,
  variantWords,
  verdictOf,
  verdictWords,
} from "../../../src/teaching/check/check.ts";
import { readCondition } from "../../../src/teaching/document/conditions.ts";
import { type ResultItem, scoreOfShare, shareOfItems } from "../../../src/teaching/task/points.ts";
import { taskDigest } from "../../../src/teaching/task/task.ts";
import { variantOf } from "../../../src/teaching/task/variant.ts";
import { measured, taskOf } from "../example-task.ts";

const task = taskOf();
const answer = scenarioFromUrl("v=2&duration=20s&beta-ecn=0.8").scenario;
const trial = trialOf(task, task.scenario, answer);
const { runs, start } = trial;
type Pairs = readonly (readonly [number | null, number | null])[];
/** Returns the values of the answer's runs; `before` are those of the initial state. */
const values = (pairs: Pairs, before: Pairs[number] = [0, null]) => {
  const known = new Map([
    ...start.map(({ key }) => [key, before] as const),
    ...runs.map(({ key }, i) => [key, pairs[i]] as const),
  ]);
  return (key: string) => {
    const pair = known.get(key);
    return pair && measured(...pair);
  };
};

/** Returns the verdict if no value is missing. */
const verdict = (...pairs: Pairs) => {
  const found = verdictOf(task, trial, values(pairs));
  if (found === null) throw new Error("values are missing");
  return found;
};

const scoreIn = ({ items }: { readonly items: readonly ResultItem[] }) => scoreOfShare(shareOfItems(items));

describe("the runs that count", () => {
  test("are those of each path with each of its seeds", () => {
    expect(runs.map(({ key, path, seed }) => [key, path, seed])).toEqual([
      ["v=2&beta-ecn=0.8&duration=20s", 0, 1],
      ["v=2&beta-ecn=0.8&duration=20s&seed=2", 0, 2],
      ["v=2&capacity=20Mbps&beta-ecn=0.8&duration=20s", 1, 1],
      ["v=2&capacity=20Mbps&beta-ecn=0.8&duration=20s&seed=2", 1, 2],
    ]);
    for (const { key, scenario } of runs) expect(scenarioToUrl(scenario)).toBe(key);
  });

  test("continue with the first seed after the last", () => {
    const last = { ...answer, run: { ...answer.run, seed: 2_147_483_647 } };
    const seeds = countedRuns({ seeds: 2, also: [], code: null }, last, last).map(({ seed }) => seed);
    expect(seeds).toEqual([2_147_483_647, 1]);
  });

  test("are read from the results of each run", () => {
    const results = runScenario(answer).results();
    expect(measureRun(task, { results, ended: [] })).toEqual(
      measured(100 * results.links[0].utilisation, results.links[0].sojournMs?.p99 ?? null),
    );
  });
});

describe("a verdict", () => {
  test("checks every condition in every run", () => {
    const all = verdictOf(
      task,
      trial,
      values([
        [95, 30],
        [99, 1],
        [99, 2],
        [96, 30],
      ]),
    );
    expect(all).toMatchObject({ met: 2, passed: true });
    const one = verdictOf(
      task,
      trial,
      values([
        [95, 30],
        [94.9999, 1],
        [99, 2],
        [96, 31],
      ]),
    );
    expect(one).toMatchObject({ met: 0, passed: false });
    expect(one?.conditions.map(({ worst }) => [worst.run.path, worst.run.seed, worst.value])).toEqual([
      [0, 2, 94.9999],
      [1, 2, 31],
    ]);
    const half = verdictOf(
      task,
      trial,
      values([
        [95, 3],
        [94, null],
        [99, 2],
        [96, 3],
      ]),
    );
    expect(half?.conditions.map(({ met, worst }) => [met, worst.value])).toEqual([
      [false, 94],
      [false, null],
    ]);
  });

  test("waits for all runs", () => {
    expect(
      verdictOf(
        task,
        trial,
        values([
          [95, 30],
          [99, 1],
          [99, 2],
        ]),
      ),
    ).toBeNull();
    expect(verdictOf(task, { runs: [], start: [] }, () => undefined)).toBeNull();
  });

  test("has a score of up to 100", () => {
    const score = (...pairs: Pairs) => scoreIn(verdict(...pairs));
    expect(score([95, 3], [95, 3], [95, 3], [95, 3])).toBe(100);
    expect(score([94, 3], [95, 3], [95, 3], [95, 3])).toBe(50);
    expect(score([94, 30.1], [95, 3], [95, 3], [95, 3])).toBe(0);
  });
});

describe("points", () => {
  const of = (lines: readonly (readonly [string, string])[], pairs: Pairs, before?: Pairs[number]) => {
    const own = taskOf(...lines);
    const found = verdictOf(own, trial, values(pairs, before));
    return [found?.items.map(({ earned }) => earned), found && scoreIn(found), found?.passed];
  };
  const weighed = [["95 %", "95 % for 3 points"]] as const;
  const same = (pair: Pairs[number]) => [pair, pair, pair, pair];

  test("are distributed as the task says", () => {
    expect(of(weighed, same([95, 31]))).toEqual([[3, 0], 75, false]);
    expect(of(weighed, same([94, 3]))).toEqual([[0, 1], 25, false]);
  });

  test("are not given for the initial state, nor for an idle change of it", () => {
    const still = trialOf(task, answer, answer);
    const unchanged = verdictOf(task, still, values(same([99, 1])));
    expect([unchanged && scoreIn(unchanged), unchanged?.met, unchanged?.passed]).toEqual([0, 2, false]);
    expect(unchanged && outcomeWords(unchanged)).toMatch(/^Nothing was changed/);
    // The initial state already met the condition on the queue.
    expect(of([], same([80, 1]), [80, 1])).toEqual([[0, 0], 0, false]);
    expect(of([], same([96, 1]), [80, 1])).toEqual([[1, 1], 100, true]);
    expect(of([], same([96, 40]), [80, 1])).toEqual([[1, 0], 50, false]);
  });

  test("are given in part on the way to the bound", () => {
    const onTheWay = [["95 %", "95 % for 4 points, part from 75 %"]] as const;
    expect(of(onTheWay, same([90, 31]))).toEqual([[3, 0], 60, false]);
    expect(of(onTheWay, same([70, 31]))).toEqual([[0, 0], 0, false]);
    // The initial state had already covered half of the distance to the goal.
    expect(of(onTheWay, same([90, 31]), [85, 31])).toEqual([[2, 0], 40, false]);
    expect(of([["30 ms", "30 ms for 1 point, part from 50 ms"]], same([0, 40]))).toEqual([
      [0, 0.5],
      25,
      false,
    ]);
  });

  test("are stated if conditions differ", () => {
    const words = (...lines: readonly (readonly [string, string])[]) => {
      return countsWords(taskOf(...lines));
    };
    expect(words()[0]).toBe("Utilisation at least 95 %");
    expect(words(["95 %", "95 % for 3 points, part from 80 %"])).toEqual([
      "Utilisation at least 95 %: 3 points; partial points from 80 % on",
      "Queue delay, 99th percentile, at most 30 ms: 1 point",
    ]);
  });
});

test("the result of an attempt is reported to the embedding page", () => {
  const of = (own: typeof task, name: string, tries: number, code: string | null) =>
    taskResult(
      own,
      { name, tries },
      task.scenario,
      verdict([96, 31], [96, 31], [96, 31], [96, 31]),
      { answers: [], items: [] },
      code,
    );
  expect(of(task, "Ana", 2, "z.x")).toEqual({
    ...{ id: "choose-beta", digest: taskDigest(task), name: "Ana", tries: 2, triesLeft: 1 },
    ...{ met: 1, of: 2, passed: false, score: 50, answer: "v=2&duration=20s", code: "z.x" },
    ...{ unanswered: [], toMark: [] },
  });
  expect(of({ ...task, tries: null }, "", 2, null).triesLeft).toBeNull();
  expect(of(task, "", 9, null).triesLeft).toBe(0);
});

describe("texts about a task", () => {
  test.each([
    ["utilisation >= 95 %", "Utilisation at least 95 %"],
    ["delay-p99 <= 10 ms", "Queue delay, 99th percentile, at most 10 ms"],
    ["goodput@flow1 < 3 Mbps", "Goodput of flow 1 less than 3 Mbps"],
    ["jain > 0.9", "Jain's index more than 0.9"],
  ])("%s is %s", (text, words) => {
    expect(conditionWords(readCondition(text, task.scenario))).toBe(words);
  });

  test("state on how many runs a condition is met, and the least favourable value", () => {
    const { conditions } = verdict([95, 3], [94, 3], [99, 3], [99, 3]);
    expect(verdictWords(conditions[0])).toBe("met on 3 of 4 runs; the least favourable: 94.0 %");
    expect(verdictWords({ ...conditions[1], runs: conditions[1].runs.slice(1) })).toBe(
      "met on 3 of 3 runs; the least favourable: 3 ms",
    );
    expect(verdictWords({ ...conditions[0], runs: [conditions[0].worst] })).toBe("94.0 %, not met");
    expect(runWords(runs[1], task)).toBe("seed 2");
    expect(runWords(runs[2], task)).toBe("hidden path 1 (capacity=20Mbps), seed 1");
  });

  test("state the outcome", () => {
    expect(outcomeWords(verdict([95, 3], [95, 3], [95, 3], [95, 3]))).toBe("Both conditions are met.");
    expect(outcomeWords(verdict([95, 3], [94, 3], [95, 3], [95, 3]))).toBe("1 of 2 conditions are met.");
    const one = verdict([95, 3], [95, 3], [95, 3], [95, 3]);
    expect(outcomeWords({ ...one, conditions: one.conditions.slice(1) })).toBe("The condition is met.");
    expect(outcomeWords({ passed: false, met: 0, conditions: one.conditions.slice(1) })).toBe(
      "0 of 1 condition is met.",
    );
  });

  test("state the runs", () => {
    const of = (seeds: number, paths: number) =>
      countedWords({ seeds, also: Array.from({ length: paths }, () => []) });
    expect([of(1, 0), of(3, 0), of(1, 1), of(3, 2)]).toEqual([
      "1 run",
      "3 seeds: 3 runs",
      "1 seed on your path and 1 hidden path: 2 runs",
      "3 seeds on your path and 2 hidden paths: 9 runs",
    ]);
  });

  test("state an answer and a variant", () => {
    expect(answerWords([], task.scenario)).toBe("nothing changed");
    const settings = [
      { key: "aqm", text: "pie" },
      { key: "flow2.beta-ecn", text: "0.8" },
      { key: "unknown", text: "1" },
    ];
    expect(answerWords(settings, task.scenario)).toBe("Queue PIE, β_ecn of flow 2 0.8, unknown 1");
    const variant = variantOf(task, "Ana");
    expect(variantWords(variant)).toMatch(/^RTT \d+ ms$/);
    expect(variantText(variant)).toMatch(/^rtt=\d+ms$/);
  });
});

describe("points beyond the initial state", () => {
  const all = (...held: readonly (readonly [points: number, start: number, now: number])[]) =>
    earnedBeyondStart(
      held.map(([points, start, now]) => ({ points, start, now })),
      true,
    );

  test("are none for the initial state itself, whatever conditions it meets", () => {
    expect(earnedBeyondStart([{ points: 3, start: 1, now: 1 }], false)).toEqual([0]);
    expect(all([2, 0, 0], [1, 1, 1])).toEqual([0, 0]);
    expect(all([2, 0.4, 0.4], [1, 1, 1])).toEqual([0, 0]);
  });

  test("are all if every condition is met", () => {
    expect(all([2, 0, 1], [1, 1, 1], [4, 0.5, 1])).toEqual([2, 1, 4]);
  });

  test("are given in proportion for conditions that the initial state meets, and lost if they no longer hold", () => {
    expect(all([2, 0, 1], [2, 0, 0], [1, 1, 1])).toEqual([2, 0, 0.5]);
    expect(all([2, 0, 1], [2, 0, 1], [1, 1, 0])).toEqual([2, 2, 0]);
    expect(all([2, 0.5, 0.75])).toEqual([1]);
    expect(all([2, 0.5, 0.25])).toEqual([0]);
  });

  test("are those of the conditions that hold, if the initial state meets all of them", () => {
    expect(all([2, 1, 1], [1, 1, 0])).toEqual([2, 0]);
  });
});
