/** Shards of one and the same computation, put together again. Whatever does not belong together is named. */
import type { RunRecord, RunRecords } from "../../experiments/stored-outcome.ts";
import { UsageError } from "../command.ts";
import { readText } from "../files.ts";
import { projectVersion } from "../project.ts";
import { lineOf, type RunFile, type RunFileHead, readRuns, subjectText } from "./run-file.ts";
import type { Work } from "./work.ts";
import { isSameProgram, type Program, programOf, shardOf, shardText } from "./work.ts";

/** So many of what is missing are named. */
const NAMED = 5;

export interface ShardFile extends RunFile {
  readonly file: string;
}

/** Reads the files and sorts them by what they are shards of. */
export function readShards(files: readonly string[]): ShardFile[][] {
  const groups = new Map<string, ShardFile[]>();
  for (const file of files) {
    const shard = readShard(file);
    const { kind } = shard.head.subject;
    const key = shard.head.subject.kind === "reproduce" ? shard.head.subject.id : kind;
    groups.set(key, [...(groups.get(key) ?? []), shard]);
  }
  return [...groups.values()];
}

function readShard(file: string): ShardFile {
  const read = readRuns(readText(file));
  if (read === null) {
    throw new UsageError(
      `${file} is no shard, or its first line is damaged: such files are written by reproduce --shard and sweep --shard.`,
    );
  }
  const { head, damaged } = read;
  if (damaged.length > 0) {
    throw new UsageError(
      ...damaged.slice(0, NAMED).map(({ line, what }) => `${file}, line ${line}: ${what}.`),
      ...(damaged.length > NAMED ? [`${file}: ${damaged.length - NAMED} more lines are damaged.`] : []),
      `Nothing was merged: compute shard ${shardText(head.shard)} again.`,
    );
  }
  if (head.version !== projectVersion()) {
    throw new UsageError(`${file} was made by version ${head.version}; this is ${projectVersion()}.`);
  }
  return { ...read, file };
}

/** What the shards are of; they must agree, be complete, and stand once each. */
export function agreedHead(name: string, shards: readonly ShardFile[]): RunFileHead {
  const [{ head, file }] = shards;
  for (const other of shards.slice(1)) {
    const what = difference(head, other.head);
    if (what !== null)
      throw new UsageError(`${name}: ${file} and ${other.file} do not belong together: ${what}.`);
  }
  for (const [i, { head: own, file: mine }] of shards.entries()) {
    const other = shards.findIndex((one) => one.head.shard.index === own.shard.index);
    if (other < i) {
      throw new UsageError(
        `${name}: shard ${shardText(own.shard)} was given twice, as ${shards[other].file} and ${mine}.`,
      );
    }
  }
  const { of } = head.shard;
  const missing = Array.from({ length: of }, (_, i) => ({ index: i + 1, of })).filter(
    ({ index }) => !shards.some((one) => one.head.shard.index === index),
  );
  if (missing.length > 0) {
    const names = some(missing.map(shardText));
    throw new UsageError(
      `${name}: of ${of} shards ${missing.length === 1 ? "one is" : `${missing.length} are`} missing: ${names}.`,
    );
  }
  return head;
}

/** Why two shards cannot be of the same computation. */
function difference(a: RunFileHead, b: RunFileHead): string | null {
  if (subjectText(a.subject) !== subjectText(b.subject)) {
    return `one is ${subjectText(a.subject)}, the other ${subjectText(b.subject)}`;
  }
  if (a.shard.of !== b.shard.of) return `one is of ${a.shard.of} shards, the other of ${b.shard.of}`;
  if (!isSameProgram(a.program, b.program)) return "they were computed by different states of the program";
  return null;
}

/** The records of all runs, each checked to be the one that this program would compute. */
export function joinedRecords(
  work: Work,
  shards: readonly ShardFile[],
  note: (text: string) => void,
): RunRecords {
  checkProgram(work, shards[0].head.program, note);
  const records = new Map<string, RunRecord>();
  for (const { head, lines, file } of shards) {
    const byKey = new Map(lines.map((line) => [line.key, line]));
    const missing: string[] = [];
    for (const job of shardOf(work.jobs, head.shard)) {
      const line = byKey.get(job.key);
      if (line === undefined) missing.push(`"${job.key}"`);
      else if (lineOf(job, line).url !== line.url) {
        throw new UsageError(
          `${file}: the run "${job.key}" is of another scenario than here; compute it again.`,
        );
      } else records.set(job.key, line);
      byKey.delete(job.key);
    }
    if (missing.length > 0)
      throw new UsageError(`${file} lacks ${missing.length} of its runs: ${some(missing)}.`);
    if (byKey.size > 0) {
      throw new UsageError(
        `${file} has ${byKey.size} runs that do not belong to it: ${some([...byKey.keys()])}.`,
      );
    }
  }
  return records;
}

function checkProgram(work: Work, made: Program, note: (text: string) => void): void {
  const here = programOf(work.folder);
  if (made.engine !== here.engine) {
    throw new UsageError(
      `${work.name}: the shards were simulated by another state of the engine; compute them again.`,
    );
  }
  if (made.experiments !== here.experiments) {
    note(
      `Note: ${work.name}: the experiments' sources have changed since; the readings are taken as they are.`,
    );
  }
}

function some(names: readonly string[]): string {
  const left = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (left > 0 ? ` and ${left} more` : "");
}
