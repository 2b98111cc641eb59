/**
 * Runs many scenarios on many workers, with progress and cancellation. Results are stored by key (the scenario's URL or digest):
 * jobs with equal keys are run once, and a key that was run before is answered immediately. Works in browsers and on Node:
 * `start` creates the workers.
 */
import type { Scenario } from "../engine/index.ts";
import type { JobResult, JobWant, Reply } from "./protocol.ts";
import { SupervisedWorker, type SupervisionOptions, type WorkerTask } from "./supervised-worker.ts";

/** A run for the pool. */
export interface PoolJob {
  /** Identification: jobs with equal keys are the same. */
  readonly key: string;
  readonly scenario: Scenario;
  /** Limits for a program that somebody else has written; all runs of that program share them. */
  readonly limit?: RunLimit | undefined;
}

/** Number of loop iterations per packet that do not count against the budget of a program. The example program of CUBIC needs 300. */
const FREE_TURNS_PER_PACKET = 600;
/**
 * Limit on the loop iterations of a program that do count, in all its runs together. They take 4 s of computing, even if all are
 * spent in the slowest built-in functions.
 */
const MOST_EXCESS_TURNS = 250_000_000;
/** Number of loop iterations that count for a run that is stopped, for example at its memory limit. It takes up to a second. */
const TURNS_PER_STOPPED_RUN = 50_000_000;

/** Counts the loop iterations of one program in all its runs. Whether there are too many does not depend on the order of the runs. */
export class TurnBudget {
  private readonly freePerPacket: number;
  private excess = 0;
  private mostInRun = 0;
  private running = 0;
  private isTried = false;
  private stopped = 0;

  constructor(freePerPacket = FREE_TURNS_PER_PACKET) {
    this.freePerPacket = freePerPacket;
  }

  get isOver(): boolean {
    return this.excess > MOST_EXCESS_TURNS;
  }

  get message(): string {
    const stopped =
      this.stopped > 0
        ? ` (${this.stopped} of them were stopped, which counts as ${TURNS_PER_STOPPED_RUN / 1e6} million each)`
        : "";
    return `The program takes too long: more than ${MOST_EXCESS_TURNS / 1e6} million turns of the interpreter's loops in all its runs${stopped}, besides ${this.freePerPacket} for each packet.`;
  }

  /**
   * Returns true if another run may start now. The first run is started alone, so that a program that is too slow costs only one
   * run. After a run was stopped, each is started alone, because several at a time could need too much memory.
   */
  get mayStart(): boolean {
    if (this.running === 0) return true;
    return (
      this.isTried &&
      this.stopped === 0 &&
      this.excess + (this.running + 1) * this.mostInRun <= MOST_EXCESS_TURNS
    );
  }

  begin(): void {
    this.running++;
  }

  end(): void {
    this.running--;
    this.isTried = true;
  }

  addStopped(): void {
    this.stopped++;
    this.excess += TURNS_PER_STOPPED_RUN;
  }

  add(turns: number, packets: number): void {
    const excess = Math.max(0, turns - this.freePerPacket * packets);
    this.excess += excess;
    this.mostInRun = Math.max(this.mostInRun, excess);
  }
}

/**
 * Limits on the runs of a program: the time of each run, and the loop iterations of all runs together. A call that never returns
 * can only be stopped by ending its worker. No further run of that program is started then.
 */
export class RunLimit {
  readonly ms: number;
  /** Budgets of the programs, in the order of the scenario's programs. */
  readonly #budgets: readonly TurnBudget[];
  #isTimeOver = false;

  constructor(ms: number, budgets: readonly TurnBudget[] = []) {
    this.ms = ms;
    this.#budgets = budgets;
  }

  /** True if one of the runs took too long, or if all runs together needed too many loop iterations. */
  get isOver(): boolean {
    return this.#isTimeOver || this.#budgets.some(({ isOver }) => isOver);
  }

  get mayStart(): boolean {
    return this.#budgets.every(({ mayStart }) => mayStart);
  }

  get message(): string {
    const over = this.#budgets.find(({ isOver }) => isOver);
    return (
      over?.message ??
      `A run was ended: a call of the program does not come back, or all of them together take more than ${this.ms / 1000} s of computing.`
    );
  }

