/** Writes the files of a finished experiment or sweep. Prints claims. */

import { join } from "node:path";
import { basisOf, sumOfTallies, type Tally, tallyOf } from "../../experiments/claim-tally.ts";
import type { Claim, Experiment, Paper, StoredOutcome } from "../../experiments/experiment.ts";
import { figuresCsv, outcomeCsv } from "../../experiments/figure-series.ts";
import type { StoredSweep } from "../../experiments/stored-outcome.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { csvStamp } from "../../lib/csv.ts";
import { type Arguments, type Output, UsageError } from "../command.ts";
import { prepareFile, writeWhole } from "../named-files.ts";
import { programName } from "../project.ts";

/** Returns the names of the files of an experiment. */
export function outcomeFiles(id: string): readonly [json: string, csv: string] {
  return [`${id}.json`, `${id}.csv`];
}

/** Writes DIR/<id>.json, and DIR/<id>.csv with all figures and tables. */
export function writeOutcome(folder: string, stored: StoredOutcome): void {
  const { id, version, size, digest, jobs } = stored;
  const stamp = csvStamp([`Sawtooth ${version}, ${id}, ${size} size`, `digest ${digest} of ${jobs} runs`]);
  const [json, csv] = outcomeFiles(id);
  writeWhole(join(folder, json), canonicalJson(stored));
  writeWhole(join(folder, csv), `${stamp}\n${outcomeCsv(stored.outcome)}`);
}

/** Prints every claim with its verdict. Returns true if all claims hold. */
export function printClaims(
  results: readonly { readonly experiment: Experiment; readonly stored: StoredOutcome }[],
  output: Output,
): boolean {
  for (const { experiment, stored } of results) {
    output.out(headline(experiment, stored));
    for (const claim of stored.outcome.claims) output.out(claimText(claim, experiment.paper));
    output.out("");
  }
  const tally = sumOfTallies(
    results.map(({ experiment, stored }) => tallyOf(stored.outcome.claims, experiment.paper)),
  );
  output.out(tallyText(tally));
  return Object.values(tally).every(({ holding, all }) => holding === all);
}

/** Returns a summary as text: "137 of 150 claims of the papers hold, 12 of 15 further checks of ours." */
function tallyText({ paper, ours }: Tally): string {
  const ofPapers = `${paper.holding} of ${paper.all} claims of the papers hold`;
  if (ours.all === 0) return `${ofPapers}.`;
  if (paper.all === 0) return `${ours.holding} of ${ours.all} checks of ours hold.`;
  return `${ofPapers}, ${ours.holding} of ${ours.all} further checks of ours.`;
}

function headline({ id, paper, where, title }: Experiment, { jobs, size, digest }: StoredOutcome): string {
  const source = where === "" ? paper.label : `${paper.label}, ${where}`;
  return `${id} · ${source}: ${title}\n(${size} size, ${jobs} runs, digest ${digest})`;
}

function claimText(claim: Claim, from: Paper): string {
  const { text, paper, ours, holds, tolerance, cause } = claim;
  const whose = basisOf(claim, from) === "ours" ? "our own check · " : "";
  const lines = [
    `  ${holds ? "pass" : "FAIL"}  ${text}`,
    `        ${whose}paper: ${paper} · here: ${ours} · ${tolerance}`,
  ];
  if (!holds && cause !== undefined) lines.push(`        cause: ${cause}`);
  return lines.join("\n");
}

/** Returns the output file named by -o; null if there is none. It is checked before any run. The file of a shard may have any name. */
export function sweepFile(args: Arguments, isShard = false): string | null {
  const file = args.text("output");
  if (file !== null && !isShard && !/\.(?:csv|json)$/i.test(file))
    throw new UsageError(`-o must end in .csv or .json, got ${file}`);
  if (file !== null) prepareFile(file, `-o ${file}`);
  return file;
}

/** Writes the result of a sweep. The name of the file decides between JSON and CSV. */
export function writeSweep(file: string, stored: StoredSweep): void {
  writeWhole(file, /\.csv$/i.test(file) ? sweepCsv(stored) : canonicalJson(stored));
}

/** Returns the long table, whose columns are described in docs/scale.md. */
function sweepCsv({ sweep, digest, jobs, varied, points, ...made }: StoredSweep): string {
  const lines = [programName(made), `#${sweep}`, `digest ${digest} of ${jobs} runs`, ...varied];
  return figuresCsv(lines, [Object.keys(points[0]), ...points.map((point) => Object.values(point))]);
}
