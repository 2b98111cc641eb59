/** Live mode: simulated time advances at a chosen speed. Commands change the running network between two slices of work. */

import type { LiveNews, StopKind } from "../engine/index.ts";
import { LiveWatch, TooLargeRun } from "../engine/replays.ts";
import {
  AT_LIMIT,
  errorText,
  type FrameMessage,
  type LiveCommand,
  type LiveStart,
  type StepKind,
} from "./protocol.ts";
import {
  advanceSlice,
  type OutputReceiver,
  type RunnerEnvironment,
  type Simulating,
  SLICE_MS,
} from "./simulating.ts";

/** Time per frame (ms). The page draws plots and packets for each frame and must have time left for user input. */
const FRAME_MS = 1000 / 30;
/** If taking a snapshot takes longer than this (ms), snapshots are taken at most ten times per second. */
const CHEAP_SNAPSHOT_MS = 3;
const DEAR_SNAPSHOT_INTERVAL_MS = 100;
/**
 * Time between two states of the path, in multiples of the time that one takes. The variables of a program that fills its memory take
 * tens of ms, because they are read from a copy of the memory.
 */
const PATH_STATE_INTERVAL = 4;

interface LiveAudience extends OutputReceiver {
  frame(frame: FrameMessage): void;
  error(id: number, message: string, fatal: boolean): void;
}

/** Runs live sessions in a worker, one at a time. */
export class LiveRunner {
  #around: RunnerEnvironment;
  #audience: LiveAudience;
  #session: WorkerLiveSession | null = null;
  /** Sessions that are still running: the newest one, and possibly an older one that has not yet noticed its end. */
  #working = new Set<WorkerLiveSession>();
  #shownSeq = -1;
  #shownScenario: unknown = null;
  #snapshotMs = Number.NEGATIVE_INFINITY;
  #snapshotCostMs = 0;
  #pathStateMs = Number.NEGATIVE_INFINITY;
  #pathStateCostMs = 0;

  constructor(around: RunnerEnvironment, audience: LiveAudience) {
    this.#around = around;
    this.#audience = audience;
  }

  start(id: number, start: LiveStart): void {
    this.#session = null;
    this.#shownSeq = -1;
    this.#shownScenario = null;
    this.#snapshotMs = Number.NEGATIVE_INFINITY;
    this.#pathStateCostMs = 0;
    try {
      const watch = new LiveWatch();
      const simulation = this.#around.create(start.scenario, watch.log);
      this.#session = new WorkerLiveSession(id, start, simulation, watch);
      void this.#work(this.#session);
    } catch (error) {
      this.#audience.error(id, errorText("The live run could not be started", error), true);
    }
  }