  timeIsOver(): void {
    this.#isTimeOver = true;
  }

  begin(): void {
    for (const budget of this.#budgets) budget.begin();
  }

  /** Ends a run. `outcome` is its result; null if the run was cancelled. */
  end(outcome: Reply<JobResult> | null): void {
    for (const [i, budget] of this.#budgets.entries()) {
      budget.end();
      if (outcome?.ok === false) budget.addStopped();
      else if (outcome?.ok) budget.add(outcome.value.turns[i] ?? 0, outcome.value.results.packets);
    }
  }
}

/** Default limit (ms); runs of tasks take a second or two. */
const PROGRAM_LIMIT_MS = 20_000;

/** Limits for a sweep. Its program is usually the user's own, and may work harder than one that is handed in. */
const SWEEP_LIMIT_MS = 600_000;
const FREE_TURNS_PER_PACKET_OF_SWEEP = 4000;

/** Returns the same limits for all runs of the same programs. Runs without programs have no limits. */
export class RunLimits {
  readonly #ms: number;
  readonly #freeTurnsPerPacket: number;
  readonly #of = new Map<string, RunLimit>();
  readonly #budgets = new Map<string, TurnBudget>();

  constructor(ms = PROGRAM_LIMIT_MS, freeTurnsPerPacket = FREE_TURNS_PER_PACKET) {
    this.#ms = ms;
    this.#freeTurnsPerPacket = freeTurnsPerPacket;
  }

  /** Returns limits for runs that the user has asked for one by one, such as those of a sweep. The runs may be long. */
  static ofSweep(): RunLimits {
    return new RunLimits(SWEEP_LIMIT_MS, FREE_TURNS_PER_PACKET_OF_SWEEP);
  }

  of({ programs }: Scenario): RunLimit | undefined {
    if (programs === undefined) return undefined;
    const codes = programs.map(({ code }) => code);
    const key = codes.join("\0");
    const limit =
      this.#of.get(key) ??
      new RunLimit(
        this.#ms,
        codes.map((code) => this.budgetOf(code)),
      );
    this.#of.set(key, limit);
    return limit;
  }

  budgetOf(code: string): TurnBudget {
    const budget = this.#budgets.get(code) ?? new TurnBudget(this.#freeTurnsPerPacket);
    this.#budgets.set(code, budget);
    return budget;
  }
}

interface PoolOptions extends SupervisionOptions {
  /** Number of workers. */
  readonly size: number;
}

interface PoolListener {
  /** Called for each result when it arrives, in no particular order. */
  result?(key: string, outcome: Reply<JobResult>): void;
  progress?(done: number, total: number): void;
}

interface PoolRun {
  /** Results by key. After a cancellation: the results that were available by then. */
  readonly outcomes: ReadonlyMap<string, Reply<JobResult>>;
  readonly cancelled: boolean;
}

interface Batch {
  readonly want: JobWant;
  readonly waiting: PoolJob[];
  readonly outcomes: Map<string, Reply<JobResult>>;
  readonly total: number;
  readonly on: PoolListener;
  readonly finish: (cancelled: boolean) => void;
  over: boolean;
}

interface Hand {
  readonly worker: SupervisedWorker;
  /** Batch whose job the worker is running; null while it is idle. */
  batch: Batch | null;
  /** Limits of the job that the worker is running, and the timer for its time. */
  limit: RunLimit | undefined;
  timeout: ReturnType<typeof setTimeout> | undefined;
}

const mayStart = ({ limit }: PoolJob) => limit === undefined || limit.isOver || limit.mayStart;

/** A pool of workers. */
export class Pool {
  #hands: Hand[];
  #batches: Batch[] = [];
  #known = new Map<string, Reply<JobResult>>();
  #closed = false;

