/** Queue delay of each packet over time, with marks and drops along the upper edge. */

import { delayText, QUEUE_EVENT, type QueueEvents } from "../../../engine/index.ts";
import {
  type ChartModel,
  type ChartNote,
  type DrawPlot,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import { canvasPaint, type Paint } from "../../shared/chart/colours.ts";
import { niceFromZero, type Plot, type TimeView } from "../../shared/chart/plot-geometry.ts";
import { type BandStyle, clipToPlot, columnsOf, drawBand, valueAt } from "../../shared/chart/series.ts";
import { cross, diamond, ordinal, type Thinned, thinEvents, triangle } from "../../shared/chart/symbols.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/watched-link.ts";
import type { QueueDelayChartProps } from "./chart-props.ts";
import { symbolWords } from "./chart-words.ts";
import { THIN } from "./cwnd-model.ts";
import { delayWords } from "./delay-words.ts";
import { symbolBudget, viewOf } from "./draw-flow-events.ts";
import { flowCount } from "./flow-names.ts";
import { runPaint, warmupS } from "./run-facts.ts";
import { type SteadyRange, steadyRange } from "./steady-range.ts";

export type QueueDelayInput = Pick<QueueDelayChartProps, "run" | "pinned" | "view"> & {
  /** Null where there is none. */
  readonly targetMs: number | null;
  readonly wholeRange: boolean;
};

export interface QueueDelayModel extends ChartModel {
  readonly range: SteadyRange;
}

const NO_RANGE: SteadyRange = { steady: 1, whole: 1 };
/** The target line keeps this much air above it. */
const ABOVE_TARGET = 1.35;

export function queueDelayModel(input: QueueDelayInput): QueueDelayModel {
  const { run, pinned, view, targetMs, wholeRange } = input;
  const series = (pinned === null ? [run] : [run, pinned]).map((each) => watchedLink(each).queue.sojournMs);
  const range = steadyRange(series, view, warmupS(run)) ?? NO_RANGE;
  const readAt = (timeS: number) => delayReadings(run, pinned, timeS);
  return {
    title: "queue delay",
    unit: "ms",
    range,
    yDomain: niceFromZero(Math.max(wholeRange ? range.whole : range.steady, (targetMs ?? 0) * ABOVE_TARGET)),
    draw: drawDelay(run, pinned),
    labels: () => [],
    notes: (widthPx) => queueNotes(watchedLink(run).events, view, widthPx),
    readAt,
    summary: () => delayWords(run, pinned),
    table: (rows) => tableOfReadings(view.fromS, view.toS, readAt, "ms", rows),
  };
}

/** A dense band in full ink would be the loudest thing on the page. */
function delayPaint(run: RunView): Paint {
  return flowCount(run) > 1 ? "inkSoft" : runPaint(run);
}

function drawDelay(run: RunView, pinned: RunView | null): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      const width = colours.line * THIN;
      if (pinned !== null)
        drawDelayOf(context, pinned, plot, { colour: colours.ghost, width, fillAlpha: 0.12 });
      const colour = canvasPaint(delayPaint(run), colours);
      drawDelayOf(context, run, plot, { colour, width, fillAlpha: 0.15 });
    });
    drawQueueEvents(context, watchedLink(run).events, plot, colours);
  };
}

function drawDelayOf(context: CanvasRenderingContext2D, run: RunView, plot: Plot, style: BandStyle): void {
  const pixels = (plot.right - plot.left) * plot.dpr;
  drawBand(context, columnsOf(watchedLink(run).queue.sojournMs, viewOf(plot), pixels), plot, style);
}

interface QueueEventLook {
  readonly kinds: readonly number[];
  readonly trace: typeof diamond;
  readonly paint: Paint;
  readonly glyph: string;
  readonly word: string;
}

export const QUEUE_SYMBOLS: readonly QueueEventLook[] = [
  { kinds: [QUEUE_EVENT.mark], trace: diamond, paint: "mark", glyph: "♦", word: "CE mark" },
  {
    kinds: [QUEUE_EVENT.aqmDrop, QUEUE_EVENT.overflowDrop],
    trace: triangle,
    paint: "loss",
    glyph: "▼",
    word: "drop",
  },
  { kinds: [QUEUE_EVENT.linkLoss], trace: cross, paint: "loss", glyph: "×", word: "random loss" },
];

const RUG_SYMBOL_PX = 3;
/** Above the plot's upper edge. */
export const RUG_LIFT_PX = 2;

export function thinnedQueueEvents(
  events: QueueEvents,
  look: QueueEventLook,
  view: TimeView,
  widthPx: number,
): Thinned {
  const wanted = (index: number) => look.kinds.includes(events.kind[index]);
  return thinEvents(events.timeS, wanted, view, 2 * symbolBudget(widthPx), events.stride);
}

function drawQueueEvents(
  context: CanvasRenderingContext2D,
  events: QueueEvents,
  plot: Plot,
  colours: ChartColours,
): void {
  context.setLineDash([]);
  context.globalAlpha = 1;
  for (const look of QUEUE_SYMBOLS) {
    context.beginPath();
    for (const index of thinnedQueueEvents(events, look, viewOf(plot), plot.right - plot.left).kept) {
      look.trace(context, plot.x(events.timeS[index]), plot.top - RUG_LIFT_PX, RUG_SYMBOL_PX);
    }
    context.fillStyle = canvasPaint(look.paint, colours);
    context.fill();
  }
}

function queueNotes(events: QueueEvents, view: TimeView, widthPx: number): ChartNote[] {
  return QUEUE_SYMBOLS.flatMap((look) => {
    const { kept, every } = thinnedQueueEvents(events, look, view, widthPx);
    if (kept.length === 0) return [];
    return [
      {
        glyph: look.glyph,
        paint: look.paint,
        text: symbolWords(look.word, every > 1 ? ordinal(every) : null),
      },
    ];
  });
}

function delayReadings(run: RunView, pinned: RunView | null, timeS: number): Reading[] {
  const reading = (each: RunView, name: string, paint: Paint): Reading => {
    const value = valueAt(watchedLink(each).queue.sojournMs, timeS);
    return { name, value, text: delayText(value, shortNumber), paint };
  };
  if (pinned === null) return [reading(run, "queue delay", delayPaint(run))];
  return [reading(run, run.label, delayPaint(run)), reading(pinned, "pinned", "ghost")];
}
