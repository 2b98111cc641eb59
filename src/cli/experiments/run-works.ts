/**
 * Runs many jobs on all cores: several works in one queue, so that no core waits for the last run of each. Equal scenarios
 * are simulated once. Which worker takes which run, and when, leaves no trace in what comes out.
 */

import { scenarioToUrl } from "../../engine/index.ts";
import type { Job } from "../../experiments/experiment.ts";
import { costOf } from "../../experiments/grid.ts";
import type { RunRecord } from "../../experiments/stored-outcome.ts";
import { Pool } from "../../workers/pool.ts";
import type { JobResult, JobWant, Reply } from "../../workers/protocol.ts";
import type { StartWorker } from "../../workers/supervised-worker.ts";
import type { Work } from "./work.ts";

/** A busy machine, or one that loads its programs over a network, may be silent for long without being stuck. */
const PATIENCE_MS = 60_000;

export interface Waiting {
  readonly work: Work;
  readonly job: Job;
}

export interface RunWorksOptions {
  readonly start: StartWorker;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** As each run ends. */
  readonly finished: (of: Waiting, record: RunRecord) => void;
  readonly failed: (of: Waiting, message: string) => void;
  readonly progress: (text: string) => void;
}

/** One scenario and all that wait for it. */
interface Task {
  readonly url: string;
  readonly cost: number;
  readonly waiting: Waiting[];
  want: JobWant;
}

/** Resolves when all is done, or soon after the signal. */
export async function runWorks(waiting: readonly Waiting[], options: RunWorksOptions): Promise<void> {
  const tasks = tasksOf(waiting);
  if (tasks.length === 0) return;
  const size = Math.min(options.workers, tasks.length);
  const pool = new Pool({ start: options.start, size, patienceMs: PATIENCE_MS });
  const progress = new Progress(
    tasks.map(({ cost }) => cost),
    performance.now(),
  );
  options.progress(progress.text(performance.now()));
  const lane = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      await runTask(pool, task, options);
      if (options.signal.aborted) return;
      progress.add(task.cost);
      options.progress(progress.text(performance.now()));
    }
  };
  try {
    await Promise.all(Array.from({ length: size }, lane));
  } finally {
    pool.dispose();
    options.progress("");
  }
}

/** In the order of the works; within one the longest run first, so that none is left running alone at the end. */
function tasksOf(waiting: readonly Waiting[]): Task[] {
  const tasks = new Map<string, Task>();
  const inOrder = [...new Set(waiting.map(({ work }) => work))].flatMap((work) =>
    waiting
      .filter((one) => one.work === work)
      .map((one) => ({ one, cost: costOf(one.job.scenario) }))
      .sort((a, b) => b.cost - a.cost),
  );
  for (const { one, cost } of inOrder) {
    const url = scenarioToUrl(one.job.scenario);
    const task = tasks.get(url) ?? { url, cost, waiting: [], want: "results" };
    task.waiting.push(one);
    if (one.work.want === "snapshot") task.want = "snapshot";
    tasks.set(url, task);
  }
  return [...tasks.values()];
}

/** One at a time per lane: a batch of all would keep the series of every run until its end. */
async function runTask(pool: Pool, task: Task, options: RunWorksOptions): Promise<void> {
  const { scenario } = task.waiting[0].job;
  const { outcomes } = await pool.run([{ key: task.url, scenario }], task.want, {}, options.signal);
  const outcome = outcomes.get(task.url);
  if (outcome === undefined) return;
  for (const one of task.waiting) settle(one, outcome, options);
}

function settle(one: Waiting, outcome: Reply<JobResult>, { finished, failed }: RunWorksOptions): void {
  const record = outcome.ok ? recordOf(one, outcome.value) : outcome.message;
  if (typeof record === "string") failed(one, record);
  else finished(one, record);
}

/** As it comes back from a file: what JSON cannot hold (NaN) is null from the start. A sentence where reading failed. */
function recordOf({ work, job }: Waiting, result: JobResult): RunRecord | string {
  try {
    const reading = work.read(result, job);
    return JSON.parse(JSON.stringify({ digest: result.digest, packets: result.results.packets, reading }));
  } catch (error) {
    return `Its figures could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** How far a long computation is and how long it will take still, guessed from the work done so far. */
export class Progress {
  #total: number;
  #cost: number;
  #startMs: number;
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
