/** Switches a y axis between its steady part and its highest peak; absent where nothing is cut off. */

import { shortNumber } from "../../shared/chart/chart-model.ts";
import { peakLabel, peakWords } from "./chart-words.ts";
import type { SteadyRange } from "./steady-range.ts";

export interface PeakToolProps {
  readonly range: SteadyRange;
  readonly unit: string;
  readonly whole: boolean;
  onWhole(whole: boolean): void;
}

/** A peak that stays within this much of the steady part is no peak. */
const WORTH_A_CLICK = 1.15;

export function PeakTool({ range, unit, whole, onWhole }: PeakToolProps) {
  if (!whole && range.whole <= range.steady * WORTH_A_CLICK) return null;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={whole}
      aria-label={peakLabel(`${shortNumber(range.whole)} ${unit}`)}
      title={whole ? "Scale the axis to the steady part" : "The peak is cut off: show the whole axis"}
      onClick={() => onWhole(!whole)}
    >
      <span aria-hidden="true">↑ </span>
      <span>{peakWords(shortNumber(range.whole))}</span>
    </button>
  );
}
