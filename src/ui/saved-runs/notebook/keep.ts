/** The person's own notebook, kept on the device where that is allowed, and the way of the bench's run into it. */
import type { Bench } from "../../state/bench.ts";
import { openingOf } from "../../state/edits.ts";
import { onPreference, readPreference, writePreference } from "../../state/preferences.ts";
import type { AppState } from "../../state/store.ts";
import { stateToFragment } from "../../state/url-sync.ts";
import { type Book, bookFromFragment, bookToFragment, EMPTY_BOOK, MOST_RUNS, withRun } from "./book.ts";
import { keptScenario } from "./kept-scenario.ts";
import { suggestedName } from "./notebook-names.ts";
import { alreadyKept, keptWords, notebookFull } from "./notebook-words.ts";

const KEY = "notebook";

/** What the device has not taken: no storage, or a full one. It lives as long as the page is open. */
const BOOKS = new WeakMap<Bench, Book>();

/** In another page's frame nothing is remembered. */
const remembers = (bench: Bench) => !bench.store.get().frame.embed;

/** Read anew each time: another tab may have kept something. */
export function ownBook(bench: Bench): Book {
  const here = BOOKS.get(bench);
  if (here !== undefined) return here;
  const stored = remembers(bench) ? readPreference(KEY) : null;
  return (stored === null ? null : readBook(stored)) ?? EMPTY_BOOK;
}

function readBook(stored: string): Book | null {
  try {
    return stored === "" ? EMPTY_BOOK : bookFromFragment(stored);
  } catch {
    return null;
  }
}

/** False where it is kept only as long as the page is open. */
export function setOwnBook(bench: Bench, book: Book): boolean {
  const isStored = remembers(bench) && writePreference(KEY, bookToFragment(book));
  if (isStored) BOOKS.delete(bench);
  else BOOKS.set(bench, book);
  return isStored;
}

/** Calls back when another tab has changed it; returns what ends it. */
export function onOwnBook(changed: () => void): () => void {
  return onPreference(KEY, changed);
}

/** The run that the bench showed when it was asked; says what came of it, in a sentence. */
export function keepRun(bench: Bench, { scenario, watch }: Pick<AppState, "scenario" | "watch">): string {
  const link = stateToFragment({ ...openingOf(scenario), pinned: null, watch });
  const book = ownBook(bench);
  const known = book.runs.find((run) => run.link === link);
  if (known !== undefined) return alreadyKept(known.name);
  if (book.runs.length >= MOST_RUNS) return notebookFull(MOST_RUNS);
  const last = book.runs.at(-1);
  const names = book.runs.map(({ name }) => name);
  const name = suggestedName(scenario, last === undefined ? null : keptScenario(last.link).scenario, names);
  return keptWords(name, setOwnBook(bench, withRun(book, { link, name })));
}
