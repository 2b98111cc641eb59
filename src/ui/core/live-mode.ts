/** The live mode: one session of a running simulation whose frames are written to the store. */

import type { Scenario, StopKind } from "../../engine/index.ts";
import type { LiveFrame, LiveSession } from "../../workers/live-client.ts";
import type { LiveCommand } from "../../workers/protocol.ts";
import type { LivePort } from "./edits.ts";
import { entryOf, record } from "./edits.ts";
import { changesUntil, settingsAt } from "./live-changes.ts";
import { again, editAfterEnd, hasEnded, longer, planOf, refusalOf } from "./live-edits.ts";
import type { Clock, Simulator } from "./run-scheduler.ts";
import type { AppState, PathStateStore, StepKind, Store } from "./store.ts";

/** Minimum speed at which a live run starts. A slower run would look as if it stood still. */
const SLOWEST_START = 1;
/**
 * Time after which a run that is catching up to a given time is shown (ms). In a shorter time, its curves would
 * merely flicker.
 */
const PATIENCE_MS = 500;

/** How a session starts: its first time, and the settings to show if they differ from those in force. */
interface Beginning {
  readonly fromS?: number;
  readonly settings?: Scenario;
  readonly playing?: boolean;
}

export class LiveMode {
  readonly #store: Store<AppState>;
  readonly #simulator: Simulator;
  readonly #pathStates: PathStateStore;
  readonly #clock: Clock;
  #session: LiveSession | null = null;
  #started: Scenario | null = null;
  /** Time in s to which the session runs before anything else. */
  #fromS = 0;
  /** Latest time that this session has reported (s). The screen may still show the previous session. */
  #nowS = 0;
  #beganMs = 0;
  /**
   * Key of the state from which the shown settings were computed, so that this happens once per change and not once per frame.
   */
  #settled = "";
  /** The scenario of the last frame, as received and as kept. */
  #seen: { readonly scenario: Scenario; readonly own: Scenario } | null = null;

  constructor(store: Store<AppState>, simulator: Simulator, pathStates: PathStateStore, clock: Clock) {
    this.#store = store;
    this.#simulator = simulator;
    this.#pathStates = pathStates;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  port(): LivePort | null {
    const session = this.#session;
    if (session === null) return null;
    return {
      refusal: (from, to) => {
        if (hasEnded(this.#store.get())) return null;
        return refusalOf(this.#expected(session), planOf(from, to, this.#nowS), this.#nowS);
      },
      edit: (from, to) => {
        const plan = planOf(from, to, this.#nowS);
        if (!plan.possible) this.begin({ ...to, changes: [] });
        else if (!hasEnded(this.#store.get())) {
          for (const change of plan.changes) session.change(change);
          for (const flow of plan.added) session.addFlow(flow);
        }
      },
      restart: (scenario) => this.begin(scenario),
      resume: ({ scenario, settings, leftS = 0 }) =>
        this.begin(scenario, { fromS: leftS, settings, playing: false }),
    };
  }

  begin(scenario: Scenario, { fromS = 0, settings, playing = true }: Beginning = {}): void {
    this.#session?.stop();
    this.#started = scenario;
    this.#fromS = fromS;
    this.#nowS = fromS;
    this.#beganMs = this.#clock.now();
    this.#settled = settledKey(scenario, fromS);
    const speed = Math.max(SLOWEST_START, this.#store.get().playback.speed);
    this.#store.set(({ run, playback }) => ({
      scenario,
      settings: settings ?? settingsAt(scenario, fromS),
      run: { ...run, error: null, restarted: null, running: true },
      playback: { ...playback, playing, speed, playheadS: fromS, news: null },
    }));
    if (fromS === 0) this.#pathStates.set({ pathState: null });
    const session = this.#open(scenario, fromS);
    this.#session = session;
    const { stopAt } = this.#store.get().playback;
    if (stopAt !== null) session.stopAt(stopAt);
    if (playing) session.play(speed);
  }

  /** Starts the run again from its start, with the changes that were made after its end. */
  again(): void {
    const state = this.#store.get();
    if (editAfterEnd(state) === null) this.begin(state.scenario);
    else this.#leaveFor(again(state), 0);
  }

  /** Extends a run that has ended, if it may be longer. */
  runOn(): void {
    const state = this.#store.get();
    if (!hasEnded(state)) return;
    const { scenario } = longer(state);
    if (scenario !== state.scenario) this.#leaveFor(scenario, this.#nowS);
  }

  /** Starts a different live run as a step that can be undone. Undo returns to the run that was left, at its time. */
  #leaveFor(scenario: Scenario, fromS: number): void {
    this.#store.set((state) => record(state, { ...entryOf(state), leftS: this.#nowS }));
    this.begin(scenario, { fromS });
  }

  play(): void {
    if (this.#store.get().run.snapshot?.done) this.again();
    else this.#session?.play(this.#store.get().playback.speed);
  }

  pause(): void {
    this.#session?.pause();
  }

  stopAt(kind: StopKind | null): void {
    this.#session?.stopAt(kind);
  }

  step(kind: StepKind): void {
    this.#session?.step(kind);
  }

  #follow(): void {
    const { mode, scenario } = this.#store.get();
    if (mode === "live" && this.#session === null && this.#started === null) this.begin(scenario);
    if (mode === "whole" && this.#started !== null) this.#end();
  }

  #end(): void {
    this.#started = null;
    this.#session?.stop();
    this.#session = null;
    this.#store.set((state) => ({
      settings: state.scenario,
      playback: { ...state.playback, playing: false, news: null },
      run: { ...state.run, running: false },
    }));
  }

