/** Runs whole scenarios. A newer run replaces an older one after the current slice of work. */
import type { ProgramReport, Scenario, Snapshot } from "../engine/index.ts";
import { TooLargeRun, TooMuchMemory } from "../engine/replays.ts";
import {
  AT_LIMIT,
  errorText,
  type JobResult,
  type JobWant,
  type Reply,
  STOPPED,
  TOO_LARGE,
} from "./protocol.ts";
import {
  advanceSlice,
  type OutputReceiver,
  type RunnerEnvironment,
  type Simulating,
  SLICE_MS,
} from "./simulating.ts";

/** Time after which the first snapshot is taken (ms). It is short, so that a slow phone shows growing plots instead of nothing. */
const FIRST_SNAPSHOT_MS = 30;
const SNAPSHOT_INTERVAL_MS = 50;
/**
 * Additional time between two snapshots of a large run (ms for each MB of the run). Such a run may have thousands of flows, whose
 * samples are copied into each snapshot, and a browser collects old snapshots late.
 */
const SNAPSHOT_MS_PER_MB = 10;
/** Snapshots may take at most one n-th of a run's time; this is n. */
const WORK_PER_SNAPSHOT = 5;
/**
 * If a run that is being replaced has worked for this time without a snapshot (ms), it shows one first. Otherwise, during a fast
 * drag over a slow scenario, no run would get as far as its first snapshot, and nothing would be visible.
 */
const PATIENCE_MS = 60;

interface RunAudience extends OutputReceiver {
  snapshot(id: number, snapshot: Snapshot): void;
  /** Called with the last state of a run that was stopped. */
  stopped(id: number, snapshot: Snapshot): void;
  error(id: number, message: string): void;
}

interface Run {
  readonly id: number;
  readonly scenario: Scenario;
}

/** Runs whole scenarios in a worker; a newer run replaces the current one. */
export class WholeRunner {
  #around: RunnerEnvironment;
  #audience: RunAudience;
  #wanted: Run | null = null;
  #working = false;
  /** Id of the run that must stop; null if none must. */
  #toStop: number | null = null;
  /** The run that was stopped, kept so that it can continue. */
  #stopped: { readonly id: number; readonly simulation: Simulating } | null = null;
  /** Time of the last snapshot, or the time at which work without a snapshot started (ms). */
  #shownMs = 0;

  constructor(around: RunnerEnvironment, audience: RunAudience) {
    this.#around = around;
    this.#audience = audience;
  }

  run(id: number, scenario: Scenario): void {
    this.#wanted = { id, scenario };
    this.#toStop = null;
    if (!this.#working) void this.#work();
  }

  /** Requests that a run stop after its current slice of work. Has no effect if the run has ended. */
  stop(id: number): void {
    this.#toStop = id;
  }

  async #work(): Promise<void> {
    this.#working = true;
    this.#shownMs = this.#around.nowMs();
    // Requests that have arrived are read first, so that only the newest one is started.
    await this.#around.tick();
    while (this.#wanted !== null) {
      const run = this.#wanted;
      this.#wanted = null;
      try {
        await this.#simulate(run);
      } catch (error) {
        const what = error instanceof TooLargeRun ? TOO_LARGE : STOPPED;
        this.#audience.error(run.id, errorText(what, error));
      }
    }
    this.#working = false;
  }

  async #simulate(run: Run): Promise<void> {
    const { nowMs } = this.#around;
    const startMs = nowMs();
    let dueMs = startMs + FIRST_SNAPSHOT_MS;
    let shown = false;
    const preparing = this.#around.prepare(run.scenario);
    const scenario = preparing === null ? run.scenario : await preparing;
    const simulation = this.#takeUp(run) ?? this.#around.create(scenario);
    const fromS = simulation.nowS;
    while (!this.#advance(run, simulation)) {
      this.#around.alive();
      const lateMs = nowMs() - dueMs;
      if (
        lateMs >= 0 &&
        this.#audience.hasTakenLast() &&
        !endIsNear(simulation, fromS, nowMs() - startMs, lateMs)
      ) {
        dueMs = this.#show(run, simulation);
        shown = true;
      }
      await this.#around.tick();
      if (this.#wanted !== null && (shown || nowMs() - this.#shownMs < PATIENCE_MS)) return;
      if (this.#toStop === run.id) {
        this.#stopped = { id: run.id, simulation };
        this.#audience.stopped(run.id, simulation.snapshot());
        return;
      }
    }
    this.#show(run, simulation);
  }

  /** Does one slice of work. If the run exceeds a limit, its state is shown before the error. */
  #advance({ id }: Run, simulation: Simulating): boolean {
    try {
      return advanceSlice(simulation, Number.POSITIVE_INFINITY, SLICE_MS, this.#around.nowMs);
    } catch (error) {
      if (error instanceof TooLargeRun) this.#audience.snapshot(id, simulation.snapshot());
      throw error;
    }
  }

