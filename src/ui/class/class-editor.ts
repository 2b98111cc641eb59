/** What the screen for teachers keeps while the page is open: the task being written, and the hand-ins being checked. */
import { useMemo, useSyncExternalStore } from "react";
import type { Scenario } from "../../engine/index.ts";
import { distinctRuns, type ReadEntry, readList } from "../../teaching/check-list.ts";
import type { Checked } from "../../teaching/check-table.ts";
import type { DocumentProblem } from "../../teaching/document.ts";
import { type Attempts, checkList, NO_RULES, type Rules } from "../../teaching/grading.ts";
import { type HandInList, readHandInList } from "../../teaching/hand-in-list.ts";
import { type Roster, readRoster } from "../../teaching/roster.ts";
import { readDeadline, readLateRule } from "../../teaching/submission-time.ts";
import type { Task } from "../../teaching/task.ts";
import { readTask, readTaskFrom, withTeacherFile, writeTask } from "../../teaching/task.ts";
import { countedWork } from "../guides/task/task-session.ts";
import { browserPool, RunBatch, type WorkerPool } from "../shared/runs/run-batch.ts";
import type { Bench } from "../state/bench.ts";
import type { Stored } from "../state/device.ts";
import { createStore, type Store } from "../state/store.ts";
import { perBench, useBench } from "../state/use-store.ts";
import { Marking } from "./marking.ts";
import {
  type DraftMeaning,
  draftOf,
  firstDraft,
  idOfDraft,
  meaningOf,
  type TaskDraft,
} from "./task-fields.ts";

export interface ClassState extends DraftMeaning {
  readonly draft: TaskDraft;
  /** Why what was to be opened could not be. */
  readonly openProblems: readonly DocumentProblem[];
  /** The task that is checked, where that is another than the one being written. */
  readonly otherTask: Task | null;
  readonly otherProblems: readonly DocumentProblem[];
  /** What its field shows: the link, or the name of the file. */
  readonly otherText: string;
  /** Of that task in two files: what only the teacher has. Empty: not opened yet. */
  readonly teacherFile: string;
  /** What was pasted or read from a file. */
  readonly handIns: string;
  /** Why it cannot be a list. */
  readonly listError: string | null;
  /** The rules of the course, as they are typed. */
  readonly rules: RulesDraft;
  /** What is wrong with them, by field. */
  readonly ruleFaults: Readonly<Partial<Record<keyof RulesDraft, string>>>;
  readonly roster: Roster | null;
  /** Null until a check was started; the task it was started for beside it. */
  readonly checked: Checked | null;
}

export interface RulesDraft {
  /** Of the roster's file; empty: none. */
  readonly roster: string;
  readonly deadline: string;
  readonly late: string;
  readonly attempts: Attempts;
  readonly strict: boolean;
}

const NO_DRAFT: RulesDraft = { roster: "", deadline: "", late: "none", attempts: "last", strict: false };

/** Null: nothing has been written yet. */
export const TASK_DRAFT: Stored<Task | null> = {
  key: "task-draft",
  what: "the task",
  none: null,
  isDraft: true,
  read: taskIn,
  write: (task) => (task === null ? "" : writeTask(task)),
};

/** Throws a sentence. */
function taskIn(file: string): Task {
  const { task, problems } = readTask(file);
  if (task === null) throw new Error(problems[0]?.message);
  return task;
}

export class ClassEditor {
  readonly store: Store<ClassState>;
  readonly runs: RunBatch;
  readonly marking: Marking;

  readonly #bench: Bench;
  /** Shows the check that was made last once more, with other marks. */
  #showAgain: () => void = () => {};

  /** The first task is about what the bench shows. */
  constructor(bench: Bench, pool: WorkerPool) {
    this.#bench = bench;
    const draft = this.#kept() ?? firstDraft(bench.store.get().scenario);
    this.store = createStore<ClassState>({
      draft,
      ...meaningOf(draft),
      openProblems: [],
      otherTask: null,
      otherProblems: [],
      otherText: "",
      teacherFile: "",
      handIns: "",
      listError: null,
      rules: NO_DRAFT,
      ruleFaults: {},
      roster: null,
      checked: null,
    });
    this.runs = new RunBatch(pool);
    this.marking = new Marking(bench);
    let { marks } = this.marking.store.get();
    this.marking.store.subscribe(() => {
      const now = this.marking.store.get().marks;
      if (now === marks) return;
      marks = now;
      this.#showAgain();
    });
  }

