/**
 * Many runs on all cores, for a picture that grows point by point: with progress, pause and cancel. Results are kept during a
 * pause. The display is updated at a rate that leaves the page its frames.
 */

import { type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import type { Job, Outcome, Readings, RunValues } from "../../../experiments/experiment.ts";
import { type RunRecord, sumOfRuns } from "../../../experiments/stored-outcome.ts";
import { startBrowserWorker, startCheckingWorker } from "../../../workers/browser-worker.ts";
import { Pool, type RunLimit, RunLimits } from "../../../workers/pool.ts";
import { programGate } from "../../../workers/program-gate.ts";
import type { JobResult, JobWant, Reply } from "../../../workers/protocol.ts";
import type { StartWorker } from "../../../workers/supervised-worker.ts";
import { createStore, type Store } from "../plain-store.ts";

export interface BatchJob extends Job {
  readonly limit?: RunLimit | undefined;
}

/** The runs to compute and how to evaluate them. */
export interface BatchWork {
  readonly jobs: () => readonly BatchJob[];
  readonly want: JobWant;
  readonly read: (result: JobResult, job: Job) => RunValues;
  /** Called for a run without a result, because it reached a limit. */
  readonly atLimit?: (job: Job, message: string) => void;
  readonly reduce: (readings: Readings) => Outcome;
  /** Returns a value that is roughly proportional to the time of a run. */
  readonly cost: (job: Job) => number;
}

/** Computes runs, several at a time. A cancelled run returns null. */
export interface WorkerPool {
  readonly size: number;
  run(job: BatchJob, want: JobWant, signal: AbortSignal): Promise<Reply<JobResult> | null>;
  /**
   * Asks the user about all programs of these runs at once; otherwise each run asks about its own. Returns null if they may run, or
   * the reason why not. A program that was refused before is asked about again only if the user has requested these runs.
   */
  refusal?(scenarios: readonly Scenario[], isRequested: boolean): Promise<string | null>;
}

export interface Pace {
  nowMs(): number;
  later(act: () => void, ms: number): void;
}

interface Failure {
  readonly key: string;
  readonly message: string;
}

export interface RunsState {
  readonly status: "idle" | "running" | "paused" | "done" | "cancelled";
  readonly done: number;
  readonly total: number;
  /** Estimated remaining time (s); null before an estimate is possible. */
  readonly leftS: number | null;
  readonly tookS: number;
  readonly failures: readonly Failure[];
  /** The outcome of the runs so far. */
  readonly outcome: Outcome | null;
  /** The digest and number of packets of all runs, once all are complete. */
  readonly sum: { readonly digest: string; readonly packets: number } | null;
  /** Reason why nothing could be computed; null if there is no error. */
  readonly error: string | null;
}

const IDLE: RunsState = {
  status: "idle",
  done: 0,
  total: 0,
  leftS: null,
  tookS: 0,
  failures: [],
  outcome: null,
  sum: null,
  error: null,
};

const SHORTEST_SHOW_MS = 120;
/** Maximum share of the page's time for displaying intermediate results. */
const SHOWING_SHARE = 1 / 6;
/** Minimum time and share of the work for an estimate. */
const [ENOUGH_MS, ENOUGH_SHARE] = [800, 0.005];

const realPace: Pace = {
  nowMs: () => performance.now(),
  later: (act, ms) => {
    setTimeout(act, ms);
  },
};

export class RunBatch {
  readonly store: Store<RunsState> = createStore(IDLE);
  readonly #pool: WorkerPool;
  readonly #pace: Pace;
  #work: BatchWork | null = null;
  #jobs: readonly BatchJob[] = [];
  #records = new Map<string, RunRecord>();
  #readings = new Map<string, RunValues>();
  #failures = new Map<string, string>();
  #stop = new AbortController();
  #isRequested = false;
  #cost = { done: 0, total: 0 };
  /** Work time before the current period (ms), and the start of that period. */
  #workedMs = 0;
  #sinceMs = 0;
  #showAsked = false;
  #mayShowMs = 0;

  constructor(pool: WorkerPool, pace: Pace = realPace) {
    this.#pool = pool;
    this.#pace = pace;
  }

  /** Starts from scratch, discarding any work in progress. `isRequested` is false if the page starts by itself. */
  start(work: BatchWork, isRequested = true): void {
    this.#halt();
    this.#isRequested = isRequested;
    this.#work = work;
    this.#jobs = [];
    this.#records = new Map();
    this.#readings = new Map();
    this.#failures = new Map();
    this.#workedMs = 0;
    this.store.set({ ...IDLE, status: "running" });
    // The work starts after a delay, so that the page can show the reaction to the click first.
    this.#pace.later(() => this.#prepare(work), 0);
  }

  pause(): void {
    if (this.store.get().status !== "running") return;
    this.#halt();
    this.store.set({ status: "paused", leftS: null });
  }

  resume(): void {
    if (this.store.get().status !== "paused" || this.#work === null) return;
    this.store.set({ status: "running" });
    if (this.#jobs.length === 0) this.#prepare(this.#work);
    else void this.#go(this.#work);
  }

  /** Cancels the work. Results so far are kept. */
  cancel(): void {
    const { status } = this.store.get();
    if (status !== "running" && status !== "paused") return;
    this.#halt();
    this.#show();
    this.store.set({ status: "cancelled", leftS: null });
  }

  /** Evaluates the same runs again, for a different metric or comparison. */
  refresh(): void {
    if (this.#readings.size > 0) this.#show();
  }

  /** Results so far, by the name of a run. The next start creates a new map. */
  get readings(): Readings {
    return this.#readings;
  }

  /** Returns a run by its name; null if there is no such run. */
  job(key: string): Job | null {
    return this.#jobs.find((job) => job.key === key) ?? null;
  }

  #prepare(work: BatchWork): void {
    if (this.#work !== work || this.#jobs.length > 0 || this.store.get().status !== "running") return;
    try {
      const limits = RunLimits.ofSweep();
      this.#jobs = work.jobs().map((job) => ({ limit: limits.of(job.scenario), ...job }));
      this.#cost = { done: 0, total: this.#jobs.reduce((sum, job) => sum + work.cost(job), 0) };
    } catch (error) {
      this.store.set({ status: "cancelled", error: error instanceof Error ? error.message : String(error) });
      return;
    }
    this.store.set({ total: this.#jobs.length });
    void this.#go(work);
  }

  async #go(work: BatchWork): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.#sinceMs = this.#pace.nowMs();
    const left = this.#jobs.filter(({ key }) => !this.#records.has(key) && !this.#failures.has(key));
    if (this.#pool.refusal !== undefined) {
      const scenarios = left.map(({ scenario }) => scenario);
      const refusal = await this.#pool.refusal(scenarios, this.#isRequested);
      if (stop.signal.aborted) return;
      if (refusal !== null) {
        this.#halt();
        this.store.set({ status: "cancelled", error: refusal });
        return;
      }
    }
    const waiting = left[Symbol.iterator]();
    const lane = async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const outcome = await this.#pool.run(next.value, work.want, stop.signal);
        if (stop.signal.aborted || outcome === null) return;
        this.#settle(work, next.value, outcome);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#pool.size, left.length) }, lane));
    if (!stop.signal.aborted) this.#finish();
  }

  #settle(work: BatchWork, job: Job, outcome: Reply<JobResult>): void {
    const read = outcome.ok ? recordOf(work, job, outcome.value) : outcome.message;
    if (!outcome.ok && outcome.atLimit !== undefined) work.atLimit?.(job, outcome.message);
    this.#cost.done += work.cost(job);
    if (typeof read === "string") {
      this.#failures.set(job.key, read);
    } else {
      this.#records.set(job.key, read);
      this.#readings.set(job.key, read.reading);
    }
    this.#askShow();
  }

  #finish(): void {
    this.#workedMs += this.#pace.nowMs() - this.#sinceMs;
    this.#show();
    const isWhole = this.#failures.size === 0;
    this.store.set({
      status: "done",
      leftS: null,
      tookS: this.#workedMs / 1000,
      sum: isWhole ? sumOfRuns(this.#jobs, this.#records) : null,
    });
  }

  #halt(): void {
    if (this.#stop.signal.aborted) return;
    if (this.store.get().status === "running") this.#workedMs += this.#pace.nowMs() - this.#sinceMs;
    this.#stop.abort();
  }

  #askShow(): void {
    if (this.#showAsked) return;
    this.#showAsked = true;
    this.#pace.later(
      () => {
        this.#showAsked = false;
        if (this.store.get().status === "running") this.#show();
      },
      Math.max(SHORTEST_SHOW_MS, this.#mayShowMs - this.#pace.nowMs()),
    );
  }

  #show(): void {
    const startMs = this.#pace.nowMs();
    this.store.set({
      done: this.#records.size + this.#failures.size,
      leftS: this.#leftS(startMs),
      failures: [...this.#failures].map(([key, message]) => ({ key, message })),
      outcome: this.#outcome(),
    });
    const tookMs = this.#pace.nowMs() - startMs;
    this.#mayShowMs = startMs + tookMs / SHOWING_SHARE;
  }

  /** Evaluating an experiment should never throw. If the experiment has a defect, the page continues. */
  #outcome(): Outcome | null {
    try {
      return this.#work === null ? null : this.#work.reduce(this.#readings);
    } catch (error) {
      this.store.set({ error: error instanceof Error ? error.message : String(error) });
      return this.store.get().outcome;
    }
  }

  #leftS(nowMs: number): number | null {
    const { done, total } = this.#cost;
    const elapsedMs = this.#workedMs + (nowMs - this.#sinceMs);
    if (elapsedMs < ENOUGH_MS || done < total * ENOUGH_SHARE || done === 0) return null;
    return (elapsedMs / 1000) * (total / done - 1);
  }
}

/**
 * Returns the result in the form that it would have after it was written to a file: values that JSON cannot represent
 * (NaN) become null. Returns a sentence if the metrics cannot be computed.
 */
function recordOf(work: BatchWork, job: Job, result: JobResult): RunRecord | string {
  try {
    const reading = JSON.parse(JSON.stringify(work.read(result, job)));
    return { digest: result.digest, packets: result.results.packets, reading };
  } catch (error) {
    return `Its figures could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Number of cores assumed if the browser does not report it. */
const USUAL_CORES = 2;

/**
 * Returns a pool of all cores of this device. It runs the programs of others only after the user has allowed them. `isRequested`: the
 * user requests each run.
 */
export function browserPool(isRequested = false): WorkerPool {
  const pool = poolOf(startBrowserWorker);
  return {
    ...pool,
    refusal: (scenarios, isAsked) => programGate.refusal(scenarios, isAsked),
    async run(job, want, signal) {
      const message = await programGate.refusal([job.scenario], isRequested);
      if (signal.aborted) return null;
      return message === null ? pool.run(job, want, signal) : { ok: false, message };
    },
  };
}

/** Returns a pool for the check of hand-ins, whose programs run after a press of *Check*. */
export function checkingPool(): WorkerPool {
  return poolOf(startCheckingWorker);
}

/** Runs are passed to the pool one at a time, because a batch would keep the series of all its runs until its end. */
function poolOf(start: StartWorker): WorkerPool {
  const size = Math.max(1, navigator.hardwareConcurrency || USUAL_CORES);
  let pool: Pool | null = null;
  return {
    size,
    async run({ scenario, limit }, want, signal) {
      pool ??= new Pool({ start, size });
      // The scenario is the key, so that a run of one picture is reused for the next picture.
      const key = scenarioToUrl(scenario);
      const { outcomes } = await pool.run([{ key, scenario, limit }], want, {}, signal);
      return outcomes.get(key) ?? null;
    },
  };
}
