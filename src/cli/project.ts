/** Location and version of the project, and the outcomes that it publishes. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildVersion } from "../engine/index.ts";
import type { ComparedCase } from "../experiments/compared-cases.ts";
import type { StoredOutcome } from "../experiments/experiment.ts";

/** Root of the project in a clone; in the package, the folder with the same layout (scripts/build-lib.ts). */
export const projectRoot = resolve(import.meta.dirname, "..", "..");

/** Values that the build of the package inserts. */
interface Built {
  readonly SAWTOOTH_COMMIT?: string | null;
  readonly SAWTOOTH_BUILD?: string;
}

const packagedBuild = (globalThis as Built).SAWTOOTH_BUILD;

/** True in the command of the package, where sources, references and documents are missing. */
export const isPackaged = packagedBuild !== undefined;

/** Name with which the command is called, for its help. */
export const commandName = isPackaged ? "npx sawtooth" : "npm run -s sim --";

/** Returns the version in package.json. */
export function projectVersion(): string {
  return JSON.parse(readFileSync(resolve(projectRoot, "package.json"), "utf8")).version;
}

let commit: string | null | undefined = (globalThis as Built).SAWTOOTH_COMMIT;

/** Returns the commit of the running copy; null if it is not a Git checkout. */
export function projectCommit(): string | null {
  if (commit === undefined) {
    const { status, stdout } = spawnSync("git", ["-C", projectRoot, "rev-parse", "--short=12", "HEAD"], {
      encoding: "utf8",
    });
    commit = status === 0 ? stdout.trim() : null;
  }
  return commit;
}

/** Returns the version for URLs and hand-ins; a copy between releases includes its commit. */
export function projectBuild(): string {
  if (packagedBuild !== undefined) return packagedBuild;
  const version = projectVersion();
  const tag = ["describe", "--tags", "--exact-match", "--match", `v${version}`, "HEAD"];
  const { status } = spawnSync("git", ["-C", projectRoot, ...tag], { encoding: "utf8" });
  return buildVersion(version, projectCommit(), status === 0);
}

/** Program that made a JSON file. */
export interface MadeBy {
  readonly version: string;
  /** Git commit; null if the copy is not a Git checkout. */
  readonly commit: string | null;
}

/** Returns the version and commit of this program. */
export function madeBy(): MadeBy {
  return { version: projectVersion(), commit: projectCommit() };
}

/** Returns the program's name for the first line of other files: "Sawtooth 0.6.0, commit 0123456789ab". */
export function programName({ version, commit: of }: MadeBy = madeBy()): string {
  return `Sawtooth ${version}${of === null ? "" : `, commit ${of}`}`;
}

/** Folder of the published outcomes, which the page shows and docs/reproduction.md summarises. */
const papersFolder = resolve(projectRoot, "public", "papers");

/** Stored cases with which runs are compared, by `run` and on the page; written by `validate --write`. */
export const comparedCasesFile = resolve(projectRoot, "src", "experiments", "compared-cases.json");

/** Returns the stored cases. */
export function storedComparedCases(): readonly ComparedCase[] {
  return JSON.parse(readFileSync(comparedCasesFile, "utf8"));
}

/** Returns the published outcomes by experiment id. */
export function storedOutcomes(): ReadonlyMap<string, StoredOutcome> {
  if (!existsSync(papersFolder)) return new Map();
  const files = readdirSync(papersFolder).filter((name) => name.endsWith(".json"));
  const outcomes = files
    .sort()
    .map((name): StoredOutcome => JSON.parse(readFileSync(join(papersFolder, name), "utf8")));
  return new Map(outcomes.map((outcome) => [outcome.id, outcome]));
}