  command(id: number, seq: number, command: LiveCommand): void {
    const session = this.#session;
    if (session === null || session.id !== id) return;
    if (command.kind === "stop") {
      this.#session = null;
      return;
    }
    try {
      session.apply(command, this.#around.nowMs());
    } catch (error) {
      this.#audience.error(id, errorText("This was not done in the live run", error), false);
    }
    session.seq = seq;
    if (!this.#working.has(session)) void this.#work(session);
  }

  async #work(session: WorkerLiveSession): Promise<void> {
    this.#working.add(session);
    try {
      do await this.#frame(session);
      while (this.#session === session && !(session.atRest && this.#shownSeq === session.seq));
    } catch (error) {
      if (this.#session === session) this.#session = null;
      const what = error instanceof TooLargeRun ? AT_LIMIT : "The live run stopped because of an error";
      this.#audience.error(session.id, errorText(what, error), true);
    } finally {
      this.#working.delete(session);
    }
  }

  async #frame(session: WorkerLiveSession): Promise<void> {
    const { nowMs } = this.#around;
    const startMs = nowMs();
    // Commands that wait in the inbox are read now, so that this frame shows their effect.
    await this.#around.tick();
    if (this.#session !== session) return;
    session.followClock(nowMs());
    await this.#simulate(session, startMs + FRAME_MS);
    if (this.#session !== session) return;
    session.settle();
    this.#show(session);
    const restMs = startMs + FRAME_MS - nowMs();
    if (session.playing && restMs > 0) await this.#around.sleep(restMs);
  }

  /** Simulates towards the session's goal until the next frame is due. */
  async #simulate(session: WorkerLiveSession, untilMs: number): Promise<void> {
    const { nowMs } = this.#around;
    while (this.#session === session && session.takeUpWork()) {
      const reached = session.work(SLICE_MS, nowMs);
      this.#around.alive();
      if (nowMs() >= untilMs) return;
      if (!reached) await this.#around.tick();
    }
  }

  #show(session: WorkerLiveSession): void {
    const settled = session.atRest;
    const { nowMs } = this.#around;
    const startMs = nowMs();
    const isDue = startMs - this.#pathStateMs >= PATH_STATE_INTERVAL * this.#pathStateCostMs;
    if (!settled && !(isDue && this.#audience.hasTakenLast())) return;
    const { scenario } = session.simulation;
    const pathState = session.simulation.pathState();
    this.#pathStateMs = startMs;
    this.#pathStateCostMs = nowMs() - startMs;
    const snapshot = settled || this.#snapshotDue() ? this.#snapshot(session) : null;
    this.#audience.frame({
      kind: "frame",
      id: session.id,
      seq: session.seq,
      pathState,
      snapshot,
      scenario: scenario === this.#shownScenario ? null : scenario,
      playing: session.playing,
      speed: session.speed,
      stopAt: session.stopAt,
      news: session.news,
      settled,
    });
    this.#shownScenario = scenario;
    this.#shownSeq = session.seq;
  }

  #snapshotDue(): boolean {
    if (this.#snapshotCostMs <= CHEAP_SNAPSHOT_MS) return true;
    return this.#around.nowMs() - this.#snapshotMs >= DEAR_SNAPSHOT_INTERVAL_MS;
  }

  #snapshot(session: WorkerLiveSession) {
    const startMs = this.#around.nowMs();
    const snapshot = session.simulation.snapshot();
    this.#snapshotMs = this.#around.nowMs();
    this.#snapshotCostMs = this.#snapshotMs - startMs;
    return snapshot;
  }
}

/**
 * A live session in the worker. It holds the running network and computes from the clock and the commands how far to simulate.
 * `live-runner.ts` calls it when there is time to work.
 */

const SLOWEST = 0.001;
const FASTEST = 100;

/**
 * If more time than this passes between two frames, the machine must have been paused (closed lid, frozen page). Simulated time
 * then continues where it was.
 */
const LONGEST_LEAP_MS = 250;

/** A live session in the worker. */
export class WorkerLiveSession {
  readonly id: number;
  readonly simulation: Simulating;
  playing = false;
  speed: number;
  /** Kind of event at which the session pauses; null for no pause. */
  stopAt: StopKind | null;
  /** Description of the last step, or of the event at which the session has stopped; null if there is none. */
  news: LiveNews | null = null;
  /** Number of the newest command that was carried out. */
  seq = 0;
  /** Simulated time up to which the session must simulate next (s), and whether it has been reached. */
  goalS: number;
  reached: boolean;
  /** True if the session must play once the goal is reached and no steps are waiting. */
  #playNext: boolean;
  #steps: StepKind[] = [];
  #clockMs = 0;
  #watch: LiveWatch;

  /** Creates a session. `watch` contains the log of the simulation. */
  constructor(id: number, start: LiveStart, simulation: Simulating, watch: LiveWatch) {
    this.id = id;
    this.simulation = simulation;
    this.#watch = watch;
    this.stopAt = start.stopAt ?? null;
    this.goalS = start.fromS;
    this.reached = start.fromS <= 0;
    this.speed = start.playAt ?? 1;
    this.#playNext = start.playAt !== null;
  }

  /** True if the session has nothing to do until the next command. */
  get atRest(): boolean {
    return !this.playing && !this.#playNext && this.reached && this.#steps.length === 0;
  }

