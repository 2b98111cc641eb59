/** Play, pause, step and scrub: through a finished run by the playhead, or handed on to the live session. */
import { FLOW_EVENT, type Scenario, type Snapshot } from "../../engine/index.ts";
import { linkIndex } from "../charts/watched-link.ts";
import type { Clock, Simulator } from "./conductor.ts";
import type { LiveRun } from "./live-run.ts";
import { type AppState, durationOf, type Playback, SPEEDS, type StepKind, type Store } from "./store.ts";

/** Thirty pictures a second are enough to see packets move, and leave the processor to the simulation. */
const SHORTEST_TICK_MS = 30;
/** After a stall time goes on from where it was, without a leap. */
const LONGEST_TICK_MS = 100;

export class Player {
  readonly #store: Store<AppState>;
  readonly #simulator: Simulator;
  readonly #live: LiveRun;
  readonly #clock: Clock;
  #lastMs: number | null = null;
  #ticking = false;
  #asking = false;
  /** What the picture on screen is of. */
  #pictured: { scenario: Scenario; atS: number } | null = null;
  #resumeOnSight = false;

  constructor(store: Store<AppState>, simulator: Simulator, live: LiveRun, clock: Clock) {
    this.#store = store;
    this.#simulator = simulator;
    this.#live = live;
    this.#clock = clock;
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
    const atEnd = playback.playheadS >= durationOf(scenario);
    this.#setPlayback({ playing: true, playheadS: atEnd ? 0 : playback.playheadS });
  }

  pause(): void {
    if (this.#store.get().mode === "live") this.#live.pause();
    else this.#setPlayback({ playing: false });
  }

  setSpeed(speed: number): void {
    this.#setPlayback({ speed });
    const { mode, playback } = this.#store.get();
    if (mode === "live" && playback.playing) this.#live.play();
  }

  setStep(step: StepKind): void {
    this.#setPlayback({ step });
  }

  seek(playheadS: number): void {
    const { mode, run, scenario, playback } = this.#store.get();
    if (mode === "live" && playback.playing) this.#live.pause();
    const latestS = mode === "live" ? (run.snapshot?.nowS ?? 0) : durationOf(scenario);
    this.#setPlayback({ playheadS: Math.min(latestS, Math.max(0, playheadS)) });
  }

  /** One step of the chosen or the given kind, forwards (1) or back (-1). A live run only goes forwards. */
  step(direction: 1 | -1, kind: StepKind = this.#store.get().playback.step): void {
    const { mode, run, playback, scenario, watch } = this.#store.get();
    const atPresent = run.snapshot === null || playback.playheadS >= run.snapshot.nowS;
    if (mode === "live" && direction === 1 && atPresent) {
      this.#live.step(kind);
      return;
    }
    this.pause();
    if (run.snapshot !== null)
      this.seek(stepTarget(run.snapshot, watch, scenario, playback.playheadS, direction, kind));
  }

  /** Hidden pages rest; the live run goes on when it is seen again. */
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

  #follow(): void {
    const { mode, playback, scenario, changing } = this.#store.get();
    if (mode === "whole" && playback.playing && !this.#ticking) this.#tick();
    const stale = this.#pictured?.scenario !== scenario || this.#pictured.atS !== playback.playheadS;
    if (!stale || this.#asking || changing !== null || !this.#mayAsk()) return;
    if (this.#pictured?.scenario === scenario) this.#askPicture();
    else this.#askAfterPaint();
  }

  /** While the curves are being bent or a run is under way, the processor is theirs. */
  #mayAsk(): boolean {
    const { mode, run, playback } = this.#store.get();
    if (run.snapshot === null) return false;
    return mode === "whole" ? !run.running : !playback.playing && playback.playheadS < run.snapshot.nowS;
  }

  #tick(): void {
    this.#ticking = true;
    this.#clock.nextFrame(() => {
      this.#ticking = false;
      const { mode, playback } = this.#store.get();
      if (mode !== "whole" || !playback.playing) {
        this.#lastMs = null;
        return;
      }
      this.#advance();
      if (!this.#ticking && this.#store.get().playback.playing) this.#tick();
    });
  }

  #advance(): void {
    const { playback, scenario, changing, run } = this.#store.get();
    const nowMs = this.#clock.now();
    const elapsedMs = this.#lastMs === null ? 0 : nowMs - this.#lastMs;
    if (this.#lastMs !== null && elapsedMs < SHORTEST_TICK_MS) return;
    this.#lastMs = nowMs;
    if (changing !== null || run.running) return;
    const endS = durationOf(scenario);
    const seconds = Math.min(LONGEST_TICK_MS, elapsedMs) / 1000;
    const playheadS = Math.min(endS, playback.playheadS + seconds * playback.speed);
    this.#setPlayback({ playheadS, playing: playheadS < endS });
  }

  /** The curves of a new run come first: the picture is asked for when they have been painted. */
  #askAfterPaint(): void {
    this.#asking = true;
    this.#clock.nextFrame(() =>
      this.#clock.nextFrame(() => {
        this.#asking = false;
        if (this.#store.get().changing === null && this.#mayAsk()) this.#askPicture();
      }),
    );
  }

  #askPicture(): void {
    const { scenario, playback } = this.#store.get();
    const asked = { scenario, atS: playback.playheadS };
    this.#asking = true;
    this.#pictured = asked;
    const settle = () => {
      this.#asking = false;
      this.#follow();
    };
    this.#simulator.picture(scenario, asked.atS).then((picture) => {
      const { mode, playback: now } = this.#store.get();
      const wanted = mode === "whole" || !now.playing;
      if (picture !== null && wanted) this.#setPlayback({ picture });
      settle();
    }, settle);
  }

  #setPlayback(change: Partial<Playback>): void {
    this.#store.set(({ playback }) => ({ playback: { ...playback, ...change } }));
  }
}

export function nextSpeed(speed: number, direction: 1 | -1): number {
  const at = SPEEDS.findIndex((candidate) => candidate >= speed);
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + direction))];
}

/** The shortest base round-trip time of the flows, in s. */
export function shortestRttS(snapshot: Snapshot): number {
  return Math.min(...snapshot.results.flows.map((flow) => flow.rttMs)) / 1000;
}

/** Marks and losses are those of the watched link. */
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
  return timeS.filter((_, i) => kind[i] !== FLOW_EVENT.slowStartExit);
}

/** A step must get away from where it stands, although the playhead is rounded on its way through the controls. */
const SAME_TIME_S = 1e-6;

/** The nearest time after (or before) `atS` in an ascending list; null where there is none. */
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
