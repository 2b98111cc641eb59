/** Pointer and wheel input on a time plot: hover, seek, select, pinch, zoom, pan. It reports at most once per frame. */

import { type RefObject, useEffect, useRef } from "react";
import type { RunView } from "../core/run-view.ts";
import type { Plot, TimeView } from "../shared/chart/plot-geometry.ts";
import { placeIn } from "../shared/magnified.ts";
import type { TimeChartProps } from "./chart-props.ts";

/** Shortest view in s. The recorder's buckets are too wide for a shorter one. */
const SHORTEST_VIEW_S = 0.05;

/** Returns the time axis of the whole run: the declared duration, or the simulated time if no duration is declared. */
export function wholeView(run: RunView): TimeView {
  const duration = run.scenario.run.duration;
  const toS = typeof duration === "number" ? duration : run.snapshot.nowS;
  return { fromS: 0, toS: Math.max(toS, SHORTEST_VIEW_S) };
}

export function isWhole(view: TimeView, whole: TimeView): boolean {
  return view.fromS <= whole.fromS + 1e-9 && view.toS >= whole.toS - 1e-9;
}

/** Zooms in (`factor` < 1) or out. The time under the pointer keeps its position. */
export function zoomAt(view: TimeView, factor: number, atS: number, whole: TimeView): TimeView {
  const fromS = atS - (atS - view.fromS) * factor;
  const toS = atS + (view.toS - atS) * factor;
  return clampView({ fromS, toS }, whole);
}

export function panBy(view: TimeView, deltaS: number, whole: TimeView): TimeView {
  return clampView({ fromS: view.fromS + deltaS, toS: view.toS + deltaS }, whole);
}

/** Returns the nearest allowed view: inside the run and not too short. Its length is kept if possible. */
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
  /** Returns the time of the next (1) or previous (-1) event; null if there is no such event. */
  neighbour(timeS: number, direction: 1 | -1): number | null;
}

type PlotKeyAction =
  | { readonly cursorS: number | null }
  | { readonly view: TimeView }
  | { readonly playheadS: number };

export const PLOT_KEYS =
  "Arrow keys move the data cursor (with Shift: to the next or previous event), Page Up and Page Down move it by a tenth of the width, " +
  "plus and minus zoom, 0 shows the whole run, Enter explains the event at the cursor or moves the playhead there, " +
  "Shift+Enter explains what is in view, Escape hides the cursor.";

/** Returns the action of a key; null if the plot does not handle it. */
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

/** Returns the view, moved as little as necessary to include a time. */
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
    return followGestures(surface.current, selection.current, () => latest.current);
  }, [surface, selection]);
}

const ZOOM_PER_WHEEL_PX = 0.0025;
/** Minimum length of a Shift + drag. A shorter one is taken for a mistake. */
const SHORTEST_SELECTION_PX = 6;

/**
 * State of the gesture. "undecided": a finger that has touched the plot may start to scroll the page, so nothing
 * happens until the finger moves sideways or lifts.
 */
type Mode = "idle" | "undecided" | "scrub" | "select" | "pinch";

const SIDEWAYS_PX = 6;

