/** The state of the screen for teachers while the page is open: the task that is written, and the hand-ins that are checked. */
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
import { readTaskFrom, withTeacherFile } from "../../teaching/task.ts";
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
  draftOfFile,
  firstDraft,
  idOfDraft,
  meaningOf,
  type TaskDraft,
} from "./task-fields.ts";

export interface ClassState extends DraftMeaning {
  readonly draft: TaskDraft;
  /** Problems of a document that could not be opened. */
  readonly openProblems: readonly DocumentProblem[];
  /** The first opened file of a task with two files, while the second file is missing. */
  readonly openedPart: Task | null;
  readonly openedTeacherFile: string | null;
  /** The task to check against, if it is not the task that is being written. */
  readonly otherTask: Task | null;
  readonly otherProblems: readonly DocumentProblem[];
  /** Text of the field for that task: the URL, or the name of the file. */
  readonly otherText: string;
  /** The teacher's file of that task, if the task has two files. Empty until it is opened. */
  readonly teacherFile: string;
  /** Hand-ins that were pasted or read from a file. */
  readonly handIns: string;
  /** Files that were opened or dropped instead of a text; empty if none. */
  readonly files: readonly HandInFile[];
  /** The teacher's corrections of the columns' meanings. */
  readonly columns: ColumnCorrections;
  /** Reason why the text is not a list of hand-ins; null if it is one. */
  readonly listError: string | null;
  /** The course rules as typed. */
  readonly rules: RulesDraft;
  /** Errors in the rules, by field. */
  readonly ruleFaults: Readonly<Partial<Record<keyof RulesDraft, string>>>;
  readonly roster: Roster | null;
  /** The results of the check, with the task that was checked; null before the first check. */
  readonly checked: Checked | null;
}

export interface RulesDraft {
  /** Content of the roster file; empty if there is none. */
  readonly roster: string;
  readonly deadline: string;
  readonly late: LateRule;
  readonly attempts: Attempts;
  readonly strict: boolean;
  /** How the list writes dates such as 3/5/2026. */
  readonly dates: "detect from the list" | "day first" | "month first";
  readonly figures: FiguresRule;
}

const NO_DRAFT: RulesDraft = {
  roster: "",
  deadline: "",
  late: "none",
  attempts: "last",
  strict: false,
  dates: "detect from the list",
  figures: "today",
};

/** The stored file of the task as it is typed, with its faults; empty if none has been written. */
export const TASK_DRAFT: Stored<string> = {
  key: "task-draft",
  what: "the task",
  none: "",
  isDraft: true,
  read: (file) => {
    draftOfFile(file);
    return file;
  },
  write: (file) => file,
};

const TEACHERS_FILE = /^---\s*\nkind: teacher\b/;

export class ClassEditor {
  readonly store: Store<ClassState>;
  readonly runs: RunBatch;
  readonly marking: Marking;

  readonly #bench: Bench;
  /** Shows the latest check again, with the current marks. */
  #showAgain: () => void = () => {};

  /** The initial draft is about the run on the bench. */
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
    const file = this.#bench.device.read(TASK_DRAFT);
    return file === "" ? null : draftOfFile(file);
  }

  /** Reads the stored draft again, after a different tab has written it or after it was set aside. */
  takeKept(): void {
    const draft = this.#kept() ?? firstDraft(this.#bench.store.get().scenario);
    this.store.set({ draft, ...meaningOf(draft), openProblems: [] });
  }

  write(draft: TaskDraft): void {
    const meaning = meaningOf(draft);
    this.store.set({ draft, ...meaning, openProblems: [] });
    this.#bench.device.write(TASK_DRAFT, meaning.file);
  }

  /** Starts a task about the bench's run. Its new id separates it from hand-ins of the previous task. */
  newTask(): void {
    const { draft } = this.store.get();
    this.write(firstDraft(this.#bench.store.get().scenario, idOfDraft(draft)));
  }

  takeScenario(base: Scenario): void {
    this.write({ ...this.store.get().draft, base });
  }

  /** Opens the URL or file of a task as a draft. A task with two files needs both, in either order. */
  openTask(text: string): void {
    const { openedPart, openedTeacherFile } = this.store.get();
    const isTeachers = TEACHERS_FILE.test(text.trim());
    const read = isTeachers ? null : readTaskFrom(text);
    const part = isTeachers ? openedPart : read?.task?.isPart === true ? read.task : null;
    const teachers = isTeachers ? text : openedTeacherFile;
    if (isTeachers ? part === null : part !== null && teachers === null) {
      const message = isTeachers
        ? "This is the teacher’s file of a task. Open the students’ link or file too."
        : "This is the students’ file of a task that has two files. Open the teacher’s file too: without it the task is a different one.";
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

  /**
   * Sets the task that hand-ins belong to: its URL, or its file with the file's name. An empty text means the draft.
   */
  checkAgainst(text: string, otherText = text): void {
    const nothing = { task: null, problems: [] };
    const { task, problems } = otherText.trim() === "" ? nothing : readTaskFrom(text);
    this.store.set({ otherTask: task, otherProblems: problems, otherText, teacherFile: "" });
  }

  /** Sets the teacher's file of the task that hand-ins belong to. */
  takeTeacherFile(text: string): void {
    const { otherTask } = this.store.get();
    if (otherTask === null) return;
    const { problems } = withTeacherFile(otherTask, text);
    this.store.set({ otherProblems: problems, teacherFile: problems.length > 0 ? "" : text });
  }

  /** Returns the task that hand-ins are checked against; null if it is incomplete. */
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

  /**
   * Takes a table, several files with one hand-in each, or a zip archive of those. `areHandIns`: each file is a hand-in, even
   * if there is only one.
   */
  takeFiles(files: readonly HandInFile[], areHandIns = false): void {
    try {
      const [first] = files;
      if (areHandIns || files.length !== 1 || !isZip(first.bytes)) {
        if (files.length === 1 && !areHandIns) this.writeHandIns(textOfFile(first.bytes));
        else this.store.set({ handIns: "", files, listError: null });
        return;
      }
      const inside = filesOfZip(first.bytes);
      // A workbook is a zip archive too. The text reader recognises a workbook and explains what to do.
      if (inside.some(({ path }) => path === "[Content_Types].xml")) textOfFile(first.bytes);
      this.store.set({ handIns: "", files: inside, listError: null });
    } catch (error) {
      this.store.set({ listError: sentenceOf(error) });
    }
  }

  /** Corrects the meaning of a column, found by its heading, and reads the list again. */
  correctColumn(role: ColumnRole, heading: string): void {
    this.store.set(({ columns }) => ({ columns: new Map([...columns, [role, heading]]) }));
  }

  /** Returns the list of hand-ins; null if there are none. Throws an error with a message for the user. */
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

  /** Returns the rules; null if a typed rule is invalid. */
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
      dayFirst: rules.dates === "detect from the list" ? null : rules.dates === "day first",
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

/** Returns the editor of a bench. The editor outlives the screen. */
export const classEditorOf = perBench((bench) => new ClassEditor(bench, browserPool()));

/** Returns the editor and its state, for the tabs of the screen. */
export function useClass() {
  const bench = useBench();
  const editor = useMemo(() => classEditorOf(bench), [bench]);
  return { editor, state: useSyncExternalStore(editor.store.subscribe, editor.store.get) };
}
