/** Draws whole plots with the pen, for files, reports and small plots: axes, marks, lines that can be dragged, and labels. */

import type { PlotLabel, PlotLine } from "./chart-model.ts";
import { type AxisLook, anchorInside, type DrawnPlot } from "./PlotLayers.tsx";
import type { Pen } from "./pen.ts";

/** Half the width of a hairline (px). */
const HALF_PX = 0.5;
const AXIS_ALPHA = 0.6;
const TICK_PX = 4;
/** Distance of the labels from the axes (px). */
const [BESIDE_PX, BELOW_PX] = [7, 17];
/** Distance from the middle of a label to its baseline (px). */
const BASELINE_PX = 3.5;

export function drawAxes(pen: Pen, x: AxisLook, y: AxisLook, xGrid = false): void {
  const { plot } = pen;
  const { left, right, top, bottom } = plot;
  const across = (at: number, fill: "hairline" | "inkSoft", alpha: number) =>
    pen.box({ left, right, top: at - HALF_PX, bottom: at + HALF_PX, fill, alpha });
  const down = (at: number, from: number, to: number, fill: "hairline" | "inkSoft", alpha: number) =>
    pen.box({ left: at - HALF_PX, right: at + HALF_PX, top: from, bottom: to, fill, alpha });
  for (const tick of y.ticks) {
    const at = plot.y(tick);
    across(at, "hairline", 1);
    pen.text(y.format(tick), left - BESIDE_PX, at + BASELINE_PX, { anchor: "end", ink: "inkSoft" });
  }
  across(bottom, "inkSoft", AXIS_ALPHA);
  for (const tick of x.ticks) {
    const at = plot.x(tick);
    if (xGrid) down(at, top, bottom, "hairline", 1);
    down(at, bottom, bottom + TICK_PX, "inkSoft", AXIS_ALPHA);
    const text = x.format(tick);
    pen.text(text, at, bottom + BELOW_PX, { anchor: anchorInside(plot, at, text), ink: "inkSoft" });
  }
}

function drawLabels(pen: Pen, labels: readonly PlotLabel[]): void {
  for (const { text, x, y, anchor, paint, strong } of labels)
    pen.text(text, x, y, {
      anchor,
      ink: paint === "ghost" ? "inkSoft" : paint,
      isStrong: strong,
      hasHalo: true,
    });
}

const RULE = { px: 1.5, dash: [5, 4] } as const;
const PILL_PX = 20;
/** Room on each side of the text of a label. */
const PILL_SIDE_PX = 9;

/** Draws lines at values, with the labels at their right ends. */
function drawLines(pen: Pen, lines: readonly PlotLine[]): void {
  const { left, right, top, bottom, x, y } = pen.plot;
  for (const { value, paint, fromS, untilS, isBare, text } of lines) {
    const inside = (timeS: number) => Math.min(right, Math.max(left, x(timeS)));
    const [from, to] = [
      fromS === undefined ? left : inside(fromS),
      untilS === undefined ? right : inside(untilS),
    ];
    const at = Math.min(bottom, Math.max(top, y(value)));
    if (to <= from) continue;
    if (isBare !== true) pen.line([from, at], [to, at], { paint, ...RULE });
    if (text === undefined) continue;
    const width = pen.textPx(text) + 2 * PILL_SIDE_PX;
    const start = Math.max(left, to - width);
    pen.pill({ left: start, right: start + width, top: at - PILL_PX, bottom: at, fill: paint, alpha: 1 });
    pen.text(text, start + width / 2, at - PILL_PX / 2 + BASELINE_PX, {
      anchor: "middle",
      ink: "paper",
      isStrong: true,
    });
  }
}

/** Draws a plot as on the page, and always with the labels of its axes. */
export function drawPlot(pen: Pen, { x, y, xGrid, draw, labels, lines = [] }: DrawnPlot): void {
  drawAxes(pen, x, y, xGrid);
  draw(pen);
  drawLines(pen, lines);
  drawLabels(pen, labels);
}
