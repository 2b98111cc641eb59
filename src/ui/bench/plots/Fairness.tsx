/** Jain's index over time: the running F(t) since the newest flow joined, and the momentary one as a thin line. */

import type { JoinResult } from "../../../engine/index.ts";
import { convergenceText, countedFlows, slowestJoin } from "../../../experiments/metrics.ts";
import {
  type ChartModel,
  type DrawPlot,
  type PlotLabel,
  type Reading,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { clipToPlot, strokePoints, strokeSamples } from "../../shared/chart/series.ts";
import { joinEvent, type RunEvent } from "../../state/run-events.ts";
import type { RunView } from "../../state/run-view.ts";
import { ghostStyle } from "./Cwnd.tsx";
import { senderEvents, viewOf } from "./flow-events.ts";
import { flowName, flowPlace } from "./flow-names.ts";
import { type RateSeries, rateAt } from "./rates.ts";
import { besidePinned, changeWords, runPaint, secondsWords, sentence, soFar } from "./run-facts.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import type { TimeChartProps } from "./time-chart.ts";

type FairnessInput = Pick<TimeChartProps, "run" | "pinned" | "view">;

/** Flows count as converged from here on, as in the ABE paper. */
const CONVERGED = 0.95;

export function fairnessModel({ run, pinned, view }: FairnessInput): ChartModel {
  const readAt = (timeS: number) => fairnessReadings(run, pinned, timeS);
  return {
    title: "Jain's fairness F(t)",
    unit: "",
    yDomain: [lowestShown(run, pinned), 1.02],
    yTicks: ticksFrom(lowestShown(run, pinned)),
    yFormat: (value) => value.toFixed(1),
    draw: drawFairness(run, pinned),
    labels: (plot) => fairnessLabels(run, plot),
    notes: () => fairnessNotes(run),
    readAt,
    summary: () => fairnessWords(run, pinned),
    table: (rows) => tableOfReadings(view.fromS, view.toS, readAt, "0 to 1", rows),
  };
}

/** Down to the lowest F(t), in tenths, and never closer to 1 than a half. */
function lowestShown(run: RunView, pinned: RunView | null): number {
  let lowest = 0.55;
  for (const each of pinned === null ? [run] : [run, pinned]) {
    for (const value of each.snapshot.samples.jainRunning) if (value < lowest) lowest = value;
  }
  return Math.max(0, Math.floor(lowest * 10 - 1e-6) / 10);
}

function ticksFrom(lowest: number): number[] {
  const count = Math.floor((1 - lowest) / 0.2 + 1e-6);
  return Array.from({ length: count + 1 }, (_, index) => 1 - index * 0.2);
}

function seriesOf(run: RunView, values: Float32Array): RateSeries {
  return { intervalS: run.snapshot.samples.intervalS, mbps: values, windowS: 1 };
}

function drawFairness(run: RunView, pinned: RunView | null): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      drawConverged(context, plot, colours);
      drawJoins(context, run, plot, colours);
      const stroke = (each: RunView, values: Float32Array, colour: string, width: number, alpha: number) => {
        strokeSamples(context, values, each.snapshot.samples.intervalS, plot, {
          colour,
          width,
          dash: [],
          alpha,
        });
      };
      const colour = canvasPaint(runPaint(run), colours);
      if (pinned !== null)
        stroke(pinned, pinned.snapshot.samples.jainRunning, colours.ghost, ghostStyle(colours).width, 1);
      stroke(run, run.snapshot.samples.jainMomentary, colour, 0.8, 0.45);
      stroke(run, run.snapshot.samples.jainRunning, colour, colours.line * 1.2, 1);
    });
  };
}

function drawConverged(context: CanvasRenderingContext2D, plot: Plot, colours: ChartColours): void {
  const at = (index: number) => [index === 0 ? plot.left : plot.right, plot.y(CONVERGED)] as const;
  strokePoints(context, 2, at, { colour: colours.good, width: 1.2, dash: [5, 3] });
}

/** Flows that have joined while others ran. */
function joins(run: RunView): readonly JoinResult[] {
  const { flows, fairness } = run.snapshot.results;
  const firstS = Math.min(...flows.map((flow) => flow.startS));
  return fairness.sharing.joins.filter(({ startS }) => startS > firstS + TOGETHER_S);
}

/** Those that begin with the run are no newcomers. */
const TOGETHER_S = 1;

function drawJoins(context: CanvasRenderingContext2D, run: RunView, plot: Plot, colours: ChartColours): void {
  for (const { startS } of joins(run)) {
    const at = (index: number) =>
      [Math.round(plot.x(startS)) + 0.5, index === 0 ? plot.top : plot.bottom] as const;
    strokePoints(context, 2, at, { colour: colours.inkSoft, width: 1, dash: [2, 3] });
  }
}

/** A label needs this much room after the one before. */
const LABEL_ROOM_PX = 96;

