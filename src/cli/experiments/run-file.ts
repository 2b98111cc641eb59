/**
 * Files with finished runs. Each line is a JSON object with a checksum. The first line says what was computed and by which
 * program; each other line is a run. Shards have this format, and so do the files that are written during a computation, whose
 * last line may be incomplete.
 */
import { appendFileSync } from "node:fs";
import * as v from "valibot";
import { Digest, scenarioToUrl } from "../../engine/index.ts";
import type { Job, RunValues } from "../../experiments/experiment.ts";
import type { RunRecord, RunRecords } from "../../experiments/stored-outcome.ts";
import { orUsageError, UsageError } from "../command.ts";
import { found, readText, writeWhole } from "../named-files.ts";
import { madeBy } from "../project.ts";
import { MOST_SHARDS, programOf, type Shard, type Subject, shardOf, shardText, type Work } from "./work.ts";

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const HEAD = v.object({
  schema: v.literal(1),
  version: v.string(),
  /** Commit of the program, for readers only; `program` determines which runs belong together. Absent in files of earlier versions. */
  commit: v.optional(v.nullable(v.string())),
  program: v.object({ engine: v.string(), experiments: v.string() }),
  subject: v.variant("kind", [
    v.object({ kind: v.literal("sweep"), sweep: v.string() }),
    v.object({ kind: v.literal("league"), league: v.string() }),
    v.object({ kind: v.literal("reproduce"), id: v.string(), size: v.picklist(["full", "quick"]) }),
  ]),
  shard: v.pipe(
    v.object({ index: COUNT, of: COUNT }),
    v.check(({ index, of: total }) => index >= 1 && index <= total && total <= MOST_SHARDS),
  ),
  /** Number of jobs of all shards together. */
  jobs: COUNT,
});

const NO_DIGEST = "its digest is not 16 hexadecimal digits";

/** Message if entries are missing or have the wrong type. */
const NO_ENTRIES = "key, url, digest, packets or reading is missing";

const LINE = v.object(
  {
    key: v.string("its key is not a string"),
    /** URL of the scenario. A stored run is used only if its job still has the same scenario. */
    url: v.string("its url is not a string"),
    digest: v.pipe(v.string(NO_DIGEST), v.regex(/^[0-9a-f]{16}$/, NO_DIGEST)),
    packets: v.custom<number>((value) => v.is(COUNT, value), "its number of packets is not a whole number"),
    reading: v.custom<RunValues>(isReading, "its reading contains values that are not numbers"),
  },
  NO_ENTRIES,
);

/** The first line of a file of runs. */
export type RunFileHead = v.InferOutput<typeof HEAD>;
/** A line of a file of runs other than the first: one finished run. */
export type RunLine = v.InferOutput<typeof LINE>;

function isReading(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const isNumber = (one: unknown) => one === null || Number.isFinite(one);
  return Object.entries(value).every(([name, one]) => {
    if (name === "__proto__") return false;
    if (name.endsWith("Text")) return typeof one === "string";
    return Array.isArray(one) ? one.every(isNumber) : isNumber(one);
  });
}

/** A shard of a work: its jobs and the first line of its file. */
export interface Part {
  readonly work: Work;
  readonly head: RunFileHead;
  readonly jobs: readonly Job[];
}

/** Returns the part of the work that belongs to a shard: its share of the jobs. */
export function partOf(work: Work, shard: Shard): Part {
  const program = programOf(work.folder);
  const { subject, jobs } = work;
  const head = { schema: 1 as const, ...madeBy(), program, subject, shard, jobs: jobs.length };
  return { work, head, jobs: shardOf(jobs, shard) };
}

/** Returns the line of a finished run. */
export function lineOf({ key, scenario }: Job, { digest, packets, reading }: RunRecord): RunLine {
  return { key, url: scenarioToUrl(scenario), digest, packets, reading };
}

/** Writes a complete shard in the order of its jobs. The same commit writes the same bytes on every machine. */
export function writeShard(file: string, { head, jobs }: Part, records: RunRecords): void {
  const lines = jobs.map((job) => lineOf(job, records.get(job.key)!));
  writeWhole(file, [head, ...lines].map(jsonLine).join(""));
}

/**
 * Opens a file of runs in order to add to it. Returns its lines. The commit may be another one. If the file is from another state
 * of the program, it is overwritten and a note is printed; a file with any other content is refused.
 */
