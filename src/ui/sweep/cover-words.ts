/** Which part of a run the numbers of a sweep cover. */
import type { MetricId } from "../../experiments/metrics.ts";
import type { Sweep } from "../../experiments/sweep.ts";

/** These count from when a flow starts, whenever that is. */
const FROM_ITS_START: readonly MetricId[] = ["fct", "convergence", "convergence-first"];

export function coverWords({ base, x, y, metrics }: Pick<Sweep, "base" | "x" | "y" | "metrics">): string {
  if (metrics.every(({ metric }) => FROM_ITS_START.some((id) => id === metric.id))) {
    return "Times count from each flow’s start.";
  }
  const isSwept = [x.name, y?.name].some((name) => name === "duration" || name === "warmup");
  if (isSwept) return "Numbers cover each run from the end of its warm-up.";
  const { duration, warmup } = base.run;
  return `Numbers cover ${warmup} s to ${duration} s of each run: the warm-up is left out.`;
}
