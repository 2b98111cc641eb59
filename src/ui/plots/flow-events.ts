/** Reductions, timeouts and slow-start exits on the sawtooth. */

import { FLOW_EVENT, type FlowEvents, isCut, isOfOpening } from "../../engine/index.ts";
import { settingsAt } from "../core/live-changes.ts";
import { flowEvent, type RunEvent } from "../core/run-events.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartNote, PlotLabel } from "../shared/chart/chart-model.ts";
import type { Mark } from "../shared/chart/marks.ts";
import { type Plot, type TimeView, viewOf } from "../shared/chart/plot-geometry.ts";
import {
  EVENT_LOOKS,
  EVENT_WORDS,
  ordinal,
  type SymbolKind,
  type Thinned,
  thinEvents,
} from "../shared/chart/symbols.ts";
import type { PaintedEvent } from "./chart-props.ts";
import { steppingBack } from "./flow-names.ts";
import { recordedOf } from "./run-facts.ts";
import { numberOr } from "./run-metrics.ts";

/** The events that have a symbol on the sawtooth. */
const FLOW_SYMBOLS: readonly SymbolKind[] = [
  FLOW_EVENT.ecnReduction,
  FLOW_EVENT.lossReduction,
  FLOW_EVENT.slowStartExit,
  FLOW_EVENT.lossProbe,
  FLOW_EVENT.undo,
  FLOW_EVENT.rto,
  FLOW_EVENT.synTimeout,
  FLOW_EVENT.notOpened,
];

const SYMBOL_PX = 4.2;
/** Minimum distance between two symbols. */
const GAP_PX = 9;
/** Distance of symbols above their point (px), so that the tip of the tooth stays visible. */
const LIFT_PX = 9;
/**
 * Height above the axis of events that occur before the connection has a window, so that they are above the numbers
 * of an explanation's chain (px).
 */
const OPENING_LIFT_PX = 30;
/** Minimum distance between two drops that have labels. */
const LABEL_ROOM_PX = 58;

export function symbolBudget(widthPx: number): number {
  return Math.max(4, Math.floor(widthPx / GAP_PX));
}

/** The thinned events are cached, because the symbols, labels and notes of one plot use the same result. */
const thinnings = new WeakMap<RunView, Map<string, Thinned>>();

/** Returns the thinned events of the highlighted flow, or of the flows over the watched link. */
function thinnedFlowEvents(
  run: RunView,
  kind: SymbolKind,
  view: TimeView,
  widthPx: number,
  only: number | null,
): Thinned {
  const events = run.snapshot.flowEvents;
  const asked = [kind, view.fromS, view.toS, widthPx, only].join(" ");
  const kept = thinnings.get(run)?.get(asked);
  if (kept !== undefined) return kept;
  const isBehind = steppingBack(run);
  const behind = run.snapshot.results.flows.map(({ id }) => isBehind(id));
  const isWanted = (flow: number) => (only === null ? behind[flow] !== true : flow === only);
  const wanted = (index: number) => events.kind[index] === kind && isWanted(events.flow[index]);
  const thin = thinEvents(events.timeS, wanted, view, symbolBudget(widthPx), events.stride);
  thinnings.set(run, (thinnings.get(run) ?? new Map()).set(asked, thin));
  return thin;
}

export function symbolY(events: FlowEvents, index: number, plot: Plot): number {
  if (isOfOpening(events.kind[index])) return plot.bottom - OPENING_LIFT_PX;
  return Math.max(plot.top + SYMBOL_PX, plot.y(events.before[index]) - LIFT_PX);
}

/** Returns the symbols of one kind in a plot: indices of events, with their positions. */
function symbolsIn(run: RunView, kind: SymbolKind, plot: Plot, only: number | null) {
  const events = run.snapshot.flowEvents;
  const { kept } = thinnedFlowEvents(run, kind, viewOf(plot), plot.right - plot.left, only);
  return kept.map((index) => ({ index, x: plot.x(events.timeS[index]), y: symbolY(events, index, plot) }));
}

