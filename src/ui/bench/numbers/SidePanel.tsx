/** Beside the stage: the delay's distribution, the numbers, fairness, and what goes on inside the algorithms. */
import "../../shared/rail.css";
import "./side.css";
import { memo } from "react";
import { useOneStop } from "../../shared/one-stop.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { EventsButton } from "../explain/EventsButton.tsx";
import type { RunView } from "../plots/chart-props.ts";
import type { PlotDefinition } from "../plots/plot.ts";
import * as plots from "../plots/side-registry.ts";
import { useTimeChartProps } from "../plots/use-chart-props.ts";
import { InsidePanel } from "./InsidePanel.tsx";
import { FlowGoodputs, Numbers } from "./Numbers.tsx";
import { ResponseTimes } from "./ResponseTimes.tsx";
import { TheoryPanel } from "./TheoryPanel.tsx";

interface SidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const SidePanel = memo(function SidePanel({ run, pinned }: SidePanelProps) {
  const several = run.snapshot.results.flows.length > 1;
  return (
    <>
      <PlotsAt place="over-numbers" run={run} pinned={pinned} />
      <Numbers run={run} pinned={pinned} />
      <Lists several={several} />
      <ResponseTimes run={run} />
      {several && <FlowGoodputs run={run} pinned={pinned} />}
      <PlotsAt place="under-numbers" run={run} pinned={pinned} />
      <TheoryPanel run={run} />
      <InsidePanel run={run} pinned={pinned} />
    </>
  );
});

/** What opens lists of the run: one Tab stop. */
function Lists({ several }: { readonly several: boolean }) {
  const bench = useBench();
  const group = useOneStop("button", "row");
  return (
    <p ref={group} className="side__lists">
      <EventsButton />
      {several && (
        <button
          type="button"
          className="button button--small"
          aria-haspopup="dialog"
          onClick={() => bench.showDialog("flows")}
        >
          Numbers per flow
        </button>
      )}
    </p>
  );
}

function PlotsAt({ place, run, pinned }: SidePanelProps & { readonly place: PlotDefinition["place"] }) {
  const chart = useTimeChartProps(run, pinned);
  const hide = useBenchState((state) => state.frame.hide);
  return Object.values(plots)
    .filter(({ id }) => !hide.includes(id))
    .filter((plot) => plot.place === place && (plot.isOf === undefined || plot.isOf(run)))
    .map(({ id, Plot }) => <Plot key={id} chart={chart} />);
}
