/** The state of the screen for teachers while the page is open: the task that is written, and the hand-ins that are checked. */
import { useMemo, useSyncExternalStore } from "react";
import type { Scenario } from "../../../../engine/index.ts";
import { textOfFile } from "../../../../lib/file-text.ts";
import {
  filesOfZip,
  type HandInFile,
  handInTexts,
  isOfficeFile,
  isZip,
  listOfTexts,
} from "../../../../teaching/answer/hand-in-files.ts";
import { type HandInList, readHandInList } from "../../../../teaching/answer/hand-in-list.ts";
import type { KeptResults } from "../../../../teaching/check/check.ts";
import type { Checked } from "../../../../teaching/check/check-table.ts";
import { type CourseRules, gradeList } from "../../../../teaching/check/grading.ts";
import { distinctRuns, type ReadEntry, readList } from "../../../../teaching/check/read-list.ts";
import type { DocumentProblem } from "../../../../teaching/document/document.ts";
import { type Roster, readRoster } from "../../../../teaching/roster/roster.ts";
import { readDeadline } from "../../../../teaching/tables/submission-time.ts";
import type { ColumnRole } from "../../../../teaching/tables/table-columns.ts";
import type { Task } from "../../../../teaching/task/task.ts";
import { readTaskFrom, withTeacherFile } from "../../../../teaching/task/task.ts";
import type { Bench } from "../../../core/bench.ts";
import type { Stored } from "../../../core/device.ts";
import { createStore, type Store } from "../../../core/store.ts";
import { perBench, useBench } from "../../../core/use-store.ts";
import { checkingPool, RunBatch, type WorkerPool } from "../../../shared/runs/run-batch.ts";
import { BUILD } from "../../../shared/version.ts";
import { countedWork } from "../task-session.ts";
import { CHECK_INPUTS, type CheckInputs, NO_INPUTS, type RulesDraft, withinLimit } from "./check-inputs.ts";
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
  /** The inputs of a check and its settings, as typed and opened. */
  readonly inputs: CheckInputs;
  /** Inputs that are too long to be stored on the device. */
  readonly notStored: readonly string[];
  /** The list that a file has replaced; null if there is none. */
  readonly replaced: HandInInputs | null;
  /** The task to check against, if it is not the task that is being written. */
  readonly otherTask: Task | null;
  readonly otherProblems: readonly DocumentProblem[];
  /** Reason why the text is not a list of hand-ins; null if it is one. */
  readonly listError: string | null;
  /** Errors in the rules and in the roster. */
  readonly ruleFaults: Readonly<Partial<Record<keyof RulesDraft | "roster", string>>>;
  readonly roster: Roster | null;
  /** The results of the check, with the task that was checked; null before the first check. */
  readonly checked: Checked | null;
  /** True if the settings cannot be used, so that the results are still those of earlier settings. */
  readonly isHeld: boolean;
}

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

type HandInInputs = Pick<CheckInputs, "handIns" | "files" | "columns">;

/** The task and the hand-ins of a check. The other inputs can change after it: the results follow them at once. */
interface CheckSubject {
  readonly task: Task;
  readonly taskText: string;
  readonly handIns: CheckInputs["handIns"];
  readonly files: CheckInputs["files"];
}

interface LatestCheck extends CheckSubject {
  readonly list: HandInList;
  readonly read: readonly ReadEntry[];
  readonly rules: CourseRules;
}

const TEACHERS_FILE = /^---\s*\nkind: teacher\b/;

export class ClassEditor {
  readonly store: Store<ClassState>;
  readonly runs: RunBatch;
  readonly marking: Marking;

