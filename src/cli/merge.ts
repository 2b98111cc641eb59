/**
 * `merge`: combines shards. The result has exactly the bytes that one machine would write. Shards that do not belong together are
 * reported.
 */

import type { Experiment } from "../experiments/experiment.ts";
import {
  type RunRecord,
  type RunRecords,
  storedOutcome,
  storedSweep,
} from "../experiments/stored-outcome.ts";
import { sweepFromText } from "../experiments/sweep.ts";
import { SAME } from "../experiments/sweep-jobs.ts";
import { PROGRAM_READER } from "../teaching/document/file-programs.ts";
import { type Arguments, type Command, EXIT, type Output, UsageError } from "./command.ts";
import { printClaims, sweepFile, writeOutcome, writeSweep } from "./experiments/outcome-files.ts";
import { lineOf, type RunFile, readRuns, subjectText } from "./experiments/run-file.ts";
import {
  experimentWork,
  outputFolder,
  outputOption,
  PER_SEED,
  programOf,
  shardOf,
  shardText,
  sweepWork,
  type Work,
} from "./experiments/work.ts";
import { readText } from "./named-files.ts";
import { madeBy, projectVersion } from "./project.ts";
import { CAPACITY_TRACE, traceOfFile } from "./scenario-options.ts";

/** Returns the command. `experiments` are the experiments that can be named. */
export function mergeOf(experiments: readonly Experiment[]): Command {
  return {
    name: "merge",
    summary: "Join the shards written by reproduce --shard or sweep --shard.",
    operands: "FILES…",
    groups: [
      {
        title: "Flags",
        options: [
          outputOption(
            "PLACE",
            "Output: a folder for shards of reproduce, a .csv or .json file for shards of sweep.",
          ),
          PER_SEED,
          CAPACITY_TRACE,
        ],
      },
    ],
    notes: [
      "FILES must contain every shard of an experiment once, all made by the same build.",
      "Several experiments can be merged together.",
      "Exit status: 1 if a claim does not hold.",
    ],
    run(args, output) {
      if (args.operands.length === 0) throw new UsageError("No shards given. See: merge --help");
      const groups = new Map<string, ShardFile[]>();
      for (const shard of args.operands.map(readShard)) {
        const { subject } = shard.head;
        const name = subject.kind === "reproduce" ? subject.id : subject.kind;
        groups.set(name, [...(groups.get(name) ?? []), shard]);
      }
      const sweeps = [...groups.values()].find(([{ head }]) => head.subject.kind === "sweep");
      if (sweeps === undefined) return mergeExperiments(groups, experiments, args, output);
      if (groups.size > 1)
        throw new UsageError("Shards of a sweep and shards of experiments cannot be merged together.");
      return mergeSweep(sweeps, args, output);
    },
  };
}

function mergeExperiments(
  groups: ReadonlyMap<string, readonly ShardFile[]>,
  experiments: readonly Experiment[],
  args: Arguments,
  output: Output,
): number {
  const merged = [...groups].map(([id, shards]) => {
    checkTogether(id, shards);
    const [{ head, file }] = shards;
    const experiment = experiments.find((one) => one.id === id);
    if (experiment === undefined) throw new UsageError(`${file}: unknown experiment "${id}".`);
    const size = head.subject.kind === "reproduce" ? head.subject.size : "full";
    const work = experimentWork(experiment, size);
    const records = joinedRecords(work, shards, output.note);
    return { experiment, stored: storedOutcome(experiment, size, projectVersion(), work.jobs, records) };
  });
  const folder = outputFolder(args);
  for (const { stored } of merged) writeOutcome(folder, stored);
  const inOrder = merged.sort(
    (a, b) => experiments.indexOf(a.experiment) - experiments.indexOf(b.experiment),
  );
  return printClaims(inOrder, output) ? EXIT.done : EXIT.failed;
}

function mergeSweep(shards: readonly ShardFile[], args: Arguments, output: Output): number {
  const file = sweepFile(args);
  if (file === null) throw new UsageError("-o FILE is missing: name the output file of the sweep.");
  checkTogether("sweep", shards);
  const [{ head, file: first }] = shards;
  const trace = args.text(CAPACITY_TRACE.name);
  if (trace !== null) traceOfFile(trace, args, output);
  const { sweep, problems } = sweepFromText(
    head.subject.kind === "sweep" ? head.subject.sweep : "",
    PROGRAM_READER,
  );
  if (sweep === null) throw new UsageError(...problems.map(({ message }) => `${first}: ${message}`));
  const work = sweepWork(sweep);
  const records = joinedRecords(work, shards, output.note);
  if ([...records.values()].some(({ reading }) => reading[SAME] === undefined))
    throw new UsageError(
      "sweep: the shards were written by an earlier version and do not state which runs are equal; compute them again.",
    );
  writeSweep(file, storedSweep(sweep, madeBy(), work.jobs, records, args.has(PER_SEED.name)));
  return EXIT.done;
}

