/** All ways to change the scenario: by hand, by undo, by a preset or by a URL. This class also keeps the pinned run. */

import { defaultScenario, type Scenario } from "../../engine/index.ts";
import { isRestricted } from "./page-options.ts";
import { allowed, mayPin, mayReplace } from "./permission.ts";
import type { LinkValues } from "./slice.ts";
import { type AppState, type HistoryEntry, type Mode, type Pinned, restS, type Store } from "./store.ts";

/** The changes that a live session accepts. */
export interface LivePort {
  /**
   * Returns the reason why an edit cannot be made in this run; null if it can, or if the edit starts a different run.
   */
  refusal(from: Scenario, to: Scenario): string | null;
  edit(from: Scenario, to: Scenario): void;
  restart(scenario: Scenario): void;
  /** Returns to a run that was left for a different run, at the time at which it was left. */
  resume(entry: HistoryEntry): void;
}

/** A whole state of the page, from a URL or a preset. */
export interface Opening {
  readonly scenario: Scenario;
  readonly pinned: Scenario | null;
  readonly mode: Mode;
  /** The values of the features. */
  readonly values: LinkValues;
  readonly watch: string | null;
  /** Time of the playhead (s); null means the default, which is after slow start. */
  readonly playheadS: number | null;
}

/** Returns the opening of a scenario without a pinned run and without values of features. */
export function openingOf(scenario: Scenario, mode: Mode = "whole"): Opening {
  return { scenario, pinned: null, mode, values: new Map(), watch: null, playheadS: null };
}

/**
 * Returns whether the page may choose the time range of an opened run. A guide, a talk, an embedding page and a URL
 * with a time state what they show.
 */
export function mayZoom({ guide, frame }: Pick<AppState, "guide" | "frame">, opening: Opening): boolean {
  const isFree = guide === null && !frame.embed && !frame.present;
  const isTimeGiven = [...opening.values.keys()].some(({ choosesTime }) => choosesTime === true);
  return isFree && opening.mode === "whole" && opening.playheadS === null && !isTimeGiven;
}

/** Calls `open` immediately if all of these programs may run; otherwise after the user has allowed them. */
type AsksForPrograms = (codes: readonly string[], open: () => void) => void;

export class Edits {
  readonly #store: Store<AppState>;
  readonly #live: () => LivePort | null;
  readonly #ask: AsksForPrograms;
  /** True while the guide itself makes changes, because its bounds apply to the user only. */
  #guided = false;

  readonly #opened: (values: LinkValues) => void;

  /**
   * `ask` checks whether programs that come with a state may run. `opened` gives the features their values of an opened state.
   */
  constructor(
    store: Store<AppState>,
    live: () => LivePort | null,
    ask: AsksForPrograms = (_, open) => open(),
    opened: (values: LinkValues) => void = () => undefined,
  ) {
    this.#opened = opened;
    this.#store = store;
    this.#live = live;
    this.#ask = ask;
  }

  /** Runs edits that a guide makes, such as those of its next step. */
  byGuide(act: () => void): void {
    this.#guided = true;
    try {
      act();
    } finally {
      this.#guided = false;
    }
  }

