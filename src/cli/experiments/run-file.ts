/**
 * A file of finished runs, one JSON a line with a checksum of its own: what was computed and by which program first, then a
 * line per run. Shards are such files, and so is what a run keeps on the way, where a line may be torn off at the end.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Digest, scenarioToUrl } from "../../engine/index.ts";
import type { Job } from "../../experiments/experiment.ts";
import type { RunRecord } from "../../experiments/stored-outcome.ts";
import { projectVersion } from "../project.ts";
import type { Subject, Work } from "./work.ts";
import { MOST_SHARDS, type Program, programOf, type Shard } from "./work.ts";

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
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
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
  /** Lines that are not as they were written. */
  readonly damaged: readonly DamagedLine[];
}

export interface DamagedLine {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** Null where it does not begin as such a file. */
export function readRunFile(file: string): RunFile | null {
  const [first, ...rest] = readFileSync(file, "utf8").split("\n");
  const head = readLine(first);
  if ("what" in head || !isHead(head.value)) return null;
  const lines: RunLine[] = [];
  const damaged: DamagedLine[] = [];
  for (const [i, text] of rest.entries()) {
    if (text === "") continue;
    const read = readLine(text);
    const what = "what" in read ? read.what : faultOf(read.value);
    if (what !== null) damaged.push({ line: i + 2, what });
    else if ("value" in read) lines.push(read.value as RunLine);
  }
  return { head: head.value, lines, damaged };
}

function jsonLine(value: RunFileHead | RunLine): string {
  return `${signed(JSON.stringify(value))}\n`;
}

const SIGNED = /^(.*),"check":"([0-9a-f]{16})"\}$/;

/** The text of an object with its own checksum as the last entry. */
export function signed(json: string): string {
  return `${json.slice(0, -1)},"check":"${checksum(json)}"}`;
}

function checksum(json: string): string {
  const digest = new Digest();
  digest.text(json);
  return digest.hex();
}

function readLine(text: string): { readonly value: unknown } | { readonly what: string } {
  const match = SIGNED.exec(text);
  if (match === null) return { what: "it has no checksum at its end" };
  const json = `${match[1]}}`;
  if (checksum(json) !== match[2]) return { what: "its checksum is not that of what it says" };
  try {
    return { value: JSON.parse(json) };
  } catch {
    return { what: "it is no JSON" };
  }
}

type Entries = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Entries {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown) => typeof value === "string";
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isDigest = (value: unknown) => typeof value === "string" && /^[0-9a-f]{16}$/.test(value);

function isHead(value: unknown): value is RunFileHead {
  if (!isObject(value) || value.schema !== 1 || !isText(value.version) || !isCount(value.jobs)) return false;
  const { program, subject, shard } = value;
  if (!isObject(program) || !isObject(subject) || !isObject(shard)) return false;
  return (
    isText(program.engine) && isText(program.experiments) && isSubject(subject) && isShard(shard as Entries)
  );
}

function isSubject({ kind, id, size, sweep }: Entries): boolean {
  if (kind === "sweep") return isText(sweep);
  return kind === "reproduce" && isText(id) && (size === "full" || size === "quick");
}

function isShard({ index, of }: Entries): boolean {
  return (
    isCount(index) &&
    isCount(of) &&
    Number(index) >= 1 &&
    Number(index) <= Number(of) &&
    Number(of) <= MOST_SHARDS
  );
}

/** Null where it is a line of a run. */
function faultOf(value: unknown): string | null {
  if (!isObject(value)) return "it is no object";
  const { key, url, digest, packets, reading } = value;
  if (!isText(key)) return "its key is no text";
  if (!isText(url)) return "its url is no text";
  if (!isDigest(digest)) return "its digest is not 16 hexadecimal digits";
  if (!isCount(packets)) return "its number of packets is no whole number";
  return isReading(reading) ? null : "its reading is not made of numbers";
}

function isReading(value: unknown): boolean {
  const isNumber = (one: unknown) => one === null || (typeof one === "number" && Number.isFinite(one));
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) => name !== "__proto__" && (Array.isArray(one) ? one.every(isNumber) : isNumber(one)),
    )
  );
}
