/**
 * Runs many scenarios on many workers, with progress and cancellation. Results are stored by key (the scenario's URL or digest):
 * jobs with equal keys are run once, and a key that was run before is answered immediately. Works in browsers and on Node:
 * `start` creates the workers.
 */
import type { CustomProgram, Scenario } from "../engine/index.ts";
import type { JobResult, JobWant, Refusal, Reply } from "./protocol.ts";
import { SupervisedWorker, type SupervisionOptions, type WorkerTask } from "./supervised-worker.ts";

/** A run for the pool. */
export interface PoolJob {
  /** Identification: jobs with equal keys are the same. */
  readonly key: string;
  readonly scenario: Scenario;
  /** Limits for a program of another person; all runs of that program share them. */
  readonly limit?: RunLimit | undefined;
}

/** Kind of a custom program. */
type ProgramKind = CustomProgram["kind"];

/**
 * Number of loop iterations per packet that do not count against the budget of a program. Of the example programs, CUBIC needs most
 * among senders (334), and PIE among queues (698).
 */
const FREE_TURNS_PER_PACKET = { sender: 600, queue: 800 };
/**
 * Limit on the loop iterations that do count, in all runs of a program or of a hand-in together. They take 4 s of computing, even if
 * all are spent in the slowest built-in functions.
 */
const MOST_EXCESS_TURNS = 250_000_000;
/** Number of loop iterations that count for a run that is stopped, for example at its memory limit: after two, the budget is used up. */
const TURNS_PER_STOPPED_RUN = 126_000_000;

type FreeTurns = Readonly<Record<ProgramKind, number>>;

/**
 * Counts the loop iterations of one program, or of all programs of a hand-in, in all runs. Whether there are too many does not depend
 * on the order of the runs.
 */
export class TurnBudget {
  private readonly freePerPacket: FreeTurns;
  private readonly most: number;
  private excess = 0;
  private mostInRun = 0;
  private running = 0;
  private isTried = false;
  private stopped = 0;

  /** `share` is the part of the whole budget that this one has. */
  constructor(freePerPacket: FreeTurns = FREE_TURNS_PER_PACKET, share = 1) {
    this.freePerPacket = freePerPacket;
    this.most = share * MOST_EXCESS_TURNS;
  }

  get isOver(): boolean {
    return this.excess > this.most;
  }

  get message(): string {
    const stopped =
      this.stopped > 0
        ? ` (${this.stopped} of them were stopped, which counts as ${TURNS_PER_STOPPED_RUN / 1e6} million each)`
        : "";
    const { sender, queue } = this.freePerPacket;
    const free = sender === queue ? sender : `${sender} (a queue: ${queue})`;
    const millions = Number((this.most / 1e6).toPrecision(2));
    const shared =
      this.most < MOST_EXCESS_TURNS
        ? ` Many hand-ins without a name share their turns; one with a name has ${MOST_EXCESS_TURNS / 1e6} million.`
        : "";
    return `The program takes too long: more than ${millions} million turns of the interpreter's loops in all runs${stopped}, besides ${free} for each packet. A turn of a program that uses more than 1 MiB of memory counts five times.${shared}`;
  }

