/** Pictures as CSV, under lines that say where they come from. */
import { csvStamp } from "../../../experiments/csv.ts";
import type { Outcome } from "../../../experiments/experiment.ts";
import { outcomeCsv } from "../../../experiments/series.ts";

const NOTHING: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

export function pictureCsv(of: Partial<Outcome>): string {
  return outcomeCsv({ ...NOTHING, ...of });
}

export function stamped(stamp: readonly string[], csv: string): string {
  return csvStamp(stamp) + csv;
}
