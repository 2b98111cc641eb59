/**
 * A file of finished runs, one JSON a line with a checksum of its own: what was computed and by which program first, then a
 * line per run. Shards are such files, and so is what a run keeps on the way, where a line may be torn off at the end.
 */
import { appendFileSync } from "node:fs";
import { Digest, scenarioToUrl } from "../../engine/index.ts";
import type { Job } from "../../experiments/experiment.ts";
import type { RunRecord } from "../../experiments/stored-outcome.ts";
import { orUsageError, UsageError } from "../command.ts";
import { found, readText, writeWhole } from "../files.ts";
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

/**
 * Goes on with a file of this very head, and returns its lines. One that another program state has begun is begun anew, which
 * is said; whatever else stands there is somebody's, and refused.
 */
export function openRunFile(
  file: string,
  head: RunFileHead,
  note: (text: string) => void,
): readonly RunLine[] {
  const first = jsonLine(head);
  const there = found(file);
  if (there !== null && !there.isFile()) throw notKept(file, "it is no file");
  const text = there === null ? "" : readText(file);
  if (text.startsWith(first)) {
    // The end of a line that a kill tore off must not stain the next one.
    if (!text.endsWith("\n")) appendRunText(file, "\n");
    return readRuns(text)?.lines ?? [];
  }
  const other = readRuns(text);
  // A full disk or a kill may leave a part of the first line.
  if (other === null && !first.startsWith(text)) throw notKept(file, "it is no list of finished runs");
  if (other !== null && partText(other.head) !== partText(head))
    throw notKept(file, `it keeps ${other.lines.length} finished runs of ${partText(other.head)}`);
  if (other !== null)
    note(
      `${file}: its ${other.lines.length} finished runs are of another state of the program; they are computed again.`,
    );
  writeWhole(file, first);
  return [];
}

function notKept(file: string, why: string): UsageError {
  return new UsageError(
    `${file} is there already, and ${why}: finished runs cannot be kept there. Move it away, or choose another -o.`,
  );
}

export function subjectText(subject: Subject): string {
  return subject.kind === "sweep" ? `the sweep ${subject.sweep}` : `${subject.id} in ${subject.size} size`;
}

function partText({ subject, shard, jobs }: RunFileHead): string {
  return `${subjectText(subject)}, shard ${shard.index}/${shard.of} of ${jobs} runs`;
}

export function appendRun(file: string, line: RunLine): void {
  appendRunText(file, jsonLine(line));
}

function appendRunText(file: string, text: string): void {
  orUsageError(file, () => appendFileSync(file, text));
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
export function readRuns(text: string): RunFile | null {
  const [first, ...rest] = text.split("\n");
  const head = readLine(first);
  if ("what" in head || !isHead(head.value)) return null;
  const lines: RunLine[] = [];
  const damaged: DamagedLine[] = [];
  const lineOfKey = new Map<string, number>();
  for (const [i, text] of rest.entries()) {
    if (text === "") continue;
    const read = readLine(text);
    const what = "what" in read ? read.what : faultOf(read.value);
    const run = "value" in read && what === null ? (read.value as RunLine) : null;
    const before = run === null ? undefined : lineOfKey.get(run.key);
    if (what !== null) damaged.push({ line: i + 2, what });
    else if (before !== undefined)
      damaged.push({ line: i + 2, what: `it is of the same run as line ${before}` });
    else if (run !== null) {
      lines.push(run);
      lineOfKey.set(run.key, i + 2);
    }
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
