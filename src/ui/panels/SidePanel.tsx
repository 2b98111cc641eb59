/** Beside the stage: the delay's distribution, the numbers, fairness, and what goes on inside the algorithms. */
import { memo, useState } from "react";
import type { CdfScale, RunView } from "../charts/chart-props.ts";
import { DelayCdf } from "../charts/DelayCdf.tsx";
import { FairnessChart } from "../charts/FairnessChart.tsx";
import { PhasePlot } from "../charts/PhasePlot.tsx";
import { useTimeChartProps } from "../state/use-chart-props.ts";
import { useBenchState } from "../state/use-store.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";
import { InsidePanel } from "./InsidePanel.tsx";
import { FlowGoodputs, Numbers } from "./Numbers.tsx";

const Cdf = memo(DelayCdf);
const Fairness = memo(FairnessChart);

interface SidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const SidePanel = memo(function SidePanel({ run, pinned }: SidePanelProps) {
  const [scale, setScale] = useState<CdfScale>("linear");
  return (
    <ErrorBoundary part="The side panel">
      <div className="side__cdf">
        <Cdf run={run} pinned={pinned} scale={scale} onScale={setScale} />
      </div>
      <Numbers run={run} pinned={pinned} />
      <FlowPlots run={run} pinned={pinned} />
      <InsidePanel run={run} pinned={pinned} />
    </ErrorBoundary>
  );
});

/** Fairness and the phase plane say something only of two flows or more; one flow is always fair to itself. */
function FlowPlots({ run, pinned }: SidePanelProps) {
  const chart = useTimeChartProps(run, pinned);
  const capacity = useBenchState((state) => state.settings.path.capacity);
  const several = run.snapshot.results.flows.length > 1;
  return (
    <>
      <div className="side__fairness">
        <Fairness {...chart} />
      </div>
      {several && <FlowGoodputs run={run} pinned={pinned} />}
      {several && (
        <div className="side__phase">
          <PhasePlot
            run={run}
            pinned={pinned}
            view={chart.view}
            playheadS={chart.playheadS}
            capacityMbps={typeof capacity === "number" ? capacity : 0}
          />
        </div>
      )}
    </>
  );
}
