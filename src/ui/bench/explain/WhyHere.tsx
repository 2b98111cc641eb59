/** Beside a plot's title: asks why of what is in view. */

import { useBench } from "../../state/use-store.ts";
import type { TimeChartProps } from "../plots/time-chart.ts";
import { type PlotOf, stretchOf } from "./plot-events.ts";
import { whyHereLabel } from "./why-words.ts";

interface WhyHereProps {
  readonly kind: string;
  readonly of: PlotOf;
  readonly chart: TimeChartProps;
  /** What the plot shows. */
  readonly title: string;
}

export function WhyHere({ kind, of, chart, title }: WhyHereProps) {
  const bench = useBench();
  const { run, highlightFlow, view } = chart;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-label={whyHereLabel(title)}
      title="Why does it look like this here? Of all that is in view (Shift+Enter, or Shift and a drag)"
      onClick={() => bench.asking.ask(stretchOf({ kind, of, run, only: highlightFlow }, view))}
    >
      Why here?
    </button>
  );
}
