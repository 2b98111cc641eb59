/** Pointer and wheel on a time plot: hover, scrub, select, pinch, zoom, pan. Reports at most once a frame. */

import { type RefObject, useEffect, useRef } from "react";
import type { Plot, TimeView } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";
import type { RunView } from "../../state/run-view.ts";
import type { TimeChartProps } from "./TimePlot.tsx";

/** Zoom and pan of the shared time axis. */

/** Closer than this there is nothing to see: the recorder's buckets are wider. */
const SHORTEST_VIEW_S = 0.05;

/** The whole run's time axis: the declared duration, or what has been simulated where there is none. */
export function wholeView(run: RunView): TimeView {
  const duration = run.scenario.run.duration;
  const toS = typeof duration === "number" ? duration : run.snapshot.nowS;
  return { fromS: 0, toS: Math.max(toS, SHORTEST_VIEW_S) };
}

export function isWhole(view: TimeView, whole: TimeView): boolean {
  return view.fromS <= whole.fromS + 1e-9 && view.toS >= whole.toS - 1e-9;
}

/** `factor` < 1 zooms in; the time under the pointer stays where it is. */
export function zoomAt(view: TimeView, factor: number, atS: number, whole: TimeView): TimeView {
  const fromS = atS - (atS - view.fromS) * factor;
  const toS = atS + (view.toS - atS) * factor;
  return clampView({ fromS, toS }, whole);
}

export function panBy(view: TimeView, deltaS: number, whole: TimeView): TimeView {
  return clampView({ fromS: view.fromS + deltaS, toS: view.toS + deltaS }, whole);
}

/** The nearest allowed view: inside the run, not too short, its length kept where it can be. */
export function clampView(view: TimeView, whole: TimeView): TimeView {
  const longest = whole.toS - whole.fromS;
  const span = Math.min(longest, Math.max(SHORTEST_VIEW_S, view.toS - view.fromS));
  const fromS = Math.min(Math.max(view.fromS, whole.fromS), whole.toS - span);
  return { fromS, toS: fromS + span };
}

/** Keys of the data cursor on a focused time plot. */

interface PlotKeyState {
  readonly cursorS: number | null;
  readonly playheadS: number;
  readonly view: TimeView;
  readonly whole: TimeView;
  /** Time of the next (1) or previous (-1) event, or null. */
  neighbour(timeS: number, direction: 1 | -1): number | null;
}

type PlotKeyAction =
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

interface GestureTarget {
  readonly chart: Pick<TimeChartProps, "view" | "onView" | "onCursor" | "onPlayhead">;
  readonly plot: Plot;
  readonly whole: TimeView;
}

export function usePlotGestures(
  surface: RefObject<HTMLElement | null>,
  selection: RefObject<HTMLElement | null>,
  target: GestureTarget | null,
): void {
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    if (surface.current === null || selection.current === null) return;
    const gestures = new PlotGestures(surface.current, selection.current, () => latest.current);
    return () => gestures.stop();
  }, [surface, selection]);
}

const ZOOM_PER_WHEEL_PX = 0.0025;
/** A Shift + drag shorter than this is a slip of the hand. */
const SHORTEST_SELECTION_PX = 6;

/** A finger that has come down may be about to scroll the page: until it moves sideways or lifts, it does nothing. */
type Mode = "idle" | "undecided" | "scrub" | "select" | "pinch";

const SIDEWAYS_PX = 6;

class PlotGestures {
  readonly #surface: HTMLElement;
  readonly #selection: HTMLElement;
  readonly #target: () => GestureTarget | null;
  readonly #stop = new AbortController();
  readonly #pointers = new Map<number, number>();
  #mode: Mode = "idle";
  #anchorX = 0;
  #report: (() => void) | null = null;
  #frame = 0;

