/** The watched link's capacity over time, as it was recorded. */

import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/watched-link.ts";

import type { Step } from "./sliding-rate.ts";

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

export interface CapacityLine {
  readonly steps: readonly Step[];
  /** What can be dragged of it; null: nothing. `untilS` is where another value follows. */
  readonly handle: { readonly mbps: number; readonly untilS: number | undefined } | null;
}

/** Which step a handle stands for: the start's, in a live run what is in force now, none where a pattern moves them all. */
export type HeldStep = "first" | "last" | "none";

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
