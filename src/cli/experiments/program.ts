/**
 * Which program computes: readings are put together only where the same one made them. The version alone would not tell
 * two states of a working copy apart, so the sources count.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { projectRoot } from "../project.ts";

/** Digests of sources, 16 hexadecimal digits each. */
export interface Program {
  /** What simulates. */
  readonly engine: string;
  /** What reads and reduces: what experiments share, and the paper's own folder. */
  readonly experiments: string;
}

const EXPERIMENTS = "src/experiments";

/** `folder`: of the paper in src/experiments, "" for none. */
export function programOf(folder: string): Program {
  const own = folder === "" ? [] : sourcesIn(`${EXPERIMENTS}/${folder}`, true);
  return {
    engine: digestOf(sourcesIn("src/engine", true)),
    experiments: digestOf([...sourcesIn(EXPERIMENTS, false), ...own]),
  };
}

export function isSameProgram(a: Program, b: Program): boolean {
  return a.engine === b.engine && a.experiments === b.experiments;
}

const known = new Map<string, readonly string[]>();

/** Names and texts in a fixed order; none where there is no such folder. */
function sourcesIn(folder: string, recursive: boolean): readonly string[] {
  const sources = known.get(folder) ?? readSources(folder, recursive);
  known.set(folder, sources);
  return sources;
}

function readSources(folder: string, recursive: boolean): string[] {
  const path = resolve(projectRoot, folder);
  if (!existsSync(path)) return [];
  // A registry says only which entries there are.
  const names = readdirSync(path, { recursive, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && (recursive || name !== "registry.ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  // The same line ends everywhere: a checkout may have changed them.
  const textOf = (name: string) => readFileSync(resolve(path, name), "utf8").replaceAll("\r\n", "\n");
  return names.flatMap((name) => [name, textOf(name)]);
}

function digestOf(texts: readonly string[]): string {
  const sha = createHash("sha256");
  for (const text of texts) sha.update(`${text.length}:${text}`);
  return sha.digest("hex").slice(0, 16);
}