/** Starts to follow gestures. Returns a function that stops this. */
function followGestures(
  surface: HTMLElement,
  selection: HTMLElement,
  targetNow: () => GestureTarget | null,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  /** Last position of each pointer that is down. */
  const pointers = new Map<number, number>();
  let mode: Mode = "idle";
  let anchorX = 0;
  let report: () => void = () => {};
  let frame = 0;

  const soon = (next: () => void) => {
    report = next;
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      report();
    });
  };
  const leave = () => {
    if (mode === "idle") soon(() => targetNow()?.chart.onCursor(null));
  };
  const inside = (x: number, { left, right }: Plot) => Math.min(right, Math.max(left, x));
  const timeAt = (x: number, { plot }: GestureTarget) => plot.x.invert(inside(x, plot));
  const selected = (x: number, plot: Plot) => {
    const end = inside(x, plot);
    return [Math.min(anchorX, end), Math.max(anchorX, end)] as const;
  };

  const down = (event: PointerEvent, target: GestureTarget, x: number) => {
    if (event.button !== 0 || event.target !== surface) return;
    pointers.set(event.pointerId, x);
    surface.setPointerCapture(event.pointerId);
    anchorX = x;
    if (pointers.size === 2) mode = "pinch";
    else if (event.shiftKey) mode = "select";
    else if (event.pointerType === "touch") mode = "undecided";
    else {
      mode = "scrub";
      target.chart.onPlayhead(timeAt(x, target));
    }
  };

  /** The times under both fingers keep their positions. */
  const pinch = (pointer: number, x: number, target: GestureTarget) => {
    const other = [...pointers].find(([id]) => id !== pointer);
    const before = pointers.get(pointer);
    if (other === undefined || before === undefined) return;
    const [oldGap, gap] = [Math.abs(before - other[1]), Math.abs(x - other[1])];
    if (oldGap < 10 || gap < 10) return;
    const { chart, whole } = target;
    chart.onView(zoomAt(chart.view, oldGap / gap, timeAt(other[1], target), whole));
  };

  const move = (event: PointerEvent, target: GestureTarget, x: number) => {
    if (mode === "pinch") pinch(event.pointerId, x, target);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, x);
    if (mode === "select") {
      const [from, to] = selected(x, target.plot);
      Object.assign(selection.style, {
        display: "block",
        transform: `translateX(${from}px)`,
        width: `${to - from}px`,
      });
    }
    if (mode === "undecided" && Math.abs(x - anchorX) >= SIDEWAYS_PX) mode = "scrub";
    if (mode === "pinch" || mode === "undecided") return;
    const timeS = timeAt(x, target);
    const isScrubbing = mode === "scrub";
    soon(() => {
      target.chart.onCursor(timeS);
      if (isScrubbing) target.chart.onPlayhead(timeS);
    });
  };

  const up = (event: PointerEvent) => {
    const target = targetNow();
    const [x] = placeIn(surface, event);
    const isDone = event.type === "pointerup";
    pointers.delete(event.pointerId);
    if (mode === "select" && target !== null) {
      const { plot, chart, whole } = target;
      const [from, to] = selected(x, plot);
      selection.style.display = "none";
      if (isDone && to - from >= SHORTEST_SELECTION_PX)
        chart.onView(clampView({ fromS: plot.x.invert(from), toS: plot.x.invert(to) }, whole));
    }
    if (mode === "undecided" && isDone && target !== null) target.chart.onPlayhead(timeAt(x, target));
    if (pointers.size === 0) mode = "idle";
    if (event.pointerType === "touch") leave();
  };

  /** A plain vertical wheel scrolls the page, as on other pages. */
  const wheel = (event: WheelEvent, target: GestureTarget, x: number) => {
    const { plot, chart, whole } = target;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(event.deltaY * ZOOM_PER_WHEEL_PX);
      chart.onView(zoomAt(chart.view, factor, timeAt(x, target), whole));
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      const { fromS, toS } = chart.view;
      chart.onView(panBy(chart.view, (sideways * (toS - fromS)) / (plot.right - plot.left), whole));
    }
  };

  /** Wraps a handler so that it does nothing while there is no plot. */
  const onPlot =
    <E extends MouseEvent>(act: (event: E, target: GestureTarget, x: number) => void) =>
    (event: E) => {
      const target = targetNow();
      if (target !== null) act(event, target, placeIn(surface, event)[0]);
    };
  surface.addEventListener("pointerdown", onPlot(down), { signal });
  surface.addEventListener("pointermove", onPlot(move), { signal });
  surface.addEventListener("pointerup", up, { signal });
  surface.addEventListener("pointercancel", up, { signal });
  surface.addEventListener("pointerleave", leave, { signal });
  const showWhole = onPlot((_, { chart, whole }) => chart.onView(whole));
  surface.addEventListener("dblclick", showWhole, { signal });
  surface.addEventListener("wheel", onPlot(wheel), { signal, passive: false });
  return () => {
    stop.abort();
    cancelAnimationFrame(frame);
  };
}
