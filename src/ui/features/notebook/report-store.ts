/** The open report: the run that it belongs to, and the author's text. The run itself is the run of the bench. */
import * as v from "valibot";
import { scenarioToUrl } from "../../../engine/index.ts";
import { checksum } from "../../../lib/packed-text.ts";
import type { Bench } from "../../core/bench.ts";
import type { Device, Stored } from "../../core/device.ts";
import { type AppState, createStore, type Store } from "../../core/store.ts";
import { asJson } from "../../core/stored-json.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import { perBench } from "../../core/use-store.ts";
import { STUDENT } from "../../parts/guide/student.ts";

interface Draft {
  /** Title; empty for the suggested one. */
  readonly title: string;
  readonly notes: string;
  /** Ids of the parts that are shown or omitted contrary to the default. */
  readonly toggled: readonly string[];
}

const NO_DRAFT: Draft = { title: "", notes: "", toggled: [] };
export const LONGEST_TITLE = 120;
export const LONGEST_NOTES = 20_000;
/** Maximum number of stored reports. The oldest are deleted. */
export const MOST_REPORTS = 30;
const MOST_TOGGLED = 100;

const DRAFT = {
  title: v.pipe(v.string(), v.maxLength(LONGEST_TITLE)),
  notes: v.pipe(v.string(), v.maxLength(LONGEST_NOTES)),
  toggled: v.pipe(v.array(v.string()), v.maxLength(MOST_TOGGLED), v.readonly()),
};

export interface ReportState {
  /** Identifies the run; null until a report is open. */
  readonly key: string | null;
  readonly draft: Draft;
  readonly name: string;
  /** True if the browser stores the text. */
  readonly kept: boolean;
  /** The newest report of a different run, while this report has no text. */
  readonly last: KeptReport | null;
}

/** Returns the key of a report. It depends on the runs only, and not on the guide or on how the page is shown. */
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

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Opens a report. `text` is the screen's part of the fragment, a bench URL; empty for the current run. */
  open(text: string): void {
    if (text !== "" && text !== this.#present()) this.#bench.openFragment(text);
    this.#take();
  }

  follow(): void {
    if (this.#bench.store.get().screen.id === "report") this.#take();
  }

  /** Sets the URL and the draft for the run that is on the bench now. */
  #take(): void {
    const { screen } = this.#bench.store.get();
    const text = this.#present();
    if (screen.text !== text) this.#bench.showScreen({ id: "report", text }, "replace");
    this.readDraft();
  }

  /** Reads the text about the run that is on the bench now, for any screen. */
  readDraft(): void {
    const key = keyOf(this.#bench.store.get());
    if (key !== this.store.get().key) this.#read(key);
  }

  /** Reads the stored text again, after a different tab has written it or after it was set aside. */
  takeKept(): void {
    const { key } = this.store.get();
    if (key !== null) this.#read(key);
  }

  #read(key: string): void {
    const { device } = this.#bench;
    splitOldReports(device);
    const { title, notes, toggled } = device.read(REPORT, key) ?? NO_DRAFT;
    this.store.set(({ name }) => ({
      key,
      draft: { title, notes, toggled },
      name: name || device.read(STUDENT),
      kept: device.mayStore(),
      last: notes === "" ? (this.#others(key).find((report) => report.notes !== "") ?? null) : null,
    }));
  }

  /** Returns the other reports, newest first. */
  #others(key: string): KeptReport[] {
    const { device } = this.#bench;
    return device
      .list(REPORT)
      .flatMap((which) => (which === key ? [] : (device.read(REPORT, which) ?? [])))
      .sort((a, b) => b.atMs - a.atMs);
  }

  write(change: Partial<Draft>): void {
    const { key, draft } = this.store.get();
    if (key === null) return;
    const { title, notes, toggled } = { ...draft, ...change };
    const next: Draft = {
      title: title.replace(/\p{Cc}+/gu, " ").slice(0, LONGEST_TITLE),
      notes: notes.slice(0, LONGEST_NOTES),
      toggled: toggled.slice(0, MOST_TOGGLED),
    };
    const isEmpty = next.title === "" && next.notes === "" && next.toggled.length === 0;
    const kept = this.#bench.device.write(REPORT, isEmpty ? null : { ...next, atMs: Date.now() }, key);
    this.#dropOldest();
    this.store.set(({ last }) => ({ draft: next, kept, last: next.notes === "" ? last : null }));
  }

  #dropOldest(): void {
    const { device } = this.#bench;
    const all = device.list(REPORT);
    if (all.length <= MOST_REPORTS) return;
    const age = (which: string) => device.read(REPORT, which)?.atMs ?? 0;
    for (const which of all.sort((a, b) => age(b) - age(a)).slice(MOST_REPORTS)) device.remove(REPORT, which);
  }

  setName(name: string): void {
    this.store.set({ name, kept: this.#bench.device.write(STUDENT, name) });
  }

  /** Shows or omits a part, contrary to its current state. */
  toggle(id: string): void {
    const { toggled } = this.store.get().draft;
    this.write({ toggled: toggled.includes(id) ? toggled.filter((one) => one !== id) : [...toggled, id] });
  }

  /** Copies the notes of the previous report, for the next run of the same work. */
  takeLast(): void {
    const { last } = this.store.get();
    if (last !== null) this.write({ title: last.title, notes: last.notes });
  }

  #present(): string {
    return stateToFragment(this.#bench.store.get());
  }
}

export const reportOf = perBench((bench) => new ReportStore(bench));

interface KeptReport extends Draft {
  /** Time of the last edit, in ms since 1970. */
  readonly atMs: number;
}

const OF_REPORT = asJson(v.object({ ...DRAFT, atMs: v.number() }));

/** Stored reports, by the key of the run. */
export const REPORT: Stored<KeptReport | null> = {
  key: "report.",
  what: "the text of a report",
  none: null,
  isDraft: true,
  ...OF_REPORT,
  // A report without text is deleted.
  write: (report) => (report === null ? "" : OF_REPORT.write(report)),
};

const OLD_REPORTS = v.array(v.object({ key: v.string(), ...DRAFT }));

/** Reports in the form used by older versions: all in one value, newest first. */
export const REPORTS: Stored<v.InferOutput<typeof OLD_REPORTS>> = {
  key: "reports",
  what: "the texts of the reports",
  none: [],
  ...asJson(OLD_REPORTS),
};

function splitOldReports(device: Device): void {
  const old = device.read(REPORTS);
  for (const [at, { key, ...draft }] of old.entries())
    if (device.read(REPORT, key) === null) device.write(REPORT, { ...draft, atMs: -at }, key);
  if (old.length > 0) device.write(REPORTS, []);
}
