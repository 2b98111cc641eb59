import { describe, expect, test } from "vitest";
import { countedRuns, verdictOf } from "../../../src/teaching/check.ts";
import { readCondition } from "../../../src/teaching/conditions.ts";
import { variantOf } from "../../../src/teaching/variant.ts";
import {
  answerWords,
  conditionWords,
  countedWords,
  outcomeWords,
  runWords,
  variantText,
  variantWords,
  verdictWords,
} from "../../../src/teaching/words/task-words.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf();
const runs = countedRuns(task, task.scenario);
const verdict = (...values: readonly (readonly number[])[]) => {
  const known = new Map(runs.map(({ key }, i) => [key, values[i]]));
  const found = verdictOf(task, runs, (key) => known.get(key));
  if (found === null) throw new Error("values are missing");
  return found;
};

describe("words of a task", () => {
  test.each([
    ["utilisation >= 95 %", "Utilisation at least 95 %"],
    ["delay-p99 <= 10 ms", "Queue delay, 99th percentile, at most 10 ms"],
    ["goodput@flow1 < 3 Mbps", "Goodput of flow 1 less than 3 Mbps"],
    ["jain > 0.9", "Jain's index more than 0.9"],
  ])("%s is %s", (text, words) => {
    expect(conditionWords(readCondition(text, task.scenario))).toBe(words);
  });

  test("say on how many runs a condition is met, and where it is least", () => {
    const { conditions } = verdict([95, 3], [94, 3], [99, 3], [99, 3]);
    expect(verdictWords(conditions[0])).toBe("met on 3 of 4 runs; the least favourable: 94.0 %");
    expect(verdictWords({ ...conditions[1], runs: conditions[1].runs.slice(1) })).toBe(
      "met on 3 of 3 runs; the least favourable: 3 ms",
    );
    expect(verdictWords({ ...conditions[0], runs: [conditions[0].worst] })).toBe("94.0 %, not met");
    expect(runWords(runs[1], task)).toBe("seed 2");
    expect(runWords(runs[2], task)).toBe("hidden path 1 (capacity=20Mbps), seed 1");
  });

  test("say the outcome", () => {
    expect(outcomeWords(verdict([95, 3], [95, 3], [95, 3], [95, 3]))).toBe("All 2 conditions are met.");
    expect(outcomeWords(verdict([95, 3], [94, 3], [95, 3], [95, 3]))).toBe("1 of 2 conditions are met.");
    const one = verdict([95, 3], [95, 3], [95, 3], [95, 3]);
    expect(outcomeWords({ ...one, conditions: one.conditions.slice(1) })).toBe("The condition is met.");
    expect(outcomeWords({ passed: false, met: 0, conditions: one.conditions.slice(1) })).toBe(
      "0 of 1 condition is met.",
    );
  });

  test("say what is run", () => {
    const of = (seeds: number, paths: number) =>
      countedWords({ seeds, also: Array.from({ length: paths }, () => []) });
    expect([of(1, 0), of(3, 0), of(1, 1), of(3, 2)]).toEqual([
      "1 run",
      "3 seeds: 3 runs",
      "1 seed on your path and 1 hidden path: 2 runs",
      "3 seeds on your path and 2 hidden paths: 9 runs",
    ]);
  });

  test("say an answer and a variant", () => {
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
