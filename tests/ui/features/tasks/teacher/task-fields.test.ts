import { expect, test } from "vitest";
import { defaultScenario } from "../../../../../src/engine/index.ts";
import { writeTask } from "../../../../../src/teaching/task/task.ts";
import {
  draftOf,
  draftOfFile,
  firstDraft,
  idOfDraft,
  lineOf,
  meaningOf,
} from "../../../../../src/ui/features/tasks/teacher/task-fields.ts";
import { EXAMPLE, taskOf } from "../../../../teaching/example-task.ts";

const first = firstDraft(defaultScenario());

test("a draft is a task from the start, and a task converts to a draft and back", () => {
  expect(meaningOf(first).task?.id).toBe("keep-the-link-busy");
  const { task, faults } = meaningOf(draftOf(taskOf()));
  expect(faults.size).toBe(0);
  expect(task === null ? "" : writeTask(task)).toBe(EXAMPLE);
});

test("a new task has its own id, and opening a task loses no question", () => {
  const names = ["keep-the-link-busy", "keep-the-link-busy-2", "other"];
  expect(names.map((taken) => idOfDraft(firstDraft(defaultScenario(), taken)))).toEqual([
    "keep-the-link-busy-2",
    "keep-the-link-busy-3",
    "keep-the-link-busy",
  ]);
  const task = taskOf(["seeds: 2", "seeds: 2\nquestion: q1 choice: Which? | A | B\nkey: q1 B"]);
  expect(meaningOf(draftOf(task)).task).toEqual(task);
  // The form must keep everything that the head of a task can contain.
  const group = taskOf(["tries: 3", "tries: 3\ngroup-size: 3\nhint: Think."]);
  expect(meaningOf(draftOf(group)).task).toEqual(group);
  // The task asks for a sentence, and there is a field for it.
  expect(meaningOf(first).task?.questions.map(({ kind }) => kind)).toEqual(["text"]);
  const line = lineOf("q1 essay: Why?");
  const { faults } = meaningOf({ ...first, lists: { ...first.lists, question: [line] } });
  expect(faults.get(`question ${line.key}`)).toMatch(/a question must have a name/);
});

test("a draft with errors is read back as it was typed, and a file with more than the form can hold is refused", () => {
  const faulty = {
    ...first,
    title: "",
    seeds: "x",
    words: "  ",
    lists: {
      ...first.lists,
      change: [lineOf("beta-ecn 0.5..")],
      hint: [lineOf("")],
      count: [lineOf("delay-p90 < 1.000")],
    },
  };
  const { file, faults } = meaningOf(faulty);
  const again = draftOfFile(file);
  const texts = ({ lists }: typeof again) =>
    Object.entries(lists).map(([name, lines]) => [name, lines.map(({ text }) => text)]);
  expect(texts(again)).toEqual(texts(faulty));
  expect({ ...again, lists: null, words: "", id: "" }).toEqual({ ...faulty, lists: null, words: "", id: "" });
  expect([...meaningOf(again).faults.values()]).toEqual([...faults.values()]);
  expect(() => draftOfFile(file.replace("seeds:", "mood:"))).toThrow(`"mood" is not a key of a task.`);
});

test("errors are reported at their fields", () => {
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
    title: "is empty",
    seeds: 'must be a whole number from 1 to 20, got "0"',
    tries: 'must be a whole number from 1 to 99, got "x"',
    words: "There are no words below the head: what is asked.",
    [`change ${wrong.key}`]: "β_ecn must be 0.3 to 0.99, got 7",
    [`count ${condition.key}`]: 'utilisation is compared with a number of %; got "much"',
  });
});

test("a task that no run can meet has no link", () => {
  const line = lineOf("utilisation >= 101 %");
  const { task, faults } = meaningOf({ ...first, lists: { ...first.lists, count: [line] } });
  expect(task).toBeNull();
  expect(faults.get(`count ${line.key}`)).toBe("No run can meet this: Utilisation is at most 100 %.");
});

test("line breaks in a field stay in its line, and a missing line is reported for the whole", () => {
  expect(meaningOf({ ...first, title: "a\nseeds: 7" }).task?.title).toBe("a seeds: 7");
  const { faults } = meaningOf({ ...first, lists: { ...first.lists, change: [] } });
  expect(faults.get("")).toMatch(/no line "change/);
});

test("the id in links is made from the title", () => {
  const id = (title: string) => idOfDraft({ id: "", title });
  expect([id("Ligação ocupada!"), id("任务"), id("x".repeat(99)).length]).toEqual([
    "ligacao-ocupada",
    "task",
    40,
  ]);
  expect(idOfDraft({ id: "own", title: "Other" })).toBe("own");
});

test("a number that could be a thousand is asked about, and a decimal comma is accepted", () => {
  const withLine = (list: "change" | "count" | "vary", text: string) => {
    const line = lineOf(text);
    const { task, faults } = meaningOf({ ...first, lists: { ...first.lists, [list]: [line] } });
    return { task, fault: faults.get(`${list} ${line.key}`) };
  };
  const asked = "1.000 can mean 1000 or 1; write 1000 or 1";
  for (const [list, text] of [
    ["change", "capacity 1.000..2000"],
    ["vary", "rtt 1.000, 2.000"],
    ["count", "delay-p90 < 1.000"],
  ] as const)
    expect(withLine(list, text)).toEqual({ task: null, fault: asked });
  expect(withLine("change", "capacity 1,5").fault).toContain("a comma here can be a decimal comma");
  expect(withLine("change", "beta-ecn 0,5..0,95").task?.changes[0].range).toEqual([0.5, 0.95]);
  expect(withLine("change", "target 1,5ms, 2,5ms").task?.changes[0].values).toEqual([1.5, 2.5]);
  expect(withLine("count", "utilisation >= 95,5 %").task?.counts).toHaveLength(1);
  expect(withLine("change", "cc bbr1, bbr2").fault).toBeUndefined();
  // A number that is unambiguous in a file must stay unambiguous.
  const { task } = withLine("change", "capacity 1.1250..2");
  const again = task && meaningOf(draftOf(task));
  expect(again?.faults.size).toBe(0);
  expect(again?.task?.changes[0].range).toEqual([1.125, 2]);
});
