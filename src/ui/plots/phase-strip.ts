/** The strip below cwnd: the phases of each sender. The code does not depend on any particular algorithm. */
import type { FlowTrace, PhaseSeries, Snapshot } from "../../engine/index.ts";
import { phaseEvent, type RunEvent } from "../core/run-events.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartNote, PlotLabel } from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import type { Box } from "../shared/chart/pen.ts";
import { type Plot, type TimeView, viewOf } from "../shared/chart/plot-geometry.ts";
import { shortFlowName } from "./flow-names.ts";

/** Height of a strip with labels, and of one strip among several. */
const LABELLED_PX = 15;
const THIN_PX = 7;
/** Distance between the curves and the strips. */
const GAP_PX = 3;
const MOST_STRIPS = 4;

/** Returns the flows whose strips are drawn: the highlighted flow, or all flows if there are few. */
export function stripFlows({ snapshot: { flows } }: RunView, only: number | null): readonly FlowTrace[] {
  const having = flows.filter(({ phases }) => phases.timeS.length > 0);
  const one = only === null ? [] : having.filter(({ flow }) => flow === only);
  return one.length > 0 ? one : having.length <= MOST_STRIPS ? having : [];
}

export function stripPx(flows: readonly FlowTrace[]): number {
  if (flows.length === 0) return 0;
  return GAP_PX + (flows.length === 1 ? LABELLED_PX : flows.length * THIN_PX);
}

type Tone = PhaseSeries["phases"][number]["tone"];

interface Look {
  /** Colour of the phase; null means the flow's colour. */
  readonly paint: Exclude<Paint, number> | null;
  readonly alpha: number;
}

const LOOKS: Readonly<Record<Tone, Look>> = {
  start: { paint: "good", alpha: 0.45 },
  grow: { paint: null, alpha: 0.3 },
  hold: { paint: null, alpha: 0.14 },
  push: { paint: null, alpha: 0.6 },
  back: { paint: "mark", alpha: 0.5 },
  repair: { paint: "loss", alpha: 0.55 },
  small: { paint: "ink", alpha: 0.7 },
};

const paintOf = (tone: Tone, flow: number): Paint => LOOKS[tone].paint ?? flow;

interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** Yields the phases in view, with their left and right edges in px. */
function* spansIn({ flow, phases: { timeS } }: FlowTrace, plot: Plot, snapshot: Snapshot): Generator<Span> {
  const { fromS, toS } = viewOf(plot);
  const endS = Math.min(snapshot.nowS, toS);
  const pauses = longPauses(snapshot, flow);
  for (let row = 0; row < timeS.length && timeS[row] < toS; row++) {
    const untilS = Math.min(endS, timeS[row + 1] ?? endS);
    if (untilS <= fromS) continue;
    // A flow that has ended or pauses has no phase.
    let startS = Math.max(fromS, timeS[row]);
    for (const [pauseS, resumeS] of pauses) {
      if (pauseS >= untilS || resumeS <= startS) continue;
      if (pauseS > startS) yield { row, from: plot.x(startS), to: plot.x(pauseS) };
      startS = resumeS;
    }
    if (startS < untilS) yield { row, from: plot.x(startS), to: plot.x(untilS) };
  }
}

/**
 * Minimum length of a pause that interrupts lines and strips (s). They continue across shorter pauses, such as those
 * between two transfers.
 */
const LEAST_PAUSE_S = 1;

/** Returns the times from a flow's end or pause until it has data to send again, or until Infinity (s). */
export function longPauses({ samples: { turns } }: Snapshot, flow: number): [number, number][] {
  const own = [...turns.flow.keys()].filter((i) => turns.flow[i] === flow);
  return own.flatMap((i, place): [number, number][] => {
    const next = own[place + 1];
    const resumeS = next === undefined ? Number.POSITIVE_INFINITY : turns.timeS[next];
    return turns.joined[i] === 1 || resumeS - turns.timeS[i] < LEAST_PAUSE_S
      ? []
      : [[turns.timeS[i], resumeS]];
  });
}

function boxOf(plot: Plot, index: number, count: number): { readonly top: number; readonly bottom: number } {
  const height = (plot.footPx - GAP_PX) / count;
  const top = plot.bottom - plot.footPx + GAP_PX + index * height;
  return { top, bottom: top + height - 1 };
}

