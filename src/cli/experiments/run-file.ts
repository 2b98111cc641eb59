/**
 * A file of finished runs, one JSON a line: what was computed and by which program first, then a line per run. Shards are
 * such files, and so is what a run keeps on the way, where a line may be torn off at the end.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { scenarioToUrl } from "../../engine/index.ts";
import type { Job } from "../../experiments/experiment.ts";
import type { RunRecord } from "../../experiments/stored-outcome.ts";
import { projectVersion } from "../project.ts";
import { type Program, programOf } from "./program.ts";
import type { Shard } from "./shard.ts";
import type { Subject, Work } from "./work.ts";

export interface RunFileHead {
  readonly schema: 1;
  readonly version: string;
  readonly program: Program;
  readonly subject: Subject;
  readonly shard: Shard;
  /** Of all shards together. */
  readonly jobs: number;
}

export interface RunLine extends RunRecord {
  readonly key: string;
  /** Of the scenario: a run counts only where its job still means the same. */
  readonly url: string;
}

export function headOf(work: Work, shard: Shard): RunFileHead {
  const { subject, jobs, folder } = work;
  return {
    schema: 1,
    version: projectVersion(),
    program: programOf(folder),
    subject,
    shard,
    jobs: jobs.length,
  };
}

export function lineOf({ key, scenario }: Job, { digest, packets, reading }: RunRecord): RunLine {
  return { key, url: scenarioToUrl(scenario), digest, packets, reading };
}

/** A shard, complete and in the order of its jobs: the same bytes whoever computes it. */
export function writeRunFile(file: string, head: RunFileHead, lines: readonly RunLine[]): void {
  writeWhole(file, [head, ...lines].map(jsonLine).join(""));
}

/** Never leaves half a file behind. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.writing`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Goes on with a file of this very head, or begins it anew. */
export function openRunFile(file: string, head: RunFileHead): void {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (!text.startsWith(jsonLine(head))) writeFileSync(file, jsonLine(head));
  // The end of a line that a kill tore off must not stain the next one.
  else if (!text.endsWith("\n")) appendFileSync(file, "\n");
}

export function appendRun(file: string, line: RunLine): void {
  appendFileSync(file, jsonLine(line));
}

export interface RunFile {
  readonly head: RunFileHead;
  readonly lines: readonly RunLine[];
  /** Lines that are none. */
  readonly torn: number;
}

/** Null where it does not begin as such a file. */
export function readRunFile(file: string): RunFile | null {
  const [first, ...rest] = readFileSync(file, "utf8").split("\n");
  const head = parsed(first);
  if (!isHead(head)) return null;
  const values = rest.filter((text) => text !== "").map(parsed);
  const lines = values.filter(isLine);
  return { head, lines, torn: values.length - lines.length };
}

function jsonLine(value: RunFileHead | RunLine): string {
  return `${JSON.stringify(value)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is RunFileHead {
  if (typeof value !== "object" || value === null) return false;
  return (
    "schema" in value && value.schema === 1 && "subject" in value && "shard" in value && "program" in value
  );
}

function isLine(value: unknown): value is RunLine {
  return (
    typeof value === "object" && value !== null && "key" in value && "url" in value && "reading" in value
  );
}
