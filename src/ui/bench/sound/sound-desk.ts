/** Makes a run heard: while the playhead moves, and on demand all that is in view in a few seconds. Silent until asked. */
import type { Scenario, Snapshot } from "../../../engine/index.ts";
import type { Bench } from "../../state/bench.ts";
import { browserClock, type Clock } from "../../state/conductor.ts";
import { readPreference, writePreference } from "../../state/preferences.ts";
import { runView, timeView } from "../../state/run-view.ts";
import { createStore, type Store } from "../../state/store.ts";
import { AudioDoor, type ContextMaker } from "./audio-door.ts";
import { Follower } from "./follower.ts";
import { scoreOf, TOUR_S } from "./sound-score.ts";
import { mixOf, type SoundSettings, settingsOf, settingsText } from "./sound-settings.ts";
import { type SoundTrack, soundTrack } from "./sound-track.ts";
import { SOUND_PROBLEMS, SOUND_TOLD } from "./sound-words.ts";
import { Voices } from "./voices.ts";

export interface SoundState {
  /** Whether the playhead is heard. */
  readonly on: boolean;
  /** Whether all that is in view is being heard. */
  readonly touring: boolean;
  readonly settings: SoundSettings;
  /** Whose window, where there are several flows; null: all together. */
  readonly flow: number | null;
  /** Why nothing is heard. */
  readonly problem: string | null;
}

/** Between the press and the first tone: what is scheduled in the past would be cut. */
const LEAD_S = 0.05;
const CURSOR_MS = 80;
const PREFERENCE = "sound";

interface Tour {
  readonly voices: Voices;
  readonly startS: number;
  readonly fromS: number;
  readonly toS: number;
  readonly scenario: Scenario | null;
}

/** What has been worked out of a snapshot. */
interface Known {
  readonly snapshot: Snapshot;
  readonly link: number;
  readonly flow: number | null;
  readonly track: SoundTrack;
}

export class SoundDesk {
  readonly store: Store<SoundState>;
  readonly #bench: Bench;
  readonly #clock: Clock;
  readonly #door: AudioDoor;
  readonly #follower: Follower;
  #tour: Tour | null = null;
  #known: Known | null = null;

  constructor(bench: Bench, make: ContextMaker, clock: Clock) {
    this.#bench = bench;
    this.#clock = clock;
    this.#door = new AudioDoor(make, clock);
    const kept = this.#mayRemember() ? readPreference(PREFERENCE) : null;
    this.store = createStore<SoundState>({
      on: false,
      touring: false,
      settings: settingsOf(kept),
      flow: null,
      problem: null,
    });
    this.#follower = new Follower(clock, {
      now: () => ({ atS: bench.player.atS, ...bench.store.get().playback, isHeld: this.#tour !== null }),
      track: () => this.track(),
      mix: () => mixOf(this.store.get().settings),
      door: this.#door,
    });
    bench.store.subscribe(() => this.#keepToTheBench());
  }

  /** In another page's frame nothing is remembered. */
  #mayRemember(): boolean {
    return !this.#bench.store.get().frame.embed;
  }

  /** What there is to hear; null before the first run. */
  track(): SoundTrack | null {
    const { run, watch } = this.#bench.store.get();
    const view = runView(run, "", watch);
    if (view === null) return null;
    const { snapshot, link } = view;
    const chosen = this.store.get().flow;
    const flow = snapshot.flows.some((trace) => trace.flow === chosen) ? chosen : null;
    const known = this.#known;
    if (known?.snapshot !== snapshot || known.link !== link || known.flow !== flow)
      this.#known = { snapshot, link, flow, track: soundTrack(view, flow) };
    return this.#known?.track ?? null;
  }

  async toggle(): Promise<void> {
    if (this.store.get().on) {
      this.#off();
      this.#bench.announcer.say(SOUND_TOLD.off);
    } else if (await this.#open()) {
      this.store.set({ on: true });
      this.#follower.start();
      this.#bench.announcer.say(SOUND_TOLD.on);
    }
  }

  #off(): void {
    this.#endTour();
    this.#follower.stop();
    this.store.set({ on: false });
    this.#door.close();
  }

  async #open(): Promise<boolean> {
    const answer = await this.#door.open();
    const problem = answer === "open" ? null : SOUND_PROBLEMS[answer];
    this.store.set({ problem });
    if (problem !== null) this.#bench.announcer.say(problem);
    return problem === null;
  }

  /** All that is in view, or silence where it sounds already. */
  async tour(): Promise<void> {
    if (this.#tour !== null) {
      this.#endTour();
      return;
    }
    const { run } = this.#bench.store.get();
    if (run.snapshot === null || !(await this.#open())) return;
    const { context } = this.#door;
    const track = this.track();
    if (context === null || track === null || this.#tour !== null) return;
    this.#follower.rest();
    const view = timeView(this.#bench.store.get());
    const stretch = { fromS: view.fromS, toS: Math.min(view.toS, run.snapshot.nowS) };
    const voices = new Voices(context, mixOf(this.store.get().settings));
    const startS = context.currentTime + LEAD_S;
    voices.perform(scoreOf(track, stretch, TOUR_S), startS);
    voices.release(startS + TOUR_S);
    this.#tour = { voices, startS, ...stretch, scenario: run.scenario };
    this.store.set({ touring: true });
    this.#leadCursor();
  }

  /** The cursor of the plots goes where the sound is. */
  #leadCursor(): void {
    const tour = this.#tour;
    const { context } = this.#door;
    if (tour === null || context === null) return;
    const share = (context.currentTime - tour.startS) / TOUR_S;
    if (share >= 1) {
      this.#endTour();
      return;
    }
    const cursorS = tour.fromS + Math.max(0, share) * (tour.toS - tour.fromS);
    this.#bench.store.set(({ view }) => ({ view: { ...view, cursorS } }));
    this.#clock.after(CURSOR_MS, () => {
      if (this.#tour === tour) this.#leadCursor();
    });
  }

  #endTour(): void {
    const tour = this.#tour;
    if (tour === null) return;
    this.#tour = null;
    tour.voices.silence();
    this.store.set({ touring: false });
    this.#bench.store.set(({ view }) => ({ view: { ...view, cursorS: null } }));
    if (this.store.get().on) this.#follower.rest();
    else this.#door.close();
  }

  /** What is heard is what is seen: another run, or another screen, ends it. */
  #keepToTheBench(): void {
    const { screen, run } = this.#bench.store.get();
    if (this.#tour !== null && (screen.id !== "bench" || run.scenario !== this.#tour.scenario))
      this.#endTour();
  }

  /** The page is out of sight. */
  hush(): void {
    this.#endTour();
    this.#follower.rest();
  }

  change(change: Partial<SoundSettings>): void {
    this.store.set(({ settings }) => ({ settings: { ...settings, ...change } }));
    const { settings } = this.store.get();
    this.#tour?.voices.setMix(mixOf(settings));
    this.#follower.setMix(mixOf(settings));
    if (this.#mayRemember()) writePreference(PREFERENCE, settingsText(settings));
  }

  choose(flow: number | null): void {
    this.store.set({ flow });
  }
}

/** One for a bench; nothing of it sounds, or asks for sound, before somebody does. */
export function soundOf(bench: Bench): SoundDesk {
  if (bench.sound === null) {
    const desk = new SoundDesk(bench, browserContext, browserClock);
    document.addEventListener("visibilitychange", () => document.hidden && desk.hush());
    bench.sound = desk;
  }
  return bench.sound;
}

function browserContext(): AudioContext {
  return new AudioContext();
}
