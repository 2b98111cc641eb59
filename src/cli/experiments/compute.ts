/**
 * Computes all runs of several works (experiments, sweeps or leagues), or one shard of each. All runs share one queue, so that no
 * core waits for the last run of a work. Equal scenarios are simulated once. The result does not depend on which worker takes
 * which run, or when. Each finished run is immediately written to a file, so that an interrupted computation can be continued.
 */
import { rmdirSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { loadOf, scenarioToUrl } from "../../engine/index.ts";
import type { Job } from "../../experiments/experiment.ts";
import type { RunRecord, RunRecords } from "../../experiments/stored-outcome.ts";
import { Pool, type RunLimit } from "../../workers/pool.ts";
import type { JobResult, Refusal } from "../../workers/protocol.ts";
import type { StartWorker } from "../../workers/supervised-worker.ts";
import { EXIT, type Output, UsageError } from "../command.ts";
import { claim } from "../named-files.ts";
import { atSignal } from "../signals.ts";
import { appendRun, lineOf, openRunFile, type Part, partOf } from "./run-file.ts";
import type { Shard, Work } from "./work.ts";

/** Name of the folder for finished runs. It is next to the results. */
export const KEPT = ".partial";
/** Maximum number of failed runs that are named. Most failures have the same cause. */
const FAILURES_NAMED = 5;
/**
 * If a worker sends no message for this time (ms), it counts as stuck. The time is long, because a busy machine, or one that
 * loads its programs over a network, may be slow.
 */
export const PATIENCE_MS = 60_000;

/** Options of a computation. */
export interface ComputeOptions {
  readonly start: StartWorker;
  readonly shard: Shard;
  readonly workers: number;
  readonly output: Output;
  /** Returns the folder in which finished runs of a work are stored until all are finished; null if they are not stored. */
  readonly keptIn: (work: Work) => string | null;
  /** Called as soon as all runs of a work are finished. */
  readonly complete: (part: Part, records: RunRecords) => void;
  /** Returns the limits of a run; undefined if it has none. */
  readonly limitOf?: (job: Job) => RunLimit | undefined;
  /** Watches the runs, which are then started in the order of the works' jobs. */
  readonly watch?: RunWatch;
  /**
   * Called for each failed run. The work is then complete without this run. If the function is absent, a note is printed, and the
   * work is not complete.
   */
  readonly failed?: (job: Job, refusal: Refusal) => void;
}

/** A watch over the runs of a work. */
interface RunWatch {
  /** Returns false if the run is no longer needed. The work is then complete without this run. */
  isNeeded(job: Job): boolean;
  /** Called for each run that has ended, also for those that an earlier call has finished. */
  ended(job: Job, outcome: RunRecord | Refusal): void;
}

interface OpenPart extends Part {
  readonly kept: string | null;
  readonly records: Map<string, RunRecord>;
  /** Failed runs without which the work is complete. */
  readonly without: Set<string>;
}

/** Computes the works. Returns the exit status. */
export async function compute(works: readonly Work[], options: ComputeOptions): Promise<number> {
  const claims: (() => void)[] = [];
  const release = () => {
    for (const one of claims.splice(0)) one();
  };
  try {
    return await computeClaimed(works, options, claims, release);
  } finally {
    release();
  }
}

async function computeClaimed(
  works: readonly Work[],
  options: ComputeOptions,
  claims: (() => void)[],
  release: () => void,
): Promise<number> {
  const { output } = options;
  const parts = works.map((work) => openPart(work, options, claims));
  const interruption = new Interruption();
  let failed = 0;
  try {
    for (const part of parts) if (isComplete(part)) options.complete(part, part.records);
    failed = await runAll(parts, options, interruption.signal);
  } catch (error) {
    interruption.end();
    // If the disk is full, the finished runs are kept. The message names the file.
    if (error instanceof UsageError) throw new UsageError(...error.lines, stoppedText(parts));
    throw error;
  }
  if (interruption.signal.aborted) {
    output.note(stoppedText(parts));
    return EXIT.interrupted;
  }
  interruption.end();
  if (failed > 0) {
    output.note(`${failed} runs failed. The results that depend on them were not written.`);
    return EXIT.failed;
  }
  release();
  for (const { kept } of parts) if (kept !== null) forget(kept);
  return EXIT.done;
}

/** Returns a work's part, together with its runs that an earlier call has finished. */
function openPart(work: Work, { shard, keptIn, output }: ComputeOptions, claims: (() => void)[]): OpenPart {
  const part = partOf(work, shard);
  const kept = keptIn(work);
  if (kept !== null) claims.push(claim(kept));
  const lines = kept === null ? [] : openRunFile(kept, part.head, output.note);
  const known = new Map(lines.map((line) => [line.key, line]));
  const records = new Map<string, RunRecord>();
  for (const job of part.jobs) {
    const line = known.get(job.key);
    if (line !== undefined && lineOf(job, line).url === line.url) records.set(job.key, line);
  }
  if (records.size > 0)
    output.note(`${work.name}: ${records.size} of ${part.jobs.length} runs were finished earlier.`);
  return { ...part, kept, records, without: new Set() };
}

function isComplete({ jobs, records, without }: OpenPart): boolean {
  return records.size + without.size === jobs.length;
}

/** Deletes the file of finished runs after the work is complete. Deletes the folder as well if it is then empty. */
function forget(file: string): void {
  rmSync(file, { force: true });
  const folder = dirname(file);
  if (basename(folder) !== KEPT) return;
  try {
    rmdirSync(folder);
  } catch {
    // Another command still stores runs in the folder, or has just deleted it.
  }
}

function stoppedText(parts: readonly OpenPart[]): string {
  const total = parts.reduce((sum, { jobs }) => sum + jobs.length, 0);
  const done = parts.reduce((sum, { records }) => sum + records.size, 0);
  const files = parts.flatMap(({ kept }) => kept ?? []);
  const places = new Set(files.length === 1 ? files : files.map((file) => dirname(file)));
  const goesOn =
    files.length > 0
      ? ` They are saved in ${[...places].join(", ")}; run the same command again to continue.`
      : "";
  return `Stopped: ${done} of ${total} runs are finished.${goesOn}`;
}

interface Waiting {
  readonly part: OpenPart;
  readonly job: Job;
}

/** A scenario with all jobs that wait for it. */
interface Task {
  readonly key: string;
  readonly cost: number;
  readonly waiting: Waiting[];
}

/** Runs all tasks. Returns the number of failed runs. After a signal, it returns early. */
async function runAll(
  parts: readonly OpenPart[],
  { start, workers, output, complete, limitOf, watch, failed: tellFailed }: ComputeOptions,
  signal: AbortSignal,
): Promise<number> {
  for (const { jobs, records } of parts)
    for (const job of jobs) {
      const record = records.get(job.key);
      if (record !== undefined) watch?.ended(job, record);
    }
  const tasks = tasksOf(parts, watch !== undefined);
  if (tasks.length === 0) return 0;
  const endWithout = (part: OpenPart, job: Job) => {
    part.without.add(job.key);
    if (isComplete(part)) complete(part, part.records);
  };
  let failed = 0;
  const settle = ({ part, job }: Waiting, record: RunRecord | Refusal) => {
    watch?.ended(job, record);
    if ("message" in record && tellFailed !== undefined) {
      tellFailed(job, record);
      return endWithout(part, job);
    }
    if ("message" in record) {
      if (++failed <= FAILURES_NAMED)
        output.note(`${part.work.name}: the run "${job.key}" failed. ${record.message}`);
      return;
    } else {
      if (part.kept !== null) appendRun(part.kept, lineOf(job, record));
      part.records.set(job.key, record);
    }
    if (isComplete(part)) complete(part, part.records);
  };
  const pool = new Pool({ start, size: Math.min(workers, tasks.length), patienceMs: PATIENCE_MS });
  const progress = new Progress(
    tasks.map(({ cost }) => cost),
    performance.now(),
  );
  output.progress(progress.text(performance.now()));
  const lane = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { key, waiting, cost } = task;
      if (watch !== undefined && !waiting.some(({ job }) => watch.isNeeded(job))) {
        for (const { part, job } of waiting) endWithout(part, job);
        progress.add(cost);
        continue;
      }
      const want = waiting.some(({ part }) => part.work.want === "snapshot") ? "snapshot" : "results";
      // Runs are submitted one by one. The pool would keep the series of all runs of a batch until the batch ends.
      const [{ job }] = waiting;
      const { outcomes } = await pool.run(
        [{ key, scenario: job.scenario, limit: limitOf?.(job) }],
        want,
        {},
        signal,
      );
      const outcome = outcomes.get(key);
      if (outcome !== undefined)
        for (const one of waiting) settle(one, outcome.ok ? recordOf(one, outcome.value) : outcome);
      if (signal.aborted) return;
      progress.add(cost);
      output.progress(progress.text(performance.now()));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, lane));
  } finally {
    pool.dispose();
    output.progress("");
  }
  return failed;
}