  constructor(surface: HTMLElement, selection: HTMLElement, target: () => GestureTarget | null) {
    this.#surface = surface;
    this.#selection = selection;
    this.#target = target;
    const { signal } = this.#stop;
    surface.addEventListener("pointermove", (event) => this.#move(event), { signal });
    surface.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    surface.addEventListener("pointerup", (event) => this.#up(event), { signal });
    surface.addEventListener("pointercancel", (event) => this.#up(event), { signal });
    surface.addEventListener("pointerleave", () => this.#leave(), { signal });
    surface.addEventListener("dblclick", () => this.#showWhole(), { signal });
    surface.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
  }

  stop(): void {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
  }

  #xOf(event: MouseEvent): number {
    return placeIn(this.#surface, event)[0];
  }

  #timeAt(x: number, { plot }: GestureTarget): number {
    return plot.x.invert(Math.min(plot.right, Math.max(plot.left, x)));
  }

  #soon(report: () => void): void {
    this.#report = report;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#report?.();
    });
  }

  #down(event: PointerEvent): void {
    const target = this.#target();
    if (target === null || event.button !== 0 || event.target !== this.#surface) return;
    const x = this.#xOf(event);
    this.#pointers.set(event.pointerId, x);
    this.#surface.setPointerCapture(event.pointerId);
    this.#anchorX = x;
    if (this.#pointers.size === 2) this.#mode = "pinch";
    else if (event.shiftKey) this.#mode = "select";
    else if (event.pointerType === "touch") this.#mode = "undecided";
    else {
      this.#mode = "scrub";
      target.chart.onPlayhead(this.#timeAt(x, target));
    }
  }

  #move(event: PointerEvent): void {
    const target = this.#target();
    if (target === null) return;
    const x = this.#xOf(event);
    if (this.#mode === "pinch") this.#pinch(event.pointerId, x, target);
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, x);
    if (this.#mode === "select") this.#showSelection(x, target);
    if (this.#mode === "undecided" && Math.abs(x - this.#anchorX) >= SIDEWAYS_PX) this.#mode = "scrub";
    if (this.#mode === "pinch" || this.#mode === "undecided") return;
    const timeS = this.#timeAt(x, target);
    const scrubbing = this.#mode === "scrub";
    this.#soon(() => {
      target.chart.onCursor(timeS);
      if (scrubbing) target.chart.onPlayhead(timeS);
    });
  }

  /** The times under both fingers stay under them. */
  #pinch(pointer: number, x: number, target: GestureTarget): void {
    const other = [...this.#pointers].find(([id]) => id !== pointer);
    const before = this.#pointers.get(pointer);
    if (other === undefined || before === undefined) return;
    const [oldGap, gap] = [Math.abs(before - other[1]), Math.abs(x - other[1])];
    if (oldGap < 10 || gap < 10) return;
    target.chart.onView(
      zoomAt(target.chart.view, oldGap / gap, this.#timeAt(other[1], target), target.whole),
    );
  }

  #showSelection(x: number, { plot }: GestureTarget): void {
    const [from, to] = this.#selected(x, plot);
    this.#selection.style.display = "block";
    this.#selection.style.transform = `translateX(${from}px)`;
    this.#selection.style.width = `${to - from}px`;
  }

  #selected(x: number, plot: Plot): [number, number] {
    const inside = Math.min(plot.right, Math.max(plot.left, x));
    return [Math.min(this.#anchorX, inside), Math.max(this.#anchorX, inside)];
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    const target = this.#target();
    if (this.#mode === "select" && target !== null) {
      const [from, to] = this.#selected(this.#xOf(event), target.plot);
      this.#selection.style.display = "none";
      if (event.type === "pointerup" && to - from >= SHORTEST_SELECTION_PX) {
        const view = { fromS: target.plot.x.invert(from), toS: target.plot.x.invert(to) };
        target.chart.onView(clampView(view, target.whole));
      }
    }
    const tapped = this.#mode === "undecided" && event.type === "pointerup";
    if (tapped && target !== null) target.chart.onPlayhead(this.#timeAt(this.#xOf(event), target));
    if (this.#pointers.size === 0) this.#mode = "idle";
    if (event.pointerType === "touch") this.#leave();
  }

  #leave(): void {
    if (this.#mode === "idle") this.#soon(() => this.#target()?.chart.onCursor(null));
  }

  #showWhole(): void {
    const target = this.#target();
    if (target !== null) target.chart.onView(target.whole);
  }

  /** A plain vertical wheel scrolls the page, as everywhere. */
  #wheel(event: WheelEvent): void {
    const target = this.#target();
    if (target === null) return;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(event.deltaY * ZOOM_PER_WHEEL_PX);
      target.chart.onView(
        zoomAt(target.chart.view, factor, this.#timeAt(this.#xOf(event), target), target.whole),
      );
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      const { plot, whole, chart } = target;
      const { fromS, toS } = chart.view;
      chart.onView(panBy(chart.view, (sideways * (toS - fromS)) / (plot.right - plot.left), whole));
    }
  }
}
