/** The notebook that is open: the person's own or one of a link, what has been deleted last, and its runs as they come. */
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import type { DocumentProblem } from "../../teaching/document.ts";
import { browserPool, type WorkerPool } from "../shared/runs/run-batch.ts";
import type { Bench } from "../state/bench.ts";
import { linkIndex } from "../state/run-view.ts";
import { createStore, type Store } from "../state/store.ts";
import { perBench } from "../state/use-store.ts";
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

type Computed = { readonly snapshot: Snapshot } | { readonly error: string };

export interface NotebookState {
  readonly book: Book;
  /** It came by a link: changes go into the link and not into the person's own. */
  readonly ofLink: boolean;
  /** As it was before the last deletion, with the name of what was deleted. */
  readonly before: { readonly book: Book; readonly name: string } | null;
  /** Why the link could not be read, or its runs not be taken. */
  readonly problem: string | null;
  /** What is wrong with the file that was opened last, by line. */
  readonly fileProblems: readonly DocumentProblem[];
  /** By link. */
  readonly computed: ReadonlyMap<string, Computed>;
}

export class NotebookStore {
  readonly store: Store<NotebookState> = createStore<NotebookState>({
    book: EMPTY_BOOK,
    ofLink: false,
    before: null,
    problem: null,
    fileProblems: [],
    computed: new Map<string, Computed>(),
  });
  readonly #bench: Bench;
  readonly #pool: WorkerPool;
  /** What the screen's fragment says of the book that is open. */
  #text: string | null = null;
  /** Links of runs under way. */
  #asked = new Set<string>();
  #stop = new AbortController();

  constructor(bench: Bench, pool: WorkerPool) {
    this.#bench = bench;
    this.#pool = pool;
  }

  /** `text`: the screen's own part of the fragment; empty: the person's own notebook. */
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

  /** A notebook of a file is shown as one of a link: the person's own stays as it is. */
  openFile(text: string): void {
    const { book, problems } = readBookFile(text);
    this.store.set({ fileProblems: problems });
    if (book !== null) this.#bench.showScreen({ id: "notebook", text: bookToFragment(book) });
  }

  /** Runs of a link that the person's own notebook does not have go to its end, all or none. */
  adopt(): void {
    const own = this.#bench.device.read(NOTEBOOK);
    const known = new Set(own.runs.map(({ link }) => link));
    const runs = [...own.runs, ...this.store.get().book.runs.filter(({ link }) => !known.has(link))];
    if (runs.length > MOST_RUNS) {
      const problem = `Nothing was added: your notebook has ${counted(own.runs.length, "run")}, together they would be ${runs.length}, and it holds ${MOST_RUNS}.`;
      this.store.set({ problem });
      return;
    }
    this.#bench.device.write(NOTEBOOK, { ...own, runs });
    this.#bench.showScreen({ id: "notebook", text: "" });
  }

  compute(): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    const { signal } = this.#stop;
    for (let free = this.#pool.size - this.#asked.size; free > 0; free--)
      void this.#work(signal, this.#asked);
  }

  /** Gives up the runs under way, because nobody looks. */
  leave(): void {
    this.#stop.abort();
    this.#asked = new Set();
  }

  async #work(signal: AbortSignal, asked: Set<string>): Promise<void> {
    for (let link = this.#next(); link !== null && !signal.aborted; link = this.#next()) {
      asked.add(link);
      const computed = await this.#run(link, signal);
      asked.delete(link);
      if (computed === null) return;
      this.store.set({ computed: new Map(this.store.get().computed).set(link, computed) });
    }
  }

  async #run(link: string, signal: AbortSignal): Promise<Computed | null> {
    try {
      const { scenario } = keptScenario(link);
      const reply = await this.#pool.run({ key: link, scenario }, "snapshot", signal);
      if (reply === null) return null;
      if (!reply.ok) return { error: reply.message };
      const { snapshot } = reply.value;
      return snapshot === null ? { error: "The run came without its series." } : { snapshot };
    } catch (error) {
      return signal.aborted ? null : { error: error instanceof Error ? error.message : String(error) };
    }
  }

  #next(): string | null {
    const { book, computed } = this.store.get();
    const waiting = book.runs.find(({ link }) => !computed.has(link) && !this.#asked.has(link));
    return waiting?.link ?? null;
  }
}

export const notebookOf = perBench((bench) => new NotebookStore(bench, browserPool()));

/** A kept run with what has been computed of it. */
export interface ShownRun {
  readonly link: string;
  readonly name: string;
  readonly scenario: Scenario;
  /** Null until it is complete. */
  readonly run: NotebookRun | null;
  /** What was wrong with the link, or the run. */
  readonly problems: readonly string[];
}

export function shownRuns({ book, computed }: Pick<NotebookState, "book" | "computed">): ShownRun[] {
  return book.runs.map(({ link, name }) => {
    const { scenario, watch, problems } = keptScenario(link);
    const known = computed.get(link);
    const snapshot = known !== undefined && "snapshot" in known ? known.snapshot : null;
    return {
      link,
      name,
      scenario,
      run: snapshot && { name, scenario, snapshot, link: linkIndex(snapshot.links, watch) },
      problems: known !== undefined && "error" in known ? [...problems, known.error] : problems,
    };
  });
}
