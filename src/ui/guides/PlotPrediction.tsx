/** On its plot: the sheet on which a student draws a curve before the run is seen, and the curve beside the run afterwards. */
import "./prediction.css";
import { useMemo, useSyncExternalStore } from "react";
import type { PlotOverlayProps } from "../bench/plots/TimePlot.tsx";
import type { Plot } from "../shared/chart/plot-geometry.ts";
import { DrawingSheet } from "./DrawingSheet.tsx";
import { type Prediction, prediction } from "./prediction.ts";

const shownNow = () => prediction.get().shown;

export function PlotPrediction({ kind, plot, chart }: PlotOverlayProps) {
  const shown = useSyncExternalStore(prediction.subscribe, shownNow, shownNow);
  if (shown === null || shown.task.plot !== kind) return null;
  if (shown.onPoints !== null)
    return <DrawingSheet plot={plot} run={chart.run} prediction={shown} onPoints={shown.onPoints} />;
  return <DrawnCurve plot={plot} prediction={shown} />;
}

function DrawnCurve({
  plot,
  prediction: { points },
}: {
  readonly plot: Plot;
  readonly prediction: Prediction;
}) {
  const d = useMemo(() => pathOf(plot, points), [plot, points]);
  const { left, top, right, bottom } = plot;
  const last = points[points.length - 1];
  const y = Math.min(bottom - 6, Math.max(top + 12, plot.y(last.value) - 7));
  return (
    <svg className="prediction" width={plot.width} height={plot.height} aria-hidden="true">
      <clipPath id="prediction-plot">
        <rect x={left} y={top - 1} width={right - left} height={bottom - top + 2} />
      </clipPath>
      <path className="prediction__curve" d={d} clipPath="url(#prediction-plot)" />
      <text x={Math.min(right, plot.x(last.timeS)) - 4} y={y} textAnchor="end">
        you drew
      </text>
    </svg>
  );
}

export function pathOf(plot: Pick<Plot, "x" | "y">, points: Prediction["points"]): string {
  return points
    .map(
      ({ timeS, value }, i) =>
        `${i === 0 ? "M" : "L"}${plot.x(timeS).toFixed(1)} ${plot.y(value).toFixed(1)}`,
    )
    .join("");
}
