/** Jain's index over time: the running F(t) since the newest flow joined, and the momentary index as a thin line. */

import type { JoinResult } from "../../engine/index.ts";
import { convergenceText, countedFlows, slowestJoin } from "../../experiments/metrics.ts";
import { joinEvent, type RunEvent } from "../core/run-events.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartModel, ChartNote, PlotLabel, Reading } from "../shared/chart/chart-model.ts";
import { type Mark, pinnedMarks } from "../shared/chart/marks.ts";
import { type Plot, viewOf } from "../shared/chart/plot-geometry.ts";
import type { TimeChartProps } from "./chart-props.ts";
import { senderEvents } from "./flow-events.ts";
import { flowName, flowPlace } from "./flow-names.ts";
import { besidePinned, changeWords, runPaint, secondsWords, sentence } from "./run-facts.ts";
import { soFar } from "./run-metrics.ts";
import { rateAt } from "./sliding-rates.ts";
import type { LazyTimePlot } from "./TimePlot.tsx";

type FairnessInput = Pick<TimeChartProps, "run" | "pinned">;

/** Fairness index from which flows count as converged, as in the ABE paper. */
const CONVERGED = 0.95;
const CONVERGED_DASH = [5, 3];
/** Style of the momentary index. It is dashed, because a thin solid grey line is the pinned run's. */
const MOMENTARY = { px: 1, dash: [1.5, 2], alpha: 0.8 } as const;

function fairnessModel({ run, pinned }: FairnessInput): ChartModel {
  const lowest = lowestShown(run, pinned);
  return {
    title: "Jain's fairness F(t)",
    unit: "",
    readUnit: "0 to 1",
    yDomain: [lowest, 1.02],
    yTicks: ticksFrom(lowest),
    yFormat: (value) => value.toFixed(1),
    marks: fairnessMarks(run, pinned),
    labels: (plot) => fairnessLabels(run, plot),
    notes: () => fairnessNotes(run),
    readAt: (timeS) => fairnessReadings(run, pinned, timeS),
    summary: () => fairnessWords(run, pinned),
  };
}

/** Returns the lower end of the axis: the lowest F(t), rounded down to a tenth, and at most 0.5. */
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

function fairnessMarks(run: RunView, pinned: RunView | null): Mark[] {
  const { jainMomentary, jainRunning, intervalS } = run.snapshot.samples;
  const paint = runPaint(run);
  return [
    ...pinnedMarks(pinned, ({ snapshot: { samples } }) => [
      { mark: "line", data: { values: samples.jainRunning, intervalS: samples.intervalS }, style: { paint } },
    ]),
    { mark: "rule", at: { value: CONVERGED }, style: { paint: "good", px: 1.2, dash: CONVERGED_DASH } },
    ...joins(run).map(({ startS: timeS }): Mark => {
      return { mark: "rule", at: { timeS }, style: { paint: "inkSoft", px: 1, dash: [2, 3] } };
    }),
    { mark: "line", data: { values: jainMomentary, intervalS }, style: { paint, ...MOMENTARY } },
    { mark: "line", data: { values: jainRunning, intervalS }, style: { paint, width: 1.2 } },
  ];
}

/** Returns the flows that joined while others were running. */
function joins(run: RunView): readonly JoinResult[] {
  const { flows, fairness } = run.snapshot.results;
  const firstS = Math.min(...flows.map((flow) => flow.startS));
  return fairness.sharing.joins.filter(({ startS }) => startS > firstS + TOGETHER_S);
}

/** Flows that start within this time of the run's start do not count as newcomers. */
const TOGETHER_S = 1;

/** Minimum distance in px between two labels. */
const LABEL_ROOM_PX = 96;

function fairnessLabels(run: RunView, plot: Plot): PlotLabel[] {
  const { fromS, toS } = viewOf(plot);
  const labels: PlotLabel[] = [];
  for (const { startS, flows } of joins(run).filter((join) => join.startS >= fromS && join.startS <= toS)) {
    const x = plot.x(startS);
    if (labels.some((label) => Math.abs(label.x - x) < LABEL_ROOM_PX)) continue;
    const toLeft = x + LABEL_ROOM_PX > plot.right;
    labels.push({
      text: flows.length === 1 ? `${flowPlace(run, flows[0])} joins` : `${flows.length} flows join`,
      x: x + (toLeft ? -6 : 6),
      y: plot.bottom - 7,
      anchor: toLeft ? "end" : "start",
      paint: flows[0],
    });
  }
  return labels;
}

function fairnessNotes(run: RunView): ChartNote[] {
  const { sharing } = run.snapshot.results.fairness;
  if (run.snapshot.results.flows.length < 2) return [{ text: "one flow: always 1" }];
  const slowest = slowestJoin(sharing);
  const when = slowest === null ? "" : `: ${convergenceText(slowest)}`;
  const paint = runPaint(run);
  return [
    {
      text: "F(t)",
      inFull: "F(t): Jain's index of the bytes sent since the newest flow joined",
      paint,
      dash: [],
    },
    {
      text: "last second",
      inFull: "Jain's index of the bytes of the last second",
      paint,
      dash: MOMENTARY.dash,
    },
    ...(sharing.thin.length > 0 ? [{ text: countedFlows(sharing) }] : []),
    { text: `0.95${when}`, paint: "good", dash: CONVERGED_DASH },
  ];
}

function fairnessReadings(run: RunView, pinned: RunView | null, timeS: number): Reading[] {
  const { samples } = run.snapshot;
  const stepsOf = (
    name: string,
    mbps: Float32Array,
    paint: Reading["paint"],
    { intervalS } = samples,
  ): Reading => {
    const value = rateAt({ mbps, intervalS }, timeS);
    return { name, value, text: value.toFixed(3), paint };
  };
  const before = pinned?.snapshot.samples;
  return [
    stepsOf("F(t)", samples.jainRunning, runPaint(run)),
    stepsOf("last second", samples.jainMomentary, "inkSoft"),
    ...(before === undefined ? [] : [stepsOf("pinned", before.jainRunning, "ghost", before)]),
  ];
}

/** Describes the lowest index and since when it has had its final value. */
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
    // The minimum of the index depends on the number of flows, so only runs with the same number of flows are
    // compared.
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

/** Returns the events of flows that join. For flows that join at the same time, the first one has the event. */
function joinEvents(run: RunView): RunEvent[] {
  return joins(run).map(({ flows, startS }) => joinEvent(flows[0], startS));
}

export const fairness: LazyTimePlot<FairnessInput> = {
  kind: "fairness",
  heightPx: 160,
  useInput: ({ run, pinned }) => ({ run, pinned }),
  model: fairnessModel,
  asks: {
    of: "fairness",
    painted: (run, _, plot) => joinEvents(run).map((event) => ({ event, x: plot.x(event.atS), y: null })),
    events: (run, only) => [...senderEvents(run, only), ...joinEvents(run)].sort((a, b) => a.atS - b.atS),
  },
};
