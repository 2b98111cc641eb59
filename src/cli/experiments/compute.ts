/** Computes works, or one shard of each, and keeps every finished run in a file at once: who begins again goes on there. */

import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Job } from "../../experiments/experiment.ts";
import type { RunRecord, RunRecords } from "../../experiments/stored-outcome.ts";
import type { StartWorker } from "../../workers/supervised-worker.ts";
import { EXIT, type Output, UsageError } from "../command.ts";
import { appendRun, headOf, lineOf, openRunFile, type RunFileHead } from "./run-file.ts";
import { runWorks, type Waiting } from "./run-works.ts";
import type { Work } from "./work.ts";
import { type Shard, shardOf } from "./work.ts";

/** The folder for finished runs beside the results. */
export const KEPT = ".partial";

/** So many failed runs are named; they are mostly of one kind. */
const FAILURES_NAMED = 5;

export interface ComputeOptions {
  readonly start: StartWorker;
  readonly shard: Shard;
  readonly workers: number;
  readonly output: Output;
  /** Where the runs of a work are kept until all is done; null: nowhere. */
  readonly keptIn: (work: Work) => string | null;
  /** Called as soon as all runs of a work are there. */
  readonly complete: (part: Part, records: RunRecords) => void;
}

/** What of a work is to be computed here. */
export interface Part {
  readonly work: Work;
  readonly head: RunFileHead;
  readonly jobs: readonly Job[];
}

export type Ending = "done" | "failed" | "interrupted";

export function statusOf(ending: Ending): number {
  return { done: EXIT.done, failed: EXIT.failed, interrupted: EXIT.interrupted }[ending];
}

interface Open extends Part {
  readonly kept: string | null;
  readonly records: Map<string, RunRecord>;
}

export async function compute(works: readonly Work[], options: ComputeOptions): Promise<Ending> {
  const parts = works.map((work) => openPart(work, options));
  const interruption = new Interruption();
  const failed = await runAll(parts, options, interruption);
  if (interruption.signal.aborted) {
    options.output.note(stoppedText(parts));
    return "interrupted";
  }
  interruption.end();
  if (failed > 0) {
    options.output.note(`${failed} runs failed; what depends on them was not written.`);
    return "failed";
  }
  for (const { kept } of parts) if (kept !== null) forget(kept);
  return "done";
}

/** Where a disk is full, what has been computed is kept, and where is said. */
async function runAll(
  parts: readonly Open[],
  options: ComputeOptions,
  interruption: Interruption,
): Promise<number> {
  try {
    for (const part of parts) if (isComplete(part)) options.complete(part, part.records);
    return await runMissing(parts, options, interruption.signal);
  } catch (error) {
    interruption.end();
    if (error instanceof UsageError) throw new UsageError(...error.lines, stoppedText(parts));
    throw error;
  }
}

/** All is done: what was kept on the way goes, and the folder made for it with the last of it. */
function forget(file: string): void {
  rmSync(file, { force: true });
  const folder = dirname(file);
  if (basename(folder) === KEPT && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Takes over what an earlier call finished. */
function openPart(work: Work, { shard, keptIn, output }: ComputeOptions): Open {
  const head = headOf(work, shard);
  const jobs = shardOf(work.jobs, shard);
  const kept = keptIn(work);
  const records = kept === null ? new Map() : resume(kept, head, jobs, output.note);
  if (records.size > 0)
    output.note(`${work.name}: ${records.size} of ${jobs.length} runs are there already.`);
  return { work, head, jobs, kept, records };
}

function resume(
  file: string,
  head: RunFileHead,
  jobs: readonly Job[],
  note: (text: string) => void,
): Map<string, RunRecord> {
  const lines = new Map(openRunFile(file, head, note).map((line) => [line.key, line]));
  const records = new Map<string, RunRecord>();
  for (const job of jobs) {
    const line = lines.get(job.key);
    if (line === undefined || lineOf(job, line).url !== line.url) continue;
    const { digest, packets, reading } = line;
    records.set(job.key, { digest, packets, reading });
  }
  return records;
}

/** Returns how many runs failed. */
async function runMissing(
  parts: readonly Open[],
  options: ComputeOptions,
  signal: AbortSignal,
): Promise<number> {
  const partOf = new Map(parts.map((part) => [part.work, part]));
  const waiting = parts.flatMap(({ work, jobs, records }) =>
    jobs.filter(({ key }) => !records.has(key)).map((job) => ({ work, job })),
  );
  let failed = 0;
  await runWorks(waiting, {
    start: options.start,
    workers: options.workers,
    signal,
    progress: options.output.progress,
    finished: ({ work, job }, record) => {
      const part = partOf.get(work)!;
      if (part.kept !== null) appendRun(part.kept, lineOf(job, record));
      part.records.set(job.key, record);
      if (isComplete(part)) options.complete(part, part.records);
    },
    failed: (of, message) => {
      failed++;
      if (failed <= FAILURES_NAMED) options.output.note(failureText(of, message));
    },
  });
  return failed;
}

function isComplete({ jobs, records }: Open): boolean {
  return records.size === jobs.length;
}

function failureText({ work, job }: Waiting, message: string): string {
  return `${work.name}: the run "${job.key}" failed. ${message}`;
}

function stoppedText(parts: readonly Open[]): string {
  const total = parts.reduce((sum, { jobs }) => sum + jobs.length, 0);
  const done = parts.reduce((sum, { records }) => sum + records.size, 0);
  const files = parts.flatMap(({ kept }) => kept ?? []);
  const places = new Set(files.length === 1 ? files : files.map((file) => dirname(file)));
  const goesOn =
    files.length > 0 ? ` They stand in ${[...places].join(", ")}; the same command goes on from there.` : "";
  return `Stopped: ${done} of ${total} runs are done.${goesOn}`;
}

/** The programs between a terminal and this one pass the same Ctrl-C on, so that it may come twice. */
const SAME_SIGNAL_MS = 1000;

/** Ctrl-C, or a scheduler that wants the machine back: what is finished is kept, and a second signal ends at once. */
export class Interruption {
  readonly #control = new AbortController();
  readonly #onSignal = () => {
    if (this.#control.signal.aborted) return;
    this.#control.abort();
    setTimeout(() => this.end(), SAME_SIGNAL_MS).unref();
  };

  constructor() {
    process.on("SIGINT", this.#onSignal);
    process.on("SIGTERM", this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Signals mean again what they usually mean. */
  end(): void {
    process.off("SIGINT", this.#onSignal);
    process.off("SIGTERM", this.#onSignal);
  }
}
