/**
 * Live mode: simulated time advances at a chosen speed. Commands are applied to the running network between two
 * slices.
 */

import type { LiveNews, StopKind } from "../engine/index.ts";
import { LiveWatch } from "../engine/replays.ts";
import { errorText, type FrameMessage, type LiveCommand, type LiveStart, type StepKind } from "./protocol.ts";
import { type Audience, advanceSlice, type Simulating, SLICE_MS, type Surroundings } from "./simulating.ts";

/** Time per frame (ms). Plots and packets are drawn for each frame, which must leave the page time for user input. */
const FRAME_MS = 1000 / 30;
/** Duration of a snapshot above which snapshots are taken at most ten times per second (ms). */
const CHEAP_SNAPSHOT_MS = 3;
const DEAR_SNAPSHOT_INTERVAL_MS = 100;

interface LiveAudience extends Audience {
  frame(frame: FrameMessage): void;
  error(id: number, message: string, fatal: boolean): void;
}

/** Runs live sessions in a worker, one at a time. */
export class LiveRunner {
  #around: Surroundings;
  #audience: LiveAudience;
  #session: WorkerLiveSession | null = null;
  /** Sessions whose loop is running: at most the newest, and one that is about to notice its end. */
  #working = new Set<WorkerLiveSession>();
  #shownSeq = -1;
  #shownScenario: unknown = null;
  #snapshotMs = Number.NEGATIVE_INFINITY;
  #snapshotCostMs = 0;

  constructor(around: Surroundings, audience: LiveAudience) {
    this.#around = around;
    this.#audience = audience;
  }

  start(id: number, start: LiveStart): void {
    this.#session = null;
    this.#shownSeq = -1;
    this.#shownScenario = null;
    this.#snapshotMs = Number.NEGATIVE_INFINITY;
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
      this.#audience.error(session.id, errorText("The live run stopped because of an error", error), true);
    } finally {
      this.#working.delete(session);
    }
  }

  async #frame(session: WorkerLiveSession): Promise<void> {
    const { nowMs } = this.#around;
    const startMs = nowMs();
    // Commands that wait in the inbox are handled in this frame.
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

  /** Works towards the session's goal until the frame is due. */
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
    if (!settled && !this.#audience.ready()) return;
    const { scenario } = session.simulation;
    const picture = session.simulation.picture();
    const snapshot = settled || this.#snapshotDue() ? this.#snapshot(session) : null;
    this.#audience.frame({
      kind: "frame",
      id: session.id,
      seq: session.seq,
      picture,
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
 * A live session in the worker: the running network, the simulated time required by the clock, and the effect of
 * commands on both. `live-runner.ts` calls it when there is time to work.
 */

const SLOWEST = 0.001;
const FASTEST = 100;

/**
 * Time per frame beyond which a pause of the whole machine is assumed (closed lid, frozen page): simulated time then
 * continues at the same value, without a jump.
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
  /** News from the last step, or from the event at which it has stopped. */
  news: LiveNews | null = null;
  /** Number of the newest command that was carried out. */
  seq = 0;
  /** Simulated time to work towards (s), and whether it has been reached. */
  goalS: number;
  reached: boolean;
  /** True if the session plays after the goal and the waiting steps. */
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

  /** True if the session has no work until the next command. */
  get atRest(): boolean {
    return !this.playing && !this.#playNext && this.reached && this.#steps.length === 0;
  }

  /**
   * Carries out a command. Throws if that is not possible; the session continues unchanged. The session ignores a
   * change that was requested while the last frames were in transit; the page explains how to continue.
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

  /** Moves the goal to the simulated time required by the clock. */
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

  /** Simulates towards the goal for about `budgetMs`. Returns true if there is no goal left. */
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

  /** Carries out the next waiting step, or makes it the goal. Returns false if there is no goal. */
  takeUpWork(): boolean {
    while (this.reached && this.#steps.length > 0 && !this.simulation.done) this.#step(this.#steps.shift()!);
    return !this.reached && !this.simulation.done;
  }

  /**
   * Ends the work of a frame. At the end of the run the session pauses. If the network is too busy for the speed,
   * simulated time falls behind without accumulating a backlog.
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
