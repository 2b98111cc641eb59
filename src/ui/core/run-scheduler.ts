/**
 * Keeps the plots up to date with the scenario: at most one request per frame, and the newest request wins. In idle time it
 * simulates the pinned run too.
 */

import type { Scenario, Snapshot } from "../../engine/index.ts";
import type { SimClient } from "../../workers/sim-client.ts";
import type { RunProgress } from "./store.ts";
import { type AppState, durationOf, type Store } from "./store.ts";

/** Time after which a run shows its progress (ms). A usual run ends before a user could read the progress. */
const LONG_RUN_MS = 1000;
/** Progress is not shown for a run that will end within this time. */
const NEARLY_OVER_S = 0.7;

/** A part of a run that was simulated without interruption. */
interface Stretch {
  readonly of: RunProgress["of"];
  /** Simulated time at the start of this part, now, and at the end of the run. */
  readonly fromS: number;
  readonly simulatedS: number;
  readonly endS: number;
  readonly elapsedMs: number;
}

/** Returns the progress to show; null if none is shown. Once progress has been shown, it is shown until the end. */
export function progressOf(stretch: Stretch, isTold: boolean): RunProgress | null {
  const { of: which, fromS, simulatedS, endS, elapsedMs } = stretch;
  if (elapsedMs < LONG_RUN_MS) return null;
  const doneS = simulatedS - fromS;
  const leftS = doneS > 0 ? ((elapsedMs / 1000) * (endS - simulatedS)) / doneS : null;
  if (!isTold && leftS !== null && leftS < NEARLY_OVER_S) return null;
  return { of: which, simulatedS, endS, leftS };
}

export type Simulator = Pick<
  SimClient,
  "run" | "stopRun" | "goOn" | "pathState" | "explain" | "live" | "dispose"
>;

export interface Clock {
  now(): number;
  /** Calls `callback` at the next frame. */
  nextFrame(callback: () => void): void;
  /** Requests a frame before work starts, so that a frame that becomes due during the work is drawn right after it. */
  expectFrame(): void;
  /** Calls `callback` after `ms` milliseconds, with or without a frame. */
  after(ms: number, callback: () => void): void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  nextFrame(callback) {
    // A hidden page gets no frames, but a requested run should still end.
    if (document.hidden) setTimeout(callback, 50);
    else requestAnimationFrame(callback);
  },
  expectFrame() {
    requestAnimationFrame(() => undefined);
  },
  after(ms, callback) {
    setTimeout(callback, ms);
  },
};

const FRAME_MS = 16;
/** A run shorter than this time is completed before the next run starts, so that a drag shows complete curves (ms). */
const WORTH_WAITING_MS = 150;
/**
 * Growing curves are shown only if the whole run takes longer than this time (ms). In a shorter time, they would
 * merely flicker.
 */
const PATIENCE_MS = 150;

interface Job {
  readonly kind: "shown" | "pinned";
  readonly scenario: Scenario;
  /** The time at which the job started or resumed, and the simulated time at that point. */
  startedMs: number;
  fromS: number;
  simulatedS: number;
  /** The work time so far, and the time of the last check. */
  workedMs: number;
  lookedMs: number;
}

/** Time without a report after which a worker is replaced. A longer gap between two checks means that the machine slept. */
const LONGEST_GAP_MS = 5000;

export class RunScheduler {
  readonly #store: Store<AppState>;
  readonly #simulator: Simulator;
  readonly #clock: Clock;
  /** The scenario to show, as last read from the store. */
  #asked: Scenario | null = null;
  /** The scenario that has not been passed to the simulator yet. */
  #wanted: Scenario | null = null;
  #job: Job | null = null;
  #lastRunMs = 0;
  #startedMs = Number.NEGATIVE_INFINITY;
  #frameAsked = false;
  #watching = false;
  #failedPin: Scenario | null = null;
  /** The run on screen, if it was stopped. */
  #stopped: Job | null = null;

