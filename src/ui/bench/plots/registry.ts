/** The plots of the bench, in the order of the page: a line each. */
import type { PlotId } from "../../state/pieces.ts";
import { cwnd } from "./Cwnd.tsx";
import { delayDistribution } from "./DelayDistribution.tsx";
import { fairness } from "./Fairness.tsx";
import { phase } from "./Phase.tsx";
import { queueDelay } from "./QueueDelay.tsx";
import { throughput } from "./Throughput.tsx";
import type { PlotRecord } from "./TimePlot.tsx";

/** By their names in links; the compiler says which is missing, and which stands under another's name. */
const BY_NAME: { readonly [Id in PlotId]: PlotRecord<Id> } = {
  cwnd,
  delay: queueDelay,
  throughput,
  distribution: delayDistribution,
  fairness,
  phase,
};

export const PLOTS: readonly PlotRecord[] = Object.values(BY_NAME);

/** Whether there is such a plot of so many flows. */
export function hasPlot({ ofSeveralFlows }: PlotRecord, flows: number): boolean {
  return ofSeveralFlows !== "only" || flows > 1;
}
