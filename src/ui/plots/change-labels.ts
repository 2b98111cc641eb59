/** The changes during the run on a time plot: a hairline at each, its text beside it, and the same for screen readers. */
import { counted } from "../../lib/counted.ts";
import type { ChangeInWords } from "../core/run-view.ts";
import type { ChartModel, PlotLabel } from "../shared/chart/chart-model.ts";
import type { Mark } from "../shared/chart/marks.ts";
import type { Plot } from "../shared/chart/plot-geometry.ts";
import { labelsOf } from "./steady-range.ts";

const LINE = { paint: "inkSoft", px: 1, dash: [1, 2] } as const;

/** Adds the changes to a plot. */
export function withChanges(
  model: ChartModel,
  changes: readonly ChangeInWords[],
  isFromBelow: boolean,
): ChartModel {
  if (changes.length === 0) return model;
  const moments = momentsOf(changes);
  const lines = moments.map(({ atS }): Mark => ({ mark: "rule", at: { timeS: atS }, style: LINE }));
  return {
    ...model,
    marks: [...model.marks, ...lines],
    labels: (plot) => [
      ...(model.labels?.(plot) ?? []),
      ...changeLabels(moments, plot, labelsOf(model, plot), isFromBelow),
    ],
  };
}

/** Returns the changes as text for screen readers. */
export function spokenChanges(changes: readonly ChangeInWords[]): string {
  if (changes.length === 0) return "";
  const spoken = (text: string) => text.replaceAll("_", " ").replaceAll(" → ", " to ");
  const all = changes.map(({ atS, text }) => `at ${Number(atS.toFixed(3))} s ${spoken(text)}`);
  return ` Changes during the run: ${all.join("; ")}.`;
}

interface ChangeMoment {
  readonly atS: number;
  readonly text: string;
}

/**
 * Maximum length of a label (characters). If the texts of all changes at one time are longer, the label states the
 * number of changes.
 */
const LONGEST_TEXT = 44;

/** Groups changes of the same time. */
export function momentsOf(changes: readonly ChangeInWords[]): ChangeMoment[] {
  const times = [...new Set(changes.map(({ atS }) => atS))];
  return times.map((atS) => {
    const texts = changes.filter((change) => change.atS === atS).map(({ text }) => text);
    const text = texts.join(", ");
    return {
      atS,
      text: texts.length > 1 && text.length > LONGEST_TEXT ? counted(texts.length, "change") : text,
    };
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Approximate width of a character in labels. */
const CHARACTER_PX = 6.1;
const LINE_PX = 13;
const BESIDE_PX = 4;
const FIRST_ROW_PX = 10;

function boxOf({ text, x, y, anchor }: PlotLabel): Box {
  const width = text.length * CHARACTER_PX;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, y };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right + BESIDE_PX && b.left < a.right + BESIDE_PX && Math.abs(a.y - b.y) < LINE_PX;
}

/**
 * Places labels from the upper edge down or from the lower edge up, right or left of their lines. A label that does not fit is
 * omitted.
 */
export function changeLabels(
  moments: readonly ChangeMoment[],
  plot: Plot,
  taken: readonly PlotLabel[],
  isFromBelow = false,
): PlotLabel[] {
  const boxes = taken.map(boxOf);
  const lines = moments.map(({ atS }) => plot.x(atS));
  const labels: PlotLabel[] = [];
  for (const [index, { text }] of moments.entries()) {
    const label = freePlace(text, lines[index], plot, boxes, isFromBelow);
    if (label === null) continue;
    labels.push(label);
    boxes.push(boxOf(label));
  }
  return labels;
}

function freePlace(
  text: string,
  lineX: number,
  plot: Plot,
  boxes: readonly Box[],
  isFromBelow: boolean,
): PlotLabel | null {
  if (lineX < plot.left || lineX > plot.right) return null;
  const rows = Math.floor((plot.bottom - BESIDE_PX - plot.top - FIRST_ROW_PX) / LINE_PX) + 1;
  for (let row = 0; row < rows; row++) {
    const y = isFromBelow ? plot.bottom - BESIDE_PX - row * LINE_PX : plot.top + FIRST_ROW_PX + row * LINE_PX;
    for (const side of [1, -1] as const) {
      const anchor = side === 1 ? "start" : "end";
      const label: PlotLabel = { text, x: lineX + side * BESIDE_PX, y, anchor, paint: "ink" };
      const box = boxOf(label);
      const fits = box.left >= plot.left && box.right <= plot.right;
      if (fits && !boxes.some((other) => meet(box, other))) return label;
    }
  }
  return null;
}
