/** What the axes are of: above the vertical one, and under the end of the horizontal one. */
import { memo } from "react";
import type { Axis } from "../../../experiments/experiment.ts";
import { SymbolSpans } from "../SymbolText.tsx";
import { axisWords, xWords } from "./figure-words.ts";

interface AxisWordsProps {
  readonly plot: {
    readonly width: number;
    readonly height: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly x: Axis;
  readonly y: Axis;
  /** Where the data go on to beyond the end of the axis. */
  readonly undrawn?: number | null;
}

/** Of the baselines, in px from the upper edge and from the lower end of the plot. */
export const Y_WORDS_PX = 12;
export const X_WORDS_PX = 36;

export const AxisWords = memo(function AxisWords({ plot, x, y, undrawn = null }: AxisWordsProps) {
  return (
    <svg className="chart-labels" width={plot.width} height={plot.height} aria-hidden="true">
      <text x={0} y={Y_WORDS_PX}>
        <SymbolSpans text={axisWords(y)} />
      </text>
      <text x={plot.right} y={plot.bottom + X_WORDS_PX} textAnchor="end">
        <SymbolSpans text={xWords(x, undrawn)} />
      </text>
    </svg>
  );
});
