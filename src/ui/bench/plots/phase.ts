/** The rates of two flows against each other. */
import { PhasePlot } from "./PhasePlot.tsx";
import { definePlot } from "./plot.ts";
import { useCapacity } from "./use-chart-props.ts";

export const phase = definePlot({
  id: "phase",
  place: "under-numbers",
  heightPx: 300,
  isOf: (run) => run.snapshot.results.flows.length > 1,
  useProps({ run, pinned, view, playheadS }) {
    const { capacity } = useCapacity(run);
    const capacityMbps = capacity.handle?.mbps ?? capacity.steps.at(-1)?.value ?? 0;
    return { run, pinned, view, playheadS, capacityMbps };
  },
  Chart: PhasePlot,
});
