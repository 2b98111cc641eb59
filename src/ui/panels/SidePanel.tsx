/** Beside the stage: the delay's distribution, the numbers, fairness, and what goes on inside the algorithms. */
import { memo, useState } from "react";
import type { CdfScale, RunView } from "../charts/chart-props.ts";
import { DelayCdf } from "../charts/DelayCdf.tsx";
import { FairnessChart } from "../charts/FairnessChart.tsx";
import { PhasePlot } from "../charts/PhasePlot.tsx";
import { useCapacity, useTimeChartProps } from "../state/use-chart-props.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";
import { InsidePanel } from "./InsidePanel.tsx";
import { useLinkMenu } from "./LinkMenu.tsx";
import { FlowGoodputs, Numbers } from "./Numbers.tsx";
import { ResponseTimes } from "./ResponseTimes.tsx";
import { TheoryPanel } from "./TheoryPanel.tsx";

const Cdf = memo(DelayCdf);
const Fairness = memo(FairnessChart);

interface SidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const SidePanel = memo(function SidePanel({ run, pinned }: SidePanelProps) {
  const [scale, setScale] = useState<CdfScale>("linear");
  const menu = useLinkMenu(run, "Queue at");
  return (
    <ErrorBoundary part="The side panel">
      <div className="side__cdf">
        {menu && <p className="side__link">{menu}</p>}
        <Cdf run={run} pinned={pinned} scale={scale} onScale={setScale} />
      </div>
      <Numbers run={run} pinned={pinned} />
      <ResponseTimes run={run} />
      <FlowPlots run={run} pinned={pinned} />
      <TheoryPanel run={run} />
      <InsidePanel run={run} pinned={pinned} />
    </ErrorBoundary>
  );
});

/** Fairness and the phase plane say something only of two flows or more; one flow is always fair to itself. */
function FlowPlots({ run, pinned }: SidePanelProps) {
  const chart = useTimeChartProps(run, pinned);
  const { capacity } = useCapacity(run);
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
            capacityMbps={capacity.handle?.mbps ?? capacity.steps.at(-1)?.value ?? 0}
          />
        </div>
      )}
    </>
  );
}