  #open(scenario: Scenario, fromS: number): LiveSession {
    const own = () => this.#started === scenario;
    return this.#simulator.live(
      scenario,
      {
        frame: (frame) => {
          if (own()) this.#show(frame);
        },
        error: (message) => {
          if (own()) this.#store.set(({ run }) => ({ run: { ...run, running: false, error: message } }));
        },
        restarted: (message) => this.#store.set(({ run }) => ({ run: { ...run, restarted: message } })),
      },
      fromS,
    );
  }

  /** Returns the scenario with the changes that were sent to the session and are not shown yet. */
  #expected(session: LiveSession): Scenario {
    const waiting = session.unseen();
    const { scenario } = this.#store.get();
    const changes = waiting.flatMap((one) => (one.kind === "change" ? [one.change] : []));
    const flows = waiting.flatMap((one) => (one.kind === "add-flow" ? [one.flow] : []));
    return {
      ...scenario,
      changes: [...scenario.changes, ...changes],
      flows: [...scenario.flows, ...flows],
    };
  }

  /** Returns the same object for all frames between two changes. */
  #own(scenario: Scenario): Scenario {
    if (this.#seen?.scenario !== scenario) {
      const own = withSharedParts(scenario, this.#store.get().scenario);
      this.#seen = { scenario, own };
    }
    return this.#seen.own;
  }

  #show(frame: LiveFrame): void {
    const { snapshot, pathState, playing, speed, news } = frame;
    const onItsWay = pathState.nowS < this.#fromS;
    if (onItsWay && this.#clock.now() - this.#beganMs < PATIENCE_MS) return;
    this.#nowS = Math.max(this.#nowS, snapshot.nowS);
    const scenario = this.#own(frame.scenario);
    const settled = settledKey(scenario, snapshot.nowS);
    // The controls already show changes that have been sent to the simulation but not yet applied.
    const fresh = !onItsWay && settled !== this.#settled && !this.#session?.unseen().some(isEdit);
    if (fresh) this.#settled = settled;
    this.#store.set((state) => ({
      scenario,
      settings: fresh && state.changing === null ? settingsAt(scenario, snapshot.nowS) : state.settings,
      run: { ...state.run, snapshot, scenario, running: playing || onItsWay },
      playback: { ...state.playback, playing, speed, news, playheadS: pathState.nowS },
    }));
    this.#pathStates.set({ pathState });
  }
}

function settledKey(scenario: Scenario, nowS: number): string {
  const applied = changesUntil(scenario, nowS).length;
  return `${applied}/${scenario.changes.length}/${scenario.flows.length}`;
}

function isEdit({ kind }: LiveCommand): boolean {
  return kind === "change" || kind === "add-flow";
}

/** Returns `next` with the parts of `known` wherever both are equal. */
export function withSharedParts(next: Scenario, known: Scenario): Scenario {
  return {
    ...next,
    run: shared(next.run, known.run),
    path: shared(next.path, known.path),
    queue: shared(next.queue, known.queue),
    tcp: shared(next.tcp, known.tcp),
    flows: next.flows.map((flow, i) => shared(flow, known.flows[i])),
    changes: next.changes.map((change, i) => shared(change, known.changes[i])),
    ...(next.programs !== undefined && { programs: shared(next.programs, known.programs) }),
  };
}

function shared<T>(part: T, known: T | undefined): T {
  return known !== undefined && JSON.stringify(part) === JSON.stringify(known) ? known : part;
}
