/** The person's own notebook, kept on the device where that is allowed, and the way of the bench's run into it. */
import type { Bench } from "../state/bench.ts";
import { openingOf } from "../state/edits.ts";
import { readPreference, writePreference } from "../state/preferences.ts";
import { stateToFragment } from "../state/url-sync.ts";
import { suggestedName } from "../words/notebook-names.ts";
import { type Book, bookFromFragment, bookToFragment, EMPTY_BOOK, MOST_RUNS, withRun } from "./book.ts";
import { keptScenario } from "./kept-scenario.ts";

const KEY = "notebook";

/** As long as the page is open, and all there is without a storage. */
const BOOKS = new WeakMap<Bench, Book>();

/** In another page's frame nothing is remembered. */
const remembers = (bench: Bench) => !bench.store.get().frame.embed;

/** Read anew each time: another tab may have kept something. */
export function ownBook(bench: Bench): Book {
  const stored = remembers(bench) ? readPreference(KEY) : null;
  const book = stored === null ? null : readBook(stored);
  return book ?? BOOKS.get(bench) ?? EMPTY_BOOK;
}

function readBook(stored: string): Book | null {
  try {
    return stored === "" ? EMPTY_BOOK : bookFromFragment(stored);
  } catch {
    return null;
  }
}

export function setOwnBook(bench: Bench, book: Book): void {
  BOOKS.set(bench, book);
  if (remembers(bench)) writePreference(KEY, bookToFragment(book));
}

/** Says what came of it, in a sentence. */
export function keepRun(bench: Bench): string {
  const { scenario, watch } = bench.store.get();
  const link = stateToFragment({ ...openingOf(scenario), pinned: null, watch });
  const book = ownBook(bench);
  const known = book.runs.find((run) => run.link === link);
  if (known !== undefined) return `This run is in the notebook: “${known.name}”.`;
  if (book.runs.length >= MOST_RUNS) return `The notebook is full: it holds ${MOST_RUNS} runs.`;
  const last = book.runs.at(-1);
  const names = book.runs.map(({ name }) => name);
  const name = suggestedName(scenario, last === undefined ? null : keptScenario(last.link).scenario, names);
  setOwnBook(bench, withRun(book, { link, name }));
  return `Kept in the notebook as “${name}”.`;
}
