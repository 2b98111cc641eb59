/** What is written of a finished experiment, and what is said of its claims. */
import { join } from "node:path";
import { canonicalJson } from "../../experiments/canonical-json.ts";
import type { Claim, Experiment, StoredOutcome } from "../../experiments/experiment.ts";
import { outcomeCsv } from "../../experiments/series.ts";
import type { Output } from "../command.ts";
import { writeWhole } from "./run-file.ts";

/** DIR/<id>.json, and all its figures and tables as DIR/<id>.csv. */
export function writeOutcome(folder: string, stored: StoredOutcome): void {
  const { id, version, size, digest, jobs } = stored;
  const stamp = `# Sawtooth ${version}, ${id}, ${size} size\n# digest ${digest} of ${jobs} runs\n\n`;
  writeWhole(join(folder, `${id}.json`), canonicalJson(stored));
  writeWhole(join(folder, `${id}.csv`), stamp + outcomeCsv(stored.outcome));
}

/** Prints every claim with its verdict; true where all hold. */
export function printClaims(
  results: readonly { readonly experiment: Experiment; readonly stored: StoredOutcome }[],
  output: Output,
): boolean {
  for (const { experiment, stored } of results) {
    output.out(headline(experiment, stored));
    for (const claim of stored.outcome.claims) output.out(claimText(claim));
    output.out("");
  }
  const claims = results.flatMap(({ stored }) => stored.outcome.claims);
  const holding = claims.filter(({ holds }) => holds).length;
  output.out(`${holding} of ${claims.length} claims hold.`);
  return holding === claims.length;
}

function headline({ id, paper, where, title }: Experiment, { jobs, size, digest }: StoredOutcome): string {
  const source = where === "" ? paper.label : `${paper.label}, ${where}`;
  return `${id} · ${source}: ${title}\n(${size} size, ${jobs} runs, digest ${digest})`;
}

function claimText({ text, paper, ours, holds, tolerance, cause }: Claim): string {
  const lines = [
    `  ${holds ? "pass" : "FAIL"}  ${text}`,
    `        paper: ${paper} · here: ${ours} · ${tolerance}`,
  ];
  if (!holds && cause !== undefined) lines.push(`        cause: ${cause}`);
  return lines.join("\n");
}