  constructor(store: Store<AppState>, simulator: Simulator, clock: Clock) {
    this.#store = store;
    this.#simulator = simulator;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Runs the same scenario again. The result is identical to the bit. */
  again(): void {
    this.#wanted = this.#store.get().scenario;
    this.#askFrame();
  }

  /** Stops the long run in progress. The run on screen keeps its partial result; the pinned run is discarded. */
  cancel(): void {
    if (this.#job === null) return;
    this.#simulator.stopRun();
    if (this.#job.kind === "pinned") this.#endPinned();
  }

  /** Resumes the stopped run at the time at which it was stopped. */
  goOn(): void {
    const job = this.#stopped;
    if (job === null) return;
    job.fromS = job.simulatedS;
    this.#begin(job);
    this.#simulator.goOn();
  }

  #follow(): void {
    const { scenario, mode, pinned } = this.#store.get();
    if (mode === "live") this.#leave();
    else if (scenario !== this.#asked) {
      this.#asked = scenario;
      this.#wanted = scenario;
      if (this.#mayStartNow()) this.#startShown(scenario);
      else this.#askFrame();
    }
    if (pinned !== null && pinned.snapshot === null && this.#job === null) this.#askFrame();
  }

  /** The live mode shows its own run. After the live mode, the whole run is requested from scratch. */
  #leave(): void {
    this.#asked = null;
    this.#wanted = null;
    if (this.#job?.kind === "shown") {
      this.#job = null;
      this.#simulator.stopRun();
    }
    if (this.#stopped === null && this.#store.get().run.progress === null) return;
    this.#stopped = null;
    this.#setRun({ progress: null, stopped: false });
  }

  #askFrame(): void {
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#clock.nextFrame(() => {
      this.#frameAsked = false;
      this.#frame();
    });
  }

  #frame(): void {
    if (this.#wanted !== null) {
      if (this.#mayStart()) this.#startShown(this.#wanted);
      else this.#askFrame();
      return;
    }
    const { pinned } = this.#store.get();
    if (
      this.#job === null &&
      this.#stopped === null &&
      pinned !== null &&
      pinned.snapshot === null &&
      pinned.scenario !== this.#failedPin
    ) {
      this.#startPinned(pinned.scenario);
    }
  }

  /** Returns whether a run may start without waiting for a frame, as for the first change after a pause. */
  #mayStartNow(): boolean {
    return this.#job?.kind !== "shown" && this.#clock.now() - this.#startedMs >= FRAME_MS;
  }

  #mayStart(): boolean {
    if (this.#job === null || this.#job.kind === "pinned") return true;
    const elapsedMs = this.#clock.now() - this.#job.startedMs;
    return this.#lastRunMs > WORTH_WAITING_MS || elapsedMs > WORTH_WAITING_MS;
  }

  #startShown(scenario: Scenario): void {
    const job = this.#made("shown", scenario);
    this.#wanted = null;
    this.#begin(job);
    this.#startedMs = job.startedMs;
    this.#simulator.run(scenario, {
      snapshot: (snapshot) => {
        if (this.#job === job) this.#show(job, snapshot);
      },
      stopped: (snapshot) => {
        if (this.#job !== job) return;
        job.simulatedS = snapshot.nowS;
        this.#job = null;
        this.#stopped = job;
        this.#setRun({ snapshot, scenario, running: false, progress: null, stopped: true });
      },
      preview: (snapshot) => {
        if (this.#job === null || this.#job === job || this.#job.kind !== "shown") return;
        // Even a complete run is an intermediate result here, because a newer scenario has been requested.
        this.#setRun({ snapshot: { ...snapshot, done: false }, scenario, running: true });
      },
      error: (message) => {
        if (this.#job !== job) return;
        this.#finish(job, this.#lastRunMs);
        this.#setRun({ running: false, progress: null, error: message });
      },
      restarted: (message) => this.#restarted(job, message),
    });
  }

  #made(kind: Job["kind"], scenario: Scenario): Job {
    return { kind, scenario, startedMs: 0, fromS: 0, simulatedS: 0, workedMs: 0, lookedMs: 0 };
  }

