/** The user's own notebook, stored on the device if the browser allows it, and the action that keeps the bench's run in it. */

import { congestionControls, queueDisciplines, type Scenario } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import type { Bench } from "../../core/bench.ts";
import type { Stored } from "../../core/device.ts";
import { openingOf } from "../../core/edits.ts";
import { fragmentToState } from "../../core/read-fragment.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import { KNOWN_NAMES } from "../pieces.ts";
import { labelOf, settingDifferences } from "../words/setting-differences.ts";
import { type Book, bookFromFragment, bookToFragment, EMPTY_BOOK, MOST_RUNS, withRun } from "./notebook.ts";

/** The user's own notebook. */
export const NOTEBOOK: Stored<Book> = {
  key: "notebook",
  what: "the notebook",
  none: EMPTY_BOOK,
  isDraft: true,
  read: bookFromFragment,
  write: bookToFragment,
};

/** Keeps a run, by default the one on the bench, and returns a sentence about the result. */
export function keepRun(bench: Bench, { scenario, watch } = bench.store.get()): string {
  const link = stateToFragment({ ...openingOf(scenario), pinned: null, watch });
  // The notebook is read again, because a different tab may have kept a run.
  const book = bench.device.read(NOTEBOOK);
  const known = book.runs.find((run) => run.link === link);
  if (known !== undefined) return `This run is in the notebook: “${known.name}”.`;
  if (book.runs.length >= MOST_RUNS) return `The notebook is full: it holds ${counted(MOST_RUNS, "run")}.`;
  const last = book.runs.at(-1);
  const names = book.runs.map(({ name }) => name);
  const name = suggestedName(scenario, last === undefined ? null : keptScenario(last.link).scenario, names);
  const kept = `Kept in the notebook as “${name}”`;
  return bench.device.write(NOTEBOOK, withRun(book, { link, name }))
    ? `${kept}.`
    : `${kept}, until this page is closed: the browser does not store data here.`;
}

interface KeptScenario {
  readonly scenario: Scenario;
  /** Id of the watched link; null for the first link. */
  readonly watch: string | null;
  /** Problems of the URL that were corrected. */
  readonly problems: readonly string[];
}

const READ = new Map<string, KeptScenario>();

/** Returns the run of a kept URL. The same URL always returns the same object. */
export function keptScenario(link: string): KeptScenario {
  const known = READ.get(link);
  if (known !== undefined) return known;
  const { opening, problems } = fragmentToState(link, KNOWN_NAMES, undefined, PROGRAM_READER);
  const { scenario, watch } = opening;
  const read = { scenario, watch, problems: problems.map(({ message }) => message) };
  READ.set(link, read);
  return read;
}

/** Number of settings that a name contains. */
const SPELLED_OUT = 2;

/**
 * Returns a name: the difference from the previously kept run if it is small, otherwise senders and queue. If the
 * name is already used, a number is added.
 */
export function suggestedName(scenario: Scenario, before: Scenario | null, taken: readonly string[]): string {
  const name = (nameByDifference(scenario, before) ?? nameByKind(scenario)).replaceAll("_", " ");
  let [free, number] = [name, 2];
  for (; taken.includes(free); number++) free = `${name} (${number})`;
  return free;
}

function nameByDifference(scenario: Scenario, before: Scenario | null): string | null {
  const differences = before === null ? [] : settingDifferences(before, scenario);
  if (differences.length === 0 || differences.length > SPELLED_OUT) return null;
  return differences.map(({ label, now }) => `${label} ${now}`.trim()).join(", ");
}

function nameByKind({ flows, queue, programs }: Scenario): string {
  const senders = [...new Set(flows.map(({ cc }) => labelOf(congestionControls, cc, programs)))];
  const sent = senders.length > SPELLED_OUT ? `${senders.length} senders` : senders.join(" and ");
  return [sent, labelOf(queueDisciplines, queue.aqm, programs)].filter((word) => word !== "").join(", ");
}