  /**
   * Returns true if another run may start now. The first run is started alone, so that a program that is too slow costs only one
   * run. After a run was stopped, each is started alone, because several at a time could need too much memory.
   */
  get mayStart(): boolean {
    if (this.running === 0) return true;
    return (
      this.isTried && this.stopped === 0 && this.excess + (this.running + 1) * this.mostInRun <= this.most
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

  add(turns: number, packets: number, kind: ProgramKind = "sender"): void {
    const excess = Math.max(0, turns - this.freePerPacket[kind] * packets);
    this.excess += excess;
    this.mostInRun = Math.max(this.mostInRun, excess);
  }
}

/** The programs of a run whose turns count against a budget. */
interface Charge {
  readonly budget: TurnBudget;
  readonly programs: readonly { readonly id: string; readonly at: number; readonly kind: ProgramKind }[];
}

/** The programs that pay for a run that is stopped: all programs of the run, or the one that has wasted most packets. */
type Payer = "all" | "wasteful";

/**
 * Maximum number of runs of other people's programs at the same time. Each can take 55 MB, one of them 240 MB, and the command takes
 * 160 MB. A process may take 600 MB.
 */
const MOST_RUNS_OF_OTHERS = 4;

/**
 * Limits on the runs of a program: the time of each run, the loop iterations of all runs together, and the number of runs at the
 * same time. A call that never returns can only be stopped by ending its worker. No further run of that program is started then.
 */
export class RunLimit {
  readonly ms: number;
  /** Maximum number of runs with limits that a pool does at the same time, also those of other programs. */
  readonly mostAtOnce: number;
  readonly #charges: readonly Charge[];
  /** If it is "all", the budgets are those of hand-ins. A run takes place if a hand-in that needs it has budget left. */
  readonly #payer: Payer;
  #isTimeOver = false;

  constructor(
    ms: number,
    charges: readonly Charge[] = [],
    payer: Payer = "wasteful",
    mostAtOnce = MOST_RUNS_OF_OTHERS,
  ) {
    this.ms = ms;
    this.mostAtOnce = mostAtOnce;
    this.#charges = charges;
    this.#payer = payer;
  }

  /** True if one of the runs took too long, or if all runs together needed too many loop iterations. */
  get isOver(): boolean {
    if (this.#isTimeOver) return true;
    const charges = this.#charges;
    return this.#payer === "all" && charges.length > 0
      ? charges.every(({ budget }) => budget.isOver)
      : charges.some(({ budget }) => budget.isOver);
  }

  get mayStart(): boolean {
    return this.#charges.every(({ budget }) => budget.isOver || budget.mayStart);
  }

  get message(): string {
    const over = this.#isTimeOver ? undefined : this.#charges.find(({ budget }) => budget.isOver);
    return (
      over?.budget.message ??
      `A run was ended: a call of the program does not come back, or all of them together take more than ${this.ms / 1000} s of computing.`
    );
  }

  timeIsOver(): void {
    this.#isTimeOver = true;
  }

  begin(): void {
    for (const { budget } of this.#charges) budget.begin();
  }

  /** Ends a run. `outcome` is its result; null if the run was cancelled. */
  end(outcome: Reply<JobResult> | null): void {
    for (const { budget, programs } of this.#charges) {
      budget.end();
      if (outcome?.ok)
        for (const { at, kind } of programs)
          budget.add(outcome.value.turns[at] ?? 0, outcome.value.results.packets, kind);
      else if (outcome !== null && this.#causedBy(programs, outcome)) budget.addStopped();
    }
  }

  /** Returns true if a stopped run counts against the budget of the programs. */
  #causedBy(programs: Charge["programs"], { atLimit }: Refusal): boolean {
    if (atLimit === undefined || this.#payer === "all" || this.#charges.length === 1) return true;
    return programs.some(({ id }) => id === atLimit.wasteful);
  }
}

/** Default limit (ms); runs of tasks take a second or two. */
const PROGRAM_LIMIT_MS = 20_000;

/** Limits for a sweep. Its program is usually the user's own, and may work harder than one that is handed in. */
const SWEEP_LIMIT_MS = 600_000;
const FREE_TURNS_PER_PACKET_OF_SWEEP = { sender: 4000, queue: 4000 };

const keyOf = (programs: readonly CustomProgram[]) => programs.map(({ code }) => code).join("\0");

/** Returns the same limits for all runs of the same programs. Runs without programs have no limits. */
export class RunLimits {
  readonly #ms: number;
  readonly #freeTurnsPerPacket: FreeTurns;
  readonly #mostAtOnce: number;
  readonly #of = new Map<string, RunLimit>();
  readonly #budgets = new Map<string, TurnBudget>();

  constructor(
    ms = PROGRAM_LIMIT_MS,
    freeTurnsPerPacket: FreeTurns = FREE_TURNS_PER_PACKET,
    mostAtOnce = MOST_RUNS_OF_OTHERS,
  ) {
    this.#ms = ms;
    this.#freeTurnsPerPacket = freeTurnsPerPacket;
    this.#mostAtOnce = mostAtOnce;
  }

  /**
   * Returns limits for runs that the user has asked for one by one, such as those of a sweep. The runs may be long, and as many take
   * place at the same time as the pool has workers.
   */
  static ofSweep(): RunLimits {
    return new RunLimits(SWEEP_LIMIT_MS, FREE_TURNS_PER_PACKET_OF_SWEEP, Number.POSITIVE_INFINITY);
  }

  of({ programs }: Scenario): RunLimit | undefined {
    if (programs === undefined) return undefined;
    const key = keyOf(programs);
    const charges = programs.map(({ id, code, kind }, at) => ({
      budget: this.budgetOf(code),
      programs: [{ id, kind, at }],
    }));
    return this.#known(key, () => this.#limit(charges));
  }

  /** Returns limits on the time of each run alone. */
  ofTime({ programs }: Scenario): RunLimit | undefined {
    return programs && this.#known(keyOf(programs), () => this.#limit());
  }

  /**
   * Returns the limits of a run that hand-ins need, which are given by keys. Each hand-in has its own budget, for all its programs and
   * runs, so that none is refused because of another one. The programs of the task, with the codes `given`, do not count, because they
   * are in the runs of every student. Hand-ins in `shares` have this part of a budget.
   */
  ofHandIns(
    { programs }: Scenario,
    handIns: readonly string[],
    given: ReadonlySet<string>,
    shares?: ReadonlyMap<string, number>,
  ) {
    if (programs === undefined) return undefined;
    const own = programs.flatMap(({ id, code, kind }, at) => (given.has(code) ? [] : [{ id, kind, at }]));
    const key = [...handIns, keyOf(programs)].join("\0");
    const charges =
      own.length === 0
        ? []
        : handIns.map((one) => ({ budget: this.budgetOf(one, shares?.get(one)), programs: own }));
    return this.#known(key, () => this.#limit(charges, "all"));
  }

  budgetOf(key: string, share?: number): TurnBudget {
    const budget = this.#budgets.get(key) ?? new TurnBudget(this.#freeTurnsPerPacket, share);
    this.#budgets.set(key, budget);
    return budget;
  }

  #limit(charges?: readonly Charge[], payer?: Payer): RunLimit {
    return new RunLimit(this.#ms, charges, payer, this.#mostAtOnce);
  }

  #known(key: string, make: () => RunLimit): RunLimit {
    const limit = this.#of.get(key) ?? make();
    this.#of.set(key, limit);
    return limit;
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

function stopTiming(hand: Hand): void {
  clearTimeout(hand.timeout);
  hand.timeout = undefined;
}

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
      stopTiming(hand);
      hand.worker.drop();
    }
    this.#assign();
  }

  #assign(): void {
    for (const hand of this.#hands) {
      while (hand.batch === null) {
        const limited = this.#hands.filter((one) => one.batch !== null && one.limit !== undefined).length;
        const mayStart = ({ limit }: PoolJob) =>
          limit === undefined || limit.isOver || (limit.mayStart && limited < limit.mostAtOnce);
        const batch = this.#batches.find((one) => one.waiting.some(mayStart));
        if (batch === undefined) return;
        const [job] = batch.waiting.splice(batch.waiting.findIndex(mayStart), 1);
        const known = this.#known.get(job.key);
        if (known !== undefined && batch.want === "results") {
          // Its turns count again, so that a second check of the same list has the same outcome.
          job.limit?.begin();
          job.limit?.end(known);
          this.#settle(batch, job, known);
        } else if (job.limit?.isOver) this.#settle(batch, job, { ok: false, message: job.limit.message });
        else this.#give(hand, batch, job);
      }
    }
  }

  #give(hand: Hand, batch: Batch, job: PoolJob): void {
    const { limit } = job;
    const settle = (outcome: Reply<JobResult>) => {
      if (hand.batch !== batch) return;
      hand.batch = null;
      stopTiming(hand);
      // A program can reach a limit within one event, before its worker requests memory.
      if (!outcome.ok && outcome.atLimit !== undefined) hand.worker.drop();
      else hand.worker.finish(task);
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
    // The time in which the worker is loaded or waits for memory does not count against the program's limit.
    const time = () => {
      if (limit === undefined || hand.timeout !== undefined) return;
      hand.timeout = setTimeout(() => over(limit), limit.ms);
    };
    const task: WorkerTask = {
      send: async (api) => settle(await api.job(job.scenario, batch.want)),
      message: time,
      waits: (isWaiting) => (isWaiting ? stopTiming(hand) : time()),
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
    else if (outcome.atLimit !== undefined) this.#known.set(job.key, outcome);
    if (batch.over) return;
    batch.outcomes.set(job.key, outcome);
    batch.on.result?.(job.key, outcome);
    batch.on.progress?.(batch.outcomes.size, batch.total);
    if (batch.outcomes.size === batch.total) batch.finish(false);
  }
}
