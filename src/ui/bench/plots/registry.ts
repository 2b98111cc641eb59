/** The plots of the page, one per line, in the order of their keys on a projector. */
import { cwnd } from "./Cwnd.tsx";
import { delayDistribution } from "./DelayDistribution.tsx";
import { fairness } from "./Fairness.tsx";
import { phase } from "./Phase.tsx";
import { queueDelay } from "./QueueDelay.tsx";
import { throughput } from "./Throughput.tsx";
import { optionalPlot, type PlotRecord } from "./TimePlot.tsx";

export const PLOTS: readonly PlotRecord[] = [
  cwnd,
  queueDelay,
  throughput,
  fairness,
  delayDistribution,
  phase,
  optionalPlot("srtt", "Smoothed RTT", async () => (await import("./smoothed-rtt.ts")).smoothedRtt),
];

/** Returns whether a plot is shown for the given number of flows. */
export function hasPlot({ ofSeveralFlows }: PlotRecord, flows: number): boolean {
  return ofSeveralFlows !== "only" || flows > 1;
}

/** Returns whether a plot is switched on and not hidden. */
export function isOn(
  { id, isOptional }: PlotRecord,
  { more, hide }: { readonly more: readonly string[]; readonly hide: readonly string[] },
): boolean {
  return (isOptional !== true || more.includes(id)) && !hide.includes(id);
}
