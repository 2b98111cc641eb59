/** Event symbols on a canvas: the shape alone tells the kind. */
import { FLOW_EVENT } from "../../../engine/index.ts";
import type { SymbolKind } from "./event-symbols.ts";
import type { Paint } from "./paint.ts";

export type Trace = (context: CanvasRenderingContext2D, x: number, y: number, size: number) => void;

export const diamond: Trace = (context, x, y, size) => {
  context.moveTo(x, y - size * 1.3);
  context.lineTo(x + size * 0.85, y);
  context.lineTo(x, y + size * 1.3);
  context.lineTo(x - size * 0.85, y);
  context.closePath();
};

export const triangle: Trace = (context, x, y, size) => {
  context.moveTo(x - size, y - size * 0.8);
  context.lineTo(x + size, y - size * 0.8);
  context.lineTo(x, y + size);
  context.closePath();
};

/** Lost on the way, by no queue: two thin bars, the second one a quarter turn from the first. */
export const cross: Trace = (context, x, y, size) => {
  const [near, far] = [size * 0.72, size * 1.28];
  for (const [cos, sin] of [
    [1, 0],
    [0, 1],
  ]) {
    const corner = (across: number, down: number): [number, number] => [
      x + across * cos - down * sin,
      y + across * sin + down * cos,
    ];
    context.moveTo(...corner(-far, -near));
    context.lineTo(...corner(-near, -far));
    context.lineTo(...corner(far, near));
    context.lineTo(...corner(near, far));
    context.closePath();
  }
};

const square: Trace = (context, x, y, size) => {
  context.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
};

const circle: Trace = (context, x, y, size) => {
  context.moveTo(x + size * 0.9, y);
  context.arc(x, y, size * 0.9, 0, 2 * Math.PI);
};

const bar: Trace = (context, x, y, size) => {
  context.rect(x - size * 0.4, y - size * 0.9, size * 0.8, size * 1.8);
};

const upwards: Trace = (context, x, y, size) => {
  context.moveTo(x - size, y + size * 0.8);
  context.lineTo(x + size, y + size * 0.8);
  context.lineTo(x, y - size);
  context.closePath();
};

export interface EventLook {
  readonly trace: Trace;
  readonly paint: Paint;
  /** As a character, for labels. */
  readonly glyph: string;
  readonly hollow: boolean;
}

export const EVENT_LOOKS: Readonly<Record<SymbolKind, EventLook>> = {
  [FLOW_EVENT.ecnReduction]: { trace: diamond, paint: "mark", glyph: "♦", hollow: false },
  [FLOW_EVENT.lossReduction]: { trace: triangle, paint: "loss", glyph: "▼", hollow: false },
  [FLOW_EVENT.rto]: { trace: square, paint: "loss", glyph: "■", hollow: false },
  [FLOW_EVENT.slowStartExit]: { trace: circle, paint: "inkSoft", glyph: "○", hollow: true },
  [FLOW_EVENT.synTimeout]: { trace: square, paint: "loss", glyph: "□", hollow: true },
  [FLOW_EVENT.notOpened]: { trace: triangle, paint: "loss", glyph: "▽", hollow: true },
  [FLOW_EVENT.lossProbe]: { trace: bar, paint: "loss", glyph: "▮", hollow: true },
  [FLOW_EVENT.undo]: { trace: upwards, paint: "inkSoft", glyph: "△", hollow: true },
};
