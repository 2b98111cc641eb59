/** The report that is open: which run it is of, and what its author has written. The run itself is the bench's. */
import { scenarioToUrl } from "../../engine/index.ts";
import { LONGEST_NAME, tidyName } from "../../teaching/hand-in.ts";
import { checksum } from "../../teaching/packed-text.ts";
import type { Bench } from "../state/bench.ts";
import { readPreference, writePreference } from "../state/preferences.ts";
import { type AppState, createStore, type Store } from "../state/store.ts";
import { stateToFragment } from "../state/url-sync.ts";
import { perBench } from "../state/use-store.ts";

interface Draft {
  /** Empty: the suggested one. */
  readonly title: string;
  readonly notes: string;
  /** Ids of parts that are shown, or left out, against the usual. */
  readonly toggled: readonly string[];
}

interface KeptReport extends Draft {
  /** Names the run. */
  readonly key: string;
}

const NO_DRAFT: Draft = { title: "", notes: "", toggled: [] };
export const LONGEST_TITLE = 120;
export const LONGEST_NOTES = 20_000;
/** The oldest make room. */
export const MOST_REPORTS = 30;
const MOST_TOGGLED = 100;

export interface ReportState {
  /** Names the run; null until one is open. */
  readonly key: string | null;
  readonly draft: Draft;
  readonly name: string;
  /** Whether the device keeps what is written. */
  readonly kept: boolean;
  /** The newest report of another run, as long as nothing is written in this one. */
  readonly last: KeptReport | null;
}

/** Another run is another report; another guide, or another frame of the page, is not. */
function keyOf({ scenario, pinned }: Pick<AppState, "scenario" | "pinned">): string {
  const urls = [scenario, ...(pinned === null ? [] : [pinned.scenario])].map((one) => scenarioToUrl(one));
  return checksum(urls.join("\n"));
}

export class ReportStore {
  readonly store: Store<ReportState> = createStore<ReportState>({
    key: null,
    draft: NO_DRAFT,
    name: "",
    kept: true,
    last: null,
  });
  readonly #bench: Bench;
  /** What was written since the page was opened; without a storage there is nothing else. */
  readonly #drafts = new Map<string, Draft>();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** `text`: the screen's own part of the fragment: a link of the bench; empty: the run that is there. */
  open(text: string): void {
    if (text !== "" && text !== this.#present()) this.#bench.openFragment(text);
    this.#take();
  }

  follow(): void {
    if (this.#bench.store.get().screen.id === "report") this.#take();
  }

  /** The link and the draft of the run that is on the bench now. */
  #take(): void {
    const { screen } = this.#bench.store.get();
    const text = this.#present();
    if (screen.text !== text) this.#bench.showScreen({ id: "report", text }, "replace");
    this.readDraft();
  }

  /** What has been written of the run that is on the bench now, whatever screen is shown. */
  readDraft(): void {
    const key = keyOf(this.#bench.store.get());
    if (key === this.store.get().key) return;
    const reports = this.#remembers() ? readReports() : [];
    const draft = this.#drafts.get(key) ?? reports.find((report) => report.key === key) ?? NO_DRAFT;
    const { title, notes, toggled } = draft;
    this.store.set({
      key,
      draft: { title, notes, toggled },
      name: this.store.get().name || (this.#remembers() ? readStudent() : ""),
      kept: this.#remembers() && keepsReports(),
      last:
        notes === "" ? (reports.find((report) => report.key !== key && report.notes !== "") ?? null) : null,
    });
  }

  write(change: Partial<Draft>): void {
    const { key, draft } = this.store.get();
    if (key === null) return;
    const next = tidyDraft({ ...draft, ...change });
    this.#drafts.set(key, next);
    const kept = this.#remembers() && keepReport({ key, ...next });
    this.store.set(({ last }) => ({ draft: next, kept, last: next.notes === "" ? last : null }));
  }

  setName(name: string): void {
    const kept = this.#remembers() && keepStudent(name);
    this.store.set({ name, kept });
  }

  /** A part that is usually there is left out, or the other way round. */
  toggle(id: string): void {
    const { toggled } = this.store.get().draft;
    this.write({ toggled: toggled.includes(id) ? toggled.filter((one) => one !== id) : [...toggled, id] });
  }

  /** The next run of the same work: its notes begin with those of the one before. */
  takeLast(): void {
    const { last } = this.store.get();
    if (last !== null) this.write({ title: last.title, notes: last.notes });
  }

  #present(): string {
    return stateToFragment(this.#bench.store.get());
  }

  /** In another page's frame nothing is remembered. */
  #remembers(): boolean {
    return !this.#bench.store.get().frame.embed;
  }
}

export const reportOf = perBench((bench) => new ReportStore(bench));

/** Keys on the device. */
const REPORTS = "reports";
/** Shared with tasks. */
const STUDENT = "student";

/** The newest first; read anew each time, because another tab may have written. */
export function readReports(): readonly KeptReport[] {
  try {
    const stored: unknown = JSON.parse(readPreference(REPORTS) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(keptReport).slice(0, MOST_REPORTS) : [];
  } catch {
    return [];
  }
}

function keptReport(stored: unknown): KeptReport[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { key, title, notes, toggled } = stored as Readonly<Record<string, unknown>>;
  if (typeof key !== "string" || typeof title !== "string" || typeof notes !== "string") return [];
  const ids = Array.isArray(toggled) ? toggled.filter((id) => typeof id === "string") : [];
  return [{ key, ...tidyDraft({ title, notes, toggled: ids }) }];
}

export function tidyDraft({ title, notes, toggled }: Draft): Draft {
  return {
    title: title.replace(/\p{Cc}+/gu, " ").slice(0, LONGEST_TITLE),
    notes: notes.slice(0, LONGEST_NOTES),
    toggled: toggled.slice(0, MOST_TOGGLED),
  };
}

/** Returns whether it is kept. One without words is forgotten. */
export function keepReport(report: KeptReport): boolean {
  const others = readReports().filter(({ key }) => key !== report.key);
  const isEmpty = report.title === "" && report.notes === "" && report.toggled.length === 0;
  const all = isEmpty ? others : [report, ...others];
  return writePreference(REPORTS, JSON.stringify(all.slice(0, MOST_REPORTS)));
}

export function keepsReports(): boolean {
  return writePreference(REPORTS, readPreference(REPORTS) ?? "[]");
}

export function readStudent(): string {
  return tidyName(readPreference(STUDENT) ?? "").slice(0, LONGEST_NAME);
}

export function keepStudent(name: string): boolean {
  return writePreference(STUDENT, tidyName(name));
}
