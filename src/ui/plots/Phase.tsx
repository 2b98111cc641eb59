/** The phase plot, which is loaded when it is first shown: it needs two flows. */
import { LazyPlace, lazyPart } from "../shared/lazy.tsx";
import type { PhaseProps } from "./PhasePlot.tsx";
import { useCapacity } from "./Throughput.tsx";
import { definePlot } from "./TimePlot.tsx";

const Picture = lazyPart(async () => (await import("./PhasePlot.tsx")).PhasePlot);

export const phase = definePlot({
  id: "phase",
  label: "Two flows' rates",
  place: "under-numbers",
  heightPx: 300,
  ofSeveralFlows: "only",
  useProps({ run, pinned, view, playheadS }): PhaseProps {
    const { capacity } = useCapacity(run);
    const capacityMbps = capacity.handle?.mbps ?? capacity.steps.at(-1)?.value ?? 0;
    return { run, pinned, view, playheadS, capacityMbps };
  },
  Chart: (props: PhaseProps) => (
    <LazyPlace part="The phase plot">
      <Picture {...props} />
    </LazyPlace>
  ),
});
