import { beforeEach, expect, test } from "vitest";
import { handInCode, handInOf } from "../../../../../src/teaching/answer/hand-in.ts";
import { readHandInList } from "../../../../../src/teaching/answer/hand-in-list.ts";
import { NO_RULES } from "../../../../../src/teaching/check/grading.ts";
import { readList } from "../../../../../src/teaching/check/read-list.ts";
import { handInKey, markOf, marksCsv } from "../../../../../src/teaching/check/teacher-marks.ts";
import { Marking, toMark } from "../../../../../src/ui/features/tasks/teacher/marking.ts";
import { taskOf } from "../../../../teaching/example-task.ts";
import { madeDevice, madeTab } from "../../../core/made-device.ts";

const task = taskOf(
  ["vary: rtt 40ms..80ms step 20ms\n", ""],
  ["seeds: 2", "seeds: 2\nquestion: why text 400 for 4 points: Why?"],
);
const codeOf = (name: string, text: string) =>
  handInCode(handInOf(task, { name, tries: 1 }, [], text === "" ? [] : [{ id: "why", text }]));
const codes = ["Ana", "Bo", "Cy", "Di"].map((name) => codeOf(name, `Because of ${name}.`));
const list = readList(task, readHandInList([...codes, codes[0], codeOf("Ed", "")].join("\n")), NO_RULES);
const [ana] = codes.map((code) => handInKey(code) ?? "");

madeDevice();

let marking: Marking;
beforeEach(() => {
  marking = new Marking(madeTab());
  marking.open(task);
});

test("each hand-in with answers is marked once, and without names in another order", () => {
  expect(toMark(list, false).map(({ who }) => who)).toEqual(["Ana", "Bo", "Cy", "Di"]);
  const hidden = toMark(list, true);
  expect(hidden.map(({ who }) => who)).toEqual(["Student 1", "Student 2", "Student 3", "Student 4"]);
  expect(hidden.map(({ handIn }) => handIn)).not.toEqual(toMark(list, false).map(({ handIn }) => handIn));
  expect(toMark(list.toReversed(), true).map(({ handIn }) => handIn)).toEqual(
    hidden.map(({ handIn }) => handIn),
  );
});

test("marks are kept over a reload, for their task only", () => {
  marking.mark(ana, "why", { points: 3, comment: "Good." });
  const again = new Marking(madeTab());
  again.open(task);
  expect(markOf(again.store.get().marks, ana, "why")).toEqual({ points: 3, comment: "Good." });
  again.open(taskOf());
  expect(again.store.get().marks.size).toBe(0);
});

test("a file of marks is read, and another file is refused", () => {
  marking.mark(ana, "why", { points: 3, comment: "" });
  const file = marksCsv(task, marking.store.get().marks, () => "");
  marking.mark(ana, "why", { points: 1, comment: "later" });
  marking.read(task, file);
  expect(markOf(marking.store.get().marks, ana, "why")).toEqual({ points: 3, comment: "" });
  marking.read(task, "name,score\nAna,3");
  expect(marking.store.get().error).toMatch(/not a file of marks/);
  expect(marking.store.get().marks.size).toBe(1);
});

test("marks of an earlier version, stored or in a file, get to their hand-ins", () => {
  const [anaOld, boOld] = codes.map((code) => code.slice(2, 9));
  const bo = handInKey(codes[1]) ?? "";
  marking.mark(anaOld, "why", { points: 3, comment: "Good." });
  const again = new Marking(madeTab());
  again.open(task);
  again.follow(list);
  again.read(task, `hand-in,question,points\n${boOld},why,2\n1hnf4s9,why,1`);
  const { marks, notes, error } = again.store.get();
  expect(new Set(marks.keys())).toEqual(new Set([ana, bo, "1hnf4s9"]));
  expect(markOf(marks, bo, "why").points).toBe(2);
  expect([notes.length, error]).toEqual([2, null]);
  expect(notes[1]).toMatch(/\(1hnf4s9\) .* earlier version .* no hand-in/);
});
