/** What theory says, as lines across a plot: long dashes in ink, with a name at the left where the pills are not. */

import {
  delayText,
  type LinkSpec,
  linkById,
  type Overlay,
  resolvePath,
  type Scenario,
} from "../../../engine/index.ts";
import { type ChartModel, type PlotLabel, shortNumber } from "../../shared/chart/chart-model.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import { canvasPaint, type Paint } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { clipToPlot, strokePoints } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/watched-link.ts";

import { theoryWords } from "./side-plot-words.ts";

export interface TheoryLine {
  readonly text: string;
  /** In the plot's unit. */
  readonly value: number;
  readonly paint: Paint;
}

type TheoryInput = {
  readonly run: RunView;
  /** Absent: theory is not drawn. */
  readonly theory?: readonly Overlay[] | undefined;
  readonly highlightFlow?: number | null;
};

/** Groups of flows whose lines are drawn when none stands out. */
const DRAWN_GROUPS = 4;
const DASH = [9, 4];
const LABEL_LINE_PX = 13;

export function cwndTheory(input: TheoryInput): TheoryLine[] {
  return ofGroups(input, "cwnd").flatMap((overlay) => linesOf(overlay, input.run, 1, "segments"));
}

/** Rates that stay: fair shares over time have lines of their own. */
export function rateTheory(input: TheoryInput): TheoryLine[] {
  return ofGroups(input, "rate").flatMap((overlay) => linesOf(overlay, input.run, 1, "Mbps"));
}

/** A queue's length as the time that it takes to send. */
export function delayTheory({ run, theory = [] }: TheoryInput): TheoryLine[] {
  const { id } = watchedLink(run);
  const perPacketMs = packetMs(run.scenario, linkById(resolvePath(run.scenario.path), id));
  return theory
    .filter(({ kind, link }) => kind === "queue" && link === id)
    .flatMap((overlay) => linesOf(overlay, run, perPacketMs, "ms"));
}

export function probeTheory(
  { run, theory = [] }: TheoryInput,
  source: "queue" | number,
  probe: string,
): TheoryLine[] {
  const group = source === "queue" ? null : run.snapshot.results.flows[source]?.group;
  return theory
    .filter((overlay) => overlay.probe === probe && (overlay.link !== null) === (source === "queue"))
    .filter((overlay) => overlay.link !== null || overlay.group === group)
    .flatMap((overlay) => linesOf(overlay, run, 1, ""));
}

function packetMs({ tcp }: Scenario, { params }: LinkSpec): number {
  return ((Number(tcp.mss) + Number(tcp.overhead)) * 8) / (Number(params.capacity) * 1000);
}

function ofGroups({ run, theory = [], highlightFlow = null }: TheoryInput, kind: Overlay["kind"]): Overlay[] {
  const overlays = theory.filter((overlay) => overlay.kind === kind && overlay.value.form !== "steps");
  if (highlightFlow !== null) {
    const { group } = run.snapshot.results.flows[highlightFlow];
    return overlays.filter((overlay) => overlay.group === group);
  }
  return overlays.length <= DRAWN_GROUPS ? overlays : [];
}

function linesOf({ label, group, value }: Overlay, run: RunView, scale: number, unit: string): TheoryLine[] {
  const several = run.scenario.flows.length > 1;
  const flow = run.snapshot.results.flows.findIndex((one) => one.group === group);
  const paint: Paint = several && flow >= 0 ? flow : "ink";
  const line = (at: number): TheoryLine => {
    const value = at * scale;
    const text = unit === "ms" ? delayText(value, shortNumber) : `${shortNumber(value)} ${unit}`.trim();
    return { text: `${label} ${text}`, value, paint };
  };
  if (value.form === "constant") return [line(value.value)];
  return value.form === "band" ? [line(value.high), line(value.low)] : [];
}

/** The plot with the lines over it, said in its summary too. */
export function withTheory<M extends ChartModel>(model: M, lines: readonly TheoryLine[]): M {
  if (lines.length === 0) return model;
  return {
    ...model,
    draw: (context, plot, colours) => {
      model.draw(context, plot, colours);
      drawLines(context, plot, colours, lines);
    },
    labels: (plot) => [...model.labels(plot), ...labelsOf(plot, lines)],
    summary: () => model.summary() + theoryWords(lines.map(({ text }) => text)),
  };
}

function drawLines(
  context: CanvasRenderingContext2D,
  plot: Plot,
  colours: ChartColours,
  lines: readonly TheoryLine[],
): void {
  clipToPlot(context, plot, () => {
    for (const { value, paint } of lines) {
      const at = (end: number) => [end === 0 ? plot.left : plot.right, plot.y(value)] as const;
      strokePoints(context, 2, at, { colour: canvasPaint(paint, colours), width: 1.2, dash: DASH });
    }
  });
}

function labelsOf(plot: Plot, lines: readonly TheoryLine[]): PlotLabel[] {
  const labels: PlotLabel[] = [];
  for (const { text, value, paint } of lines) {
    const y = plot.y(value) - 4;
    const isInside = y > plot.top && y < plot.bottom;
    if (!isInside || labels.some((label) => Math.abs(label.y - y) < LABEL_LINE_PX)) continue;
    labels.push({ text, x: plot.left + 6, y, anchor: "start", paint });
  }
  return labels;
}
