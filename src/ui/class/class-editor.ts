/** What the screen for teachers keeps while the page is open: the task being written, and the hand-ins being checked. */
import { useMemo, useSyncExternalStore } from "react";
import type { Scenario } from "../../engine/index.ts";
import { distinctRuns, type ReadEntry, readList } from "../../teaching/check-list.ts";
import type { Checked } from "../../teaching/check-table.ts";
import type { DocumentProblem } from "../../teaching/document.ts";
import { textOfFile } from "../../teaching/files.ts";
import { type Attempts, checkList, type Rules } from "../../teaching/grading.ts";
import { filesOfZip, type HandInFile, isZip, listOfFiles } from "../../teaching/hand-in-files.ts";
import { type HandInList, readHandInList } from "../../teaching/hand-in-list.ts";
import type { FiguresRule } from "../../teaching/other-version.ts";
import { type Roster, readRoster } from "../../teaching/roster.ts";
import { type LateRule, readDeadline } from "../../teaching/submission-time.ts";
import { type ColumnCorrections, type ColumnRole, NO_CORRECTIONS } from "../../teaching/table-columns.ts";
import type { Task } from "../../teaching/task.ts";
import { readTask, readTaskFrom, withTeacherFile, writeTask } from "../../teaching/task.ts";
import { countedWork } from "../guides/task/task-session.ts";
import { BUILD } from "../shared/program.ts";
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
  /** One of the two files of a task, while the other is missing. */
  readonly openedPart: Task | null;
  readonly openedTeacherFile: string | null;
  /** The task that is checked, where that is another than the one being written. */
  readonly otherTask: Task | null;
  readonly otherProblems: readonly DocumentProblem[];
  /** What its field shows: the link, or the name of the file. */
  readonly otherText: string;
  /** Of that task in two files: what only the teacher has. Empty: not opened yet. */
  readonly teacherFile: string;
  /** What was pasted or read from a file. */
  readonly handIns: string;
  /** Files that were opened or dropped instead of a text; empty: none. */
  readonly files: readonly HandInFile[];
  /** A teacher's corrections of which column holds what. */
  readonly columns: ColumnCorrections;
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
  readonly late: LateRule;
  readonly attempts: Attempts;
  readonly strict: boolean;
  /** How the list writes dates like 3/5/2026. */
  readonly dates: "as the list says" | "day first" | "month first";
  readonly figures: FiguresRule;
}

const NO_DRAFT: RulesDraft = {
  roster: "",
  deadline: "",
  late: "none",
  attempts: "last",
  strict: false,
  dates: "as the list says",
  figures: "today",
};

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

const TEACHERS_FILE = /^---\s*\nkind: teacher\b/;

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
      openedPart: null,
      openedTeacherFile: null,
      otherTask: null,
      otherProblems: [],
      otherText: "",
      teacherFile: "",
      handIns: "",
      files: [],
      columns: NO_CORRECTIONS,
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

  /** A task's link or file, to be written on. Of a task in two files both are needed, in either order. */
  openTask(text: string): void {
    const { openedPart, openedTeacherFile } = this.store.get();
    const isTeachers = TEACHERS_FILE.test(text.trim());
    const read = isTeachers ? null : readTaskFrom(text);
    const part = isTeachers ? openedPart : read?.task?.isPart === true ? read.task : null;
    const teachers = isTeachers ? text : openedTeacherFile;
    if (isTeachers ? part === null : part !== null && teachers === null) {
      const message = isTeachers
        ? "This is the teacher’s file of a task. Open what students get, too: its link or its file."
        : "This is what students get of a task in two files. Open the teacher’s file, too: without it the task would be another one.";
      this.store.set({
        openProblems: [{ line: 0, message }],
        openedPart: part ?? openedPart,
        openedTeacherFile: isTeachers ? text : null,
      });
      return;
    }
    const whole = part === null || teachers === null ? read : withTeacherFile(part, teachers);
    if (whole === null) return;
    if (whole.task === null) this.store.set({ openProblems: whole.problems });
    else {
      this.store.set({ openedPart: null, openedTeacherFile: null });
      this.write(draftOf(whole.task));
    }
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
    this.store.set({ handIns, files: [], columns: NO_CORRECTIONS, listError: null });
  }

  /** A table, several files with a hand-in each, or a zip of them. `areHandIns`: each file has one, even where there is only one file. */
  takeFiles(files: readonly HandInFile[], areHandIns = false): void {
    try {
      const [first] = files;
      if (areHandIns || files.length !== 1 || !isZip(first.bytes)) {
        if (files.length === 1 && !areHandIns) this.writeHandIns(textOfFile(first.bytes));
        else this.store.set({ handIns: "", files, listError: null });
        return;
      }
      const inside = filesOfZip(first.bytes);
      // A workbook is a zip, too: the reader of texts names it.
      if (inside.some(({ path }) => path === "[Content_Types].xml")) textOfFile(first.bytes);
      this.store.set({ handIns: "", files: inside, listError: null });
    } catch (error) {
      this.store.set({ listError: sentenceOf(error) });
    }
  }

  /** Which column holds what, by its heading; the list is read again with it. */
  correctColumn(role: ColumnRole, heading: string): void {
    this.store.set(({ columns }) => ({ columns: new Map([...columns, [role, heading]]) }));
  }

  /** The list as it is read now; null while there is none. Throws a sentence. */
  list(): HandInList | null {
    const { handIns, files, columns } = this.store.get();
    if (files.length > 0) return listOfFiles(files);
    return handIns.trim() === "" ? null : readHandInList(handIns, columns);
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
      const list = this.list();
      if (list === null) return;
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
    const { late } = rules;
    if (late !== "none" && rules.deadline.trim() === "")
      faults.deadline = "Nothing is late without a deadline.";
    this.store.set({ ruleFaults: faults });
    if (Object.keys(faults).length > 0) return null;
    return {
      roster,
      deadline,
      dayFirst: rules.dates === "as the list says" ? null : rules.dates === "day first",
      late,
      attempts: rules.attempts,
      strict: rules.strict,
      figures: rules.figures,
      version: BUILD,
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
