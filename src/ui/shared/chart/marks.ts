/** The marks that plots are made of. The pen draws them in the same way on the page, in files, in reports and in small plots. */
import type { BucketSeries, EventSeries } from "../../../engine/index.ts";
import type { Ink } from "./colours.ts";
import { type Box, GHOST, type LineStyle, type Pen } from "./pen.ts";
import { type Plot, viewOf } from "./plot-geometry.ts";
import { dot, type Trace } from "./symbols.ts";

/** Equally spaced samples from 0 s on. */
interface Samples {
  readonly values: Float32Array;
  readonly intervalS: number;
}

/** A value from a time on, until the next step. */
export interface Step {
  readonly fromS: number;
  readonly value: number;
}

/** A position in px. */
export type Place = readonly [x: number, y: number];

type Points = (plot: Plot) => readonly Place[];

/** Data of a line: a recorded series, samples, or computed points. */
type LineData = BucketSeries | Samples | Points;

/** The comparison: a curve of the pinned run is drawn thin and grey behind all others, with its own dashes and without an area. */
interface Compared {
  readonly isPinned?: boolean;
}

/** A curve. */
interface LineMark extends Compared {
  readonly mark: "line";
  readonly data: LineData;
  readonly style: LineStyle;
}

/** A series of events: the band from the smallest to the largest value of each interval, and a line through the means. */
interface BandMark extends Compared {
  readonly mark: "band";
  readonly data: EventSeries;
  readonly style: LineStyle;
  readonly alpha: number;
}

/** A value that changes in steps, up to the right edge of the plot. */
interface StepsMark {
  readonly mark: "steps";
  readonly steps: readonly Step[];
  readonly style: LineStyle;
}

/** A straight line across the plot: at a value, or at a time. */
interface RuleMark {
  readonly mark: "rule";
  readonly at: { readonly value: number } | { readonly timeS: number };
  readonly style: LineStyle;
}

/** A point for each value, such as the response time of each request. */
interface DotsMark extends Compared {
  readonly mark: "dots";
  readonly places: Points;
  readonly radiusPx: number;
  readonly style: LineStyle;
}

/** Symbols of events. They may be outside the curves' area. */
interface EventsMark {
  readonly mark: "events";
  readonly trace: Trace;
  readonly sizePx: number;
  readonly places: Points;
  readonly fill: Ink;
  readonly edge?: Ink;
  readonly edgePx?: number;
}

/** Filled rectangles below the curves, such as the strip of phases. */
interface BoxesMark {
  readonly mark: "boxes";
  readonly boxes: (plot: Plot) => Iterable<Box>;
}

export type Mark = CurveMark | EventsMark | BoxesMark;

/** Marks that show curves, and are clipped at the edges of the plot. */
type CurveMark = ComparedMark | StepsMark | RuleMark;

/** Marks that can belong to the pinned run. */
type ComparedMark = LineMark | BandMark | DotsMark;

/** Returns the curves of the pinned run as marks of the comparison; empty if no run is pinned. */
export function pinnedMarks<Run>(
  pinned: Run | null,
  curvesOf: (run: Run) => readonly ComparedMark[],
): Mark[] {
  return pinned === null ? [] : curvesOf(pinned).map((mark) => ({ ...mark, isPinned: true }));
}

export function isCurve(mark: Mark): mark is CurveMark {
  return mark.mark !== "events" && mark.mark !== "boxes";
}

/** Draws the marks in order: the pinned run, the curves, then symbols and boxes. `overPx` extends the clip of the curves. */
export function drawMarks(pen: Pen, marks: readonly Mark[], overPx = 0): void {
  const curves = marks.filter(isCurve);
  pen.clip(() => {
    for (const mark of curves) if (isPinned(mark)) drawCurve(pen, asGhost(mark));
    for (const mark of curves) if (!isPinned(mark)) drawCurve(pen, mark);
  }, overPx);
  for (const mark of marks) if (!isCurve(mark)) drawOver(pen, mark);
}

function isPinned(mark: CurveMark): mark is ComparedMark {
  return "isPinned" in mark && mark.isPinned === true;
}

function asGhost(mark: ComparedMark): CurveMark {
  const style: LineStyle = { ...GHOST, ...(mark.style.dash && { dash: mark.style.dash }) };
  return mark.mark === "band" ? { ...mark, style, alpha: 0 } : { ...mark, style };
}

function drawCurve(pen: Pen, mark: CurveMark): void {
  switch (mark.mark) {
    case "line":
      drawLine(pen, mark.data, mark.style);
      break;
    case "band":
      pen.events(mark.data, mark.style, mark.alpha);
      break;
    case "dots":
      pen.symbols(dot, mark.places(pen.plot), mark.radiusPx, mark.style.paint);
      break;
    case "steps":
      drawSteps(pen, mark.steps, mark.style);
      break;
    case "rule":
      drawRule(pen, mark);
      break;
  }
}

function drawLine(pen: Pen, data: LineData, style: LineStyle): void {
  if (typeof data === "function") {
    const places = data(pen.plot);
    pen.points(places.length, (index) => places[index], style);
  } else if ("values" in data) pen.samples(data.values, data.intervalS, style);
  else pen.series(data, style);
}

function drawSteps(pen: Pen, steps: readonly Step[], style: LineStyle): void {
  const { x, y } = pen.plot;
  const endS = viewOf(pen.plot).toS;
  const at = (index: number) => {
    const step = steps[index >> 1];
    const timeS = index % 2 === 0 ? step.fromS : Math.min(endS, steps[(index >> 1) + 1]?.fromS ?? endS);
    return [x(timeS), y(step.value)] as const;
  };
  pen.points(steps.length * 2, at, style);
}

function drawRule(pen: Pen, { at, style }: RuleMark): void {
  if ("value" in at) {
    pen.level(at.value, style);
    return;
  }
  const { top, bottom, x } = pen.plot;
  const sharp = Math.round(x(at.timeS)) + 0.5;
  pen.line([sharp, top], [sharp, bottom], style);
}

function drawOver(pen: Pen, mark: EventsMark | BoxesMark): void {
  if (mark.mark === "events") {
    const { trace, sizePx, fill, edge, edgePx } = mark;
    pen.symbols(trace, mark.places(pen.plot), sizePx, fill, edge, edgePx);
    return;
  }
  for (const box of mark.boxes(pen.plot)) pen.box(box);
}