/**
 * Returns the tasks in the order of the works. Within a work the longest run comes first, because a long run at the end would
 * leave the other cores idle. If `isInOrder` is true, the order is that of the work's jobs.
 */
function tasksOf(parts: readonly OpenPart[], isInOrder: boolean): Task[] {
  const tasks = new Map<string, Task>();
  for (const part of parts) {
    const missing = part.jobs.filter(({ key }) => !part.records.has(key));
    const costs = missing.map((job) => ({ job, cost: loadOf(job.scenario) }));
    for (const { job, cost } of isInOrder ? costs : costs.sort((a, b) => b.cost - a.cost)) {
      const key = scenarioToUrl(job.scenario);
      const task = tasks.get(key) ?? { key, cost, waiting: [] };
      task.waiting.push({ part, job });
      tasks.set(key, task);
    }
  }
  return [...tasks.values()];
}

/**
 * Returns the record of a run in the form in which a file stores it: NaN becomes null. Returns a refusal if reading the values
 * failed.
 */
function recordOf({ part, job }: Waiting, result: JobResult): RunRecord | Refusal {
  try {
    const reading = part.work.read(result, job);
    return JSON.parse(JSON.stringify({ digest: result.digest, packets: result.results.packets, reading }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `Its results could not be evaluated: ${reason}` };
  }
}

/** Shows how far a long computation is, and an estimate of the remaining time. */
export class Progress {
  readonly #total: number;
  readonly #cost: number;
  readonly #startMs: number;
  #done = 0;
  #doneCost = 0;

  constructor(costs: readonly number[], nowMs: number) {
    this.#total = costs.length;
    this.#cost = costs.reduce((sum, cost) => sum + cost, 0);
    this.#startMs = nowMs;
  }

  add(cost: number): void {
    this.#done++;
    this.#doneCost += cost;
  }

  text(nowMs: number): string {
    const runs = `${this.#done} of ${this.#total} runs`;
    if (this.#doneCost === 0) return runs;
    const leftS = ((nowMs - this.#startMs) / 1000) * (this.#cost / this.#doneCost - 1);
    return `${runs}, about ${timeText(leftS)} left`;
  }
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/**
 * A second Ctrl-C within this time (ms) counts as the same one. Programs between the terminal and this process may forward the
 * signal a second time.
 */
const SAME_SIGNAL_MS = 1000;

/** Handles signals that ask the command to end. After the first one, finished runs are kept; a second one ends the command at once. */
export class Interruption {
  readonly #control = new AbortController();
  readonly signal = this.#control.signal;
  /** Removes the handler, so that signals end the process as usual. */
  readonly end = atSignal(() => {
    if (this.signal.aborted) return;
    this.#control.abort();
    setTimeout(this.end, SAME_SIGNAL_MS).unref();
  }, true);
}
