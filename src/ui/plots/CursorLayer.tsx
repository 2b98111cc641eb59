/**
 * Draws the playhead and the shared cursor, with the values at the cursor. The cursor has its own canvas, so that a
 * moving pointer redraws nothing else. Without a cursor there is no canvas, because each canvas costs time in every
 * frame.
 */
import { memo, useCallback } from "react";
import type { Reading } from "../shared/chart/chart-model.ts";
import { usePainted } from "../shared/chart/PlotLayers.tsx";
import type { Pen } from "../shared/chart/pen.ts";
import type { Plot } from "../shared/chart/plot-geometry.ts";
import { symbolPieces } from "../shared/SymbolText.tsx";

interface CursorLayerProps {
  readonly plot: Plot;
  readonly cursorS: number | null;
  readonly playheadS: number;
  readonly readAt: (timeS: number) => readonly Reading[];
  /** True if this plot shows the cursor's time at its axis. */
  readonly withTime: boolean;
}

export const CursorLayer = memo(function CursorLayer(props: CursorLayerProps) {
  const { plot, cursorS, playheadS, readAt, withTime } = props;
  const isIn = (x: number, slackPx: number) => x >= plot.left - slackPx && x <= plot.right + slackPx;
  const [x, playheadX] = [plot.x(cursorS ?? 0), plot.x(playheadS)];
  return (
    <>
      {isIn(playheadX, 0.5) && (
        <span
          className="chart-playhead"
          style={{ height: plot.bottom, transform: `translateX(${Math.round(playheadX)}px)` }}
        />
      )}
      {cursorS !== null && isIn(x, 0) && (
        <CursorCanvas plot={plot} x={x} readings={readAt(cursorS)} timeS={withTime ? cursorS : null} />
      )}
    </>
  );
});

interface CursorProps {
  readonly plot: Plot;
  readonly x: number;
  readonly readings: readonly Reading[];
  /** The time shown under the cursor at the axis (s); null if no time is shown. */
  readonly timeS: number | null;
  /** True to place the values in the lower part of the plot, where curves leave room, with the names of their lines. */
  readonly isLow?: boolean;
}

/** A line across the plot, with the values on it and next to it. */
export function CursorCanvas({ plot, x, readings, timeS, isLow = false }: CursorProps) {
  const draw = useCallback(
    (pen: Pen) => {
      const middle = Math.round(x) + 0.5;
      pen.line([middle, isLow ? plot.top : 0], [middle, plot.bottom], {
        paint: "inkSoft",
        px: 1,
        dash: [3, 3],
      });
      const finite = readings.filter(({ value }) => Number.isFinite(value));
      for (const { value, paint } of finite) {
        const y = plot.y(value);
        if (y >= plot.top - 1 && y <= plot.bottom + 1) pen.dot(x, y, 3.5, "paper", paint, 1.8);
      }
      drawValues(pen, x, finite, isLow);
      if (timeS !== null) drawTime(pen, x, timeS);
    },
    [plot, x, readings, timeS, isLow],
  );
  return <canvas ref={usePainted(plot, draw)} className="chart-canvas chart-cursor" />;
}

const FONT_PX = 11;
const SUBSCRIPT_PX = 9;
const ROW_PX = 15;
const PAD_PX = 6;
/** Distance from the middle of a row to the baseline of its text. */
const BASELINE_PX = FONT_PX * 0.36;

/** Plot width below which only values are shown (px). Their colours identify their lines. */
const ROOM_FOR_NAMES_PX = 380;

/** Draws the values next to the cursor, on the side that has room. */
function drawValues(pen: Pen, x: number, readings: readonly Reading[], isLow: boolean): void {
  if (readings.length === 0) return;
  const { top, bottom, right, width: plotPx } = pen.plot;
  const isNamed = !isLow && readings.length > 1 && plotPx >= ROOM_FOR_NAMES_PX;
  const texts = readings.map(({ name, shortName = name, text }) =>
    isNamed ? `${shortName}  ${text}` : text,
  );
  const width = Math.max(...texts.map((text) => writeSymbols(pen, text))) + 2 * PAD_PX;
  const height = readings.length * ROW_PX + 4;
  // If neither side has room, the values cover as little of the cursor as possible.
  const isLeft = x + 8 + width > right && (x - 8 - width >= 0 || x > plotPx / 2);
  const left = isLeft ? Math.max(0, x - 8 - width) : Math.min(x + 8, Math.max(0, plotPx - width));
  const boxTop = isLow ? bottom - 6 - height : top;
  drawBox(pen, left, boxTop, width, height);
  for (const [row, { paint }] of readings.entries()) {
    pen.context.fillStyle = pen.colour(paint === "ghost" ? "inkSoft" : paint);
    writeSymbols(pen, texts[row], [left + PAD_PX, boxTop + 2 + ROW_PX * (row + 0.5) + BASELINE_PX]);
  }
}

/** Writes a text with subscripts and returns its width. Without a position, the text is only measured. */
function writeSymbols({ context, colours }: Pen, text: string, at?: readonly [x: number, y: number]): number {
  let width = 0;
  for (const { text: piece, lowered } of symbolPieces(text)) {
    context.font = `600 ${lowered ? SUBSCRIPT_PX : FONT_PX}px ${colours.font}`;
    if (at !== undefined) context.fillText(piece, at[0] + width, at[1] + (lowered ? 2.5 : 0));
    width += context.measureText(piece).width;
  }
  return width;
}

function drawTime(pen: Pen, x: number, timeS: number): void {
  const { bottom, width: plotPx } = pen.plot;
  const text = `${timeS.toFixed(2)} s`;
  const width = writeSymbols(pen, text) + 2 * PAD_PX;
  const left = Math.min(Math.max(0, x - width / 2), plotPx - width);
  drawBox(pen, left, bottom + 4, width, 18);
  pen.context.fillStyle = pen.colour("ink");
  writeSymbols(pen, text, [left + PAD_PX, bottom + 4 + 9 + BASELINE_PX]);
}

function drawBox(pen: Pen, left: number, top: number, width: number, height: number): void {
  const { context } = pen;
  context.beginPath();
  context.roundRect(left, top, width, height, 4);
  context.fillStyle = pen.colour("paper");
  context.globalAlpha = 0.92;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = pen.colour("hairline");
  context.lineWidth = 1;
  context.setLineDash([]);
  context.stroke();
}
