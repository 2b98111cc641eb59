/** Where the project lies, its version, and the outcomes that it publishes. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StoredOutcome } from "../experiments/experiment.ts";

export const projectRoot = resolve(import.meta.dirname, "..", "..");

export function projectVersion(): string {
  return JSON.parse(readFileSync(resolve(projectRoot, "package.json"), "utf8")).version;
}

/** The page shows what is in it, and docs/reproduction.md sums it up. */
export const papersFolder = resolve(projectRoot, "public", "papers");

/** The published outcomes by experiment id. */
export function storedOutcomes(): ReadonlyMap<string, StoredOutcome> {
  if (!existsSync(papersFolder)) return new Map();
  const files = readdirSync(papersFolder).filter((name) => name.endsWith(".json"));
  const outcomes = files
    .sort()
    .map((name): StoredOutcome => JSON.parse(readFileSync(join(papersFolder, name), "utf8")));
  return new Map(outcomes.map((outcome) => [outcome.id, outcome]));
}
