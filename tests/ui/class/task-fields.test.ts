import { expect, test } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { writeTask } from "../../../src/teaching/task.ts";
import { draftOf, firstDraft, idOfDraft, lineOf, meaningOf } from "../../../src/ui/class/task-fields.ts";
import { EXAMPLE, taskOf } from "../../teaching/example-task.ts";

const first = firstDraft(defaultScenario());

test("a draft is a task from the start, and of a task it makes the same", () => {
  expect(meaningOf(first).task?.id).toBe("keep-the-link-busy");
  const { task, faults } = meaningOf(draftOf(taskOf()));
  expect(faults.size).toBe(0);
  expect(task === null ? "" : writeTask(task)).toBe(EXAMPLE);
});

test("what is wrong is told at its field", () => {
  const wrong = lineOf("beta-ecn 0.5..7");
  const condition = lineOf("utilisation >= much");
  const { task, faults } = meaningOf({
    ...first,
    title: "",
    seeds: "0",
    tries: "x",
    words: " ",
    lists: { ...first.lists, change: [...first.lists.change, wrong], count: [condition] },
  });
  expect(task).toBeNull();
  expect(Object.fromEntries(faults)).toEqual({
    title: "must have 1 to 120 letters, has 0",
    seeds: 'must be a whole number from 1 to 20, got "0"',
    tries: 'must be a whole number from 1 to 99, got "x"',
    words: "There are no words below the head: what is asked.",
    [`change ${wrong.key}`]: "β_ecn must be 0.3 to 0.99, got 7",
    [`count ${condition.key}`]: 'utilisation is compared with a number of %; got "much"',
  });
});

test("line breaks in a field stay in its line, and what is missing in a list is told of the whole", () => {
  expect(meaningOf({ ...first, title: "a\nseeds: 7" }).task?.title).toBe("a seeds: 7");
  const { faults } = meaningOf({ ...first, lists: { ...first.lists, change: [] } });
  expect(faults.get("")).toMatch(/no line "change/);
});

test("the name in links is made of the title", () => {
  const id = (title: string) => idOfDraft({ id: "", title });
  expect([id("Ligação ocupada!"), id("任务"), id("x".repeat(99)).length]).toEqual([
    "ligacao-ocupada",
    "task",
    40,
  ]);
  expect(idOfDraft({ id: "own", title: "Other" })).toBe("own");
});
