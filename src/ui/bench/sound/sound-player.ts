/** Makes a run heard: while the playhead moves, and on demand all that is in view in a few seconds. Silent until asked. */
import type { Scenario, Snapshot } from "../../../engine/index.ts";
import type { Bench } from "../../state/bench.ts";
import type { Stored } from "../../state/device.ts";
import { browserClock, type Clock } from "../../state/run-scheduler.ts";
import { runView, timeView } from "../../state/run-view.ts";
import { createStore, type Store } from "../../state/store.ts";
import { perBench } from "../../state/use-store.ts";
import { type Score, type SoundTrack, type Stretch, scoreOf, soundTrack, TOUR_S } from "./sound-track.ts";
import { Loudspeaker, VOICE_NAMES, type VoiceName, type VoiceSettings, Voices } from "./voices.ts";

export interface SoundState {
  /** Whether the playhead is heard. */
  readonly on: boolean;
  /** Whether all that is in view is being heard. */
  readonly touring: boolean;
  readonly settings: VoiceSettings;
  /** Whose window, where there are several flows; null: all together. */
  readonly flow: number | null;
  /** Why nothing is heard. */
  readonly problem: string | null;
}

interface Tour extends Stretch {
  readonly voices: Voices;
  readonly startS: number;
  readonly scenario: Scenario | null;
}

/** While the playhead is heard: what it has passed since the last look sounds, and a step is a note. */
interface Following {
  /** Null: nothing sounds. */
  voices: Voices | null;
  lastS: number;
  lookedMs: number;
  soundsUntilMs: number;
  /** Up to where the context's time is taken. */
  takenS: number;
}

/** The track of the last snapshot. */
interface Known {
  readonly snapshot: Snapshot;
  readonly link: number;
  readonly flow: number | null;
  readonly track: SoundTrack;
}

/** Between the press and the first tone: what is scheduled in the past would be cut. */
const TOUR_LEAD_S = 0.05;
const CURSOR_MS = 80;
const LOOK_MS = 50;
/** A playhead that waits for a moment, for the packets' picture, is still on its way. */
const HOLD_MS = 400;
/** Further than what it passes in so long, it has been put elsewhere. */
const LEAP_S = 0.5;
/** How long a step sounds, and what counts as happening at it. */
const NOTE_S = 0.2;
const NOTE_REACH_S = 1e-6;
/** Between what is scheduled and what is heard: else it would be late already. */
const LEAD_S = 0.02;
/** After the last sound has died away. */
const SUSPEND_MS = 300;

export class SoundPlayer {
  readonly store: Store<SoundState>;
  readonly #bench: Bench;
  readonly #clock: Clock;
  readonly #loudspeaker: Loudspeaker;
  #following: Following | null = null;
  #tour: Tour | null = null;
  #known: Known | null = null;

