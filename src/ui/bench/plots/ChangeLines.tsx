/** The changes in mid-run on a time plot: a hairline at each, and what changes beside it. */

import { memo, useMemo } from "react";
import { PlotLabels } from "../../shared/chart/Axes.tsx";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import type { RunView } from "../../state/run-view.ts";
import { changeLabels, momentsOf } from "./change-labels.ts";

interface ChangeLinesProps {
  /** Of the plot. */
  readonly kind: string;
  readonly plot: Plot;
  readonly model: ChartModel;
  readonly run: RunView;
}

/** Here a handle stands at the upper edge. */
const HANDLE_ABOVE = "rate";

export const ChangeLines = memo(function ChangeLines({ kind, plot, model, run }: ChangeLinesProps) {
  const { words } = run;
  const moments = useMemo(() => momentsOf(words?.changes ?? []), [words]);
  const labels = useMemo(
    () => changeLabels(moments, plot, model.labels(plot), kind === HANDLE_ABOVE),
    [moments, plot, model, kind],
  );
  const seen = moments.map(({ atS }) => plot.x(atS)).filter((x) => x >= plot.left && x <= plot.right);
  return (
    <>
      <svg className="chart-labels chart-changes" width={plot.width} height={plot.height} aria-hidden="true">
        {seen.map((x) => (
          <line key={x} x1={crisp(x)} x2={crisp(x)} y1={plot.top} y2={plot.bottom} />
        ))}
      </svg>
      <PlotLabels plot={plot} labels={labels} />
    </>
  );
});

function crisp(position: number): number {
  return Math.round(position) + 0.5;
}
