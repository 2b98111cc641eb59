/**
 * The plots of the page as small pictures of a kept run: in the notebook, in a comparison, beside the scenes of a talk. The
 * scales are shared by all runs, or are the run's own.
 */
import { counted } from "../../../lib/counted.ts";
import { isOff, PLOTS } from "../../plots/registry.ts";
import type { WatchedRun } from "../../plots/run-metrics.ts";
import { peakLabels } from "../../plots/steady-range.ts";
import type { PlotRecord } from "../../plots/TimePlot.tsx";
import { drawPlot } from "../../shared/chart/chart-drawing.ts";
import type { ChartNote, StillPlot } from "../../shared/chart/chart-model.ts";
import type { ChartColours, Paint } from "../../shared/chart/colours.ts";
import { drawMarks, isCurve } from "../../shared/chart/marks.ts";
import { Pen } from "../../shared/chart/pen.ts";
import { makePlot, type Plot, type Scale, type TimeView } from "../../shared/chart/plot-geometry.ts";
import type { Surface } from "../../shared/chart/symbols.ts";
import { PLOT_PIECES } from "../pieces.ts";
import { withFirstFlows } from "./first-flows.ts";
import type { Scales } from "./notebook.ts";

export const SMALL_SIZE = { width: 360, height: 140, dpr: 2 } as const;
const TICKS = 4;
const MARGINS = { left: 52, right: 14, top: 8, bottom: 26 } as const;
const LINE_PX = 1.5;
/** Minimum end of an axis. */
const LEAST_TOP = 1e-3;
/** Maximum number of flows shown. More lines would not be readable. */
export const SHOWN_FLOWS = 4;

type StillRecord = PlotRecord & Required<Pick<PlotRecord, "still">>;

/** The plots that can be drawn small, in the order of the page. */
export const SMALL_PLOTS: readonly StillRecord[] = PLOTS.filter(
  (plot): plot is StillRecord => plot.still !== undefined && !isOff(plot),
);

/** Highest value of each axis. Time plots share the axis "time"; each plot has an axis named like itself. */
type Tops = ReadonlyMap<string, number>;

/** The common scales of all runs, and the axes for which each run has its own scale. */
export interface NotebookScales {
  readonly tops: Tops;
  readonly own: ReadonlySet<string>;
  /** The visible part of the time axis; absent for all of it. */
  readonly view?: TimeView | undefined;
}

/** Share of an axis below which a run looks flat. */
const FLAT = 1 / 4;

export function notebookScales(runs: readonly WatchedRun[], choice: Scales): NotebookScales {
  const each = runs.map(topsOf);
  const axes = ["time", ...SMALL_PLOTS.map(({ id }) => id)];
  const tops = new Map(axes.map((axis) => [axis, Math.max(0, ...each.map((own) => topOf(own, axis)))]));
  const isFlat = (axis: string) =>
    each.some((own) => topOf(own, axis) > 0 && topOf(own, axis) < FLAT * topOf(tops, axis));
  const own = axes.filter((axis) => choice === "own" || (choice === "auto" && isFlat(axis)));
  return { tops, own: new Set(own) };
}

/** Returns a sentence on which plots can be compared by their heights. */
export function ownWords({ own }: NotebookScales, choice: Scales): string {
  if (choice === "own")
    return "Each run has its own scales: compare the numbers on the axes, not the heights.";
  if (own.size === 0) return "All runs have the same scales.";
  const labelOf = (axis: string) => PLOT_PIECES.find(({ id }) => id === axis)?.label ?? axis;
  const named = [...own].map((axis) =>
    labelOf(axis).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()),
  );
  const axes = named.join(", ").replace(/, ([^,]+)$/, " and $1");
  return `One run would flatten the others, so each run has its own scale for ${axes}. Compare the numbers on these axes.`;
}

function topOf(tops: Tops, axis: string): number {
  const top = tops.get(axis) ?? 0;
  return Number.isFinite(top) ? top : 0;
}

/** Returns the end of the axis that differs between runs: the y axis over time, otherwise the x axis. */
function topsOf(run: WatchedRun): Tops {
  const { nowS } = run.snapshot;
  const tops = SMALL_PLOTS.map((record): [string, number] => {
    const { xDomain, yDomain } = stillOf(record, run, { fromS: 0, toS: nowS });
    return [record.id, (record.isOverTime ? yDomain : xDomain)[1]];
  });
  return new Map([["time", nowS], ...tops]);
}

function stillOf({ still }: StillRecord, run: WatchedRun, view: TimeView): StillPlot {
  return still(withFirstFlows({ ...run, label: "" }, SHOWN_FLOWS), view);
}

export interface SmallPicture {
  readonly title: string;
  readonly xWords: string;
  readonly notes: readonly ChartNote[];
  /** Description for screen readers. */
  readonly words: string;
  readonly plot: Plot;
  readonly still: StillPlot;
}

/** Returns the small picture of a plot. `paint` is the colour of the run, if each run has one. */
export function smallPicture(
  record: StillRecord,
  run: WatchedRun,
  { tops, own, view }: NotebookScales,
  paint?: Paint,
): SmallPicture {
  const ofRun = own.size === 0 ? tops : topsOf(run);
  const top = (axis: string) => Math.max(LEAST_TOP, topOf(own.has(axis) ? ofRun : tops, axis));
  const shown = view ?? { fromS: 0, toS: top("time") };
  const made = stillOf(record, run, shown);
  const still = paint === undefined ? made : painted(made, paint);
  const { isOverTime, id } = record;
  const x = isOverTime ? ([shown.fromS, shown.toS] as const) : ([0, top(id)] as const);
  const y = isOverTime ? ([0, top(id)] as const) : still.yDomain;
  const isOwn = own.has(id) || (isOverTime && own.has("time"));
  const isByFlow = made.marks.some((mark) => mark.mark === "line" && typeof mark.style.paint === "number");
  const isCut = isByFlow && run.snapshot.flows.length > SHOWN_FLOWS;
  const unit = still.unit === "" ? "" : ` (${still.unit})`;
  return {
    title: `${still.title}${unit}${isCut ? `, first ${counted(SHOWN_FLOWS, "flow")}` : ""}${isOwn ? ", own scale" : ""}`,
    xWords: still.xWords,
    notes: still.curveNotes ?? [],
    words: still.summary(),
    plot: makePlot(SMALL_SIZE, MARGINS, x, y),
    still,
  };
}

/** Returns the picture with its curves in one colour. */
function painted(still: StillPlot, paint: Paint): StillPlot {
  const marks = still.marks.map((mark) =>
    isCurve(mark) ? { ...mark, style: { ...mark.style, paint } } : mark,
  );
  const curveNotes = still.curveNotes?.map((note) => ({ ...note, paint }));
  return { ...still, marks, ...(curveNotes && { curveNotes }) };
}

/** Draws axes, curves and the heights of peaks that the axis cuts off. Symbols have no room. */
export function drawSmall(surface: Surface, { plot, still }: SmallPicture, colours: ChartColours): void {
  const axisOf = (scale: Scale) => {
    return { ticks: scale.ticks(TICKS), format: scale.tickFormat(TICKS), labelled: true };
  };
  drawPlot(new Pen(surface, plot, { ...colours, line: LINE_PX }), {
    plot,
    x: axisOf(plot.x),
    y: axisOf(plot.y),
    draw: (pen) => drawMarks(pen, still.marks.filter(isCurve), 1),
    labels: peakLabels(still.peaks ?? [], plot),
  });
}