  constructor(options: PoolOptions) {
    if (!(Number.isInteger(options.size) && options.size >= 1)) {
      throw new RangeError(`A pool needs a whole number of workers, at least 1; ${options.size} was given.`);
    }
    this.#hands = Array.from({ length: options.size }, () => ({
      worker: new SupervisedWorker(options),
      batch: null,
      limit: undefined,
      timeout: undefined,
    }));
  }

  /** Runs all jobs. Batches submitted at the same time are processed one after another. */
  run(
    jobs: readonly PoolJob[],
    want: JobWant,
    on: PoolListener = {},
    signal?: AbortSignal,
  ): Promise<PoolRun> {
    const distinct = new Map(jobs.map((job) => [job.key, job]));
    return new Promise((resolve) => {
      const onAbort = () => this.#cancel(batch);
      const batch: Batch = {
        want,
        waiting: [...distinct.values()],
        outcomes: new Map(),
        total: distinct.size,
        on,
        over: false,
        finish: (cancelled) => {
          batch.over = true;
          this.#batches = this.#batches.filter((other) => other !== batch);
          signal?.removeEventListener("abort", onAbort);
          resolve({ outcomes: batch.outcomes, cancelled });
        },
      };
      if (this.#closed || signal?.aborted) return batch.finish(true);
      signal?.addEventListener("abort", onAbort);
      this.#batches.push(batch);
      on.progress?.(0, batch.total);
      if (batch.total === 0) batch.finish(false);
      else this.#assign();
    });
  }

  /** Ends all workers; running jobs count as cancelled. */
  dispose(): void {
    this.#closed = true;
    for (const batch of [...this.#batches]) this.#cancel(batch);
    for (const hand of this.#hands) hand.worker.drop();
  }

  #cancel(batch: Batch): void {
    if (batch.over) return;
    batch.finish(true);
    for (const hand of this.#hands) {
      if (hand.batch !== batch) continue;
      hand.batch = null;
      hand.limit?.end(null);
      clearTimeout(hand.timeout);
      hand.worker.drop();
    }
    this.#assign();
  }

  #assign(): void {
    for (const hand of this.#hands) {
      while (hand.batch === null) {
        const batch = this.#batches.find((one) => one.waiting.some(mayStart));
        if (batch === undefined) return;
        const [job] = batch.waiting.splice(batch.waiting.findIndex(mayStart), 1);
        const known = this.#known.get(job.key);
        if (known !== undefined && batch.want === "results") this.#settle(batch, job, known);
        else if (job.limit?.isOver) this.#settle(batch, job, { ok: false, message: job.limit.message });
        else this.#give(hand, batch, job);
      }
    }
  }

  #give(hand: Hand, batch: Batch, job: PoolJob): void {
    const { limit } = job;
    const settle = (outcome: Reply<JobResult>) => {
      if (hand.batch !== batch) return;
      hand.batch = null;
      clearTimeout(hand.timeout);
      hand.worker.end(task);
      limit?.end(outcome);
      this.#settle(batch, job, outcome);
      this.#assign();
    };
    const over = (subject: RunLimit) => {
      if (hand.batch !== batch) return;
      subject.timeIsOver();
      hand.worker.drop();
      settle({ ok: false, message: subject.message });
    };
    // The time in which the worker is loaded does not count against the program's limit.
    let isTimed = false;
    const time = () => {
      if (limit === undefined || isTimed) return;
      isTimed = true;
      hand.timeout = setTimeout(() => over(limit), limit.ms);
    };
    const task: WorkerTask = {
      send: async (api) => settle(await api.job(job.scenario, batch.want)),
      message: time,
      failed: (message, wasSilent) => {
        if (limit !== undefined && wasSilent === true) over(limit);
        else settle({ ok: false, message });
      },
    };
    hand.batch = batch;
    hand.limit = limit;
    limit?.begin();
    if (hand.worker.isLoaded) time();
    hand.worker.begin(task);
  }

  #settle(batch: Batch, job: PoolJob, outcome: Reply<JobResult>): void {
    // Series are large and not stored; results are small.
    if (outcome.ok) this.#known.set(job.key, { ok: true, value: { ...outcome.value, snapshot: null } });
    if (batch.over) return;
    batch.outcomes.set(job.key, outcome);
    batch.on.result?.(job.key, outcome);
    batch.on.progress?.(batch.outcomes.size, batch.total);
    if (batch.outcomes.size === batch.total) batch.finish(false);
  }
}
