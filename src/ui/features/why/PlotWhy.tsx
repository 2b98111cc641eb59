/**
 * The layer over a time plot that explains events: the label at the symbol under the pointer, and the numbered
 * moments of an explanation.
 */
import { memo, useEffect, useMemo, useRef } from "react";
import type { Question, StoryMoment } from "../../../engine/index.ts";
import type { RunEvent } from "../../core/run-events.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench, useSlice } from "../../core/use-store.ts";
import type {
  PaintedEvent,
  PlotLayerProps,
  PlotQuestions,
  PlotToolProps,
  TimeChartProps,
} from "../../plots/chart-props.ts";
import { senderEvents } from "../../plots/flow-events.ts";
import { viewHolding, wholeView } from "../../plots/gestures.ts";
import type { Plot, TimeView } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";
import { askingOf, questionOf, SAME_TIME_S, WHY } from "./asking.tsx";
import { eventName, eventTitle } from "./event-words.ts";

/**
 * A time plot that the user can ask for explanations: a click without movement asks about the symbol under the pointer, Shift
 * and a drag about the time range, and Enter about the event at the data cursor.
 */
export interface AskedPlot {
  readonly asks: PlotQuestions;
  readonly run: RunView;
  /** Index of the highlighted flow; null if no flow is highlighted. */
  readonly only: number | null;
}

/**
 * Returns the events of a plot that the user can ask about: by pointer the events whose symbols it shows, by keyboard
 * all events that were logged.
 */
export function eventsOf({ asks, run, only }: AskedPlot): RunEvent[] {
  return asks.events?.(run, only) ?? senderEvents(run, only);
}

export interface PlotTarget extends AskedPlot {
  readonly plot: Plot;
  readonly chart: TimeChartProps;
}

interface AskingHands {
  ask(question: Question): void;
  /** Shows the event that Enter or a click would ask about, at its position; null hides the label. */
  show(event: RunEvent | null, x: number, y: number): void;
  /** Announces the event to screen readers. */
  say(event: RunEvent): void;
}

/**
 * Radius in px within which the pointer hits a symbol, which gives a target 24 px across. A finger needs a larger
 * target.
 */
const REACH_PX = 12;
const FINGER_REACH_PX = 20;
/** Distance in px from which on a pressed pointer counts as a drag. */
const STILL_PX = 5;

interface Press {
  readonly target: PlotTarget;
  readonly x: number;
  readonly y: number;
  readonly isShift: boolean;
  readonly hit: PaintedEvent | null;
}

export class PlotAsking {
  readonly #surface: HTMLElement;
  readonly #target: () => PlotTarget;
  readonly #hands: AskingHands;
  readonly #stop = new AbortController();
  #press: Press | null = null;
  #painted: { readonly target: PlotTarget; readonly list: readonly PaintedEvent[] } | null = null;

  constructor(surface: HTMLElement, target: () => PlotTarget, hands: AskingHands) {
    this.#surface = surface;
    this.#target = target;
    this.#hands = hands;
    const { signal } = this.#stop;
    surface.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    surface.addEventListener("pointermove", (event) => this.#move(event), { signal });
    surface.addEventListener("pointerup", (event) => this.#up(event), { signal });
    surface.addEventListener("pointercancel", () => this.#forget(), { signal });
    surface.addEventListener("pointerleave", () => this.#point(null), { signal });
    surface.addEventListener("blur", () => this.#point(null), { signal });
    // This handler runs before the plot's own key handler.
    surface.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Shows the event at the data cursor after a key has moved it. */
  atCursor(): void {
    const target = this.#target();
    if (target.chart.cursorS === null || document.activeElement !== this.#surface) return;
    if (this.#surface.matches(":hover")) return;
    const event = this.#eventAt(target.chart.cursorS, target);
    this.#point(event, target.plot.x(event?.atS ?? 0), target.plot.top + REACH_PX);
    if (event !== null) this.#hands.say(event);
  }

  #hit(x: number, y: number, reachPx: number): PaintedEvent | null {
    const target = this.#target();
    const known = this.#painted?.target;
    if (
      this.#painted === null ||
      known?.run !== target.run ||
      known.plot !== target.plot ||
      known.only !== target.only
    )
      this.#painted = {
        target,
        list: target.asks.painted?.(target.run, target.only, target.plot) ?? [],
      };
    const nearest = nearestPainted(this.#painted.list, x, y, reachPx);
    if (nearest !== null || !(y > target.plot.bottom - target.plot.footPx && y <= target.plot.bottom))
      return nearest;
    const event = target.asks.foot?.(target.run, target.only, target.plot, x, y) ?? null;
    return event && { event, x, y };
  }

  #placeOf(event: PointerEvent): [number, number] {
    return placeIn(this.#surface, event);
  }

  #point(event: RunEvent | null, x = 0, y = 0): void {
    this.#surface.style.cursor = event === null ? "" : "pointer";
    this.#hands.show(event, x, y);
  }

  #forget(): void {
    this.#press = null;
    this.#point(null);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || event.target !== this.#surface) {
      this.#forget();
      return;
    }
    const [x, y] = this.#placeOf(event);
    const reachPx = event.pointerType === "touch" ? FINGER_REACH_PX : REACH_PX;
    const isShift = event.shiftKey;
    this.#press = { target: this.#target(), x, y, isShift, hit: isShift ? null : this.#hit(x, y, reachPx) };
  }

  /** Does not look for symbols during a drag. */
  #move(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    if (event.buttons !== 0) {
      this.#point(null);
      return;
    }
    const [x, y] = this.#placeOf(event);
    const hit = this.#hit(x, y, REACH_PX);
    this.#point(hit?.event ?? null, hit?.x, hit?.y ?? y);
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || !event.isPrimary) return;
    this.#forget();
    const [x, y] = this.#placeOf(event);
    if (press.isShift) this.#askBetween(press, x);
    else if (press.hit !== null && Math.hypot(x - press.x, y - press.y) <= STILL_PX)
      this.#hands.ask(questionOf(press.hit.event));
  }

  #askBetween({ target, x }: Press, toX: number): void {
    if (Math.abs(toX - x) <= STILL_PX) return;
    const { plot } = target;
    const timeAt = (px: number) => plot.x.invert(Math.min(plot.right, Math.max(plot.left, px)));
    const [fromS, toS] = [Math.min(x, toX), Math.max(x, toX)].map(timeAt);
    this.#hands.ask(stretchOf(target, { fromS, toS }));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTaken = event.key === "Enter" ? this.#enter(event.shiftKey) : this.#arrow(event);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #enter(isShift: boolean): boolean {
    const target = this.#target();
    const { chart } = target;
    if (isShift) {
      this.#hands.ask(stretchOf(target, chart.view));
      return true;
    }
    const event = this.#eventAt(chart.cursorS ?? chart.playheadS, target);
    if (event !== null) this.#hands.ask(questionOf(event));
    return event !== null;
  }

