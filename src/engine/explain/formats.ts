/**
 * Numbers in explanations: rounded to what a reader takes in, with the units that the page writes. Every algorithm's file
 * imports this, but not units.ts: the page has that from the start, and would fetch it as a piece of its own.
 */

import type { Unit } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { delayText } from "../params/value-text.ts";

/** Three digits, so that products of them still look right: whole from 1000 on, one decimal from 100 on. */
export function rounded(value: number): number {
  const size = Math.abs(value);
  return size >= 1000 ? Math.round(value) : Number(value.toPrecision(size >= 100 ? 4 : 3));
}

/** "0.707", "83.3", "10433". */
export function numberText(value: number): string {
  return String(rounded(value));
}

/** "4.22 s", "1 segment". */
export function quantity(value: number, unit: Extract<Unit, "s" | "segments">): string {
  const number = numberText(value);
  return `${number} ${unit === "segments" && number === "1" ? "segment" : unit}`;
}

/** "12 µs", "7.9 ms", "1.25 s". */
export function timeText(ns: number): string {
  return ns < NS_PER_S ? delayText(ns / NS_PER_MS, numberText) : quantity(ns / NS_PER_S, "s");
}

/** "12.5 %". */
export function percent(share: number): string {
  return `${numberText(share * 100)} %`;
}

/** "833 segments/s". */
export function segmentRate(perS: number): string {
  return `${numberText(perS)} segments/s`;
}

const NO_BREAK = "\u00a0";

/** "45", "0.707", "10 433": grouped from five digits on. */
export function number(value: number): string {
  const text = String(Number.isInteger(value) ? value : rounded(value));
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(?:\d{3}){1,7}$)/g, NO_BREAK) : text;
}

/** "12 µs", "7.9 ms", "1.25 s". */
export function duration(ns: number): string {
  const text = (value: number) => number(rounded(value));
  return ns < NS_PER_S ? delayText(ns / NS_PER_MS, text) : `${text(ns / NS_PER_S)} s`;
}

/** "1 segment", "45 segments". */
export function segments(value: number): string {
  return counted(value, "segment");
}

export function counted(value: number, thing: string): string {
  const text = number(value);
  return `${text} ${thing}${text === "1" ? "" : "s"}`;
}

/** "9.61 Mbps", "128 kbps". */
export function rate(bps: number): string {
  return bps >= 1e6 ? `${number(rounded(bps / 1e6))} Mbps` : `${number(rounded(bps / 1000))} kbps`;
}

/** "45 %". */
export function share(part: number): string {
  return `${number(rounded(part * 100))} %`;
}