  constructor(bench: Bench, make: () => AudioContext, clock: Clock) {
    this.#bench = bench;
    this.#clock = clock;
    this.#loudspeaker = new Loudspeaker(make, clock);
    const settings = bench.device.read(SOUND);
    this.store = createStore<SoundState>({ on: false, touring: false, settings, flow: null, problem: null });
    bench.store.subscribe(() => this.#keepToTheBench());
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
    if (known?.snapshot === snapshot && known.link === link && known.flow === flow) return known.track;
    const track = soundTrack(view, flow);
    this.#known = { snapshot, link, flow, track };
    return track;
  }

  async toggle(): Promise<void> {
    const { announcer } = this.#bench;
    if (this.store.get().on) {
      this.#endTour();
      this.#rest();
      this.#following = null;
      this.store.set({ on: false });
      this.#loudspeaker.close();
      announcer.say("Sound off.");
    } else if (await this.#open()) {
      this.store.set({ on: true });
      this.#follow();
      announcer.say(
        `Sound on. It is heard while time plays, and at each step. Shift and A plays what is in view in ${TOUR_S} seconds.`,
      );
    }
  }

  async #open(): Promise<boolean> {
    const problem = await this.#loudspeaker.open();
    this.store.set({ problem });
    // Who presses a key looks at the plots, not at the menu.
    if (problem !== null) this.#bench.notice({ id: "sound", title: problem, lines: [], link: null });
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
    const { context } = this.#loudspeaker;
    const track = this.track();
    if (context === null || track === null || this.#tour !== null) return;
    this.#rest();
    const view = timeView(this.#bench.store.get());
    const stretch = { fromS: view.fromS, toS: Math.min(view.toS, run.snapshot.nowS) };
    const voices = new Voices(context, this.store.get().settings);
    const startS = context.currentTime + TOUR_LEAD_S;
    voices.perform(scoreOf(track, stretch, TOUR_S), startS);
    voices.release(startS + TOUR_S);
    this.#tour = { voices, startS, ...stretch, scenario: run.scenario };
    this.store.set({ touring: true });
    this.#leadCursor();
  }

  /** The cursor of the plots goes where the sound is. */
  #leadCursor(): void {
    const tour = this.#tour;
    const { context } = this.#loudspeaker;
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
    if (this.#following !== null) this.#rest();
    else this.#loudspeaker.close();
  }

  /** What is heard is what is seen: another run, or another screen, ends it. */
  #keepToTheBench(): void {
    const { screen, run } = this.#bench.store.get();
    if (this.#tour !== null && (screen.id !== "bench" || run.scenario !== this.#tour.scenario))
      this.#endTour();
  }

  /** For a page that is out of sight. */
  hush(): void {
    this.#endTour();
    this.#rest();
  }

  change(change: Partial<VoiceSettings>): void {
    const settings = { ...this.store.get().settings, ...change };
    this.store.set({ settings });
    this.#tour?.voices.set(settings);
    this.#following?.voices?.set(settings);
    this.#bench.device.write(SOUND, settings);
  }

  choose(flow: number | null): void {
    this.store.set({ flow });
  }

  #follow(): void {
    const { atS } = this.#bench.player;
    const following = { voices: null, lastS: atS, lookedMs: this.#clock.now(), soundsUntilMs: 0, takenS: 0 };
    this.#following = following;
    this.#suspendLater();
    const look = () =>
      this.#clock.after(LOOK_MS, () => {
        if (this.#following !== following) return;
        this.#hear(following);
        look();
      });
    look();
  }

  #hear(following: Following): void {
    const { atS } = this.#bench.player;
    const { playing, speed } = this.#bench.store.get().playback;
    const nowMs = this.#clock.now();
    const elapsedS = (nowMs - following.lookedMs) / 1000;
    const fromS = following.lastS;
    following.lookedMs = nowMs;
    following.lastS = atS;
    if (this.#tour !== null) return;
    if (atS === fromS) {
      const isOver = nowMs > following.soundsUntilMs + (playing ? HOLD_MS : 0);
      if (following.voices !== null && isOver) this.#rest();
      return;
    }
    const track = this.track();
    if (track === null) return;
    const goesOn = playing && atS > fromS && atS - fromS <= LEAP_S * speed;
    const note = { fromS: atS - NOTE_REACH_S, toS: atS + NOTE_REACH_S };
    this.#perform(
      following,
      goesOn ? scoreOf(track, { fromS, toS: atS }, Math.min(LEAP_S, elapsedS)) : scoreOf(track, note, NOTE_S),
    );
  }

  #perform(following: Following, score: Score): void {
    const { context } = this.#loudspeaker;
    if (context === null) return;
    this.#loudspeaker.wake();
    following.voices ??= new Voices(context, this.store.get().settings);
    const soonS = context.currentTime + LEAD_S;
    // What was late does not make all that follows late.
    const startS = following.takenS > soonS + LEAP_S ? soonS : Math.max(soonS, following.takenS);
    following.voices.perform(score, startS);
    following.takenS = startS + score.lengthS;
    following.soundsUntilMs = this.#clock.now() + score.lengthS * 1000;
  }

  /** Silence until the playhead moves again. */
  #rest(): void {
    const following = this.#following;
    if (following === null) return;
    following.lastS = this.#bench.player.atS;
    following.voices?.silence();
    following.voices = null;
    following.takenS = 0;
    this.#suspendLater();
  }

  /** While nothing sounds the loudspeaker is not held. */
  #suspendLater(): void {
    const following = this.#following;
    this.#clock.after(SUSPEND_MS, () => {
      if (
        following !== null &&
        this.#following === following &&
        following.voices === null &&
        this.#tour === null
      )
        this.#loudspeaker.rest();
    });
  }
}

const USUAL: VoiceSettings = { volume: 60, tone: true, rustle: true, ticks: true };

/** What the device keeps. Whether the sound is on is not kept: a page begins silent. */
export function settingsText({ volume, ...voices }: VoiceSettings): string {
  return [`volume=${volume}`, ...VOICE_NAMES.map((name) => `${name}=${voices[name] ? "on" : "off"}`)].join(
    "&",
  );
}

/** What cannot be read is as usual. */
export function settingsOf(text: string): VoiceSettings {
  const said = new URLSearchParams(text);
  const volume = /^\d{1,3}$/.test(said.get("volume") ?? "") ? Number(said.get("volume")) : USUAL.volume;
  const isOn = (name: VoiceName) => said.get(name) !== "off";
  return {
    volume: volume <= 100 ? volume : USUAL.volume,
    tone: isOn("tone"),
    rustle: isOn("rustle"),
    ticks: isOn("ticks"),
  };
}

export const SOUND: Stored<VoiceSettings> = {
  key: "sound",
  what: "the choice of sounds",
  none: USUAL,
  read: settingsOf,
  write: settingsText,
};

/** It asks for sound only when a person does. */
export const soundOf = perBench((bench) => {
  const player = new SoundPlayer(bench, () => new AudioContext(), browserClock);
  document.addEventListener("visibilitychange", () => document.hidden && player.hush());
  return player;
});
