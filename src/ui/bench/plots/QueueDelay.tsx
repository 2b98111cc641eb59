/** The watched link's queue delay over time, with the AQM's target as a line to be dragged. */

import { useMemo, useState } from "react";
import { delayText, QUEUE_EVENT, type QueueEvents, queueOfLink } from "../../../engine/index.ts";
import {
  type ChartModel,
  type ChartNote,
  type DrawPlot,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint, type Paint } from "../../shared/chart/colours.ts";
import { type Domain, niceFromZero, type Plot, type TimeView } from "../../shared/chart/plot-geometry.ts";
import { type BandStyle, clipToPlot, columnsOf, drawBand, valueAt } from "../../shared/chart/series.ts";
import { cross, diamond, ordinal, type Thinned, thinEvents, triangle } from "../../shared/chart/symbols.ts";
import { targetSetting } from "../../state/link-handles.ts";
import type { RunView, TargetStep } from "../../state/run-view.ts";
import { watchedLink } from "../../state/run-view.ts";
import { useBenchState } from "../../state/use-store.ts";
import { THIN } from "./Cwnd.tsx";
import { symbolWords, targetValue } from "./chart-words.ts";
import { delayWords } from "./delay-words.ts";
import { symbolBudget, viewOf } from "./flow-events.ts";
import { flowCount } from "./flow-names.ts";
import { LineHandle, PeakTool, Rule } from "./Handles.tsx";
import { useLinkMenu } from "./LinkMenu.tsx";
import { runPaint, warmupS } from "./run-facts.ts";
import { type SteadyRange, steadyRange } from "./steady-range.ts";
import { definePlot, TimeFrame } from "./TimePlot.tsx";
import type { QueueDelayChartProps } from "./time-chart.ts";
import { useLinkHandle } from "./use-handle.ts";

export function QueueDelayChart(props: QueueDelayChartProps) {
  const { run, pinned, view, theory, target, linkMenu } = props;
  const { steps, own } = props.targets;
  const targets = [target?.value ?? null, ...steps.map(({ ms }) => ms)].filter((ms) => ms !== null);
  const targetMs = targets.length > 0 ? Math.max(...targets) : null;
  const [wholeRange, setWholeRange] = useState(false);
  const [held, setHeld] = useState<Domain | null>(null);
  const model = useMemo(() => {
    const plain = queueDelayModel({ run, pinned, view, targetMs, wholeRange });
    return theory?.overDelay(plain) ?? plain;
  }, [run, pinned, view, theory, targetMs, wholeRange]);
  return (
    <TimeFrame
      kind="delay"
      of="queue"
      chart={props}
      model={model}
      heldDomain={held}
      menu={linkMenu}
      tools={<PeakTool range={model.range} unit="ms" whole={wholeRange} onWhole={setWholeRange} />}
    >
      {(plot) => (
        <>
          {steps.map(({ fromS, ms }, i) =>
            i === own || ms === null ? null : (
              <Rule
                key={fromS}
                plot={plot}
                value={ms}
                paint="mark"
                fromS={fromS}
                untilS={steps[i + 1]?.fromS}
              />
            ),
          )}
          {target !== null && (
            <LineHandle
              plot={plot}
              label="Target, on the queue delay plot"
              value={target.value}
              text={targetValue(target.value)}
              scale={target.scale}
              fixed={target.isFixed}
              paint="mark"
              fromS={steps[own]?.fromS}
              untilS={steps[own + 1]?.fromS}
              onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
              onChange={target.onDrag}
            />
          )}
        </>
      )}
    </TimeFrame>
  );
}

/** Queue delay of each packet over time, with marks and drops along the upper edge. */

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

/** The target's line over the run, as far as it is known, and the stretch of it that the handle stands for. */

export interface TargetLine {
  readonly steps: readonly TargetStep[];
  /** Index of the step that can be dragged. */
  readonly own: number;
}

/** `presentS`: in a live run a new value holds from now on and the past stays; null: the start's is set. */
export function targetLine(
  steps: readonly TargetStep[],
  handleMs: number | null,
  presentS: number | null,
): TargetLine {
  if (presentS === null) {
    const own = steps.findIndex(({ ms }) => ms === handleMs);
    return { steps, own: Math.max(0, own) };
  }
  const now = steps.findLastIndex(({ fromS }) => fromS <= presentS);
  if (steps[now]?.ms === handleMs) return { steps, own: now };
  const set = { fromS: presentS, ms: handleMs };
  return { steps: [...steps.slice(0, now + 1), set, ...steps.slice(now + 1)], own: now + 1 };
}

/** The watched link's queue delay, with the target that can be dragged. */

export const queueDelay = definePlot({
  id: "delay",
  place: "stage",
  heightPx: 100,
  stays: true,
  share: 1.05,
  useProps(chart) {
    const { run } = chart;
    const { id } = watchedLink(run);
    const target = useLinkHandle(id, targetSetting);
    const linkMenu = useLinkMenu(run, "at");
    const presentS = useBenchState(({ mode }) => mode === "live") ? run.snapshot.nowS : null;
    const targetMs = target?.value ?? null;
    const targets = useMemo(
      () => targetLine(run.words?.targets[run.link] ?? steady(run, id), targetMs, presentS),
      [run, id, targetMs, presentS],
    );
    return { ...chart, target, targets, linkMenu };
  },
  Chart: QueueDelayChart,
});

/** Of a run without words: nothing changes in it. */
function steady({ scenario }: RunView, link: string): TargetStep[] {
  const { target } = queueOfLink(scenario, link).params;
  return typeof target === "number" ? [{ fromS: 0, ms: target }] : [];
}
