/** The plots of the bench, in the order of the page: a line each. */
import { cwnd } from "./Cwnd.tsx";
import { delayDistribution } from "./DelayDistribution.tsx";
import { fairness } from "./Fairness.tsx";
import { phase } from "./Phase.tsx";
import { queueDelay } from "./QueueDelay.tsx";
import { throughput } from "./Throughput.tsx";
import type { PlotRecord } from "./TimePlot.tsx";

export const PLOTS: readonly PlotRecord[] = [
  cwnd,
  queueDelay,
  throughput,
  delayDistribution,
  fairness,
  phase,
];

/** Whether there is such a plot of so many flows. */
export function hasPlot({ ofSeveralFlows }: PlotRecord, flows: number): boolean {
  return ofSeveralFlows !== "only" || flows > 1;
}
