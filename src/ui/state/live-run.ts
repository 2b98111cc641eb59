/** The live mode: one session of a running simulation, its frames written into the store. */
import type { Scenario, StopKind } from "../../engine/index.ts";
import type { LiveFrame, LiveSession } from "../../workers/sim-client.ts";
import type { Simulator } from "./conductor.ts";
import type { LivePort } from "./edits.ts";
import { changesUntil, settingsAt } from "./live-changes.ts";
import type { AppState, PictureStore, StepKind, Store } from "./store.ts";

/** A live run that starts slower than this would look as if it stood still. */
const SLOWEST_START = 1;

export class LiveRun {
  readonly #store: Store<AppState>;
  readonly #simulator: Simulator;
  readonly #pictures: PictureStore;
  #session: LiveSession | null = null;
  #started: Scenario | null = null;
  /** What the shown settings were worked out from, so that this is done once per change and not once per frame. */
  #settled = "";

  constructor(store: Store<AppState>, simulator: Simulator, pictures: PictureStore) {
    this.#store = store;
    this.#simulator = simulator;
    this.#pictures = pictures;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  port(): LivePort | null {
    const session = this.#session;
    if (session === null) return null;
    return {
      change: (change) => session.change(change),
      addFlow: (flow) => session.addFlow(flow),
      restart: (scenario) => this.begin(scenario),
    };
  }

  begin(scenario: Scenario): void {
    this.#session?.stop();
    this.#started = scenario;
    this.#settled = "";
    const speed = Math.max(SLOWEST_START, this.#store.get().playback.speed);
    this.#store.set(({ run, playback }) => ({
      scenario,
      settings: settingsAt(scenario, 0),
      run: { ...run, error: null, restarted: null, running: true },
      playback: { ...playback, playing: true, speed, playheadS: 0, news: null },
    }));
    this.#pictures.set({ picture: null });
    const session = this.#simulator.live(scenario, {
      frame: (frame) => {
        if (this.#started === scenario) this.#show(frame);
      },
      error: (message) => {
        if (this.#started === scenario) {
          this.#store.set(({ run }) => ({ run: { ...run, running: false, error: message } }));
        }
      },
      restarted: (message) => this.#store.set(({ run }) => ({ run: { ...run, restarted: message } })),
    });
    this.#session = session;
    const { stopAt } = this.#store.get().playback;
    if (stopAt !== null) session.stopAt(stopAt);
    session.play(speed);
  }

  play(): void {
    if (this.#store.get().run.snapshot?.done) this.begin(this.#store.get().scenario);
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

  #show(frame: LiveFrame): void {
    const { snapshot, scenario, picture, playing, speed, news } = frame;
    const applied = changesUntil(scenario, snapshot.nowS).length;
    const settled = `${applied} of ${scenario.changes.length}, ${scenario.flows.length} flows`;
    const fresh = settled !== this.#settled;
    this.#settled = settled;
    this.#store.set((state) => ({
      scenario: fresh ? scenario : state.scenario,
      settings: fresh && state.changing === null ? settingsAt(scenario, snapshot.nowS) : state.settings,
      run: { ...state.run, snapshot, scenario, running: playing },
      playback: { ...state.playback, playing, speed, news, playheadS: picture.nowS },
    }));
    this.#pictures.set({ picture });
  }
}
