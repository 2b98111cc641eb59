/** What is written of a finished sweep: CSV or JSON, by the file's name. */
import { canonicalJson } from "../../experiments/canonical-json.ts";
import { csvLine } from "../../experiments/series.ts";
import type { StoredSweep } from "../../experiments/stored-outcome.ts";
import { UsageError } from "../command.ts";
import { writeWhole } from "./run-file.ts";

/** Refuses other names before anything is computed. */
export function checkSweepFile(file: string): void {
  if (!/\.(?:csv|json)$/i.test(file)) throw new UsageError(`-o must end in .csv or .json, got ${file}`);
}

export function writeSweep(file: string, stored: StoredSweep): void {
  writeWhole(file, /\.csv$/i.test(file) ? sweepCsv(stored) : canonicalJson(stored));
}

/** One row a point. */
function sweepCsv({ version, sweep, digest, jobs, varied, outcome }: StoredSweep): string {
  const lines = [`Sawtooth ${version}`, `#${sweep}`, `digest ${digest} of ${jobs} runs`, ...varied];
  const stamp = lines.map((line) => `# ${line}\n`).join("");
  const [{ head, rows }] = outcome.tables;
  return stamp + [head, ...rows].map(csvLine).join("");
}
