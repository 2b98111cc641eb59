/** Numbers and moments in a story. */

import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { delayText } from "../params/value-text.ts";
import { rounded } from "./formats.ts";
import type { StoryPart } from "./story.ts";

const NO_BREAK = "\u00a0";

/** "45", "0.707", "10 433": grouped from five digits on. */
export function number(value: number): string {
  const text = String(Number.isInteger(value) ? value : rounded(value));
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, NO_BREAK) : text;
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
  return `${number(value)} ${thing}${value === 1 ? "" : "s"}`;
}

/** "9.61 Mbps", "128 kbps". */
export function rate(bps: number): string {
  return bps >= 1e6 ? `${number(rounded(bps / 1e6))} Mbps` : `${number(rounded(bps / 1000))} kbps`;
}

/** "45 %". */
export function share(part: number): string {
  return `${number(rounded(part * 100))} %`;
}

/** "12.407 s", as finely as the path's round trips need it; leads there. */
export class Moments {
  private readonly digits: number;

  constructor(rttNs: number) {
    this.digits = rttNs >= 10 * NS_PER_MS ? 3 : rttNs >= NS_PER_MS ? 4 : 6;
  }

  at(ns: number): StoryPart {
    const atS = ns / NS_PER_S;
    return { text: `${atS.toFixed(this.digits)} s`, atS };
  }
}
