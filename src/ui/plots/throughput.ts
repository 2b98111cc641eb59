/** The flows' rates, with the capacity that can be dragged. */
import { ThroughputChart } from "../charts/ThroughputChart.tsx";
import { useCapacity } from "../hooks/use-chart-props.ts";
import { definePlot } from "./plot.ts";

export const throughput = definePlot({
  id: "throughput",
  place: "stage",
  heightPx: 112,
  useProps: (chart) => ({ ...chart, ...useCapacity(chart.run) }),
  Chart: ThroughputChart,
});