  readonly #bench: Bench;
  #latest: LatestCheck | null = null;
  /** Results of the runs since Check was pressed, by the key of the run. */
  #measured = new Map<string, KeptResults>();
  /** Keys of the runs that were started since Check was pressed. */
  #started = new Set<string>();

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
      notStored: [],
      replaced: null,
      listError: null,
      checked: null,
      isHeld: false,
      ...meaningOfInputs(bench.device.read(CHECK_INPUTS)),
    });
    this.runs = new RunBatch(pool);
    this.marking = new Marking(bench);
    let { marks } = this.marking.store.get();
    this.marking.store.subscribe(() => {
      const now = this.marking.store.get().marks;
      if (now === marks) return;
      marks = now;
      this.#show();
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

  /** Reads the stored inputs of the check again, after a different tab has written them or after they were set aside. */
  takeKeptInputs(): void {
    this.store.set(meaningOfInputs(this.#bench.device.read(CHECK_INPUTS)));
    this.#follow();
  }

  /** Removes all inputs of the check and its results from the page and from the device. */
  clearInputs(): void {
    this.runs.cancel();
    this.#latest = null;
    this.store.set({
      ...meaningOfInputs(NO_INPUTS),
      ...{ replaced: null, listError: null, checked: null, isHeld: false },
    });
    this.#keep();
  }

  #setInputs(change: Partial<CheckInputs>): void {
    this.store.set(({ inputs }) => ({ inputs: { ...inputs, ...change } }));
    this.#keep();
  }

  #keep(): void {
    const { kept, left } = withinLimit(this.store.get().inputs);
    this.#bench.device.write(CHECK_INPUTS, kept);
    this.store.set({ notStored: left });
  }

  /**
   * Sets the task that hand-ins belong to: its URL, or its file with the file's name. An empty text means the draft.
   */
  checkAgainst(text: string, shown = text): void {
    const task = { source: shown.trim() === "" ? "" : text, shown, teacherFile: "" };
    this.store.set(otherTaskOf(task));
    this.#setInputs({ task });
  }

  /** Sets the teacher's file of the task that hand-ins belong to. */
  takeTeacherFile(text: string): void {
    const { inputs, otherTask } = this.store.get();
    if (otherTask === null) return;
    const { problems } = withTeacherFile(otherTask, text);
    this.store.set({ otherProblems: problems });
    this.#setInputs({ task: { ...inputs.task, teacherFile: problems.length > 0 ? "" : text } });
  }

  /** Returns the task that hand-ins are checked against; null if it is incomplete. */
  checkedTask(): Task | null {
    const { otherTask, otherProblems, task, inputs } = this.store.get();
    const { teacherFile } = inputs.task;
    if (otherProblems.length > 0) return null;
    if (otherTask === null) return task;
    if (teacherFile !== "") return withTeacherFile(otherTask, teacherFile).task;
    return otherTask.isPart ? null : otherTask;
  }

  /** Returns the texts that define the checked task. */
  #taskText(): string {
    const { file, inputs } = this.store.get();
    const { source, teacherFile } = inputs.task;
    return source === "" ? file : `${source}\n${teacherFile}`;
  }

  writeHandIns(handIns: string): void {
    const before = this.store.get().inputs;
    const isSameTable = firstLineOf(handIns) === firstLineOf(before.handIns);
    this.#takeList({ handIns, files: [], columns: isSameTable ? before.columns : [] });
  }

  /** Replaces the list by a different one. The previous list can be restored. */
  replaceHandIns(handIns: string): void {
    this.#replace({ handIns, files: [], columns: [] });
  }

  /** Adds lines to the list. A table with headings replaces it. */
  addHandIns(text: string): void {
    const { handIns } = this.store.get().inputs;
    if (handIns.trim() === "" || isTable(text)) this.replaceHandIns(text);
    else this.writeHandIns(`${handIns.trimEnd()}\n${text}`);
  }

  /** Restores the list that a file has replaced. */
  bringBack(): void {
    const { replaced } = this.store.get();
    if (replaced !== null) this.#replace(replaced);
  }

  #replace(list: HandInInputs): void {
    const { handIns, files, columns } = this.store.get().inputs;
    const isEmpty = handIns.trim() === "" && files.length === 0;
    this.#takeList(list);
    this.store.set({ replaced: isEmpty ? null : { handIns, files, columns } });
  }

  #takeList(list: HandInInputs): void {
    this.store.set({ listError: null, replaced: null });
    this.#setInputs(list);
  }

  /**
   * Takes a table, several files with one hand-in each, or a zip archive of those. `areHandIns`: each file is a hand-in, even
   * if there is only one.
   */
  takeFiles(files: readonly HandInFile[], areHandIns = false): void {
    const take = (all: readonly HandInFile[]) =>
      this.#replace({ handIns: "", files: handInTexts(all), columns: [] });
    try {
      const [first] = files;
      if (areHandIns || files.length !== 1 || !isZip(first.bytes)) {
        if (files.length === 1 && !areHandIns) this.replaceHandIns(textOfFile(first.bytes));
        else take(files);
        return;
      }
      const inside = filesOfZip(first.bytes);
      // A workbook is a zip archive too. The text reader recognises a workbook and explains what to do.
      if (isOfficeFile(inside)) textOfFile(first.bytes);
      take(inside);
    } catch (error) {
      this.store.set({ listError: sentenceOf(error) });
    }
  }

  /** Corrects the meaning of a column of the list, found by its heading. */
  correctColumn(role: ColumnRole, heading: string): void {
    const { columns } = this.store.get().inputs;
    this.#setInputs({ columns: corrected(columns, role, heading) });
    this.#follow();
  }

  /** Corrects the meaning of a column of the roster. */
  correctRoster(role: ColumnRole, heading: string): void {
    const { roster } = this.store.get().inputs;
    if (roster === null) return;
    this.#takeRoster({ ...roster, columns: corrected(roster.columns, role, heading) });
  }

  /** Returns the list of hand-ins; null if there are none. Throws an error with a message for the user. */
  list(): HandInList | null {
    return listOf(this.store.get().inputs);
  }

  writeRules(change: Partial<RulesDraft>): void {
    const { rules } = this.store.get().inputs;
    this.store.set({ ruleFaults: {} });
    this.#setInputs({ rules: { ...rules, ...change } });
    this.#follow();
  }

  /** Takes a roster. If the text is not one, the previous roster stays. */
  takeRoster(text: string, name: string): void {
    this.#takeRoster({ name, text, columns: [] });
  }

  #takeRoster(roster: NonNullable<CheckInputs["roster"]>): void {
    try {
      this.store.set({ roster: rosterOf(roster), ruleFaults: {} });
      this.#setInputs({ roster });
      this.#follow();
    } catch (error) {
      this.store.set({ ruleFaults: { roster: `${roster.name}: ${sentenceOf(error)}` } });
    }
  }

  dropRoster(): void {
    this.store.set({ roster: null, ruleFaults: {} });
    this.#setInputs({ roster: null });
    this.#follow();
  }

  check(): void {
    const task = this.checkedTask();
    const { handIns, files } = this.store.get().inputs;
    if (task === null) return;
    this.#judge({ task, taskText: this.#taskText(), handIns, files }, true);
  }

  /** Judges the latest check by the current settings. Only missing runs are made. */
  #follow(): void {
    if (this.#latest !== null) this.#judge(this.#latest, false);
  }

  /** Returns the reason why the results do not belong to the current inputs; null if they do. */
  outdated(): string | null {
    const { inputs, isHeld } = this.store.get();
    const latest = this.#latest;
    if (latest === null) return null;
    if (latest.handIns !== inputs.handIns || !isSame(latest.files, inputs.files))
      return "The hand-ins have changed since this check. Press Check again.";
    if (latest.taskText !== this.#taskText())
      return "The task has changed since this check. Press Check again.";
    return isHeld
      ? "One of the settings above is not valid. These are the results of the last valid settings."
      : null;
  }

  /** Returns the rules; null if a typed rule is invalid. */
  #rules(): CourseRules | null {
    const { inputs, roster } = this.store.get();
    const { rules } = inputs;
    let deadline: CourseRules["deadline"] = null;
    let fault = "";
    try {
      if (rules.deadline.trim() !== "") deadline = readDeadline(rules.deadline);
      else if (rules.late !== "none") fault = "Without a deadline, no hand-in is late.";
    } catch (error) {
      fault = sentenceOf(error);
    }
    this.store.set({ ruleFaults: fault === "" ? {} : { deadline: fault } });
    if (fault !== "") return null;
    return {
      roster,
      deadline,
      dayFirst: rules.dates === "detect from the list" ? null : rules.dates === "day first",
      late: rules.late,
      attempts: rules.attempts,
      strict: rules.strict,
      figures: rules.figures,
      version: BUILD,
      marks: this.marking.store.get().marks,
    };
  }

  /** Judges hand-ins by the current settings. `isNew`: the results of earlier checks are read again. */
  #judge(subject: CheckSubject, isNew: boolean): void {
    const rules = this.#rules();
    const { columns } = this.store.get().inputs;
    try {
      const list = rules === null ? null : listOf({ ...subject, columns });
      if (rules === null || list === null) {
        this.store.set({ isHeld: true });
        return;
      }
      const read = readList(subject.task, list, rules);
      this.#latest = { ...subject, list, read, rules };
      this.store.set({ listError: null, isHeld: false });
    } catch (error) {
      this.store.set({ listError: sentenceOf(error), isHeld: true });
      return;
    }
    if (isNew) {
      this.#measured = new Map();
      this.#started = new Set();
      this.marking.open(subject.task);
    }
    if (this.#latest !== null) this.marking.follow(this.#latest.read);
    this.#show();
    this.#run(isNew);
  }

  #show(): void {
    if (this.#latest === null) return;
    const { task, list, read, rules } = this.#latest;
    const { marks } = this.marking.store.get();
    const entries = gradeList(task, read, (key) => this.#measured.get(key), { ...rules, marks });
    this.store.set({ checked: { task, list, roster: rules.roster, entries } });
  }

  #run(isNew: boolean): void {
    if (this.#latest === null) return;
    const { task, read } = this.#latest;
    const runs = distinctRuns(read);
    if (!isNew && runs.every(({ key }) => this.#started.has(key))) return;
    for (const { key } of runs) this.#started.add(key);
    this.runs.start(
      countedWork(
        task,
        () => runs,
        () => this.#show(),
        this.#measured,
      ),
    );
  }
}

function isSame(files: CheckInputs["files"], others: CheckInputs["files"]): boolean {
  const isEqual = ({ path, text }: CheckInputs["files"][number], i: number) =>
    path === others[i].path && text === others[i].text;
  return files.length === others.length && files.every(isEqual);
}

function isTable(text: string): boolean {
  try {
    return readHandInList(text).heads !== null;
  } catch {
    return false;
  }
}

function firstLineOf(text: string): string {
  return text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
}

function corrected(
  columns: CheckInputs["columns"],
  role: ColumnRole,
  heading: string,
): CheckInputs["columns"] {
  return [...columns.filter(([one]) => one !== role), [role, heading]];
}

/** Returns the list of hand-ins; null if there are none. Throws an error with a message for the user. */
function listOf({ handIns, files, columns }: HandInInputs): HandInList | null {
  if (files.length > 0) return listOfTexts(files);
  return handIns.trim() === "" ? null : readHandInList(handIns, new Map(columns));
}

function rosterOf({ text, columns }: NonNullable<CheckInputs["roster"]>): Roster {
  return readRoster(text, new Map(columns));
}

function otherTaskOf({ source }: CheckInputs["task"]): Pick<ClassState, "otherTask" | "otherProblems"> {
  const { task, problems } = source === "" ? { task: null, problems: [] } : readTaskFrom(source);
  return { otherTask: task, otherProblems: problems };
}

/** Returns stored inputs and their meaning. */
function meaningOfInputs(inputs: CheckInputs) {
  let roster: Roster | null = null;
  let ruleFaults: ClassState["ruleFaults"] = {};
  try {
    roster = inputs.roster === null ? null : rosterOf(inputs.roster);
  } catch (error) {
    ruleFaults = { roster: sentenceOf(error) };
  }
  return { inputs, roster, ruleFaults, ...otherTaskOf(inputs.task) };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the editor of a bench. The editor outlives the screen. */
export const classEditorOf = perBench((bench) => new ClassEditor(bench, checkingPool()));

/** Returns the editor and its state, for the tabs of the screen. */
export function useClass() {
  const bench = useBench();
  const editor = useMemo(() => classEditorOf(bench), [bench]);
  return { editor, state: useSyncExternalStore(editor.store.subscribe, editor.store.get) };
}

/** Opens a list of hand-ins, or files with one hand-in each, on the teacher's screen. */
export function takeHandIns(bench: Bench, list: string | readonly HandInFile[]): void {
  const editor = classEditorOf(bench);
  if (typeof list === "string") editor.addHandIns(list);
  else editor.takeFiles(list, true);
  bench.showScreen({ id: "class", text: "check" });
}
