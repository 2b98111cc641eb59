/** Live mode: simulated time runs at a chosen speed; commands reach the running network between two slices. */
import { LiveWatch } from "../engine/live-watch.ts";
import { errorText } from "./error-text.ts";
import { LiveSession } from "./live-session.ts";
import type { FrameMessage, LiveCommand, LiveStart } from "./protocol.ts";
import type { Audience, Surroundings } from "./simulating.ts";
import { SLICE_MS } from "./slice.ts";

/** Plots and packets are drawn for each: what the page has to do for one must leave it time for the hand. */
export const FRAME_MS = 1000 / 30;
/** A snapshot dearer than this is taken at most ten times a second. */
const CHEAP_SNAPSHOT_MS = 3;
const DEAR_SNAPSHOT_INTERVAL_MS = 100;

export interface LiveAudience extends Audience {
  frame(frame: FrameMessage): void;
  error(id: number, message: string, fatal: boolean): void;
}

export class LiveRunner {
  #around: Surroundings;
  #audience: LiveAudience;
  #session: LiveSession | null = null;
  /** Sessions whose loop is running: at most the newest and one that is about to notice that it is over. */
  #working = new Set<LiveSession>();
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
      this.#session = new LiveSession(id, start, simulation, watch);
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

  async #work(session: LiveSession): Promise<void> {
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

  async #frame(session: LiveSession): Promise<void> {
    const { nowMs } = this.#around;
    const startMs = nowMs();
    // Commands that wait in the inbox belong into this frame.
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
  async #simulate(session: LiveSession, untilMs: number): Promise<void> {
    const { nowMs } = this.#around;
    while (this.#session === session && session.takeUpWork()) {
      const reached = session.work(SLICE_MS, nowMs);
      this.#around.alive();
      if (nowMs() >= untilMs) return;
      if (!reached) await this.#around.tick();
    }
  }

  #show(session: LiveSession): void {
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

  #snapshot(session: LiveSession) {
    const startMs = this.#around.nowMs();
    const snapshot = session.simulation.snapshot();
    this.#snapshotMs = this.#around.nowMs();
    this.#snapshotCostMs = this.#snapshotMs - startMs;
    return snapshot;
  }
}