  #kept(): TaskDraft | null {
    const task = this.#bench.device.read(TASK_DRAFT);
    return task && draftOf(task);
  }

  /** The task as the device has it: another tab has written it, or it was set aside. */
  takeKept(): void {
    const draft = this.#kept() ?? firstDraft(this.#bench.store.get().scenario);
    this.store.set({ draft, ...meaningOf(draft), openProblems: [] });
  }

  write(draft: TaskDraft): void {
    const meaning = meaningOf(draft);
    this.store.set({ draft, ...meaning, openProblems: [] });
    if (meaning.task !== null) this.#bench.device.write(TASK_DRAFT, meaning.task);
  }

  /** Of the bench's run, with a name of its own: hand-ins of the one before are none of it. */
  newTask(): void {
    const { draft } = this.store.get();
    this.write(firstDraft(this.#bench.store.get().scenario, idOfDraft(draft)));
  }

  takeScenario(base: Scenario): void {
    this.write({ ...this.store.get().draft, base });
  }

  /** A task's link or file, to be written on. */
  openTask(text: string): void {
    const part = this.store.get().task;
    // The two files of a task, one after the other.
    const isTeachers = /^---\s*\nkind: teacher\b/.test(text.trim());
    const { task, problems } = isTeachers && part !== null ? withTeacherFile(part, text) : readTaskFrom(text);
    if (task === null) this.store.set({ openProblems: problems });
    else this.write(draftOf(task));
  }

  /** A task's link, or its file with its name, that hand-ins are of; empty: the one being written. */
  checkAgainst(text: string, otherText = text): void {
    const nothing = { task: null, problems: [] };
    const { task, problems } = otherText.trim() === "" ? nothing : readTaskFrom(text);
    this.store.set({ otherTask: task, otherProblems: problems, otherText, teacherFile: "" });
  }

  /** Of the task that hand-ins are of, where that is in two files. */
  takeTeacherFile(text: string): void {
    const { otherTask } = this.store.get();
    if (otherTask === null) return;
    const { problems } = withTeacherFile(otherTask, text);
    this.store.set({ otherProblems: problems, teacherFile: problems.length > 0 ? "" : text });
  }

  /** The task that hand-ins are checked against; null where it is not whole. */
  checkedTask(): Task | null {
    const { otherTask, otherProblems, task, teacherFile } = this.store.get();
    if (otherProblems.length > 0) return null;
    if (otherTask === null) return task;
    if (teacherFile !== "") return withTeacherFile(otherTask, teacherFile).task;
    return otherTask.isPart ? null : otherTask;
  }

  writeHandIns(handIns: string): void {
    this.store.set({ handIns, listError: null });
  }

  writeRules(change: Partial<RulesDraft>): void {
    this.store.set(({ rules }) => ({ rules: { ...rules, ...change }, ruleFaults: {} }));
  }

  takeRoster(text: string, name: string): void {
    try {
      this.store.set({ roster: readRoster(text) });
      this.writeRules({ roster: name });
    } catch (error) {
      this.store.set({ roster: null, ruleFaults: { roster: sentenceOf(error) } });
      this.store.set(({ rules }) => ({ rules: { ...rules, roster: "" } }));
    }
  }

  dropRoster(): void {
    this.store.set({ roster: null });
    this.writeRules({ roster: "" });
  }

  check(): void {
    const task = this.checkedTask();
    const rules = this.#rules();
    if (task === null || rules === null) return;
    try {
      const list = readHandInList(this.store.get().handIns);
      const read = readList(task, list, rules);
      this.store.set({ listError: null });
      this.#run(task, list, read, rules);
    } catch (error) {
      this.store.set({ listError: sentenceOf(error) });
    }
  }

  /** Null where something is wrong with what is typed. */
  #rules(): Rules | null {
    const { rules, roster } = this.store.get();
    const faults: Partial<Record<keyof RulesDraft, string>> = {};
    const read = <T>(field: "deadline" | "late", reader: (text: string) => T, otherwise: T): T => {
      if (field === "deadline" && rules[field].trim() === "") return otherwise;
      try {
        return reader(rules[field]);
      } catch (error) {
        faults[field] = sentenceOf(error);
        return otherwise;
      }
    };
    const deadline = read("deadline", readDeadline, null);
    const late = read("late", readLateRule, NO_RULES.late);
    if (late.kind !== "none" && rules.deadline.trim() === "")
      faults.deadline = "Nothing is late without a deadline.";
    this.store.set({ ruleFaults: faults });
    if (Object.keys(faults).length > 0) return null;
    return {
      roster,
      deadline,
      late,
      attempts: rules.attempts,
      strict: rules.strict,
      marks: this.marking.store.get().marks,
    };
  }

  #run(task: Task, list: HandInList, read: readonly ReadEntry[], rules: Rules): void {
    let measured: Parameters<typeof checkList>[2] = () => undefined;
    const show = (of: Parameters<typeof checkList>[2]) => {
      measured = of;
      const entries = checkList(task, read, of, { ...rules, marks: this.marking.store.get().marks });
      this.store.set({ checked: { task, list, roster: rules.roster, entries } });
    };
    this.#showAgain = () => show(measured);
    this.marking.open(task);
    show(measured);
    this.runs.start(countedWork(task, () => distinctRuns(read), show));
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One editor per bench: it outlives the screen. */
export const classEditorOf = perBench((bench) => new ClassEditor(bench, browserPool()));

/** For a tab of the screen: what it does, and what it shows. */
export function useClass() {
  const bench = useBench();
  const editor = useMemo(() => classEditorOf(bench), [bench]);
  return { editor, state: useSyncExternalStore(editor.store.subscribe, editor.store.get) };
}
