/**
 * Formats numbers for explanations: rounded to readable precision, with the units used on the page. Algorithms import this module
 * instead of units.ts, which is part of the page's first download. If they imported units.ts, the build would move it to a
 * separate file.
 */

import type { Unit } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { delayText } from "../params/value-text.ts";

/**
 * Rounds to three digits. Numbers from 100 on keep one decimal, and from 1000 on all digits before the point, so that the numbers
 * in a formula still match its result.
 */
export function rounded(value: number): number {
  const size = Math.abs(value);
  return size >= 1000 ? Math.round(value) : Number(value.toPrecision(size >= 100 ? 4 : 3));
}

/** Returns a number: "0.707", "83.3", "10433". */
export function numberText(value: number): string {
  return String(rounded(value));
}

/** Returns a quantity: "4.22 s", "1 segment". */
export function quantity(value: number, unit: Extract<Unit, "s" | "segments">): string {
  const number = numberText(value);
  return `${number} ${unit === "segments" && number === "1" ? "segment" : unit}`;
}

/** Returns a time: "12 µs", "7.9 ms", "1.25 s". */
export function timeText(ns: number): string {
  return ns < NS_PER_S ? delayText(ns / NS_PER_MS, numberText) : quantity(ns / NS_PER_S, "s");
}

/** Returns a percentage: "12.5 %". */
export function percent(share: number): string {
  return `${numberText(share * 100)} %`;
}

/** Returns a rate: "833 segments/s". */
export function segmentRate(perS: number): string {
  return `${numberText(perS)} segments/s`;
}

const NO_BREAK = "\u00a0";

/** Returns a number, with grouped digits from five digits on: "45", "0.707", "10 433". */
export function number(value: number): string {
  const text = String(Number.isInteger(value) ? value : rounded(value));
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(?:\d{3}){1,7}$)/g, NO_BREAK) : text;
}

/** Returns a duration: "12 µs", "7.9 ms", "1.25 s". */
export function duration(ns: number): string {
  const text = (value: number) => number(rounded(value));
  return ns < NS_PER_S ? delayText(ns / NS_PER_MS, text) : `${text(ns / NS_PER_S)} s`;
}

/** Returns a number of segments: "1 segment", "45 segments". */
export function segments(value: number): string {
  return counted(value, "segment");
}

/** Returns a count with its noun: "1 packet", "3 packets". */
export function counted(value: number, thing: string): string {
  const text = number(value);
  return `${text} ${thing}${text === "1" ? "" : "s"}`;
}

/** Returns a rate: "9.61 Mbps", "128 kbps". */
export function rate(bps: number): string {
  return bps >= 1e6 ? `${number(rounded(bps / 1e6))} Mbps` : `${number(rounded(bps / 1000))} kbps`;
}

/** Returns a percentage: "45 %". */
export function share(part: number): string {
  return `${number(rounded(part * 100))} %`;
}
