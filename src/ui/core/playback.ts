/**
 * Play, pause, step and seek. In a finished run these actions move the playhead; in live mode they are passed to the
 * session.
 */

import { isCut, type Scenario, type Snapshot, type StopKind } from "../../engine/index.ts";
import type { LiveMode } from "./live-mode.ts";
import type { Clock, Simulator } from "./run-scheduler.ts";
import { isSlowToRepeat, linkIndex, timeView } from "./run-view.ts";
import {
  type AppState,
  durationOf,
  type PathStateStore,
  type Playback,
  type StepKind,
  type Store,
} from "./store.ts";

/**
 * Interval between two states of the path (ms): short enough to see packets move, and long enough to leave most of the
 * processor idle.
 */
const TICK_MS = 80;
/** Longest time in ms by which one tick advances, so that playback continues after a stall without a jump. */
const LONGEST_TICK_MS = 200;
/** The store is updated when the playhead has moved by about one pixel of the plots (1/1000 of the time axis) or after 400 ms. */
const PIXELS = 1000;
const TELL_MS = 400;
/**
 * Time after the last change at which the user counts as idle (ms). Until then the processor is left to the new run.
 */
const REST_MS = 300;

export class Player {
  readonly #store: Store<AppState>;
  readonly #pathStates: PathStateStore;
  readonly #simulator: Simulator;
  readonly #live: LiveMode;
  readonly #clock: Clock;
  /** The playhead in s, exact to the packets on screen. */
  #atS: number;
  /** The playhead in the store, and the time at which it was written. */
  #toldS: number;
  #toldMs = Number.NEGATIVE_INFINITY;
  #lastMs = 0;
  #ticking = false;
  #asking = false;
  #resting = false;
  #scenario: Scenario;
  #changedMs = Number.NEGATIVE_INFINITY;
  /** The scenario and time of the packets on screen. */
  #shown: { scenario: Scenario; atS: number } | null = null;
  /** The run in which the user last moved the playhead. Even a slow run is repeated for its packets then. */
  #moved: Scenario | null = null;
  #resumeOnSight = false;
  #pathInSight = true;

  constructor(
    store: Store<AppState>,
    pathStates: PathStateStore,
    simulator: Simulator,
    live: LiveMode,
    clock: Clock,
  ) {
    this.#store = store;
    this.#pathStates = pathStates;
    this.#simulator = simulator;
    this.#live = live;
    this.#clock = clock;
    const { playback, scenario } = store.get();
    this.#atS = playback.playheadS;
    this.#toldS = playback.playheadS;
    this.#scenario = scenario;
  }

