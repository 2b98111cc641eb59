/** Jain's index over time. */
import { FairnessChart } from "./FairnessChart.tsx";
import { definePlot } from "./plot.ts";

export const fairness = definePlot({
  id: "fairness",
  place: "under-numbers",
  heightPx: 160,
  useProps: (chart) => chart,
  Chart: FairnessChart,
});
