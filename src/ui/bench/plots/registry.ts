/** The plots of the bench in the order of the page, one per line. */
import type { PlotId } from "../../core/pieces.ts";
import { cwnd } from "./Cwnd.tsx";
import { delayDistribution } from "./DelayDistribution.tsx";
import { fairness } from "./Fairness.tsx";
import { phase } from "./Phase.tsx";
import { queueDelay } from "./QueueDelay.tsx";
import { throughput } from "./Throughput.tsx";
import type { PlotRecord } from "./TimePlot.tsx";

/** Plots by their names in URLs. The compiler reports a missing plot and a wrong name. */
const BY_NAME: { readonly [Id in PlotId]: PlotRecord<Id> } = {
  cwnd,
  delay: queueDelay,
  throughput,
  distribution: delayDistribution,
  fairness,
  phase,
};

export const PLOTS: readonly PlotRecord[] = Object.values(BY_NAME);

/** Returns whether a plot is shown for the given number of flows. */
export function hasPlot({ ofSeveralFlows }: PlotRecord, flows: number): boolean {
  return ofSeveralFlows !== "only" || flows > 1;
}