  /** The playhead in s, exact to the packets on screen. The store is updated less often. */
  get atS(): number {
    return this.#atS;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  toggle(): void {
    if (this.#store.get().playback.playing) this.pause();
    else this.play();
  }

  play(): void {
    const { mode, playback, scenario } = this.#store.get();
    if (mode === "live") {
      this.#live.play();
      return;
    }
    this.#moved = scenario;
    const atEnd = playback.playheadS >= durationOf(scenario);
    this.#setPlayback({ playing: true, playheadS: atEnd ? 0 : playback.playheadS });
  }

  pause(): void {
    if (this.#store.get().mode === "live") this.#live.pause();
    else this.#tell({ playing: false });
  }

  setSpeed(speed: number): void {
    this.#setPlayback({ speed });
    const { mode, playback } = this.#store.get();
    if (mode === "live" && playback.playing) this.#live.play();
  }

  /** Sets the kind of event at which a live run pauses; null for no pause. */
  setStopAt(stopAt: StopKind | null): void {
    this.#setPlayback({ stopAt });
    this.#live.stopAt(stopAt);
  }

  setStep(step: StepKind): void {
    this.#setPlayback({ step });
  }

  seek(playheadS: number): void {
    const { mode, run, scenario, playback } = this.#store.get();
    if (mode === "live" && playback.playing) this.#live.pause();
    this.#moved = scenario;
    const latestS = mode === "live" ? (run.snapshot?.nowS ?? 0) : durationOf(scenario);
    this.#setPlayback({ playheadS: Math.min(latestS, Math.max(0, playheadS)) });
  }

  /** Steps by the given or the chosen kind, forwards (1) or back (-1). A live run only steps forwards. */
  step(direction: 1 | -1, kind: StepKind = this.#store.get().playback.step): void {
    const { mode, run, playback, scenario, watch } = this.#store.get();
    const atPresent = run.snapshot === null || playback.playheadS >= run.snapshot.nowS;
    if (mode === "live" && direction === 1 && atPresent) {
      this.#live.step(kind);
      return;
    }
    this.pause();
    if (run.snapshot !== null)
      this.seek(stepTarget(run.snapshot, watch, scenario, this.#atS, direction, kind));
  }

  /** Pauses while the page is hidden, and resumes when it is visible again. */
  setVisible(visible: boolean): void {
    const { playing } = this.#store.get().playback;
    if (!visible && playing) {
      this.#resumeOnSight = true;
      this.pause();
    } else if (visible && this.#resumeOnSight) {
      this.#resumeOnSight = false;
      this.play();
    }
  }

  /** Sets whether the path is visible. While it is not, no packets are computed. */
  setPathInSight(inSight: boolean): void {
    this.#pathInSight = inSight;
    this.#keepShown();
  }

  #follow(): void {
    const { mode, playback, scenario } = this.#store.get();
    // The new run is shorter, so the playhead moves to its end. That change of the store calls this function again.
    if (mode === "whole" && playback.playheadS > durationOf(scenario)) {
      this.#setPlayback({ playheadS: durationOf(scenario) });
      return;
    }
    if (playback.playheadS !== this.#toldS) {
      this.#toldS = playback.playheadS;
      this.#atS = playback.playheadS;
    }
    if (scenario !== this.#scenario) {
      this.#scenario = scenario;
      this.#changedMs = this.#clock.now();
    }
    if (mode === "whole" && playback.playing && !this.#ticking) {
      this.#ticking = true;
      this.#lastMs = this.#clock.now();
      this.#tick();
    }
    this.#keepShown();
  }

  #tick(): void {
    this.#clock.after(TICK_MS, () => {
      const { mode, playback } = this.#store.get();
      this.#ticking = mode === "whole" && playback.playing;
      if (!this.#ticking) return;
      this.#advance();
      this.#tick();
    });
  }

  /** Advances the playhead. It stands still while the packets and the curves on screen belong to different runs. */
  #advance(): void {
    const { playback, scenario, changing, run } = this.#store.get();
    const nowMs = this.#clock.now();
    const elapsedMs = Math.min(LONGEST_TICK_MS, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    const isShown = this.#shown?.scenario === scenario || !this.#pathInSight;
    if (changing !== null || run.running || !isShown) return;
    const endS = durationOf(scenario);
    this.#atS = Math.min(endS, this.#atS + (elapsedMs / 1000) * playback.speed);
    if (this.#atS >= endS) this.#tell({ playing: false });
    else if (this.#isToBeTold(nowMs)) this.#tell({});
    this.#keepShown();
  }

  #isToBeTold(nowMs: number): boolean {
    const { fromS, toS } = timeView(this.#store.get());
    return nowMs - this.#toldMs >= TELL_MS || this.#atS - this.#toldS >= (toS - fromS) / PIXELS;
  }

  #tell(change: Partial<Playback>): void {
    this.#toldS = this.#atS;
    this.#toldMs = this.#clock.now();
    this.#setPlayback({ ...change, playheadS: this.#atS });
  }

  /** Requests the packets at the playhead if others are on the screen. */
  #keepShown(): void {
    if (this.#waitsForUser()) {
      if (this.#pathStates.get().pathState !== null) this.#pathStates.set({ pathState: null });
      return;
    }
    if (this.#asking || !this.#mayAsk()) return;
    if (this.#shown?.scenario !== this.#scenario) this.#askAtRest();
    else if (this.#shown.atS !== this.#atS) this.#askPathState();
  }

  /** Returns whether the run stopped early or is slow, and is repeated for its packets only if the user moves the playhead. */
  #waitsForUser(): boolean {
    const { mode, run } = this.#store.get();
    return (
      mode === "whole" &&
      run.scenario === this.#scenario &&
      this.#moved !== this.#scenario &&
      run.snapshot !== null &&
      (run.error !== null || isSlowToRepeat(run.snapshot))
    );
  }

  /** Returns whether packets may be requested. During a drag or a run, the processor is left to the curves. */
  #mayAsk(): boolean {
    const { mode, run, playback, changing } = this.#store.get();
    if (run.snapshot === null || changing !== null || !this.#pathInSight) return false;
    return mode === "whole" ? !run.running : !playback.playing && playback.playheadS < run.snapshot.nowS;
  }

  /** Requests the packets of a new run after a pause without changes, and after its curves have been painted. */
  #askAtRest(): void {
    const restMs = this.#changedMs + REST_MS - this.#clock.now();
    if (restMs <= 0) this.#askAfterPaint();
    else if (!this.#resting) {
      this.#resting = true;
      this.#clock.after(restMs, () => {
        this.#resting = false;
        this.#keepShown();
      });
    }
  }

  #askAfterPaint(): void {
    this.#asking = true;
    this.#clock.nextFrame(() =>
      this.#clock.nextFrame(() => {
        this.#asking = false;
        if (this.#waitsForUser() || !this.#mayAsk()) return;
        if (this.#changedMs + REST_MS > this.#clock.now()) this.#askAtRest();
        else this.#askPathState();
      }),
    );
  }

  #askPathState(): void {
    const asked = { scenario: this.#scenario, atS: this.#atS };
    this.#asking = true;
    this.#shown = asked;
    const settle = () => {
      this.#asking = false;
      this.#keepShown();
    };
    this.#simulator.pathState(asked.scenario, asked.atS).then((pathState) => {
      const { mode, playback, changing } = this.#store.get();
      // A state that was requested before a drag started would move packets under the user's hand.
      const wanted = mode === "whole" ? changing === null : !playback.playing;
      if (pathState !== null && wanted) this.#pathStates.set({ pathState });
      else if (this.#shown === asked) this.#shown = null;
      settle();
    }, settle);
  }

  #setPlayback(change: Partial<Playback>): void {
    this.#store.set(({ playback }) => ({ playback: { ...playback, ...change } }));
  }
}

