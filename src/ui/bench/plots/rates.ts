/** Rates over a sliding window from cumulative byte counts. */

import type { FlowResult, TraceKind } from "../../../engine/index.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/run-view.ts";

export interface RateSeries {
  readonly intervalS: number;
  /** Sample i is the rate over the window that ends at i * intervalS; NaN before the first window is full. */
  readonly mbps: Float32Array;
  readonly windowS: number;
}

/** The window is rounded to whole samples, at least one. A window that reaches before 0 s is cut off there. */
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

/** A flow has no rate before it starts, and none once the window after its end has run empty. */
export function whileAlive(series: RateSeries, flow: Pick<FlowResult, "startS" | "stopS">): RateSeries {
  const mbps = series.mbps.map((rate, sample) => {
    const timeS = sample * series.intervalS;
    return timeS >= flow.startS && timeS <= flow.stopS + series.windowS ? rate : Number.NaN;
  });
  return { ...series, mbps };
}

export interface Step {
  readonly fromS: number;
  readonly value: number;
}

/** The watched link's capacity over time, as it was recorded. */

const BPS_PER_MBPS = 1e6;

/** One step per stretch without a change; empty before the first sample. */
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

/** Of recorded opportunities: a rate is what they make in a while, the same as of the flows' throughput. */
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
  /** What can be dragged of it; null: nothing. `untilS` is where another value follows. */
  readonly handle: { readonly mbps: number; readonly untilS: number | undefined } | null;
  /** What it follows; absent: it is set. */
  readonly recorded?: TraceKind;
}

/** Which step a handle stands for: the start's, in a live run what is in force now, none where a pattern moves them all. */
type HeldStep = "first" | "last" | "none";

/** Less is what a rate's way through bits and megabits leaves. */
const SAME = 1e-9;

/**
 * The line on the throughput plot. The step that the handle stands for follows it at once, before the run does: in a live
 * run from now on, and what has been stays.
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
