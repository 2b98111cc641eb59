/**
 * A file of finished runs, one JSON a line with a checksum of its own: what was computed and by which program first, then a
 * line per run. Shards are such files, and so is what a run keeps on the way, where a line may be torn off at the end.
 */
import { appendFileSync } from "node:fs";
import * as v from "valibot";
import { Digest, scenarioToUrl } from "../../engine/index.ts";
import type { Job, Reading } from "../../experiments/experiment.ts";
import type { RunRecord, RunRecords } from "../../experiments/stored-outcome.ts";
import { orUsageError, UsageError } from "../command.ts";
import { found, readText, writeWhole } from "../files.ts";
import { madeBy } from "../project.ts";
import { MOST_SHARDS, programOf, type Shard, type Subject, shardOf, shardText, type Work } from "./work.ts";

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const HEAD = v.object({
  schema: v.literal(1),
  version: v.string(),
  /** For its reader; which runs belong together is said by `program`. Missing in files of earlier versions. */
  commit: v.optional(v.nullable(v.string())),
  program: v.object({ engine: v.string(), experiments: v.string() }),
  subject: v.variant("kind", [
    v.object({ kind: v.literal("sweep"), sweep: v.string() }),
    v.object({ kind: v.literal("league"), league: v.string() }),
    v.object({ kind: v.literal("reproduce"), id: v.string(), size: v.picklist(["full", "quick"]) }),
  ]),
  shard: v.pipe(
    v.object({ index: COUNT, of: COUNT }),
    v.check(({ index, of }) => index >= 1 && index <= of && of <= MOST_SHARDS),
  ),
  /** Of all shards together. */
  jobs: COUNT,
});

const NO_DIGEST = "its digest is not 16 hexadecimal digits";

/** Also where an entry is missing altogether. */
const NO_ENTRIES = "it lacks one of key, url, digest, packets and reading";

const LINE = v.object(
  {
    key: v.string("its key is no text"),
    /** Of the scenario: a run counts only where its job still means the same. */
    url: v.string("its url is no text"),
    digest: v.pipe(v.string(NO_DIGEST), v.regex(/^[0-9a-f]{16}$/, NO_DIGEST)),
    packets: v.custom<number>((value) => v.is(COUNT, value), "its number of packets is no whole number"),
    reading: v.custom<Reading>(isReading, "its reading is not made of numbers"),
  },
  NO_ENTRIES,
);

export type RunFileHead = v.InferOutput<typeof HEAD>;
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

/** One shard of a work, and its jobs. */
export interface Part {
  readonly work: Work;
  readonly head: RunFileHead;
  readonly jobs: readonly Job[];
}

export function partOf(work: Work, shard: Shard): Part {
  const program = programOf(work.folder);
  const { subject, jobs } = work;
  const head = { schema: 1 as const, ...madeBy(), program, subject, shard, jobs: jobs.length };
  return { work, head, jobs: shardOf(jobs, shard) };
}

export function lineOf({ key, scenario }: Job, { digest, packets, reading }: RunRecord): RunLine {
  return { key, url: scenarioToUrl(scenario), digest, packets, reading };
}

/** A shard, complete and in the order of its jobs: the same bytes whoever computes it at the same commit. */
export function writeShard(file: string, { head, jobs }: Part, records: RunRecords): void {
  const lines = jobs.map((job) => lineOf(job, records.get(job.key)!));
  writeWhole(file, [head, ...lines].map(jsonLine).join(""));
}

/**
 * Goes on with a file of this head, the commit apart, and returns its lines. One that another state of the program has
 * begun is begun anew, which is said; whatever else stands there is somebody's, and refused.
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
      `${file} is there already, and ${why}: finished runs cannot be kept there. Move it away, or choose another -o.`,
    );
  if (there !== null && !there.isFile()) throw refused("it is no file");
  const text = there === null ? "" : readText(file);
  const other = readRuns(text);
  if (other !== null && stateText(other.head) === stateText(head)) {
    // The end of a line that a kill tore off must not stain the next one.
    if (!text.endsWith("\n")) append(file, "\n");
    return other.lines;
  }
  // A full disk or a kill may leave a part of the first line.
  if (other === null && !first.startsWith(text)) throw refused("it is no list of finished runs");
  if (other !== null) {
    const runs = `${other.lines.length} finished runs`;
    if (partText(other.head) !== partText(head)) throw refused(`it keeps ${runs} of ${partText(other.head)}`);
    note(`${file}: its ${runs} are of another state of the program; they are computed again.`);
  }
  writeWhole(file, first);
  return [];
}

export function subjectText(subject: Subject): string {
  if (subject.kind === "sweep") return `the sweep ${subject.sweep}`;
  return subject.kind === "league"
    ? `the league with the digest ${subject.league}`
    : `${subject.id} in ${subject.size} size`;
}

/** All but the commit: a change of other files leaves the runs what they are. */
function stateText(head: RunFileHead): string {
  return JSON.stringify({ ...head, commit: null });
}

function partText({ subject, shard, jobs }: RunFileHead): string {
  return `${subjectText(subject)}, shard ${shardText(shard)} of ${jobs} runs`;
}

export function appendRun(file: string, line: RunLine): void {
  append(file, jsonLine(line));
}

function append(file: string, text: string): void {
  orUsageError(file, () => appendFileSync(file, text));
}

export interface RunFile {
  readonly head: RunFileHead;
  readonly lines: readonly RunLine[];
  /** Lines, from 1, that are not as they were written. */
  readonly damaged: readonly { readonly line: number; readonly what: string }[];
}

/** Null where it does not begin as such a file. */
export function readRuns(text: string): RunFile | null {
  const [first, ...rest] = text.split("\n");
  const head = readLine(first, HEAD);
  if ("what" in head) return null;
  const lines = new Map<string, { readonly line: number; readonly run: RunLine }>();
  const damaged: { line: number; what: string }[] = [];
  for (const [i, own] of rest.entries()) {
    if (own === "") continue;
    const line = i + 2;
    const read = readLine(own, LINE);
    const before = "what" in read ? undefined : lines.get(read.value.key);
    if ("what" in read) damaged.push({ line, what: read.what });
    else if (before === undefined) lines.set(read.value.key, { line, run: read.value });
    else damaged.push({ line, what: `it is of the same run as line ${before.line}` });
  }
  return { head: head.value, lines: [...lines.values()].map(({ run }) => run), damaged };
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

function readLine<T>(
  text: string,
  schema: v.GenericSchema<unknown, T>,
): { readonly value: T } | { readonly what: string } {
  const match = SIGNED.exec(text);
  if (match === null) return { what: "it has no checksum at its end" };
  const json = `${match[1]}}`;
  if (checksum(json) !== match[2]) return { what: "its checksum is not that of what it says" };
  try {
    const { success, output, issues } = v.safeParse(schema, JSON.parse(json));
    return success ? { value: output } : { what: issues[0].message };
  } catch {
    return { what: "it is no JSON" };
  }
}