  #eventAt(atS: number, target: PlotTarget): RunEvent | null {
    const { plot } = target;
    const [fromS, toS] = plot.x.domain();
    const reachS = (REACH_PX * (toS - fromS)) / (plot.right - plot.left);
    return nearestInTime(eventsOf(target), atS, reachS);
  }

  /** Moves from event to event of this plot with Shift and an arrow key. The plot's frame handles the events of senders. */
  #arrow({ key, shiftKey }: KeyboardEvent): boolean {
    const direction = /^Arrow(?:Right|Up)$/.test(key) ? 1 : /^Arrow(?:Left|Down)$/.test(key) ? -1 : null;
    const target = this.#target();
    if (!shiftKey || direction === null || target.asks.events === undefined) return false;
    const { chart } = target;
    const atS = chart.cursorS ?? chart.playheadS;
    const timeS = neighbourTime(eventsOf(target), atS, direction, SAME_TIME_S) ?? atS;
    chart.onCursor(timeS);
    const view = viewHolding(timeS, chart.view, wholeView(chart.run));
    if (view !== chart.view) chart.onView(view);
    return true;
  }
}

/** Returns the nearest event within reach; the first one if two are equally near. */
export function nearestPainted(
  painted: readonly PaintedEvent[],
  x: number,
  y: number,
  reachPx: number,
): PaintedEvent | null {
  let nearest: PaintedEvent | null = null;
  let least = reachPx;
  for (const one of painted) {
    const away = Math.hypot(one.x - x, one.y === null ? 0 : one.y - y);
    if (away < least || (nearest === null && away <= least)) {
      nearest = one;
      least = away;
    }
  }
  return nearest;
}

export function nearestInTime(events: readonly RunEvent[], atS: number, reachS: number): RunEvent | null {
  let nearest: RunEvent | null = null;
  for (const event of events) {
    const away = Math.abs(event.atS - atS);
    if (away <= reachS && (nearest === null || away < Math.abs(nearest.atS - atS))) nearest = event;
  }
  return nearest;
}

/**
 * Returns the time of the next (1) or previous (-1) event of a queue or a join. The plot's frame handles the events of senders.
 */
export function neighbourTime(
  events: readonly RunEvent[],
  atS: number,
  direction: 1 | -1,
  tolerance: number,
): number | null {
  const found =
    direction === 1
      ? events.find((event) => event.atS > atS + tolerance)
      : events.findLast((event) => event.atS < atS - tolerance);
  return found?.atS ?? null;
}

export function stretchOf({ asks, run, only }: AskedPlot, { fromS, toS }: TimeView): Question {
  return { kind: "stretch", of: asks.of, link: run.link, flow: only, fromS, toS };
}

/** Width that the label needs to the right of a symbol. */
const SIGN_ROOM_PX = 190;

