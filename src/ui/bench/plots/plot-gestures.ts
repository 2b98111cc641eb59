/** Pointer and wheel on a time plot: hover, scrub, select, pinch, zoom, pan. Reports at most once a frame. */

import { type RefObject, useEffect, useRef } from "react";
import type { Plot, TimeView } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";

import { clampView, panBy, zoomAt } from "./time-view.ts";

export interface GestureTarget {
  readonly plot: Plot;
  readonly view: TimeView;
  readonly whole: TimeView;
  onView(view: TimeView): void;
  onCursor(timeS: number | null): void;
  onPlayhead(timeS: number): void;
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
      target.onPlayhead(this.#timeAt(x, target));
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
      target.onCursor(timeS);
      if (scrubbing) target.onPlayhead(timeS);
    });
  }

  /** The times under both fingers stay under them. */
  #pinch(pointer: number, x: number, target: GestureTarget): void {
    const other = [...this.#pointers].find(([id]) => id !== pointer);
    const before = this.#pointers.get(pointer);
    if (other === undefined || before === undefined) return;
    const [oldGap, gap] = [Math.abs(before - other[1]), Math.abs(x - other[1])];
    if (oldGap < 10 || gap < 10) return;
    target.onView(zoomAt(target.view, oldGap / gap, this.#timeAt(other[1], target), target.whole));
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
        target.onView(clampView(view, target.whole));
      }
    }
    const tapped = this.#mode === "undecided" && event.type === "pointerup";
    if (tapped && target !== null) target.onPlayhead(this.#timeAt(this.#xOf(event), target));
    if (this.#pointers.size === 0) this.#mode = "idle";
    if (event.pointerType === "touch") this.#leave();
  }

  #leave(): void {
    if (this.#mode === "idle") this.#soon(() => this.#target()?.onCursor(null));
  }

  #showWhole(): void {
    const target = this.#target();
    if (target !== null) target.onView(target.whole);
  }

  /** A plain vertical wheel scrolls the page, as everywhere. */
  #wheel(event: WheelEvent): void {
    const target = this.#target();
    if (target === null) return;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(event.deltaY * ZOOM_PER_WHEEL_PX);
      target.onView(zoomAt(target.view, factor, this.#timeAt(this.#xOf(event), target), target.whole));
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      const { plot, view } = target;
      target.onView(
        panBy(view, (sideways * (view.toS - view.fromS)) / (plot.right - plot.left), target.whole),
      );
    }
  }
}
