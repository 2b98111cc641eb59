/**
 * Playhead and shared cursor with the values under it. The cursor has a canvas of its own, so that a moving pointer redraws
 * nothing else; where no cursor is there is no canvas either: each one costs time in every frame.
 */
import { memo, useEffect, useRef } from "react";
import type { Reading } from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint, useChartColours } from "../../shared/chart/colours.ts";
import { cancelDraw, scheduleDraw } from "../../shared/chart/draw-scheduler.ts";
import { readyContext } from "../../shared/chart/PlotCanvas.tsx";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { symbolPieces } from "../../shared/SymbolText.tsx";

interface CursorLayerProps {
  readonly plot: Plot;
  readonly cursorS: number | null;
  readonly playheadS: number;
  readonly readAt: (timeS: number) => readonly Reading[];
  /** Whether the cursor's time stands at the axis of this plot. */
  readonly withTime: boolean;
}

export const CursorLayer = memo(function CursorLayer(props: CursorLayerProps) {
  const { cursorS } = props;
  return (
    <>
      <Playhead plot={props.plot} timeS={props.playheadS} />
      {cursorS !== null && <CursorCanvas {...props} cursorS={cursorS} />}
    </>
  );
});

const Playhead = memo(function Playhead({ plot, timeS }: { readonly plot: Plot; readonly timeS: number }) {
  const x = plot.x(timeS);
  if (x < plot.left - 0.5 || x > plot.right + 0.5) return null;
  return (
    <span
      className="chart-playhead"
      style={{ height: plot.bottom, transform: `translateX(${Math.round(x)}px)` }}
    />
  );
});

interface CursorProps extends CursorLayerProps {
  readonly cursorS: number;
}

function CursorCanvas(props: CursorProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useChartColours();
  useEffect(() => {
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, props.plot);
      if (context) drawCursor(context, props, colours);
    };
    scheduleDraw(paint);
    return () => cancelDraw(paint);
  }, [props, colours]);
  return <canvas ref={canvas} className="chart-canvas chart-cursor" />;
}

function drawCursor(context: CanvasRenderingContext2D, props: CursorProps, colours: ChartColours): void {
  const { plot, cursorS } = props;
  const x = plot.x(cursorS);
  if (!(x >= plot.left && x <= plot.right)) return;
  drawLine(context, plot, x, colours.inkSoft);
  const readings = props.readAt(cursorS).filter((reading) => Number.isFinite(reading.value));
  drawDots(context, plot, x, readings, colours);
  drawValues(context, plot, x, readings, colours);
  if (props.withTime) drawTime(context, plot, x, cursorS, colours);
}

function drawLine(context: CanvasRenderingContext2D, plot: Plot, x: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, plot.bottom);
  context.stroke();
  context.setLineDash([]);
}

function drawDots(
  context: CanvasRenderingContext2D,
  plot: Plot,
  x: number,
  readings: readonly Reading[],
  colours: ChartColours,
): void {
  for (const reading of readings) {
    const y = plot.y(reading.value);
    if (y < plot.top - 1 || y > plot.bottom + 1) continue;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fillStyle = colours.paper;
    context.strokeStyle = canvasPaint(reading.paint, colours);
    context.lineWidth = 1.8;
    context.fill();
    context.stroke();
  }
}

const FONT_PX = 11;
const ROW_PX = 15;
const PAD_PX = 6;

/** Narrower plots show the values alone; their colours say whose they are. */
const ROOM_FOR_NAMES_PX = 380;

/** Values stand beside the cursor, on the side that has room. */
function drawValues(
  context: CanvasRenderingContext2D,
  plot: Plot,
  x: number,
  readings: readonly Reading[],
  colours: ChartColours,
): void {
  if (readings.length === 0) return;
  const named = readings.length > 1 && plot.width >= ROOM_FOR_NAMES_PX;
  const rows = readings.map((reading) => ({
    text: named ? `${reading.shortName ?? reading.name}  ${reading.text}` : reading.text,
    colour: reading.paint === "ghost" ? colours.inkSoft : canvasPaint(reading.paint, colours),
  }));
  const width = Math.max(...rows.map((row) => symbolWidth(context, row.text, colours))) + 2 * PAD_PX;
  const left = Math.max(0, x + 8 + width > plot.right ? x - 8 - width : x + 8);
  box(context, left, plot.top, width, rows.length * ROW_PX + 4, colours);
  rows.forEach((row, index) => {
    context.fillStyle = row.colour;
    drawSymbol(
      context,
      row.text,
      left + PAD_PX,
      plot.top + 2 + ROW_PX * (index + 0.5) + FONT_PX * 0.36,
      colours,
    );
  });
}

const SUBSCRIPT_PX = 9;

function symbolWidth(context: CanvasRenderingContext2D, text: string, colours: ChartColours): number {
  return symbolPieces(text).reduce((width, piece) => {
    context.font = fontOf(colours, piece.lowered ? SUBSCRIPT_PX : FONT_PX);
    return width + context.measureText(piece.text).width;
  }, 0);
}

function drawSymbol(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colours: ChartColours,
): void {
  let at = x;
  for (const piece of symbolPieces(text)) {
    context.font = fontOf(colours, piece.lowered ? SUBSCRIPT_PX : FONT_PX);
    context.fillText(piece.text, at, y + (piece.lowered ? 2.5 : 0));
    at += context.measureText(piece.text).width;
  }
}

function drawTime(
  context: CanvasRenderingContext2D,
  plot: Plot,
  x: number,
  timeS: number,
  colours: ChartColours,
): void {
  context.font = fontOf(colours, FONT_PX);
  const text = `${timeS.toFixed(2)} s`;
  const width = context.measureText(text).width + 2 * PAD_PX;
  const left = Math.min(Math.max(0, x - width / 2), plot.width - width);
  box(context, left, plot.bottom + 4, width, 18, colours);
  context.fillStyle = colours.ink;
  context.fillText(text, left + PAD_PX, plot.bottom + 4 + 9 + FONT_PX * 0.36);
}

function box(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
  colours: ChartColours,
): void {
  context.beginPath();
  context.roundRect(left, top, width, height, 4);
  context.fillStyle = colours.paper;
  context.globalAlpha = 0.92;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colours.hairline;
  context.lineWidth = 1;
  context.stroke();
}

function fontOf(colours: ChartColours, sizePx: number): string {
  return `600 ${sizePx}px ${colours.font}`;
}
