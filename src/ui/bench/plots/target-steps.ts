import type { TargetStep } from "../../state/run-view.ts";
/** The target's line over the run, as far as it is known, and the stretch of it that the handle stands for. */

export interface TargetLine {
  readonly steps: readonly TargetStep[];
  /** Index of the step that can be dragged. */
  readonly own: number;
}

/** `presentS`: in a live run a new value holds from now on and the past stays; null: the start's is set. */
export function targetLine(
  steps: readonly TargetStep[],
  handleMs: number | null,
  presentS: number | null,
): TargetLine {
  if (presentS === null) {
    const own = steps.findIndex(({ ms }) => ms === handleMs);
    return { steps, own: Math.max(0, own) };
  }
  const now = steps.findLastIndex(({ fromS }) => fromS <= presentS);
  if (steps[now]?.ms === handleMs) return { steps, own: now };
  const set = { fromS: presentS, ms: handleMs };
  return { steps: [...steps.slice(0, now + 1), set, ...steps.slice(now + 1)], own: now + 1 };
}