  /**
   * Carries out a command. Throws if that is not possible; the session then continues unchanged. A change is ignored if it was
   * requested while the last frames were on their way to the page; the page then tells the user how to continue.
   */
  apply(command: Exclude<LiveCommand, { kind: "stop" }>, nowMs: number): void {
    switch (command.kind) {
      case "play":
        this.#play(command.speed, nowMs);
        break;
      case "stop-at":
        this.stopAt = command.stopAt;
        break;
      case "pause":
        this.#pause();
        break;
      case "step":
        this.#stopPlaying();
        this.#steps.push(command.step);
        break;
      case "change":
        if (!this.simulation.done) this.simulation.change(command.change);
        break;
      case "add-flow":
        if (!this.simulation.done) this.simulation.addFlow(command.flow);
    }
  }

  /** Sets the goal to the simulated time that the clock and the speed require. */
  followClock(nowMs: number): void {
    if (this.#playNext && this.reached && this.#steps.length === 0) {
      this.#playNext = false;
      this.playing = !this.simulation.done;
      this.#clockMs = nowMs;
    }
    if (!this.playing) return;
    const elapsedMs = Math.min(nowMs - this.#clockMs, LONGEST_LEAP_MS);
    this.#clockMs = nowMs;
    if (elapsedMs <= 0) return;
    this.goalS += (elapsedMs / 1000) * this.speed;
    this.reached = false;
  }

  /** Simulates towards the goal for about `budgetMs`. Returns true if nothing is left to do. */
  work(budgetMs: number, nowMs: () => number): boolean {
    const { simulation, goalS, stopAt } = this;
    const endMs = nowMs() + budgetMs;
    const came =
      this.playing && stopAt !== null
        ? this.#watch.advance(simulation, goalS, stopAt, () => nowMs() < endMs)
        : advanceSlice(simulation, goalS, budgetMs, nowMs);
    if (came === false) return false;
    this.reached = true;
    if (came !== true) {
      this.#pause();
      this.#stayHere();
      this.news = came;
    }
    return true;
  }

  /** Carries out the next waiting step, or makes it the goal. Returns false if there is nothing to do. */
  takeUpWork(): boolean {
    while (this.reached && this.#steps.length > 0 && !this.simulation.done) this.#step(this.#steps.shift()!);
    return !this.reached && !this.simulation.done;
  }

  /**
   * Ends the work for a frame. At the end of the run the session pauses. If the simulation is too slow for the chosen speed,
   * simulated time falls behind; the session does not try to catch up.
   */
  settle(): void {
    if (this.simulation.done) {
      this.#pause();
      this.#stayHere();
    } else if (this.playing && !this.reached) {
      this.#stayHere();
    }
  }

  #play(speed: number, nowMs: number): void {
    if (!(speed >= SLOWEST && speed <= FASTEST)) {
      throw new RangeError(
        `the speed must be from ${SLOWEST} to ${FASTEST} times real time; ${speed} was given`,
      );
    }
    this.followClock(nowMs);
    this.speed = speed;
    if (!this.playing) this.#playNext = !this.simulation.done;
    this.news = null;
  }

  #pause(): void {
    this.#stopPlaying();
    this.#steps = [];
  }

  #stopPlaying(): void {
    this.#playNext = false;
    if (!this.playing) return;
    this.playing = false;
    this.#stayHere();
  }

  #step(kind: StepKind): void {
    this.news = null;
    if (kind === "rtt") {
      this.goalS = this.simulation.nowS + this.#roundTripS();
      this.reached = false;
      return;
    }
    const { simulation } = this;
    this.news = kind === "event" ? this.#watch.stepEvent(simulation) : this.#watch.stepToSignal(simulation);
    this.goalS = this.simulation.nowS;
  }

  /** Returns the shortest base RTT of the run: the time scale of the fastest control loop (s). */
  #roundTripS(): number {
    return Math.min(...this.simulation.results().flows.map((flow) => flow.rttMs)) / 1000;
  }

  #stayHere(): void {
    this.goalS = this.simulation.nowS;
    this.reached = true;
  }
}