  /** Makes this the current job. */
  #begin(job: Job): void {
    const nowMs = this.#clock.now();
    Object.assign(job, { startedMs: nowMs, lookedMs: nowMs, workedMs: 0 });
    this.#job = job;
    this.#stopped = null;
    if (job.kind === "shown")
      this.#setRun({ running: true, error: null, restarted: null, progress: null, stopped: false });
    this.#watch();
  }

  /** Checks for a stuck worker. One timer serves all runs, because only the latest run may take long. */
  #watch(): void {
    const job = this.#job;
    if (this.#watching || job === null) return;
    this.#watching = true;
    this.#clock.after(job.startedMs + LONG_RUN_MS - this.#clock.now(), () => {
      this.#watching = false;
      if (this.#job === job) this.#tell(job);
      else this.#watch();
    });
  }

  #tell(job: Job): void {
    const progress = this.#progress(job);
    if (progress !== this.#store.get().run.progress) this.#setRun({ progress });
  }

  /** Handles a restarted worker, which begins the run from its start. */
  #restarted(job: Job, message: string): void {
    Object.assign(job, { fromS: 0, simulatedS: 0 });
    this.#setRun({ restarted: message });
  }

  #progress(job: Job) {
    const { kind, scenario, fromS, simulatedS } = job;
    const nowMs = this.#clock.now();
    job.workedMs += Math.min(LONGEST_GAP_MS, nowMs - job.lookedMs);
    job.lookedMs = nowMs;
    const stretch = { of: kind, fromS, simulatedS, endS: durationOf(scenario), elapsedMs: job.workedMs };
    return progressOf(stretch, this.#store.get().run.progress !== null);
  }

  #show(job: Job, snapshot: Snapshot): void {
    const { scenario } = job;
    const elapsedMs = this.#clock.now() - job.startedMs;
    job.simulatedS = snapshot.nowS;
    const progress = snapshot.done ? null : this.#progress(job);
    if (snapshot.done) this.#finish(job, elapsedMs);
    if (snapshot.done || this.#store.get().run.snapshot === null || elapsedMs > PATIENCE_MS) {
      this.#clock.expectFrame();
      this.#setRun({ snapshot, scenario, running: !snapshot.done, progress });
    }
  }

  #startPinned(scenario: Scenario): void {
    const job = this.#made("pinned", scenario);
    this.#begin(job);
    this.#simulator.run(scenario, {
      snapshot: (snapshot) => {
        if (this.#job !== job) return;
        job.simulatedS = snapshot.nowS;
        const wanted = this.#store.get().pinned?.scenario === scenario;
        if (wanted && !snapshot.done) this.#tell(job);
        else this.#endPinned();
        if (wanted && snapshot.done) this.#store.set({ pinned: { scenario, snapshot } });
        else if (!wanted) this.#simulator.stopRun();
      },
      error: () => {
        if (this.#job !== job) return;
        this.#failedPin = scenario;
        this.#endPinned();
      },
      restarted: (message) => this.#restarted(job, message),
    });
  }

  #endPinned(): void {
    this.#job = null;
    if (this.#store.get().run.progress !== null) this.#setRun({ progress: null });
  }

  #finish(job: Job, elapsedMs: number): void {
    if (this.#job !== job) return;
    this.#job = null;
    this.#lastRunMs = elapsedMs;
    if (this.#wanted !== null || this.#store.get().pinned?.snapshot === null) this.#askFrame();
  }

  #setRun(change: Partial<AppState["run"]>): void {
    this.#store.set(({ run }) => ({ run: { ...run, ...change } }));
  }
}
