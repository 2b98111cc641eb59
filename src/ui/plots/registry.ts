/** The plots of the page, one per line, in the order of their keys on a projector. */
import type { RunView } from "../core/run-view.ts";
import { cwnd } from "./Cwnd.tsx";
import { delayDistribution } from "./DelayDistribution.tsx";
import { queueDelay } from "./QueueDelay.tsx";
import { hasPings, hasTransfers } from "./run-facts.ts";
import { throughput } from "./Throughput.tsx";
import { lazyPlot, lazyTimePlot, type PlotRecord } from "./TimePlot.tsx";

const responses = () => import("./response-time-plots.ts");

export const PLOTS: readonly PlotRecord[] = [
  cwnd,
  queueDelay,
  throughput,
  lazyTimePlot("fairness", "Jain's index F(t)", async () => (await import("./Fairness.tsx")).fairness, {
    shown: "on",
    place: "under-numbers",
    ofSeveralFlows: "usually",
  }),
  delayDistribution,
  lazyPlot("phase", "Two flows' rates", async () => (await import("./PhasePlot.tsx")).phase, {
    shown: "on",
    ofSeveralFlows: "only",
  }),
  lazyTimePlot("srtt", "Smoothed RTT", async () => (await import("./smoothed-rtt.ts")).smoothedRtt),
  lazyTimePlot(
    "queue-length",
    "Queue in packets",
    async () => (await import("./queue-length.ts")).queueLength,
  ),
  lazyTimePlot("ping-rtt", "RTT of pings", async () => (await responses()).pingRtt, {
    shown: "with data",
    hasData: hasPings,
  }),
  lazyTimePlot("download-time", "Download times", async () => (await responses()).downloadTimes, {
    hasData: hasTransfers,
  }),
];

/** Returns whether a run has data for a plot. */
export function hasPlot({ ofSeveralFlows, hasData }: PlotRecord, run: RunView): boolean {
  return (ofSeveralFlows !== "only" || run.snapshot.results.flows.length > 1) && (hasData?.(run) ?? true);
}

/** Returns whether a plot must be switched on under *More plots*. */
export function isOff({ shown }: PlotRecord): boolean {
  return shown === "off";
}

/** Returns whether a plot is switched on and not hidden. */
export function isOn(
  plot: PlotRecord,
  { more, hide }: { readonly more: readonly string[]; readonly hide: readonly string[] },
): boolean {
  return (!isOff(plot) || more.includes(plot.id)) && !hide.includes(plot.id);
}
