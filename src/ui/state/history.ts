/** Undo and redo as pure functions over two stacks of states. */
import type { AppState, HistoryEntry } from "./store.ts";

const LONGEST_HISTORY = 200;

export function entryOf(state: AppState): HistoryEntry {
  const { scenario, settings, pinned, bounds } = state;
  return { scenario, settings, pinned, touch: state.frame.touch, bounds };
}

/** A finished change: what was before it can be undone to, and nothing can be redone any more. */
export function record(state: AppState, before: HistoryEntry): Partial<AppState> {
  return { past: [...state.past, before].slice(-LONGEST_HISTORY), future: [], commits: state.commits + 1 };
}

export interface Travel {
  readonly entry: HistoryEntry;
  readonly stacks: Pick<AppState, "past" | "future" | "commits">;
}

export function travelBack(state: AppState): Travel | null {
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

export function travelForward(state: AppState): Travel | null {
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
