/** The bench without its face: the store and everything that acts on it, wired together. */
import {
  declaredParams,
  defaultScenario,
  getParam,
  type Param,
  type ParamValue,
  type Place,
  type Preset,
  type Scenario,
  setParam,
} from "../../engine/index.ts";
import { Announcer } from "./announcer.ts";
import type { Card } from "./card.ts";
import { type Clock, Conductor, type Simulator } from "./conductor.ts";
import { Edits, type Opening } from "./edits.ts";
import { nameOfFile, traceNames } from "./kernel-traces.ts";
import { LiveRun } from "./live-run.ts";
import { Player } from "./playback.ts";
import { readPreference, writePreference } from "./preferences.ts";
import { BENCH, type Screen, screenOf } from "./screens.ts";
import { type AppState, createStore, type DialogName, initialState, type Store } from "./store.ts";
import { type Address, fragmentToState, problemNotice, stateToFragment, UrlSync } from "./url-sync.ts";

export class Bench {
  readonly store: Store<AppState>;
  readonly edits: Edits;
  readonly player: Player;
  readonly live: LiveRun;
  readonly conductor: Conductor;
  readonly url: UrlSync;
  readonly announcer: Announcer;
  readonly #address: Address;

  constructor(simulator: Simulator, address: Address, clock: Clock) {
    this.store = createStore(initialState(defaultScenario()));
    this.#address = address;
    this.live = new LiveRun(this.store, simulator);
    this.edits = new Edits(this.store, () => this.live.port());
    this.player = new Player(this.store, simulator, this.live, clock);
    this.conductor = new Conductor(this.store, simulator, clock);
    this.announcer = new Announcer(this.store);
    this.url = new UrlSync(this.store, address, (fragment) => this.openFragment(fragment));
  }

  /** `playing`: whether the path's picture moves from the start (not where motion is unwelcome). */
  start(playing: boolean): void {
    this.#readPreferences();
    const behind = this.url.benchBehind();
    if (behind !== null) this.openFragment(behind);
    this.openFragment(this.#address.location.hash.replace(/^#/, ""));
    this.store.set(({ playback }) => ({ playback: { ...playback, playing } }));
    this.url.start();
    this.live.start();
    this.conductor.start();
    this.player.start();
    this.announcer.start();
  }

  openFragment(text: string): void {
    const screen = screenOf(text);
    if (screen.id === "bench") this.#openBench(screen.text);
    else this.store.set({ screen });
  }

  #openBench(fragment: string): void {
    const { opening, problems } = fragmentToState(fragment, traceNames);
    const { scenario, pinned, mode, trace, watch } = opening;
    const link = this.#linkOf({
      scenario,
      pinned: pinned && { scenario: pinned, snapshot: null },
      mode,
      trace,
      watch,
    });
    // Back from another screen, the bench is as it was left, with all that can be undone.
    const before = this.store.get();
    if (before.screen.id !== "bench" && problems.length === 0 && link === this.#linkOf(before)) {
      this.store.set({ screen: BENCH });
      return;
    }
    const fresh = initialState(scenario);
    const wasLive = this.live.port() !== null;
    this.store.set(({ playback, notices }) => ({
      screen: BENCH,
      scenario,
      settings: scenario,
      pinned: pinned && { scenario: pinned, snapshot: null },
      unpinned: false,
      mode,
      trace,
      watch,
      past: [],
      future: [],
      changing: null,
      view: fresh.view,
      playback: { ...playback, playheadS: fresh.playback.playheadS },
      notices: [
        ...notices.filter((notice) => notice.id !== "link"),
        ...(problems.length > 0 ? [problemNotice(problems, link)] : []),
      ],
    }));
    if (wasLive) this.live.port()?.restart(scenario);
  }

  /** Of the bench, whatever screen is shown. */
  #linkOf(state: Parameters<typeof stateToFragment>[0]): string {
    return `${this.#address.location.href.split("#")[0]}#${stateToFragment(state)}`;
  }

  /** "push": Back returns to where one was; "replace": only how the same thing is shown has changed. */
  showScreen(screen: Screen, how: "push" | "replace" = "push"): void {
    this.store.set({ screen });
    if (how === "push") this.url.push();
  }

  /** A run from another screen, on the bench: undoable there, and Back returns to the other screen. */
  openRun(scenario: Scenario): void {
    this.edits.open({ scenario, pinned: null, mode: "whole", trace: null, watch: null });
    this.showScreen(BENCH);
  }

  openPreset(preset: Preset): void {
    const opening: Opening = {
      scenario: preset.scenario,
      pinned: null,
      mode: this.store.get().mode,
      trace: preset.trace === undefined ? null : nameOfFile(preset.trace),
      watch: null,
    };
    this.edits.open(opening);
    this.url.push();
  }

  setParam(place: Place, id: string, value: ParamValue): void {
    this.edits.edit(setParam(this.store.get().settings, place, id, value));
  }

  runAgain(): void {
    if (this.store.get().mode === "live") this.live.begin(this.store.get().scenario);
    else this.conductor.again();
  }

  nextSeed(): void {
    const place: Place = { scope: "run" };
    const { settings } = this.store.get();
    const param = declaredParams(settings, place).find(({ id }) => id === "seed");
    const seed = getParam(settings, place, "seed");
    if (param?.kind !== "number" || typeof seed !== "number") return;
    this.setParam(place, "seed", seed < param.max ? seed + 1 : param.min);
  }

  setMode(mode: AppState["mode"]): void {
    this.edits.commit();
    this.store.set({ mode });
  }

  setTrace(trace: string | null): void {
    this.store.set({ trace });
  }

  watchLink(watch: string | null): void {
    this.store.set({ watch });
  }

  showDialog(dialog: DialogName | null): void {
    this.store.set({ dialog });
  }

  showCard(card: Card): void {
    this.store.set({ dialog: "card", card });
  }

  dismissNotice(id: string): void {
    this.store.set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
  }

  setSingleKeys(singleKeys: boolean): void {
    this.store.set({ singleKeys });
    writePreference("single-keys", singleKeys ? "on" : "off");
  }

  setTheme(theme: AppState["theme"]): void {
    this.store.set({ theme });
    writePreference("theme", theme);
  }

  #readPreferences(): void {
    const theme = readPreference("theme");
    this.store.set({
      singleKeys: readPreference("single-keys") !== "off",
      theme: theme === "light" || theme === "dark" ? theme : "system",
    });
  }
}

/** Whether a running simulation refuses a new value here, and why. */
export function refusalInLiveMode(mode: AppState["mode"], param: Param): string | null {
  if (mode !== "live" || param.live !== false) return null;
  return param.whyNotLive ?? "This cannot change while a live run is under way.";
}
