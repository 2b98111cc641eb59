/**
 * Keeps the plots of the whole run up with the scenario: at most one request a frame, the newest wins, and in the idle
 * time the pinned run is simulated too.
 */
import type { Scenario } from "../../engine/index.ts";
import type { SimClient } from "../../workers/sim-client.ts";
import type { AppState, Store } from "./store.ts";

export type Simulator = Pick<SimClient, "run" | "picture" | "live" | "dispose">;

export interface Clock {
  now(): number;
  /** Calls back at the next frame. */
  nextFrame(callback: () => void): void;
  /** Calls back in so many ms, frame or not. */
  after(ms: number, callback: () => void): void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  nextFrame(callback) {
    // A hidden page gets no frames, but a run that was asked for should still end.
    if (document.hidden) setTimeout(callback, 50);
    else requestAnimationFrame(callback);
  },
  after(ms, callback) {
    setTimeout(callback, ms);
  },
};

const FRAME_MS = 16;
/** A run that is nearly through is worth waiting for: during a drag its curves are whole ones. */
const WORTH_WAITING_MS = 150;
/** Growing curves are shown only when the whole takes longer than this; below, they would merely flicker. */
const PATIENCE_MS = 150;

interface Job {
  readonly kind: "shown" | "pinned";
  readonly scenario: Scenario;
  readonly startedMs: number;
}

export class Conductor {
  readonly #store: Store<AppState>;
  readonly #simulator: Simulator;
  readonly #clock: Clock;
  /** What is to be on screen, as last seen in the store. */
  #asked: Scenario | null = null;
  /** What has yet to be given to the simulator. */
  #wanted: Scenario | null = null;
  #job: Job | null = null;
  #lastRunMs = 0;
  #startedMs = Number.NEGATIVE_INFINITY;
  #frameAsked = false;
  #failedPin: Scenario | null = null;

  constructor(store: Store<AppState>, simulator: Simulator, clock: Clock) {
    this.#store = store;
    this.#simulator = simulator;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Runs the same scenario once more: the same bits, by promise. */
  again(): void {
    this.#wanted = this.#store.get().scenario;
    this.#askFrame();
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

  /** The live mode shows its own run; back from there, the whole run is asked for anew. */
  #leave(): void {
    this.#asked = null;
    this.#wanted = null;
    if (this.#job?.kind === "shown") this.#job = null;
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
      pinned !== null &&
      pinned.snapshot === null &&
      pinned.scenario !== this.#failedPin
    ) {
      this.#startPinned(pinned.scenario);
    }
  }

  /** The first change after a rest does not wait for the frame. */
  #mayStartNow(): boolean {
    return this.#job?.kind !== "shown" && this.#clock.now() - this.#startedMs >= FRAME_MS;
  }

  #mayStart(): boolean {
    if (this.#job === null || this.#job.kind === "pinned") return true;
    const elapsedMs = this.#clock.now() - this.#job.startedMs;
    return this.#lastRunMs > WORTH_WAITING_MS || elapsedMs > WORTH_WAITING_MS;
  }

  #startShown(scenario: Scenario): void {
    const job: Job = { kind: "shown", scenario, startedMs: this.#clock.now() };
    this.#job = job;
    this.#startedMs = job.startedMs;
    this.#wanted = null;
    this.#setRun({ running: true, error: null });
    this.#simulator.run(scenario, {
      snapshot: (snapshot) => {
        if (this.#job !== job) return;
        const elapsedMs = this.#clock.now() - job.startedMs;
        const shown = this.#store.get().run.snapshot !== null;
        if (snapshot.done) this.#finish(job, elapsedMs);
        if (snapshot.done || !shown || elapsedMs > PATIENCE_MS) {
          this.#setRun({ snapshot, scenario, running: !snapshot.done, restarted: null });
        }
      },
      preview: (snapshot) => {
        if (this.#job === null || this.#job === job || this.#job.kind !== "shown") return;
        // Even a complete run is on the way only: it is not the one that was asked for last.
        this.#setRun({ snapshot: { ...snapshot, done: false }, scenario, running: true });
      },
      error: (message) => {
        if (this.#job !== job) return;
        this.#finish(job, this.#lastRunMs);
        this.#setRun({ running: false, error: message });
      },
      restarted: (message) => this.#setRun({ restarted: message }),
    });
  }

  #startPinned(scenario: Scenario): void {
    const job: Job = { kind: "pinned", scenario, startedMs: this.#clock.now() };
    this.#job = job;
    this.#simulator.run(scenario, {
      snapshot: (snapshot) => {
        if (this.#job !== job || !snapshot.done) return;
        this.#job = null;
        this.#store.set(({ pinned }) =>
          pinned?.scenario === scenario ? { pinned: { scenario, snapshot } } : {},
        );
      },
      error: () => {
        if (this.#job !== job) return;
        this.#job = null;
        this.#failedPin = scenario;
      },
      restarted: (message) => this.#setRun({ restarted: message }),
    });
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
