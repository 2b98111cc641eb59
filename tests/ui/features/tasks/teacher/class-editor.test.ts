import { beforeEach, describe, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../../../../src/engine/index.ts";
import { listOfFiles } from "../../../../../src/teaching/answer/hand-in-files.ts";
import { resultOf } from "../../../../../src/teaching/check/grading.ts";
import { packTask, studentsPart, teacherFile, writeTask } from "../../../../../src/teaching/task/task.ts";
import { LONGEST_STORED } from "../../../../../src/ui/core/device.ts";
import { NO_INPUTS } from "../../../../../src/ui/features/tasks/teacher/check-inputs.ts";
import { ClassEditor, TASK_DRAFT } from "../../../../../src/ui/features/tasks/teacher/class-editor.ts";
import { idOfDraft } from "../../../../../src/ui/features/tasks/teacher/task-fields.ts";
import { taskOf } from "../../../../teaching/example-task.ts";
import { madeDevice, madeTab } from "../../../core/made-device.ts";
import { MadePool } from "../../../shared/runs/made-work.ts";

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));
const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);

madeDevice();

let crew: MadePool;
let editor: ClassEditor;

beforeEach(() => {
  crew = new MadePool(8);
  editor = new ClassEditor(madeTab(), crew);
});

const state = () => editor.store.get();

