/** Rates over a sliding window, from cumulative byte counts. */

import type { FlowResult, TraceKind } from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { watchedLink } from "../core/run-view.ts";
import type { Step } from "../shared/chart/marks.ts";

export interface RateSeries {
  readonly intervalS: number;
  /** Sample i is the rate over the window that ends at i * intervalS; NaN before the first full window. */
  readonly mbps: Float32Array;
  readonly windowS: number;
}

/** Computes the rate. The window is rounded to whole samples, at least one. A window that would start before 0 s is shortened. */
export function slidingRate(
  cumulativeBytes: Float64Array,
  length: number,
  intervalS: number,
  windowS: number,
): RateSeries {
  const width = Math.max(1, Math.round(windowS / intervalS));
  const mbps = new Float32Array(length);
  if (length > 0) mbps[0] = Number.NaN;
  for (let sample = 1; sample < length; sample++) {
    const from = Math.max(0, sample - width);
    const bytes = cumulativeBytes[sample] - cumulativeBytes[from];
    mbps[sample] = (bytes * 8) / ((sample - from) * intervalS * 1e6);
  }
  return { intervalS, mbps, windowS: width * intervalS };
}

export function rateAt({ mbps, intervalS }: Pick<RateSeries, "mbps" | "intervalS">, timeS: number): number {
  return mbps[Math.round(timeS / intervalS)] ?? Number.NaN;
}

/** Returns the series without values before the flow starts and after the window that follows its end is empty. */
export function whileAlive(series: RateSeries, flow: Pick<FlowResult, "startS" | "stopS">): RateSeries {
  const mbps = series.mbps.map((rate, sample) => {
    const timeS = sample * series.intervalS;
    return timeS >= flow.startS && timeS <= flow.stopS + series.windowS ? rate : Number.NaN;
  });
  return { ...series, mbps };
}

const BPS_PER_MBPS = 1e6;

/** Returns one step per period of constant capacity; empty before the first sample. */
export function capacitySteps(run: Pick<RunView, "snapshot" | "link">): Step[] {
  const { intervalS, length } = run.snapshot.samples;
  const { rateBps } = watchedLink(run);
  const steps: Step[] = [];
  for (let sample = 0; sample < length; sample++) {
    if (sample > 0 && rateBps[sample] === rateBps[sample - 1]) continue;
    steps.push({ fromS: sample * intervalS, value: rateBps[sample] / BPS_PER_MBPS });
  }
  return steps;
}

/**
 * Returns the capacity of a recording of delivery opportunities, as a rate averaged over the same window as the
 * flows' throughput.
 */
export function opportunitySteps(run: Pick<RunView, "snapshot" | "link">, windowS: number): Step[] {
  const { intervalS, length } = run.snapshot.samples;
  const { rateBps } = watchedLink(run);
  const bytes = new Float64Array(length);
  for (let sample = 1; sample < length; sample++) {
    bytes[sample] = bytes[sample - 1] + (rateBps[sample - 1] * intervalS) / 8;
  }
  const { mbps } = slidingRate(bytes, length, intervalS, windowS);
  return Array.from(mbps.subarray(1), (value, i) => ({ fromS: (i + 1) * intervalS, value }));
}

export interface CapacityLine {
  readonly steps: readonly Step[];
  /**
   * The value that can be dragged; null if no value can be dragged. `untilS` is the time from which on a different
   * value applies.
   */
  readonly handle: { readonly mbps: number; readonly untilS: number | undefined } | null;
  /** The kind of recording that the capacity follows; absent if the capacity is set. */
  readonly recorded?: TraceKind;
}

/** The step that a handle controls: the first, the current one in a live run, or none if a pattern changes all steps. */
type HeldStep = "first" | "last" | "none";

/** Relative tolerance for the rounding between bits and megabits. */
const SAME = 1e-9;

/**
 * Returns the line of the capacity on the throughput plot. The step of the handle changes immediately, before the run
 * has been simulated. In a live run a change applies from now on, and the past stays as it is.
 */
export function capacityLine(
  run: Pick<RunView, "snapshot" | "link">,
  handleMbps: number | null,
  which: HeldStep,
): CapacityLine {
  const recorded = capacitySteps(run);
  if (handleMbps === null) return { steps: recorded, handle: null };
  if (recorded.length === 0) recorded.push({ fromS: 0, value: handleMbps });
  const handle = { mbps: handleMbps, untilS: which === "last" ? undefined : recorded[1]?.fromS };
  if (which === "none") return { steps: recorded, handle };
  if (which === "last") {
    const isIt = Math.abs(recorded[recorded.length - 1].value - handleMbps) <= SAME * handleMbps;
    const next = { fromS: run.snapshot.nowS, value: handleMbps };
    return { steps: isIt ? recorded : [...recorded, next], handle };
  }
  const [first, ...others] = recorded;
  return { steps: [{ ...first, value: handleMbps }, ...others], handle };
}

export function highestOf(steps: readonly Step[]): number {
  return steps.reduce((highest, { value }) => Math.max(highest, value), 0);
}
