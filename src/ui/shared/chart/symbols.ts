/** Event symbols on a canvas: the selection of those to draw, and their shapes. The shape alone identifies the kind. */

import { bisectLeft } from "d3-array";
import { FLOW_EVENT, type FlowEvents } from "../../../engine/index.ts";
import type { Paint } from "./colours.ts";
import type { TimeView } from "./plot-geometry.ts";

/** An evenly thinned selection of events, with the share that it represents. */
export interface Thinned {
  /** Indices of the events to draw, in ascending order. */
  readonly kept: readonly number[];
  /** The n of "every n-th event is drawn". */
  readonly every: number;
}

/** Selects every n-th event of one kind in the view, with the smallest n that leaves enough pixels for each symbol. */
export function thinEvents(
  timeS: ArrayLike<number>,
  wanted: (index: number) => boolean,
  view: TimeView,
  symbols: number,
  stride: number,
): Thinned {
  const inView: number[] = [];
  for (
    let index = firstAtOrAfter(timeS, view.fromS);
    index < timeS.length && timeS[index] <= view.toS;
    index++
  ) {
    if (wanted(index)) inView.push(index);
  }
  const nth = Math.max(1, Math.ceil(inView.length / Math.max(1, symbols)));
  return { kept: inView.filter((_, order) => order % nth === 0), every: nth * Math.max(1, stride) };
}

/** Returns the index of the first time at or after `timeS` in an ascending list. */
export function firstAtOrAfter(times: ArrayLike<number>, timeS: number): number {
  return bisectLeft(times, timeS);
}

export function ordinal(n: number): string {
  const tens = n % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${suffix}`;
}

export type SymbolKind = (typeof FLOW_EVENT)[keyof typeof FLOW_EVENT];

export const EVENT_WORDS: Readonly<Record<SymbolKind, string>> = {
  [FLOW_EVENT.ecnReduction]: "CE mark",
  [FLOW_EVENT.lossReduction]: "loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow start ends",
  [FLOW_EVENT.synTimeout]: "SYN sent again",
  [FLOW_EVENT.notOpened]: "connection failed",
  [FLOW_EVENT.lossProbe]: "loss probe",
  [FLOW_EVENT.undo]: "cut undone",
};

/** Returns the time of the nearest event after (1) or before (-1) a time; null if there is none. */
export function neighbourEvent(events: FlowEvents, timeS: number, direction: 1 | -1): number | null {
  const tolerance = 1e-6;
  const index =
    direction > 0
      ? firstAtOrAfter(events.timeS, timeS + tolerance)
      : firstAtOrAfter(events.timeS, timeS - tolerance) - 1;
  return index >= 0 && index < events.timeS.length ? events.timeS[index] : null;
}

/** The part of a canvas context with which plots are drawn. Both back ends provide it. */
export type Surface = Pick<
  CanvasRenderingContext2D,
  | "save"
  | "restore"
  | "beginPath"
  | "closePath"
  | "moveTo"
  | "lineTo"
  | "rect"
  | "roundRect"
  | "arc"
  | "clip"
  | "stroke"
  | "fill"
  | "fillText"
  | "strokeText"
  | "setLineDash"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "lineJoin"
  | "miterLimit"
  | "globalAlpha"
  | "font"
  | "textAlign"
> & { measureText(text: string): { readonly width: number } };

export type Trace = (surface: Surface, x: number, y: number, size: number) => void;

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

/** The symbol of a packet lost on the link and not by a queue: two crossed thin bars. */
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

/** A round point. */
export const dot: Trace = (surface, x, y, size) => {
  surface.moveTo(x + size, y);
  surface.arc(x, y, size, 0, 2 * Math.PI);
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

interface EventLook {
  readonly trace: Trace;
  readonly paint: Paint;
  /** The symbol as a character, for labels. */
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