/** Returns the shortest base round-trip time of the flows, in s. */
function shortestRttS(snapshot: Snapshot): number {
  return Math.min(...snapshot.results.flows.map((flow) => flow.rttMs)) / 1000;
}

/** Returns the time to which a step leads (s). Marks and losses are those of the watched link. */
export function stepTarget(
  snapshot: Snapshot,
  watch: string | null,
  scenario: Scenario,
  playheadS: number,
  direction: 1 | -1,
  kind: StepKind,
): number {
  if (kind === "rtt") return playheadS + direction * shortestRttS(snapshot);
  const edge = direction === 1 ? durationOf(scenario) : 0;
  const signal =
    neighbour(snapshot.links[linkIndex(snapshot.links, watch)].events.timeS, playheadS, direction) ?? edge;
  if (kind === "signal") return signal;
  const own = neighbour(reductionTimes(snapshot), playheadS, direction) ?? edge;
  return direction === 1 ? Math.min(signal, own) : Math.max(signal, own);
}

function reductionTimes(snapshot: Snapshot): Float64Array {
  const { timeS, kind } = snapshot.flowEvents;
  return timeS.filter((_, i) => isCut(kind[i]));
}

/**
 * Tolerance (s), because the playhead is rounded on its way through the controls, but a step must still move away
 * from its current time.
 */
const SAME_TIME_S = 1e-6;

/** Returns the nearest time after (1) or before (-1) `atS` in an ascending list; null if there is none. */
export function neighbour(times: Float64Array, atS: number, direction: 1 | -1): number | null {
  let low = 0;
  let high = times.length;
  const bound = atS + direction * SAME_TIME_S;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction === 1 ? times[middle] <= bound : times[middle] < bound) low = middle + 1;
    else high = middle;
  }
  const index = direction === 1 ? low : low - 1;
  return index >= 0 && index < times.length ? times[index] : null;
}
