/** Every way the scenario can change: by hand, by undo, by a preset or a link; and the pin that stays behind. */

import { defaultScenario, type Scenario } from "../../engine/index.ts";
import { isRestricted } from "./page-options.ts";
import { allowed, mayPin, mayReplace } from "./permission.ts";
import { type AppState, type HistoryEntry, type Mode, type Pinned, restS, type Store } from "./store.ts";

/** What a live session takes; null while there is none. */
export interface LivePort {
  /** Why an edit cannot be made in this run; null where it can, or where another one begins with it. */
  refusal(from: Scenario, to: Scenario): string | null;
  edit(from: Scenario, to: Scenario): void;
  restart(scenario: Scenario): void;
  /** A run that was left for another one, as it stood. */
  resume(entry: HistoryEntry): void;
}

/** A whole state of the page from a link or a preset. */
export interface Opening {
  readonly scenario: Scenario;
  readonly pinned: Scenario | null;
  readonly mode: Mode;
  readonly trace: string | null;
  readonly watch: string | null;
  /** Where the playhead stands; null: where it rests by default, past the slow start. */
  readonly playheadS: number | null;
}

/** Of the bench alone: nothing pinned, nothing laid over it. */
export function openingOf(scenario: Scenario, mode: Mode = "whole"): Opening {
  return { scenario, pinned: null, mode, trace: null, watch: null, playheadS: null };
}

/** Calls `open` at once where all these programs may run, and else once somebody has said so. */
type AsksForPrograms = (codes: readonly string[], open: () => void) => void;

export class Edits {
  readonly #store: Store<AppState>;
  readonly #live: () => LivePort | null;
  readonly #ask: AsksForPrograms;
  /** Whether it is the guide that acts, whom its own bounds do not bind. */
  #guided = false;

  /** `ask`: whether programs that come with a state may run. */
  constructor(
    store: Store<AppState>,
    live: () => LivePort | null,
    ask: AsksForPrograms = (_, open) => open(),
  ) {
    this.#store = store;
    this.#live = live;
    this.#ask = ask;
  }

  /** Edits that a guide makes of its own accord: a lesson's next step, a talk's scene. */
  byGuide(act: () => void): void {
    this.#guided = true;
    try {
      act();
    } finally {
      this.#guided = false;
    }
  }

  /** A drag goes on: the scenario follows at once, history, URL and announcement wait for `commit`. */
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

  /** The change is finished. */
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

  /** Back to where what may be changed now began, as one step. */
  toStart(): void {
    this.commit();
    const first = this.#store.get().past.find((entry) => this.canTravel(entry));
    if (first !== undefined) this.byGuide(() => this.edit(first.settings));
  }

  /** Whether a step back, or forward, stays with what may be changed now. */
  canTravel(entry: HistoryEntry | undefined): boolean {
    const { frame, bounds } = this.#store.get();
    return entry !== undefined && entry.touch === frame.touch && entry.bounds === bounds;
  }

  reset(): void {
    this.commit();
    const { mode } = this.#store.get();
    this.#replace(openingOf(defaultScenario(), mode));
  }

  /** Opens a preset: undoable, compared with nothing until the next change. `opened`: called once its programs may run. */
  open(opening: Opening, opened?: () => void): void {
    this.commit();
    const { scenario, pinned } = opening;
    const guided = this.#guided;
    this.#ask([...(scenario.programs ?? []), ...(pinned?.programs ?? [])], () => {
      if (guided) this.byGuide(() => this.#replace(opening));
      else this.#replace(opening);
      opened?.();
    });
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

  /** The one place where it is decided whether a change is made. */
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
      trace: opening.trace,
      watch: opening.watch,
      view: { ...state.view, zoom: null },
      playback: { ...state.playback, playheadS: opening.playheadS ?? restS(opening.scenario) },
    }));
    if (opening.mode === "live") this.#live()?.restart(opening.scenario);
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

  /** Whether a live run cannot take this; then the page says why. */
  #isRefused(live: LivePort | null, from: Scenario, to: Scenario): boolean {
    const why = live?.refusal(from, to) ?? null;
    if (why === null) return false;
    const notice = { id: REFUSED, title: "This live run cannot take that change.", lines: [why], link: null };
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

/** Undo and redo as pure functions over two stacks of states. */

const LONGEST_HISTORY = 200;

export function entryOf(state: AppState): HistoryEntry {
  const { scenario, settings, pinned, bounds } = state;
  return { scenario, settings, pinned, touch: state.frame.touch, bounds };
}

/** A finished change: what was before it can be undone to, and nothing can be redone any more. */
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

/** Where the step leads to another live run, the one at hand is left as it stands. */
function onTheWayFrom(state: AppState, to: HistoryEntry): HistoryEntry {
  const entry = entryOf(state);
  return to.leftS === undefined ? entry : { ...entry, leftS: state.run.snapshot?.nowS ?? 0 };
}
