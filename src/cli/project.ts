/** Location and version of the project, and the results that it publishes. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildVersion } from "../engine/index.ts";
import type { ComparedCase } from "../experiments/compared-cases.ts";
import type { StoredOutcome } from "../experiments/experiment.ts";

/** Root of the project. In the package, the folder in which files have the same relative paths (scripts/build-lib.ts). */
export const projectRoot = resolve(import.meta.dirname, "..", "..");

/** Values that the build of the package writes into the code. */
interface Built {
  readonly SAWTOOTH_COMMIT?: string | null;
  readonly SAWTOOTH_BUILD?: string;
}

const packagedBuild = (globalThis as Built).SAWTOOTH_BUILD;

/** True if this is the command of the package, which lacks sources, references and documents. */
export const isPackaged = packagedBuild !== undefined;

/** How a user calls the command, for help texts. */
export const commandName = isPackaged ? "npx sawtooth" : "npm run -s sim --";

/** Returns the version in package.json. */
export function projectVersion(): string {
  return JSON.parse(readFileSync(resolve(projectRoot, "package.json"), "utf8")).version;
}

let commit: string | null | undefined = (globalThis as Built).SAWTOOTH_COMMIT;

/** Returns the commit of this copy of the project; null if it is not a Git checkout. */
export function projectCommit(): string | null {
  if (commit === undefined) {
    const { status, stdout } = spawnSync("git", ["-C", projectRoot, "rev-parse", "--short=12", "HEAD"], {
      encoding: "utf8",
    });
    commit = status === 0 ? stdout.trim() : null;
  }
  return commit;
}

/** Returns the version for URLs and hand-ins. Between releases it includes the commit. */
export function projectBuild(): string {
  if (packagedBuild !== undefined) return packagedBuild;
  const version = projectVersion();
  const tag = ["describe", "--tags", "--exact-match", "--match", `v${version}`, "HEAD"];
  const { status } = spawnSync("git", ["-C", projectRoot, ...tag], { encoding: "utf8" });
  return buildVersion(version, projectCommit(), status === 0);
}

/** The program that has made a file. */
export interface MadeBy {
  readonly version: string;
  /** Git commit of the program; null if it is unknown. */
  readonly commit: string | null;
}

/** Returns the version and commit of this program. */
export function madeBy(): MadeBy {
  return { version: projectVersion(), commit: projectCommit() };
}

/** Returns the program's name and version for the first line of files: "Sawtooth 0.6.0, commit 0123456789ab". */
export function programName({ version, commit: subject }: MadeBy = madeBy()): string {
  return `Sawtooth ${version}${subject === null ? "" : `, commit ${subject}`}`;
}

/** Folder of the published results. The page shows them, and docs/reproduction.md summarises them. */
const papersFolder = resolve(projectRoot, "public", "papers");

/** File with the cases that were compared with other implementations. `run` and the page use it; `validate --write` writes it. */
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