function fairnessLabels(run: RunView, plot: Plot): PlotLabel[] {
  const { fromS, toS } = viewOf(plot);
  const labels: PlotLabel[] = [];
  for (const join of joins(run).filter(({ startS }) => startS >= fromS && startS <= toS)) {
    const x = plot.x(join.startS);
    const toLeft = x + LABEL_ROOM_PX > plot.right;
    const taken = labels.some((label) => Math.abs(label.x - x) < LABEL_ROOM_PX);
    if (taken) continue;
    labels.push({
      text:
        join.flows.length === 1
          ? `${flowPlace(run, join.flows[0])} joins`
          : `${join.flows.length} flows join`,
      x: x + (toLeft ? -6 : 6),
      y: plot.bottom - 7,
      anchor: toLeft ? "end" : "start",
      paint: join.flows[0],
    });
  }
  return labels;
}

function fairnessNotes(run: RunView) {
  const { sharing } = run.snapshot.results.fairness;
  if (run.snapshot.results.flows.length < 2) return [{ text: "one flow: always 1" }];
  const slowest = slowestJoin(sharing);
  const when = slowest === null ? "" : `: ${convergenceText(slowest)}`;
  const converged = { text: `0.95${when}`, paint: "good" as const, dash: [5, 3] };
  return sharing.thin.length > 0 ? [{ text: countedFlows(sharing) }, converged] : [converged];
}

function fairnessReadings(run: RunView, pinned: RunView | null, timeS: number): Reading[] {
  const { jainRunning, jainMomentary } = run.snapshot.samples;
  const of = (each: RunView, name: string, values: Float32Array, paint: Reading["paint"]): Reading => {
    const value = rateAt(seriesOf(each, values), timeS);
    return { name, value, text: value.toFixed(3), paint };
  };
  const readings = [
    of(run, "F(t)", jainRunning, runPaint(run)),
    of(run, "last second", jainMomentary, "inkSoft"),
  ];
  return pinned === null
    ? readings
    : [...readings, of(pinned, "pinned", pinned.snapshot.samples.jainRunning, "ghost")];
}

/** What the plot of Jain's index over time shows: how low it went, and since when it is where it ends. */

export function fairnessWords(run: RunView, pinned: RunView | null): string {
  const { flows, fairness } = run.snapshot.results;
  const { sharing } = fairness;
  if (flows.length < 2) return "One flow: the index is 1.";
  const times = sharing.joins.map(
    (join) =>
      `${join.flows.map((flow) => flowName(run, flow)).join(", ")}, ${CONVERGED}: ${convergenceText(join)}`,
  );
  const whole = soFar(run) ?? "Over the run";
  const index = Number.isNaN(sharing.jain) ? "none" : sharing.jain.toFixed(3);
  const own = [sentence(`${whole} ${index} ${countedFlows(sharing)}`), ...times].join("; ");
  const beside = besidePinned(run, pinned, (before) => {
    const then = before.snapshot.results.fairness.sharing;
    // What the index can be at least depends on the number of flows.
    return then.flows.length === sharing.flows.length
      ? changeWords("index", sharing.jain, then.jain, "")
      : [];
  });
  return `${own}. ${courseWords(run)}${beside}`;
}

function courseWords({ snapshot }: RunView): string {
  const { jainRunning, intervalS } = snapshot.samples;
  let [first, lowest, end, below] = [-1, -1, -1, -1];
  for (let i = 0; i < jainRunning.length; i++) {
    if (Number.isNaN(jainRunning[i])) continue;
    if (first < 0) first = i;
    if (lowest < 0 || jainRunning[i] < jainRunning[lowest]) lowest = i;
    if (jainRunning[i] < CONVERGED) below = i;
    end = i;
  }
  if (end < 0) return "F(t) has no value: no two flows have shared the path.";
  const at = (i: number) => `${jainRunning[i].toFixed(3)} at ${secondsWords(i * intervalS)}`;
  const course = `F(t) is lowest with ${at(lowest)} and ends with ${at(end)}`;
  if (below === end) return `${course}, below ${CONVERGED}.`;
  const since = below < 0 ? first : below + 1;
  return `${course}; from ${secondsWords(since * intervalS)} on it is at least ${CONVERGED}.`;
}

/** Of flows that join together the first is asked. */
function joinEvents(run: RunView): RunEvent[] {
  return joins(run).map(({ flows, startS }) => joinEvent(flows[0], startS));
}

export const fairness = defineTimePlot({
  id: "fairness",
  kind: "fairness",
  place: "under-numbers",
  heightPx: 160,
  ofSeveralFlows: "usually",
  useInput: ({ run, pinned, view }) => ({ run, pinned, view }),
  model: fairnessModel,
  asks: {
    of: "fairness",
    painted: (run, _, plot) => joinEvents(run).map((event) => ({ event, x: plot.x(event.atS), y: null })),
    events: (run, only) => [...senderEvents(run, only), ...joinEvents(run)].sort((a, b) => a.atS - b.atS),
  },
});