/** Minimum width of a drawn phase (px). A narrower phase is not visible. */
const LEAST_PX = 0.4;
/** Minimum width of a phase that is rare and short (px). */
const RARE_PX = 2;

/** Yields the filled parts of the strips. */
export function* stripBoxes(run: RunView, flows: readonly FlowTrace[], plot: Plot): Generator<Box> {
  if (plot.footPx === 0) return;
  for (const [index, trace] of flows.entries()) {
    const { top, bottom } = boxOf(plot, index, flows.length);
    let painted = plot.left;
    const { phases, phase } = trace.phases;
    for (const { row, from, to } of spansIn(trace, plot, run.snapshot)) {
      const { tone } = phases[phase[row]];
      const isRare = tone === "small" || tone === "repair";
      // Rare phases that follow each other closely share one width, so that none of them moves to a later time.
      if (isRare ? painted > to : to - painted < LEAST_PX) continue;
      const left = Math.max(painted, from);
      const right = Math.min(plot.right, isRare ? Math.max(to, left + RARE_PX) : to);
      const { alpha } = LOOKS[tone];
      yield { left, right, top, bottom, fill: paintOf(tone, trace.flow), alpha };
      // A line separates two periods of the same phase with different values.
      if (row > 0 && phase[row - 1] === phase[row] && right - left > 3)
        yield { left, right: left + 1, top, bottom, fill: "paper", alpha: 1 };
      painted = right;
    }
  }
}

const CHARACTER_PX = 6.3;

/** Returns the names of the phases that have room for them. */
export function stripLabels(run: RunView, flows: readonly FlowTrace[], plot: Plot): PlotLabel[] {
  if (flows.length !== 1 || plot.footPx === 0) return [];
  const [trace] = flows;
  const { bottom } = boxOf(plot, 0, 1);
  return [...spansIn(trace, plot, run.snapshot)].flatMap(({ row, from, to }): PlotLabel[] => {
    const { phases, phase } = trace.phases;
    const { label, tone } = phases[phase[row]];
    if (!hasRoom(label, to - from)) return [];
    const paint = tone === "small" ? "ghost" : "ink";
    return [
      {
        text: label,
        x: from + 4,
        y: bottom - 3,
        anchor: "start",
        paint,
      },
    ];
  });
}

function hasRoom(label: string, widthPx: number): boolean {
  return widthPx >= label.length * CHARACTER_PX + 8;
}

/** Returns the legend's entries for the phases in view whose names have no room in a strip of this width. */
export function stripNotes(
  run: RunView,
  flows: readonly FlowTrace[],
  view: TimeView,
  widthPx: number,
): ChartNote[] {
  const notes = new Map<string, ChartNote>();
  const named = new Set<string>();
  const pxPerS = widthPx / (view.toS - view.fromS);
  for (const { flow, phases: series } of flows) {
    const { phases, phase, timeS } = series;
    for (let row = 0; row < timeS.length; row++) {
      const { id, label, tone } = phases[phase[row]];
      const untilS = timeS[row + 1] ?? run.snapshot.nowS;
      if (timeS[row] >= view.toS || untilS <= view.fromS) continue;
      const seenS = Math.min(untilS, view.toS) - Math.max(timeS[row], view.fromS);
      if (flows.length === 1 && hasRoom(label, seenS * pxPerS)) named.add(id);
      if (notes.has(id)) continue;
      const whose = flows.length > 1 && LOOKS[tone].paint === null ? ` of ${shortFlowName(run, flow)}` : "";
      notes.set(id, {
        text: `${label}${whose}`,
        paint: paintOf(tone, flow),
        alpha: LOOKS[tone].alpha,
        isBand: true,
      });
    }
  }
  return [...notes].filter(([id]) => !named.has(id)).map(([, note]) => note);
}

/** Returns the event of the phase at a position in the strip. */
export function stripEvent(
  run: RunView,
  only: number | null,
  plot: Plot,
  x: number,
  y: number,
): RunEvent | null {
  const flows = stripFlows(run, only);
  const index = flows.findIndex((_, i) => y <= boxOf(plot, i, flows.length).bottom + 1);
  const trace = flows[index];
  if (trace === undefined) return null;
  const found = [...spansIn(trace, plot, run.snapshot)].find(({ from, to }) => x >= from && x <= to);
  return found === undefined ? null : phaseEvent(trace, found.row, run.snapshot.nowS);
}