  /** Returns the simulation of this run if it was stopped before; otherwise null. A simulation of any other stopped run is dropped. */
  #takeUp({ id }: Run): Simulating | null {
    const stopped = this.#stopped;
    this.#stopped = null;
    return stopped?.id === id ? stopped.simulation : null;
  }

  /** Sends a snapshot. Returns the time at which the next snapshot is due (ms). */
  #show(run: Run, simulation: Simulating): number {
    const startMs = this.#around.nowMs();
    this.#audience.snapshot(run.id, simulation.snapshot());
    this.#shownMs = this.#around.nowMs();
    const costMs = this.#shownMs - startMs;
    const intervalMs = SNAPSHOT_INTERVAL_MS + SNAPSHOT_MS_PER_MB * (simulation.heldBytes / 1e6);
    return this.#shownMs + Math.max(intervalMs, costMs * (WORK_PER_SNAPSHOT - 1));
  }
}

/**
 * Returns true if the last snapshot is expected so soon that another one before it would only delay it. The estimate uses the
 * speed so far.
 */
function endIsNear(simulation: Simulating, fromS: number, workedMs: number, lateMs: number): boolean {
  const { nowS, scenario } = simulation;
  const leftMs = (workedMs * (Number(scenario.run.duration) - nowS)) / (nowS - fromS);
  return leftMs + lateMs < SNAPSHOT_INTERVAL_MS;
}

/** Time between two checks of messages and memory (ms). A run can grow by some MB in that time. */
const JOB_SLICE_MS = 50;

/** Memory that a job with a custom program may hold beside other runs (bytes). */
const MOST_BYTES_BESIDE_OTHERS = 16e6;

/**
 * Runs a job of a pool. It sends no snapshots, but the watchdog is told that the worker still works. If the run reaches a
 * limit, the reply says which; any other error is thrown. A program can fill the memory of its run within one event, before the
 * worker can wait for memory. Such a run is therefore ended early, and begun again when it may hold any amount.
 */
export async function runJob(
  around: JobEnvironment,
  scenario: Scenario,
  want: JobWant,
): Promise<Reply<JobResult>> {
  if (scenario.programs === undefined || around.isReserved) return simulateJob(around, scenario, want);
  try {
    return await simulateJob(around, scenario, want, MOST_BYTES_BESIDE_OTHERS);
  } catch (error) {
    if (!(error instanceof TooMuchMemory)) throw error;
  }
  await around.reserve();
  return simulateJob(around, scenario, want);
}

type JobEnvironment = Omit<RunnerEnvironment, "prepareLive" | "sleep">;

/** Throws a TooMuchMemory if the run needs more than `mostBytes`. Without it, the limit is that of every run, and part of the reply. */
async function simulateJob(
  around: JobEnvironment,
  scenario: Scenario,
  want: JobWant,
  mostBytes?: number,
): Promise<Reply<JobResult>> {
  const preparing = around.prepare(scenario);
  const simulation = around.create(preparing === null ? scenario : await preparing, undefined, mostBytes);
  try {
    while (!advanceSlice(simulation, Number.POSITIVE_INFINITY, JOB_SLICE_MS, around.nowMs)) {
      around.alive();
      await around.tick();
    }
  } catch (error) {
    if (!(error instanceof TooLargeRun)) throw error;
    if (mostBytes !== undefined && error instanceof TooMuchMemory) throw error;
    const senders = [...new Set(scenario.flows.map(({ cc }) => cc))];
    const wasted = senders.map((cc) => simulation.wastedPackets(cc));
    const wasteful = senders[wasted.indexOf(Math.max(...wasted))];
    return { ok: false, message: `${errorText(AT_LIMIT, error)}.`, atLimit: { wasteful } };
  }
  const snapshot = want === "snapshot" ? simulation.snapshot() : null;
  const results = snapshot?.results ?? simulation.results();
  const programs = simulation.programs();
  const ended = programs.flatMap(({ id, stopped }) => (stopped === null ? [] : [{ id, ...stopped }]));
  const turns = turnsByProgram(scenario, programs);
  const wasted = scenario.programs?.map(({ id }) => simulation.wastedPackets(id));
  const value = { results, digest: simulation.digest(), snapshot, ended, turns, ...(wasted && { wasted }) };
  return { ok: true, value };
}

/**
 * Number of turns that a turn of a program with a large memory counts. Where the program's data do not fit into the cache of a
 * processor, a turn takes up to 44 ns instead of 10 ns.
 */
const LARGE_COUNTS = 5;

/** Returns the weighted turns of each program of a run, in the order of the scenario's programs. */
export function turnsByProgram({ programs = [] }: Scenario, reports: readonly ProgramReport[]): number[] {
  return programs.map(({ id }) => {
    const report = reports.find((one) => one.id === id);
    return report === undefined ? 0 : report.turns * (report.isLarge ? LARGE_COUNTS : 1);
  });
}
