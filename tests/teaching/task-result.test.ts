import { expect, test } from "vitest";
import { countedRuns, verdictOf } from "../../src/teaching/check.ts";
import { taskResult } from "../../src/teaching/task-result.ts";
import { taskDigest } from "../../src/teaching/task-text.ts";
import { taskOf } from "./example-task.ts";

test("what came of a try, for the page around", () => {
  const task = taskOf();
  const verdict = verdictOf(task, countedRuns(task, task.scenario), () => [96, 31]);
  if (verdict === null) throw new Error("no verdict");
  const result = taskResult(task, { name: "Ana", tries: 2 }, task.scenario, verdict, "z.x");
  expect(result).toEqual({
    ...{ id: "choose-beta", digest: taskDigest(task), name: "Ana", tries: 2, triesLeft: 1 },
    ...{ met: 1, of: 2, passed: false, score: 50, answer: "v=2&duration=20s", code: "z.x" },
  });
  expect(
    taskResult({ ...task, tries: null }, { name: "", tries: 2 }, task.scenario, verdict, null).triesLeft,
  ).toBeNull();
  expect(taskResult(task, { name: "", tries: 9 }, task.scenario, verdict, null).triesLeft).toBe(0);
});
