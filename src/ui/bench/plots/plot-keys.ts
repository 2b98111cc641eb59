/** Keys of the data cursor on a focused time plot. */

import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { panBy, zoomAt } from "./time-view.ts";

export interface PlotKeyState {
  readonly cursorS: number | null;
  readonly playheadS: number;
  readonly view: TimeView;
  readonly whole: TimeView;
  /** Time of the next (1) or previous (-1) event, or null. */
  neighbour(timeS: number, direction: 1 | -1): number | null;
}

export type PlotKeyAction =
  | { readonly cursorS: number | null }
  | { readonly view: TimeView }
  | { readonly playheadS: number };

export const PLOT_KEYS =
  "Arrow keys move the data cursor, with Shift to the next or previous event, Page Up and Page Down by a tenth, " +
  "plus and minus zoom, 0 shows the whole run, Enter asks why of an event here or moves the playhead here, " +
  "Shift and Enter asks why of what is in view, Escape hides the cursor.";

/** What a key does, or null where it is none of the plot's. */
export function plotKey(key: string, shift: boolean, state: PlotKeyState): PlotKeyAction | null {
  const { view, whole } = state;
  const at = state.cursorS ?? state.playheadS;
  const span = view.toS - view.fromS;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
    case "ArrowRight":
    case "ArrowUp": {
      const direction = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
      if (shift) return { cursorS: state.neighbour(at, direction) ?? at };
      return { cursorS: within(at + (direction * span) / 100, view) };
    }
    case "PageUp":
      return { cursorS: within(at + span / 10, view) };
    case "PageDown":
      return { cursorS: within(at - span / 10, view) };
    case "Home":
      return { cursorS: view.fromS };
    case "End":
      return { cursorS: view.toS };
    case "Enter":
      return state.cursorS === null ? null : { playheadS: state.cursorS };
    case "Escape":
      return state.cursorS === null ? null : { cursorS: null };
    case "+":
    case "=":
      return { view: zoomAt(view, 0.5, within(at, view), whole) };
    case "-":
      return { view: zoomAt(view, 2, within(at, view), whole) };
    case "0":
      return { view: whole };
    default:
      return null;
  }
}

function within(timeS: number, view: TimeView): number {
  return Math.min(view.toS, Math.max(view.fromS, timeS));
}

/** The view moved as little as needed to hold a time. */
export function viewHolding(timeS: number, view: TimeView, whole: TimeView): TimeView {
  if (timeS < view.fromS) return panBy(view, timeS - view.fromS, whole);
  if (timeS > view.toS) return panBy(view, timeS - view.toS, whole);
  return view;
}