export function PlotWhy({ asks, chart, plot, surface }: PlotLayerProps) {
  const bench = useBench();
  const sign = useRef<HTMLDivElement>(null);
  const latest = useRef<PlotTarget>(null);
  const listening = useRef<PlotAsking>(null);
  useEffect(() => {
    latest.current = { asks, run: chart.run, only: chart.highlightFlow, plot, chart };
  });
  useEffect(() => {
    if (surface.current === null) return;
    const asking = askingOf(bench);
    const made = new PlotAsking(surface.current, () => latest.current as PlotTarget, {
      ask: (question) => asking.ask(question),
      show: (event, x, y) => {
        const { run, plot: now } = latest.current as PlotTarget;
        place(sign.current, event && `Why? ${eventTitle(run, event)}`, x, y, now);
      },
      say: (event) =>
        bench.announcer.say(`${eventName(event)} at ${event.atS.toFixed(2)} s. Enter asks why.`),
    });
    listening.current = made;
    return () => made.stop();
  }, [bench, surface]);
  const { cursorS } = chart;
  useEffect(() => {
    if (cursorS !== null) listening.current?.atCursor();
  }, [cursorS]);
  return (
    <>
      <ChainMarks plot={plot} />
      <div className="why-sign" ref={sign} hidden aria-hidden="true" />
    </>
  );
}

/** Changes the label's element directly, without React, because the label follows the pointer. */
function place(sign: HTMLElement | null, text: string | null, x: number, y: number, plot: Plot): void {
  if (sign === null) return;
  sign.hidden = text === null;
  if (text === null) return;
  sign.textContent = text;
  const toLeft = x + SIGN_ROOM_PX > plot.width;
  sign.style.transform = `translate(${Math.round(x)}px, ${Math.round(y + 14)}px) translateX(${toLeft ? "calc(-100% + 10px)" : "-10px"})`;
}

/** A button next to a plot's title that asks about the range in view. */
export function WhyHere({ asks, chart, title }: PlotToolProps) {
  const bench = useBench();
  const { run, highlightFlow, view } = chart;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-label={`Why here? Explain the ${title} in view`}
      title="Explain the part of this plot that is in view (Shift+Enter, or Shift and drag)"
      onClick={() => askingOf(bench).ask(stretchOf({ asks, run, only: highlightFlow }, view))}
    >
      Why here?
    </button>
  );
}

const SIGN_HEIGHT_PX = 16;

/**
 * The moments of the open explanation as numbered hairlines. They have their own layer, so no curve is painted again.
 */
const ChainMarks = memo(function ChainMarks({ plot }: { readonly plot: Plot }) {
  const chain = useSlice(WHY).asked?.story?.chain ?? null;
  const marks = useMemo(() => (chain === null ? [] : chainMarks(chain, plot)), [chain, plot]);
  if (marks.length === 0) return null;
  const top = plot.bottom - SIGN_HEIGHT_PX - 3;
  return (
    <svg className="why-chain notranslate" width={plot.width} height={plot.height} aria-hidden="true">
      {marks.map(({ xs, text, x, widthPx }) => (
        <g key={text}>
          {xs.map((at) => (
            <line key={at} x1={at + 0.5} x2={at + 0.5} y1={plot.top} y2={plot.bottom} />
          ))}
          <rect x={x - widthPx / 2} y={top} width={widthPx} height={SIGN_HEIGHT_PX} rx="8" />
          <text x={x} y={top + 12} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
});

interface ChainMark {
  /** Positions of the hairlines (px), at most one per pixel. */
  readonly xs: readonly number[];
  /** Numbers of the moments as text: "2", or "2–4". */
  readonly text: string;
  /** Middle of the label (px). */
  readonly x: number;
  readonly widthPx: number;
}

const SIGN_PX = 16;
const RANGE_SIGN_PX = 30;
const AIR_PX = 2;

interface Placed {
  readonly number: number;
  readonly x: number;
}

/** Returns the positions of a chain's numbers. Moments that are too close for two labels share one label. */
export function chainMarks(chain: readonly StoryMoment[], plot: Plot): ChainMark[] {
  const placed = chain
    .map(({ atS }, index): Placed => ({ number: index + 1, x: plot.x(atS) }))
    .filter(({ x }) => x >= plot.left - 0.5 && x <= plot.right + 0.5);
  let groups = placed.map((one) => [one]);
  // Two merged labels may overlap a third one, so this loop repeats until nothing merges.
  for (let count = -1; count !== groups.length; ) {
    count = groups.length;
    groups = joinTouching(groups);
  }
  return groups.map((group) => markOf(group, plot));
}

function joinTouching(groups: readonly Placed[][]): Placed[][] {
  const joined: Placed[][] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    if (before !== undefined && reach(before, 1) + AIR_PX > reach(group, -1)) before.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

function reach(group: readonly Placed[], side: 1 | -1): number {
  return middle(group) + (side * widthOf(group)) / 2;
}

function middle(group: readonly Placed[]): number {
  return (group[0].x + group[group.length - 1].x) / 2;
}

function widthOf(group: readonly Placed[]): number {
  return group.length === 1 ? SIGN_PX : RANGE_SIGN_PX;
}

function markOf(group: readonly Placed[], plot: Plot): ChainMark {
  const [first, last] = [group[0], group[group.length - 1]];
  const widthPx = widthOf(group);
  const x = Math.min(plot.right - widthPx / 2, Math.max(plot.left + widthPx / 2, middle(group)));
  return {
    xs: [...new Set(group.map((one) => Math.round(one.x)))],
    text: group.length === 1 ? String(first.number) : `${first.number}–${last.number}`,
    x,
    widthPx,
  };
}
