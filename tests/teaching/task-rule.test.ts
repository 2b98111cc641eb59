import { expect, test } from "vitest";
import { NOTHING_YET, ruleOf } from "../../src/teaching/task-rule.ts";
import { taskOf } from "./example-task.ts";

test("what a task leaves to be changed is a rule that controls can keep to", () => {
  const rule = ruleOf(
    taskOf([
      "change: aqm codel, pie",
      "change: aqm codel, pie\nchange: target 1ms, 5ms\nchange: limit 10p..50p\nchange: ecn",
    ]),
  );
  expect(rule.touch).toEqual(["beta-ecn", "aqm", "target", "limit", "ecn"]);
  expect([...rule.ranges]).toEqual([
    ["beta-ecn", [0.5, 0.95]],
    ["target", [1, 5]],
  ]);
  expect([...(rule.choices ?? [])]).toEqual([["aqm", ["codel", "pie"]]]);
  expect(NOTHING_YET.touch).toEqual([]);
});
