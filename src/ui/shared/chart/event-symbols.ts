/** Which of many events are drawn: few enough to be told apart, evenly, and saying so. */
import { FLOW_EVENT, type FlowEvents } from "../../../engine/index.ts";
import type { TimeView } from "../../bench/plots/chart-props.ts";

export interface Thinned {
  /** Indices of the events to draw, in order. */
  readonly kept: readonly number[];
  /** Every how many-th of the events that happened is drawn. */
  readonly every: number;
}

/** Every n-th of the events of one kind in the view, n being the least that leaves each its share of pixels. */
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

/** Index of the first time that is not before `timeS`, in an ascending list. */
export function firstAtOrAfter(times: ArrayLike<number>, timeS: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < timeS) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** Time of the nearest event after (1) or before (-1) a time, or null. */
export function neighbourEvent(events: FlowEvents, timeS: number, direction: 1 | -1): number | null {
  const tolerance = 1e-6;
  const index =
    direction > 0
      ? firstAtOrAfter(events.timeS, timeS + tolerance)
      : firstAtOrAfter(events.timeS, timeS - tolerance) - 1;
  return index >= 0 && index < events.timeS.length ? events.timeS[index] : null;
}
