/** The published outcomes in public/papers, which the page shows and docs/reproduction.md sums up. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StoredOutcome } from "../experiments/experiment.ts";
import { projectRoot } from "./project.ts";

export const papersFolder = resolve(projectRoot, "public", "papers");

/** By experiment id. */
export function storedOutcomes(): ReadonlyMap<string, StoredOutcome> {
  if (!existsSync(papersFolder)) return new Map();
  const files = readdirSync(papersFolder).filter((name) => name.endsWith(".json"));
  const outcomes = files.sort().map(readOutcome);
  return new Map(outcomes.map((outcome) => [outcome.id, outcome]));
}

function readOutcome(name: string): StoredOutcome {
  return JSON.parse(readFileSync(join(papersFolder, name), "utf8"));
}
