/** The flows' rates, with the capacity that can be dragged. */

import { definePlot } from "./plot.ts";
import { ThroughputChart } from "./ThroughputChart.tsx";
import { useCapacity } from "./use-chart-props.ts";

export const throughput = definePlot({
  id: "throughput",
  place: "stage",
  heightPx: 112,
  useProps: (chart) => ({ ...chart, ...useCapacity(chart.run) }),
  Chart: ThroughputChart,
});
