import { beforeEach, describe, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";
import { resultOf } from "../../../src/teaching/grading.ts";
import { packTask, studentsPart, teacherFile, writeTask } from "../../../src/teaching/task.ts";
import { ClassEditor, TASK_DRAFT } from "../../../src/ui/class/class-editor.ts";
import { idOfDraft } from "../../../src/ui/class/task-fields.ts";
import { taskOf } from "../../teaching/example-task.ts";
import { MadePool } from "../shared/runs/made-work.ts";
import { madeDevice, madeTab } from "../state/made-device.ts";

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
    expect([editor.checkedTask()?.id, state().otherText]).toEqual([task.id, "task.md"]);
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
      expect.stringMatching(/Nobody in the roster/),
    ]);
    editor.takeRoster("Name,ID\nAna,s1\nBo,s2", "class.csv");
    expect([state().rules.roster, state().roster?.rows.length]).toEqual(["class.csv", 2]);
    editor.writeRules({ late: "refuse" });
    editor.check();
    expect([state().checked, state().ruleFaults.deadline]).toEqual([
      null,
      "Nothing is late without a deadline.",
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
    editor.dropRoster();
    expect([state().roster, state().rules.roster]).toEqual([null, ""]);
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

  test("says why a text cannot be a list", () => {
    editor.writeHandIns("z.a\n".repeat(5003));
    editor.check();
    expect(state().listError).toMatch(/at most 5000/);
    editor.writeHandIns("z.a");
    expect(state().listError).toBeNull();
  });
});