interface ShardFile extends RunFile {
  readonly file: string;
}

/** Maximum number of missing or damaged items that are named. */
const NAMED = 5;

function some(names: readonly string[]): string {
  const left = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (left > 0 ? ` and ${left} more` : "");
}

function readShard(file: string): ShardFile {
  const read = readRuns(readText(file));
  if (read === null) {
    throw new UsageError(
      `${file} is not a shard, or its first line is damaged. Shards are written by reproduce --shard and sweep --shard.`,
    );
  }
  const { head, damaged, damagedCount } = read;
  if (damaged.length > 0) {
    throw new UsageError(
      ...damaged.slice(0, NAMED).map(({ line, what }) => `${file}, line ${line}: ${what}.`),
      ...(damagedCount > NAMED ? [`${file}: ${damagedCount - NAMED} more lines are damaged.`] : []),
      `Nothing was merged: compute shard ${shardText(head.shard)} again.`,
    );
  }
  if (head.version !== projectVersion())
    throw new UsageError(`${file} was made by version ${head.version}; this is version ${projectVersion()}.`);
  return { ...read, file };
}

/** Throws unless the shards belong together, none is missing and none occurs twice. */
function checkTogether(name: string, shards: readonly ShardFile[]): void {
  const [first, ...others] = shards;
  for (const { head, file } of others) {
    const what = difference(first.head, head);
    if (what !== null)
      throw new UsageError(`${name}: ${first.file} and ${file} do not belong together: ${what}.`);
  }
  const files = new Map<number, string>();
  for (const { head, file } of shards) {
    const other = files.get(head.shard.index);
    if (other !== undefined)
      throw new UsageError(
        `${name}: shard ${shardText(head.shard)} was given twice, as ${other} and ${file}.`,
      );
    files.set(head.shard.index, file);
  }
  const { of: total } = first.head.shard;
  const missing = Array.from({ length: total }, (_, i) => i + 1).filter((index) => !files.has(index));
  if (missing.length === 0) return;
  const count = missing.length === 1 ? "one is" : `${missing.length} are`;
  const names = some(missing.map((index) => shardText({ index, of: total })));
  throw new UsageError(`${name}: of ${total} shards ${count} missing: ${names}.`);
}

/** Returns the reason why two shards cannot be from the same computation; null if they can. */
function difference(a: RunFile["head"], b: RunFile["head"]): string | null {
  const [left, right] = [a, b].map(({ subject }) => subjectText(subject));
  if (left !== right) return `one is ${left}, the other ${right}`;
  if (a.shard.of !== b.shard.of) return `one is of ${a.shard.of} shards, the other of ${b.shard.of}`;
  const isSame = a.program.engine === b.program.engine && a.program.experiments === b.program.experiments;
  return isSame ? null : "they were computed by different builds of the program";
}

/** Returns the records of all runs. Checks that each is a run that this program would compute. */
function joinedRecords(work: Work, shards: readonly ShardFile[], note: (text: string) => void): RunRecords {
  const [made, here] = [shards[0].head.program, programOf(work.folder)];
  if (made.engine !== here.engine)
    throw new UsageError(
      `${work.name}: the shards were computed by another build of the engine; compute them again.`,
    );
  if (made.experiments !== here.experiments)
    note(
      `Note: ${work.name}: the sources of the experiments have changed since the shards were computed; their values are used unchanged.`,
    );
  const records = new Map<string, RunRecord>();
  for (const { head, lines, file } of shards) {
    const byKey = new Map(lines.map((line) => [line.key, line]));
    const missing: string[] = [];
    for (const job of shardOf(work.jobs, head.shard)) {
      const line = byKey.get(job.key);
      byKey.delete(job.key);
      if (line === undefined) missing.push(`"${job.key}"`);
      else if (lineOf(job, line).url === line.url) records.set(job.key, line);
      else
        throw new UsageError(
          `${file}: the run "${job.key}" belongs to a different scenario; compute it again.`,
        );
    }
    if (missing.length > 0)
      throw new UsageError(`${file}: missing runs (${missing.length}): ${some(missing)}.`);
    if (byKey.size > 0)
      throw new UsageError(
        `${file} has ${byKey.size} runs that do not belong to it: ${some([...byKey.keys()])}.`,
      );
  }
  return records;
}
