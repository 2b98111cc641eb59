/** The open notebook (the user's own notebook or that of a URL), the last deletion, and the results of its runs. */
import type { Scenario } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import type { Bench } from "../../core/bench.ts";
import { linkIndex } from "../../core/run-view.ts";
import { createStore, type Store } from "../../core/store.ts";
import { perBench } from "../../core/use-store.ts";
import { browserPool, type WorkerPool } from "../../shared/runs/run-batch.ts";
import { keptScenario, NOTEBOOK } from "./keep.ts";
import {
  type Book,
  bookFromFragment,
  bookToFragment,
  EMPTY_BOOK,
  MOST_RUNS,
  readBookFile,
  without,
} from "./notebook.ts";
import type { NotebookRun } from "./notebook-table.ts";
import { type ComputedRun, SnapshotRuns } from "./snapshot-runs.ts";

export interface NotebookState {
  readonly book: Book;
  /** True for the notebook of a URL. Changes go into the URL and not into the user's own notebook. */
  readonly ofLink: boolean;
  /** The notebook before the last deletion, and the name of what was deleted. */
  readonly before: { readonly book: Book; readonly name: string } | null;
  /** Reason why the URL could not be read, or why its runs could not be copied. */
  readonly problem: string | null;
  /** Errors in the file that was opened last, by line. */
  readonly fileProblems: readonly DocumentProblem[];
  /** Results, by the URL of the run. */
  readonly computed: ReadonlyMap<string, ComputedRun>;
  /** URLs of the runs that are only computed at the user's request, because they take long. */
  readonly held: readonly string[];
}

export class NotebookStore {
  readonly store: Store<NotebookState> = createStore<NotebookState>({
    book: EMPTY_BOOK,
    ofLink: false,
    before: null,
    problem: null,
    fileProblems: [],
    computed: new Map<string, ComputedRun>(),
    held: [],
  });
  readonly #bench: Bench;
  readonly #runs: SnapshotRuns;
  /** The screen's fragment for the open notebook. */
  #text: string | null = null;

  constructor(bench: Bench, pool: WorkerPool) {
    this.#bench = bench;
    this.#runs = new SnapshotRuns(pool, {
      links: () => this.store.get().book.runs.map(({ link }) => link),
      computed: () => this.store.get().computed,
      setComputed: (computed) => this.store.set({ computed }),
      setHeld: (held) => this.store.set({ held }),
    });
  }

  /** Opens a notebook. `text` is the screen's part of the fragment; empty for the user's own notebook. */
  open(text: string): void {
    if (text === this.#text && text !== "") return;
    this.#text = text;
    this.store.set({ before: null, problem: null, fileProblems: [], ofLink: text !== "", book: EMPTY_BOOK });
    try {
      this.store.set({ book: text === "" ? this.#bench.device.read(NOTEBOOK) : bookFromFragment(text) });
    } catch (error) {
      this.store.set({ problem: error instanceof Error ? error.message : String(error) });
    }
    this.compute();
  }

  write(book: Book): void {
    this.store.set({ book });
    if (!this.store.get().ofLink) {
      this.#bench.device.write(NOTEBOOK, book);
      return;
    }
    this.#text = bookToFragment(book);
    this.#bench.showScreen({ id: "notebook", text: this.#text }, "replace");
  }

  remove(at: number): void {
    const { book } = this.store.get();
    this.write(without(book, at));
    this.store.set({ before: { book, name: book.runs[at].name } });
  }

  undo(): void {
    const { before } = this.store.get();
    if (before === null) return;
    this.write(before.book);
    this.store.set({ before: null });
    this.compute();
  }

  /** Opens the notebook of a file like that of a URL. The user's own notebook does not change. */
  openFile(text: string): void {
    const { book, problems } = readBookFile(text);
    this.store.set({ fileProblems: problems });
    if (book !== null) this.#bench.showScreen({ id: "notebook", text: bookToFragment(book) });
  }

  /** Appends those runs of a URL that the user's own notebook does not have: either all of them or none. */
  adopt(): void {
    const own = this.#bench.device.read(NOTEBOOK);
    const known = new Set(own.runs.map(({ link }) => link));
    const runs = [...own.runs, ...this.store.get().book.runs.filter(({ link }) => !known.has(link))];
    if (runs.length > MOST_RUNS) {
      const problem = `Nothing was added. Your notebook has ${counted(own.runs.length, "run")}; together there would be ${runs.length}, and the limit is ${MOST_RUNS}.`;
      this.store.set({ problem });
      return;
    }
    this.#bench.device.write(NOTEBOOK, { ...own, runs });
    this.#bench.showScreen({ id: "notebook", text: "" });
  }

  compute(isRequested = false): void {
    this.#runs.compute(isRequested);
  }

  /** Cancels the runs in progress when the screen is left. */
  leave(): void {
    this.#runs.leave();
  }
}

export const notebookOf = perBench((bench) => new NotebookStore(bench, browserPool()));

/** A kept run with its results. */
export interface ShownRun {
  readonly link: string;
  readonly name: string;
  readonly scenario: Scenario;
  /** The run with its results; null until the run is complete. */
  readonly run: NotebookRun | null;
  /** True if the run is only computed at the user's request. */
  readonly isHeld: boolean;
  /** Problems of the URL or the run. */
  readonly problems: readonly string[];
}

export function shownRuns({
  book,
  computed,
  held,
}: {
  readonly book: Pick<Book, "runs">;
  readonly computed: NotebookState["computed"];
  readonly held: NotebookState["held"];
}): ShownRun[] {
  return book.runs.map(({ link, name }) => {
    const { scenario, watch, problems } = keptScenario(link);
    const known = computed.get(link);
    const snapshot = known !== undefined && "snapshot" in known ? known.snapshot : null;
    return {
      link,
      name,
      scenario,
      isHeld: held.includes(link),
      run: snapshot && { name, scenario, snapshot, link: linkIndex(snapshot.links, watch) },
      problems: known !== undefined && "error" in known ? [...problems, known.error] : problems,
    };
  });
}