export function openRunFile(
  file: string,
  head: RunFileHead,
  note: (text: string) => void,
): readonly RunLine[] {
  const first = jsonLine(head);
  const there = found(file);
  const refused = (why: string) =>
    new UsageError(
      `${file} already exists and ${why}, so finished runs cannot be saved to it. Rename the file or choose another -o.`,
    );
  if (there !== null && !there.isFile()) throw refused("is not a regular file");
  const text = there === null ? "" : readText(file);
  const other = readRuns(text);
  if (other !== null && stateText(other.head) === stateText(head)) {
    // A process that was killed may have left an incomplete line. A line end keeps it apart from the next line.
    if (!text.endsWith("\n")) append(file, "\n");
    return other.lines;
  }
  // A full disk or a killed process may have left only a part of the first line.
  if (other === null && !first.startsWith(text)) throw refused("is not a list of finished runs");
  if (other !== null) {
    const runs = `${other.lines.length} finished runs`;
    if (partText(other.head) !== partText(head)) throw refused(`contains ${runs} of ${partText(other.head)}`);
    note(`${file}: its ${runs} were made by another build of the program and are computed again.`);
  }
  writeWhole(file, first);
  return [];
}

/** Returns what a computation is about, as text for messages. */
export function subjectText(subject: Subject): string {
  if (subject.kind === "sweep") return `the sweep ${subject.sweep}`;
  return subject.kind === "league"
    ? `the league with digest ${subject.league}`
    : `${subject.id} in ${subject.size} size`;
}

/** Returns the first line without the commit, for comparisons. A commit may change only files that do not affect the runs. */
function stateText(head: RunFileHead): string {
  return JSON.stringify({ ...head, commit: null });
}

function partText({ subject, shard, jobs }: RunFileHead): string {
  return `${subjectText(subject)}, shard ${shardText(shard)} of ${jobs} runs`;
}

/** Appends a finished run to the file. */
export function appendRun(file: string, line: RunLine): void {
  append(file, jsonLine(line));
}

function append(file: string, text: string): void {
  orUsageError(file, () => appendFileSync(file, text));
}

/** The contents of a file of runs that has been read. */
export interface RunFile {
  readonly head: RunFileHead;
  readonly lines: readonly RunLine[];
  /** The first damaged lines: their numbers, from 1, and what is wrong. */
  readonly damaged: readonly { readonly line: number; readonly what: string }[];
  /** Number of all damaged lines. */
  readonly damagedCount: number;
}

/** Limit on the damaged lines that are kept. A file from elsewhere may have millions. */
const MOST_DAMAGED = 100;

/** Reads a file of runs; null if its start shows that it is another kind of file. */
export function readRuns(text: string): RunFile | null {
  const [first] = text.split("\n", 1);
  const head = readLine(first, HEAD);
  if ("what" in head) return null;
  const lines = new Map<string, { readonly line: number; readonly run: RunLine }>();
  const damaged: { line: number; what: string }[] = [];
  let damagedCount = 0;
  let line = 1;
  for (let at = first.length + 1; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const own = text.slice(at, end < 0 ? text.length : end);
    at += own.length + 1;
    line++;
    if (own === "" || own === "\r") continue;
    const read = readLine(own, LINE);
    const before = "what" in read ? undefined : lines.get(read.value.key);
    if (!("what" in read) && before === undefined) {
      lines.set(read.value.key, { line, run: read.value });
      continue;
    }
    const what = "what" in read ? read.what : `it repeats the run of line ${before?.line}`;
    if (++damagedCount <= MOST_DAMAGED) damaged.push({ line, what });
  }
  return { head: head.value, lines: [...lines.values()].map(({ run }) => run), damaged, damagedCount };
}

function jsonLine(value: RunFileHead | RunLine): string {
  return `${signed(JSON.stringify(value))}\n`;
}

const SIGNED = /^(.*),"check":"([0-9a-f]{16})"\}$/;

/** Returns a JSON object as text, with its checksum as the last entry. */
export function signed(json: string): string {
  return `${json.slice(0, -1)},"check":"${checksum(json)}"}`;
}

function checksum(json: string): string {
  const digest = new Digest();
  digest.text(json);
  return digest.hex();
}

function readLine<T>(
  text: string,
  schema: v.GenericSchema<unknown, T>,
): { readonly value: T } | { readonly what: string } {
  // A program that copies texts may have written the line ends of Windows.
  const match = SIGNED.exec(text.replace(/\r$/, ""));
  if (match === null) return { what: "it does not end with a checksum" };
  const json = `${match[1]}}`;
  if (checksum(json) !== match[2]) return { what: "its checksum does not match its content" };
  try {
    const { success, output, issues } = v.safeParse(schema, JSON.parse(json));
    return success ? { value: output } : { what: issues[0].message };
  } catch {
    return { what: "it is not valid JSON" };
  }
}
