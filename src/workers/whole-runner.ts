/** Whole runs. The latest run wins: it pre-empts an older run at the next slice. */
import { programReader, type Scenario, type Snapshot } from "../engine/index.ts";
import { TooLargeRun } from "../engine/replays.ts";
import { errorText, type JobResult, type JobWant, STOPPED, TOO_LARGE } from "./protocol.ts";
import { type Audience, advanceSlice, type Simulating, SLICE_MS, type Surroundings } from "./simulating.ts";

/** Time of the first snapshot (ms). It comes early, so that a slow phone shows a growing picture instead of nothing. */
const FIRST_SNAPSHOT_MS = 30;
const SNAPSHOT_INTERVAL_MS = 50;
/** Snapshots may take at most the n-th part of a run's time, with this n. */
const WORK_PER_SNAPSHOT = 5;
/**
 * Time after which a run that is being replaced shows a snapshot first (ms). When runs are replaced faster than any
 * of them reaches its first snapshot (a fast drag over a heavy scenario), nothing would be visible until the drag
 * pauses.
 */
const PATIENCE_MS = 60;

interface RunAudience extends Audience {
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
  #around: Surroundings;
  #audience: RunAudience;
  #wanted: Run | null = null;
  #working = false;
  /** Id of the run that is to stop. */
  #toStop: number | null = null;
  /** The stopped run, so that it can continue. */
  #stopped: { readonly id: number; readonly simulation: Simulating } | null = null;
  /** Time of the last snapshot, or the time at which work without a snapshot started (ms). */
  #shownMs = 0;

  constructor(around: Surroundings, audience: RunAudience) {
    this.#around = around;
    this.#audience = audience;
  }

  run(id: number, scenario: Scenario): void {
    this.#wanted = { id, scenario };
    this.#toStop = null;
    if (!this.#working) void this.#work();
  }

  /** Requests a stop, which takes effect at the next slice. Has no effect on a run that is over. */
  stop(id: number): void {
    this.#toStop = id;
  }

  async #work(): Promise<void> {
    this.#working = true;
    this.#shownMs = this.#around.nowMs();
    // Waiting requests are read first, so that only the newest of them is started.
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
    if (preparing !== null) await preparing;
    const simulation = this.#takeUp(run) ?? this.#around.create(run.scenario);
    const fromS = simulation.nowS;
    while (!this.#advance(run, simulation)) {
      this.#around.alive();
      const lateMs = nowMs() - dueMs;
      if (lateMs >= 0 && this.#audience.ready() && !endIsNear(simulation, fromS, nowMs() - startMs, lateMs)) {
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

  /** Runs one slice. If a run becomes too large, its state is shown before the reason. */
  #advance({ id }: Run, simulation: Simulating): boolean {
    try {
      return advanceSlice(simulation, Number.POSITIVE_INFINITY, SLICE_MS, this.#around.nowMs);
    } catch (error) {
      if (error instanceof TooLargeRun) this.#audience.snapshot(id, simulation.snapshot());
      throw error;
    }
  }

  /** Returns the simulation of this run if it was stopped. Starting any run drops a run that was stopped earlier. */
  #takeUp({ id }: Run): Simulating | null {
    const stopped = this.#stopped;
    this.#stopped = null;
    return stopped?.id === id ? stopped.simulation : null;
  }

  /** Shows a snapshot. Returns the time at which the next snapshot is due. */
  #show(run: Run, simulation: Simulating): number {
    const startMs = this.#around.nowMs();
    this.#audience.snapshot(run.id, simulation.snapshot());
    this.#shownMs = this.#around.nowMs();
    const costMs = this.#shownMs - startMs;
    return this.#shownMs + Math.max(SNAPSHOT_INTERVAL_MS, costMs * (WORK_PER_SNAPSHOT - 1));
  }
}

/**
 * Returns true if the last snapshot will come so soon that an intermediate snapshot would only delay it, estimated
 * from the speed so far.
 */
function endIsNear(simulation: Simulating, fromS: number, workedMs: number, lateMs: number): boolean {
  const { nowS, scenario } = simulation;
  const leftMs = (workedMs * (Number(scenario.run.duration) - nowS)) / (nowS - fromS);
  return leftMs + lateMs < SNAPSHOT_INTERVAL_MS;
}

const ALIVE_EVERY_MS = 250;

/**
 * Runs a job of a pool. Nothing is shown and no messages are read during it, but the watchdog gets messages that work
 * continues.
 */
export async function runJob(
  around: Pick<Surroundings, "create" | "prepare" | "nowMs" | "alive">,
  scenario: Scenario,
  want: JobWant,
): Promise<JobResult> {
  const preparing = around.prepare(scenario);
  if (preparing !== null) await preparing;
  const simulation = around.create(scenario);
  while (!advanceSlice(simulation, Number.POSITIVE_INFINITY, ALIVE_EVERY_MS, around.nowMs)) around.alive();
  const snapshot = want === "snapshot" ? simulation.snapshot() : null;
  const results = snapshot?.results ?? simulation.results();
  const programs = simulation.programs();
  const ended = programs.flatMap(({ id, stopped }) => (stopped === null ? [] : [{ id, ...stopped }]));
  const turns = (scenario.programs ?? []).map((code) => {
    const { id } = programReader().add(code);
    return programs.find((one) => one.id === id)?.turns ?? 0;
  });
  return { results, digest: simulation.digest(), snapshot, ended, turns };
}