  /**
   * Applies an edit during a drag. The scenario changes immediately; history, URL and announcement wait for `commit`.
   */
  preview(asked: Scenario): void {
    const next = this.#allowed(asked);
    if (next === null) return;
    this.#store.set((state) => {
      const changing = state.changing ?? entryOf(state);
      if (state.mode === "live") return { settings: next, changing, touched: true };
      const pinned = state.pinned ?? (state.unpinned ? null : pinOf(state, changing.scenario));
      return { scenario: next, settings: next, changing, pinned, touched: true };
    });
  }

  /** Finishes the change in progress. */
  commit(): void {
    const state = this.#store.get();
    const before = state.changing;
    if (before === null) return;
    if (before.settings === state.settings) {
      this.#store.set({ changing: null });
      return;
    }
    const live = this.#live();
    if (this.#isRefused(live, before.settings, state.settings)) {
      this.#store.set({ settings: before.settings, changing: null });
      return;
    }
    this.#store.set((now) => ({ ...record(now, before), changing: null }));
    live?.edit(before.settings, state.settings);
  }

  edit(next: Scenario): void {
    this.preview(next);
    this.commit();
  }

  undo(): void {
    this.commit();
    this.#travel(travelBack(this.#store.get()));
  }

  redo(): void {
    this.commit();
    this.#travel(travelForward(this.#store.get()));
  }

  /** Returns, in one undo step, to the state in which the current bounds were set. */
  toStart(): void {
    this.commit();
    const first = this.#store.get().past.find((entry) => this.canTravel(entry));
    if (first !== undefined) this.byGuide(() => this.edit(first.settings));
  }

  /** Returns whether an undo or redo step changes only what may be changed now. */
  canTravel(entry: HistoryEntry | undefined): boolean {
    const { frame, bounds } = this.#store.get();
    return entry !== undefined && entry.touch === frame.touch && entry.bounds === bounds;
  }

  reset(): void {
    this.commit();
    const { mode } = this.#store.get();
    this.#replace(openingOf(defaultScenario(), mode));
  }

  /**
   * Opens a preset. The user can undo this, and nothing is compared with the preset until the next change. `opened`
   * is called after its programs are allowed to run.
   */
  open(opening: Opening, opened?: () => void): void {
    this.commit();
    const { scenario, pinned } = opening;
    const guided = this.#guided;
    this.#ask(
      [...(scenario.programs ?? []), ...(pinned?.programs ?? [])].map(({ packed }) => packed),
      () => {
        if (guided) this.byGuide(() => this.#replace(opening));
        else this.#replace(opening);
        opened?.();
      },
    );
  }

  pin(): void {
    if (!mayPin(this.#store)) return;
    this.#store.set((state) => ({
      pinned: pinOf(state, state.scenario),
      unpinned: false,
      commits: state.commits + 1,
    }));
  }

  unpin(): void {
    this.#store.set((state) => ({ pinned: null, unpinned: true, commits: state.commits + 1 }));
  }

  /** Returns the part of the edit that is allowed; null if nothing is. All edits pass through here. */
  #allowed(asked: Scenario): Scenario | null {
    return this.#isFree() ? asked : allowed(this.#store, asked);
  }

  #isFree(): boolean {
    return this.#guided || !isRestricted(this.#store.get());
  }

  #replace(opening: Opening): void {
    if (!this.#isFree() && !mayReplace(this.#store)) return;
    this.#store.set((state) => ({
      ...record(state, entryOf(state)),
      ...restored(opening.scenario, opening.pinned && { scenario: opening.pinned, snapshot: null }),
      unpinned: false,
      mode: opening.mode,
      watch: opening.watch,
      view: { ...state.view, zoom: null, isOpening: mayZoom(state, opening) },
      playback: { ...state.playback, playheadS: opening.playheadS ?? restS(opening.scenario) },
    }));
    if (opening.mode === "live") this.#live()?.restart(opening.scenario);
    this.#opened(opening.values);
  }

  #travel(travel: Travel | null): void {
    if (travel === null || !this.canTravel(travel.entry)) return;
    const from = this.#store.get().settings;
    const { entry, stacks } = travel;
    const live = this.#live();
    if (live === null) {
      this.#store.set({ ...stacks, ...restored(entry.scenario, entry.pinned) });
    } else if (entry.leftS !== undefined) {
      this.#store.set({ ...stacks, pinned: entry.pinned });
      live.resume(entry);
    } else if (!this.#isRefused(live, from, entry.settings)) {
      this.#store.set({ ...stacks, settings: entry.settings, pinned: entry.pinned });
      live.edit(from, entry.settings);
    }
  }

  /** Returns true if a live run cannot take this edit, and then shows the reason. */
  #isRefused(live: LivePort | null, from: Scenario, to: Scenario): boolean {
    const refusal = live?.refusal(from, to) ?? null;
    if (refusal === null) return false;
    const notice = {
      id: REFUSED,
      title: "This live run cannot take that change.",
      lines: [refusal],
      link: null,
    };
    this.#store.set(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== REFUSED), notice] }));
    return true;
  }
}

const REFUSED = "live-refused";

function restored(scenario: Scenario, pinned: Pinned | null): Partial<AppState> {
  return { scenario, settings: scenario, pinned };
}

function pinOf(state: AppState, scenario: HistoryEntry["scenario"]): Pinned {
  const { run } = state;
  const finished = run.scenario === scenario && run.snapshot?.done ? run.snapshot : null;
  return { scenario, snapshot: finished };
}

/** Maximum number of undo steps. */
const LONGEST_HISTORY = 200;

export function entryOf(state: AppState): HistoryEntry {
  const { scenario, settings, pinned, bounds } = state;
  return { scenario, settings, pinned, touch: state.frame.touch, bounds };
}

/** Records a finished change: undo can now return to the previous state, and the redo stack is cleared. */
export function record(state: AppState, before: HistoryEntry): Partial<AppState> {
  return { past: [...state.past, before].slice(-LONGEST_HISTORY), future: [], commits: state.commits + 1 };
}

interface Travel {
  readonly entry: HistoryEntry;
  readonly stacks: Pick<AppState, "past" | "future" | "commits">;
}

function travelBack(state: AppState): Travel | null {
  const entry = state.past.at(-1);
  if (entry === undefined) return null;
  return {
    entry,
    stacks: {
      past: state.past.slice(0, -1),
      future: [...state.future, onTheWayFrom(state, entry)],
      commits: state.commits + 1,
    },
  };
}

function travelForward(state: AppState): Travel | null {
  const entry = state.future.at(-1);
  if (entry === undefined) return null;
  return {
    entry,
    stacks: {
      past: [...state.past, onTheWayFrom(state, entry)],
      future: state.future.slice(0, -1),
      commits: state.commits + 1,
    },
  };
}

/**
 * Returns the history entry of the current state. If the step leads to a different live run, the entry keeps the time
 * of the current live run.
 */
function onTheWayFrom(state: AppState, to: HistoryEntry): HistoryEntry {
  const entry = entryOf(state);
  return to.leftS === undefined ? entry : { ...entry, leftS: state.run.snapshot?.nowS ?? 0 };
}
