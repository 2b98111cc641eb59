/** What the screen for teachers keeps while the page is open: the task being written, and the hand-ins being checked. */
import { useMemo, useSyncExternalStore } from "react";
import type { Scenario } from "../../engine/index.ts";
import {
  type CheckedEntry,
  checkList,
  distinctRuns,
  type ReadEntry,
  readList,
} from "../../teaching/check-list.ts";
import type { DocumentProblem } from "../../teaching/document.ts";
import { readEntries } from "../../teaching/hand-in-list.ts";
import type { Task } from "../../teaching/task.ts";
import { readTaskFrom, writeTask } from "../../teaching/task.ts";
import { countedWork } from "../guides/task/task-session.ts";
import { browserPool, RunBatch, type WorkerPool } from "../shared/runs/run-batch.ts";
import type { Bench } from "../state/bench.ts";
import { readPreference, writePreference } from "../state/preferences.ts";
import { createStore, type Store } from "../state/store.ts";
import { useBench } from "../state/use-store.ts";
import { type DraftMeaning, draftFromFile, draftOf, meaningOf, type TaskDraft } from "./task-fields.ts";

export interface ClassState extends DraftMeaning {
  readonly draft: TaskDraft;
  /** Why what was to be opened could not be. */
  readonly openProblems: readonly DocumentProblem[];
  /** The task that is checked, where that is another than the one being written. */
  readonly otherTask: Task | null;
  readonly otherProblems: readonly DocumentProblem[];
  /** What was pasted or read from a file. */
  readonly handIns: string;
  /** Why it cannot be a list. */
  readonly listError: string | null;
  /** Null until a check was started; the task it was started for beside it. */
  readonly checked: { readonly task: Task; readonly list: readonly CheckedEntry[] } | null;
}

const KEPT = "task-draft";

export class ClassEditor {
  readonly store: Store<ClassState>;
  readonly runs: RunBatch;

  constructor(pool: WorkerPool) {
    const draft = draftFromFile(readPreference(KEPT));
    this.store = createStore<ClassState>({
      draft,
      ...meaningOf(draft),
      openProblems: [],
      otherTask: null,
      otherProblems: [],
      handIns: "",
      listError: null,
      checked: null,
    });
    this.runs = new RunBatch(pool);
  }

  write(draft: TaskDraft): void {
    const meaning = meaningOf(draft);
    this.store.set({ draft, ...meaning, openProblems: [] });
    if (meaning.task !== null) writePreference(KEPT, writeTask(meaning.task));
  }

  takeScenario(base: Scenario): void {
    this.write({ ...this.store.get().draft, base });
  }

  /** A task's link or file, to be written on. */
  openTask(text: string): void {
    const { task, problems } = readTaskFrom(text);
    if (task === null) this.store.set({ openProblems: problems });
    else this.write(draftOf(task));
  }

  /** A task's link or file that hand-ins are of; empty: the one being written. */
  checkAgainst(text: string): void {
    if (text.trim() === "") {
      this.store.set({ otherTask: null, otherProblems: [] });
      return;
    }
    const { task, problems } = readTaskFrom(text);
    this.store.set({ otherTask: task, otherProblems: problems });
  }

  /** The task that hand-ins are checked against. */
  checkedTask(): Task | null {
    const { otherTask, otherProblems, task } = this.store.get();
    return otherProblems.length > 0 ? null : (otherTask ?? task);
  }

  writeHandIns(handIns: string): void {
    this.store.set({ handIns, listError: null });
  }

  check(): void {
    const task = this.checkedTask();
    if (task === null) return;
    try {
      const list = readList(task, readEntries(this.store.get().handIns));
      this.store.set({ listError: null, checked: { task, list: checkList(task, list, () => undefined) } });
      this.#run(task, list);
    } catch (error) {
      this.store.set({ listError: error instanceof Error ? error.message : String(error) });
    }
  }

  #run(task: Task, list: readonly ReadEntry[]): void {
    this.runs.start(
      countedWork(
        task,
        () => distinctRuns(list),
        (of) => this.store.set({ checked: { task, list: checkList(task, list, of) } }),
      ),
    );
  }
}

const editors = new WeakMap<Bench, ClassEditor>();

/** One editor per bench: it outlives the screen. The first task is about what the bench shows. */
export function classEditorOf(bench: Bench, pool: () => WorkerPool = browserPool): ClassEditor {
  const known = editors.get(bench);
  if (known !== undefined) return known;
  const editor = new ClassEditor(pool());
  if (readPreference(KEPT) === null) editor.takeScenario(bench.store.get().scenario);
  editors.set(bench, editor);
  return editor;
}

/** For a tab of the screen: what it does, and what it shows. */
export function useClass() {
  const bench = useBench();
  const editor = useMemo(() => classEditorOf(bench), [bench]);
  return { editor, state: useSyncExternalStore(editor.store.subscribe, editor.store.get) };
}