describe("the editor of a teacher", () => {
  test("starts with the bench's run", () => {
    const bench = madeTab();
    bench.store.set({ scenario: scenarioFromUrl("v=2&aqm=pie").scenario });
    const own = new ClassEditor(bench, crew);
    expect(own.store.get().draft.base.queue.aqm).toBe("pie");
  });

  test("keeps the task for the next visit, and takes over what another tab has written", () => {
    editor.openTask(writeTask(task));
    const bench = madeTab();
    const other = new ClassEditor(bench, crew);
    expect(other.store.get().task?.id).toBe("choose-beta");
    other.write({ ...other.store.get().draft, id: "mine" });
    editor.takeKept();
    expect(state().task?.id).toBe("mine");
    // A task that cannot be read yet is stored too.
    other.write({ ...other.store.get().draft, seeds: "many" });
    expect(new ClassEditor(madeTab(), crew).store.get()).toMatchObject({
      task: null,
      draft: { id: "mine", seeds: "many" },
    });
    other.write({ ...other.store.get().draft, seeds: "2" });
    expect(bench.device.read(TASK_DRAFT)).toContain("id: mine");
  });

  test("starts a new task with its own id, after a reload too", () => {
    const first = idOfDraft(editor.store.get().draft);
    editor.newTask();
    const second = idOfDraft(editor.store.get().draft);
    const later = new ClassEditor(madeTab(), crew);
    later.newTask();
    expect(new Set([first, second, idOfDraft(later.store.get().draft)]).size).toBe(3);
  });

  test("opens an existing task from its file or its link", () => {
    editor.openTask(writeTask(task));
    expect(state().task?.id).toBe("choose-beta");
    editor.openTask("nothing");
    expect([state().openProblems.length, state().task?.id]).toEqual([1, "choose-beta"]);
    editor.openTask(`#task=${packTask(taskOf(["id: choose-beta", "id: other"]))}`);
    expect([state().openProblems.length, state().task?.id]).toEqual([0, "other"]);
  });

  test("opens a task in two files only with both, in either order", () => {
    const whole = taskOf([
      "vary: rtt 40ms..80ms step 20ms\n",
      "secret: abc\nvary: rtt 40ms..80ms step 20ms\n",
    ]);
    const part = writeTask(studentsPart(whole));
    for (const [first, second, missing] of [
      [part, teacherFile(whole), /Open the teacher’s file too/],
      [teacherFile(whole), part, /Open the students’ link or file too/],
      [`#task=${packTask(whole)}`, teacherFile(whole), /Open the teacher’s file too/],
    ] as const) {
      editor.newTask();
      editor.openTask(first);
      expect(state().openProblems[0].message).toMatch(missing);
      expect(state().task?.id).not.toBe("choose-beta");
      editor.openTask(second);
      const { task: opened } = state();
      expect([state().openProblems, opened && writeTask(opened)]).toEqual([[], writeTask(whole)]);
    }
  });

  test("checks hand-ins of the edited task, or of another one", async () => {
    expect(editor.checkedTask()?.id).toBe("keep-the-link-busy");
    editor.checkAgainst("z.x");
    expect([editor.checkedTask(), state().otherProblems.length]).toEqual([null, 1]);
    editor.check();
    expect(state().checked).toBeNull();
    editor.checkAgainst(writeTask(task));
    expect(editor.checkedTask()?.id).toBe("choose-beta");
    const own = scenarioToUrl(task.scenario);
    editor.writeHandIns(`Ana,#${own}&beta-ecn=0.8\nBo,#${own}&beta-ecn=0.8\nCy,z.x`);
    editor.check();
    expect(state().checked?.entries.map(({ verdict }) => verdict)).toEqual([null, null, null]);
    await nextTask();
    expect(crew.asked).toHaveLength(8);
    await crew.work();
    expect(state().checked?.entries.map(resultOf)).toEqual(["not met", "not met", "not counted"]);
    // Choosing a file shows its name.
    editor.checkAgainst(writeTask(task), "task.md");
    expect([editor.checkedTask()?.id, state().inputs.task.shown]).toEqual([task.id, "task.md"]);
    editor.checkAgainst("");
    expect(editor.checkedTask()?.id).toBe("keep-the-link-busy");
  });

  test("checks by a roster and the rules of the course, and reports their errors", async () => {
    editor.checkAgainst(writeTask(task));
    const own = scenarioToUrl(task.scenario);
    editor.writeHandIns(
      `id;sent;link\ns1;2026-12-01 10:00;#${own}&beta-ecn=0.8\ns9;2026-11-01 10:00;#${own}&beta-ecn=0.8\n`,
    );
    editor.takeRoster("Name,Group\nAna,A", "class.csv");
    expect([state().roster, state().ruleFaults.roster]).toEqual([
      null,
      expect.stringMatching(/No person in the roster/),
    ]);
    editor.takeRoster("Name,ID\nAna,s1\nBo,s2", "class.csv");
    expect([state().inputs.roster?.name, state().roster?.rows.length]).toEqual(["class.csv", 2]);
    editor.writeRules({ late: "refuse" });
    editor.check();
    expect([state().checked, state().ruleFaults.deadline]).toEqual([
      null,
      "Without a deadline, no hand-in is late.",
    ]);
    editor.writeRules({ deadline: "soon" });
    editor.check();
    expect(Object.keys(state().ruleFaults)).toEqual(["deadline"]);
    editor.writeRules({ late: "refuse", deadline: "2026-11-30" });
    editor.check();
    await nextTask();
    await crew.work();
    expect(state().checked?.entries.map(({ flags, score }) => [flags, score])).toEqual([
      [["late"], 0],
      [["not on the roster"], expect.any(Number)],
    ]);
    // A file that is not a roster does not replace the roster.
    editor.takeRoster("Name\nAna", "other.csv");
    expect([state().inputs.roster?.name, state().ruleFaults.roster]).toEqual([
      "class.csv",
      expect.stringMatching(/^other.csv: /),
    ]);
    editor.dropRoster();
    expect([state().roster, state().inputs.roster?.name]).toEqual([null, undefined]);
  });

  test("needs both files of a task that is in two", () => {
    const whole = taskOf(["tries: 3\n", "tries: 3\nsecret: k3x9-7fqd\n"]);
    editor.checkAgainst(writeTask(studentsPart(whole)));
    expect(editor.checkedTask()).toBeNull();
    editor.takeTeacherFile(teacherFile(whole).replace("id: choose-beta", "id: other"));
    expect([editor.checkedTask(), state().otherProblems[0].message]).toEqual([
      null,
      expect.stringMatching(/must be choose-beta, as in the task/),
    ]);
    editor.takeTeacherFile(teacherFile(whole));
    expect(editor.checkedTask()).toEqual(whole);
    // Opens both files of a task as a draft, one after another.
    editor.openTask(writeTask(studentsPart(whole)));
    editor.openTask(teacherFile(whole));
    expect([state().openProblems, state().task?.also, state().draft.secret]).toEqual([
      [],
      whole.also,
      "k3x9-7fqd",
    ]);
    expect(packTask(state().task ?? whole)).toBe(packTask(whole));
  });

  test("judges by a changed setting at once, and runs only what was not run yet", async () => {
    const own = scenarioToUrl(task.scenario);
    editor.checkAgainst(writeTask(task));
    editor.writeHandIns(
      `id;sent;kind;link\ns1;2026-12-01 10:00;A;#${own}&beta-ecn=0.8\ns2;2026-11-01 10:00;B;#${own}&beta-ecn=0.85\n`,
    );
    const flags = () => state().checked?.entries.map((one) => one.flags);
    editor.writeRules({ deadline: "2026-11-30" });
    expect(state().checked).toBeNull();
    editor.check();
    await nextTask();
    // A setting that changes while runs are made does not start them again.
    const { length } = crew.asked;
    editor.writeRules({ late: "refuse" });
    await nextTask();
    expect([crew.asked.length, flags()]).toEqual([length, [["late"], []]]);
    await crew.work();
    expect(
      state().checked?.entries.map(({ feedback }) => feedback.includes("No points: it was late.")),
    ).toEqual([true, false]);
    editor.writeRules({ deadline: "2026-10-30" });
    expect(flags()).toEqual([["late"], ["late"]]);
    editor.writeRules({ deadline: "2026-10-3" });
    expect(editor.outdated()).toBeNull();
    // A setting that cannot be used leaves the results as they are, and they say so.
    editor.writeRules({ deadline: "soon" });
    expect([flags(), editor.outdated()]).toEqual([
      [["late"], ["late"]],
      expect.stringMatching(/results of the last valid settings/),
    ]);
    editor.writeRules({ deadline: "", late: "none" });
    expect([flags(), editor.outdated()]).toEqual([[[], []], null]);
    editor.takeRoster("Name,ID\nAna,s1", "class.csv");
    expect(flags()).toEqual([[], ["not on the roster"]]);
    editor.correctRoster("name", "none");
    expect(state().roster?.columns.names).toEqual([]);
    editor.dropRoster();
    editor.correctColumn("number", "kind");
    expect(state().checked?.entries.map(({ entry }) => entry.ids[0])).toEqual(["A", "B"]);
    await nextTask();
    expect(crew.asked).toEqual([]);
    // Other hand-ins or another task need a new check.
    const { handIns } = state().inputs;
    editor.writeHandIns(`${handIns}s3;2026-11-01 10:00;C;#${own}&beta-ecn=0.6\n`);
    expect([state().inputs.columns.length, editor.outdated()]).toEqual([
      1,
      expect.stringMatching(/hand-ins have changed/),
    ]);
    editor.writeRules({ deadline: "2026-11-30" });
    expect([flags(), crew.asked]).toEqual([[["late"], []], []]);
    editor.writeHandIns(handIns);
    expect(editor.outdated()).toBeNull();
    editor.checkAgainst("");
    expect(editor.outdated()).toMatch(/task has changed/);
  });

  test("keeps what is checked for the next visit", () => {
    const whole = taskOf(["tries: 3\n", "tries: 3\nsecret: k3x9-7fqd\n"]);
    editor.checkAgainst(writeTask(studentsPart(whole)), "task.md");
    editor.takeTeacherFile(teacherFile(whole));
    editor.writeHandIns("id;link\ns1;z.a");
    editor.correctColumn("name", "id");
    editor.takeRoster("Name,ID\nAna,s1", "class.csv");
    editor.writeRules({ deadline: "2026-11-3", late: "refuse", strict: true });
    const later = new ClassEditor(madeTab(), crew);
    expect(later.store.get().inputs).toEqual(state().inputs);
    expect(later.checkedTask()).toEqual(whole);
    expect([later.store.get().roster, later.list()]).toEqual([state().roster, editor.list()]);
    // A file replaces the list, which can be brought back.
    const files = ["s1", "s2"].map((one) => ({
      path: `${one}.html`,
      bytes: new TextEncoder().encode(`<p style="x">z.a</p>${" ".repeat(3_000)}`),
    }));
    later.takeFiles(files);
    expect(new ClassEditor(madeTab(), crew).list()).toEqual(listOfFiles(files));
    later.bringBack();
    expect(later.store.get().inputs).toEqual(state().inputs);
    editor.takeKeptInputs();
    editor.clearInputs();
    expect(new ClassEditor(madeTab(), crew).store.get().inputs).toEqual(NO_INPUTS);
  });

  test("says which inputs are too long for the device, and keeps the others", () => {
    editor.writeRules({ deadline: "2026-11-30" });
    editor.writeHandIns(`z.a\n${" ".repeat(LONGEST_STORED)}`);
    expect(state().notStored).toEqual(["hand-ins"]);
    expect(new ClassEditor(madeTab(), crew).store.get().inputs).toMatchObject({
      handIns: "",
      rules: { deadline: "2026-11-30" },
    });
    editor.writeHandIns("z.a");
    expect(state().notStored).toEqual([]);
  });

  test("says why a text cannot be a list", () => {
    editor.writeHandIns("z.a\n".repeat(5003));
    editor.check();
    expect(state().listError).toMatch(/at most 5000/);
    editor.writeHandIns("z.a");
    expect(state().listError).toBeNull();
  });
});
