/** One or two plots, as large as possible: time plots above each other on one axis, other plots next to them. */

import { useMemo } from "react";
import { type Seen, USUAL_PLOTS } from "../../../teaching/document/talk.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBenchState } from "../../core/use-store.ts";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { withFirstFlows } from "../../parts/runs/first-flows.ts";
import { type TimeChartProps, useTimeChartProps } from "../../plots/chart-props.ts";
import { hasPlot, PLOTS } from "../../plots/registry.ts";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import "./projector.css";

interface ProjectorPlotsProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly seen: Seen;
}

export function useShownPlots(): readonly string[] {
  const plots = useBenchState(({ frame }) => frame.plots);
  return plots.length > 0 ? plots : USUAL_PLOTS;
}

export function ProjectorPlots({ run, pinned, seen }: ProjectorPlotsProps) {
  const names = useShownPlots();
  const shown = PLOT_PIECES.filter(({ id }) => names.includes(id));
  const drawn = useMemo(() => withFirstFlows(run, seen.flowsBefore), [run, seen.flowsBefore]);
  const whole = useTimeChartProps(drawn, pinned);
  const chart = useMemo(() => (seen.theory ? whole : { ...whole, theory: undefined }), [whole, seen.theory]);
  const stacked = shown.every(({ id }) => PLOTS.some((plot) => plot.id === id && plot.isOverTime));
  // Of the time plots above each other, the lowest visible one carries the labels of the axis.
  const lowest = shown.findLastIndex(({ id }) => seen.isPlotSeen(id));
  const upper = useMemo(() => ({ ...chart, timeLabels: false }), [chart]);
  return (
    <div className={stacked ? "projector__plots" : "projector__plots projector__plots--beside"}>
      <ErrorBoundary part="A plot">
        {shown.map(({ id, label }, place) => (
          <PlotPlace
            key={id}
            id={id}
            label={label}
            chart={stacked && place < lowest ? upper : chart}
            seen={seen.isPlotSeen(id)}
          />
        ))}
      </ErrorBoundary>
    </div>
  );
}

interface PlotPlaceProps {
  readonly id: string;
  readonly label: string;
  readonly chart: TimeChartProps;
  readonly seen: boolean;
}

/** The space of a plot that is revealed later is reserved, so that the visible plots do not move when it appears. */
function PlotPlace({ id, label, chart, seen }: PlotPlaceProps) {
  const plot = PLOTS.find((one) => one.id === id);
  if (!seen || plot === undefined) return <div className="plot" />;
  if (!hasPlot(plot, chart.run))
    return <p className="plot projector__none">{`${label}: this run has no data for it.`}</p>;
  return <plot.Plot chart={chart} />;
}