/** A peak above the axis has its symbol at the upper edge. */
export function flowEventMarks(run: RunView, only: number | null): Mark[] {
  return FLOW_SYMBOLS.map((kind): Mark => {
    const { trace, hollow, paint } = EVENT_LOOKS[kind];
    const look = hollow
      ? ({ fill: "paper", edge: paint, edgePx: 1.6 } as const)
      : ({ fill: paint, edge: "paper", edgePx: 1 } as const);
    const places = (plot: Plot) => symbolsIn(run, kind, plot, only).map(({ x, y }) => [x, y] as const);
    return { mark: "events", trace, sizePx: SYMBOL_PX, places, ...look };
  });
}

/** Returns all symbols in a plot. */
export function paintedFlowEvents(run: RunView, plot: Plot, only: number | null): PaintedEvent[] {
  return FLOW_SYMBOLS.flatMap((kind) =>
    symbolsIn(run, kind, plot, only).map(({ index, x, y }) => ({
      event: flowEvent(run.snapshot, index),
      x,
      y,
    })),
  );
}

/** Returns labels such as "×0.80" next to the drops, if there is room for all of these labels. */
export function dropLabels(run: RunView, plot: Plot, only: number | null): PlotLabel[] {
  const drops = [FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction].flatMap((kind) =>
    symbolsIn(run, kind, plot, only).map((symbol) => ({ ...symbol, paint: EVENT_LOOKS[kind].paint })),
  );
  if (drops.length * LABEL_ROOM_PX > plot.right - plot.left) return [];
  return drops
    .map(({ index, x, y, paint }): PlotLabel => {
      return { text: factorText(run, index), x: x + 8, y: y + 4, anchor: "start", paint };
    })
    .filter((label) => label.x + 30 < plot.right);
}

/**
 * Returns the factor of a cut: the congestion control's setting if the recorded windows (whole segments) agree with it,
 * otherwise the ratio of the windows.
 */
export function factorText(run: RunView, index: number): string {
  const { before, after, flow, kind, timeS } = run.snapshot.flowEvents;
  const group = run.snapshot.results.flows[flow[index]]?.group ?? 0;
  const id = kind[index] === FLOW_EVENT.ecnReduction ? "beta-ecn" : "beta-loss";
  const ratio = after[index] / before[index];
  const set = numberOr(settingsAt(recordedOf(run), timeS[index]).flows[group]?.params[id], ratio);
  const agrees = Math.abs(set * before[index] - after[index]) <= 1;
  return `×${(agrees ? set : ratio).toFixed(2)}`;
}

/**
 * Returns the legend's entries for the symbols in view: each kind that occurs, and the share of its events that is
 * drawn.
 */
export function eventNotes(run: RunView, view: TimeView, widthPx: number): ChartNote[] {
  return FLOW_SYMBOLS.flatMap((kind) => {
    const { kept, every } = thinnedFlowEvents(run, kind, view, widthPx, null);
    if (kept.length === 0) return [];
    const { glyph, paint } = EVENT_LOOKS[kind];
    const words = EVENT_WORDS[kind];
    const factor = hasFactor(kind) ? commonFactor(run, kept) : "";
    return [{ glyph, paint, text: every > 1 ? `every ${ordinal(every)} ${words}` : words + factor }];
  });
}

/**
 * Returns whether an event has a factor. A timeout restarts at about one segment, and the end of slow start does not change
 * cwnd.
 */
export const hasFactor = (kind: number) => isCut(kind) && kind !== FLOW_EVENT.rto;

/** Returns a text such as ", cwnd ×0.80" if all drops in view have the same factor. */
function commonFactor(run: RunView, kept: readonly number[]): string {
  const texts = new Set(kept.map((index) => factorText(run, index)));
  const [only] = texts;
  return texts.size === 1 && only !== "×1.00" ? `, cwnd ${only}` : "";
}

/** Returns the events of the senders that the user can ask about, in order of time. `only` is the highlighted flow. */
export function senderEvents({ snapshot }: RunView, only: number | null): RunEvent[] {
  const all = Array.from(snapshot.flowEvents.timeS, (_, index) => flowEvent(snapshot, index));
  return only === null ? all : all.filter(({ flow }) => flow === only);
}
