/** Pictures as CSV, under lines that say where they come from. */

import { counted } from "../../../experiments/counted.ts";
import { csvStamp } from "../../../experiments/csv.ts";
import type { Outcome } from "../../../experiments/experiment.ts";
import { outcomeCsv, wasRun } from "../../../experiments/series.ts";
import { PROGRAM } from "../program.ts";

const NOTHING: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** A picture may have places that were not run (those of the published one, beside a quick look): the file says so and has none. */
export function pictureCsv(of: Partial<Outcome>): string {
  const outcome = { ...NOTHING, ...of };
  const [all, kept] = [outcomeCsv(outcome), outcomeCsv(outcome, wasRun)];
  const missing = all.split("\n").length - kept.split("\n").length;
  return missing === 0
    ? kept
    : `# Left out, as not run: ${counted(missing, "place")} of the picture\n${kept}`;
}

export function stamped(stamp: readonly string[], csv: string): string {
  return csvStamp([PROGRAM, ...stamp]) + csv;
}
