/**
 * Controls a talk and what a projector shows. This state is separate from the page's, because only a projector and a
 * talk's panel use it. A scene is opened like a bench URL.
 */

import { useSyncExternalStore } from "react";
import * as v from "valibot";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import {
  ALL_SEEN,
  MOST_PLOTS,
  type Scene,
  type Seen,
  seenAfter,
  type Talk,
  USUAL_PLOTS,
} from "../../../teaching/document/talk.ts";
import type { Bench } from "../../core/bench.ts";
import { optionsToFragment, WHOLE_PAGE } from "../../core/page-options.ts";
import { createStore, type Store } from "../../core/store.ts";
import { perBench, useBench, useBenchState } from "../../core/use-store.ts";
import { openSpeakerWindow } from "./open-speaker-window.ts";
import { type TalkControls, talkControls } from "./talk-actions.ts";
import { namesIn, OF_A_SCENE } from "./talk-editor.ts";
import { TALKS } from "./talks.ts";

/** The position in a talk at the time when the user left its page. */
const MOMENT = v.object({
  talk: v.string(),
  step: v.number(),
  revealed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  playheadS: v.pipe(v.number(), v.finite(), v.minValue(0)),
  playing: v.boolean(),
});

interface Shown {
  /** The talk; null if there is no talk or if it could not be read. */
  readonly talk: Talk | null;
  readonly problems: readonly DocumentProblem[];
  /** Number of the scene's steps that have been revealed. */
  readonly revealed: number;
  readonly blank: boolean;
  /** True if the projector shows the speaker's notes. */
  readonly notes: boolean;
  /** The speaker's window while it is open. */
  readonly speaker: Window | null;
}

const NOTHING: Shown = { talk: null, problems: [], revealed: 0, blank: false, notes: false, speaker: null };

export class Presenting implements TalkControls {
  readonly store: Store<Shown> = createStore(NOTHING);
  readonly #bench: Bench;
  /** The talk as the URL names it, while a talk is shown. */
  #text: string | null = null;
  /** True if the page was in projector mode at the last check. */
  #present = false;

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.store.subscribe(() => this.#follow());
    bench.url.keepOnLeave(() => this.#moment());
    this.#follow();
  }

  /** Returns the position in the talk, for a reload; null if there is no talk. */
  #moment(): v.InferOutput<typeof MOMENT> | null {
    const { talk, revealed } = this.store.get();
    const { playheadS, playing } = this.#bench.store.get().playback;
    if (talk === null || this.#text === null) return null;
    return { talk: this.#text, step: this.#step, revealed, playheadS, playing };
  }

  /** Restores the position after a reload: the same steps are revealed, and the run plays or is paused as before. */
  #resume(): void {
    const { success, output: left } = v.safeParse(MOMENT, this.#bench.url.left);
    if (!success || left.talk !== this.#text || left.step !== this.#step) return;
    this.store.set({ revealed: Math.min(left.revealed, this.scene?.reveal.length ?? 0) });
    const { playheadS, playing } = left;
    this.#bench.store.set(({ playback }) => ({ playback: { ...playback, playheadS, playing } }));
  }

  get isBlank(): boolean {
    return this.store.get().blank;
  }

  /** The current scene; null if there is no talk. */
  get scene(): Scene | null {
    return this.store.get().talk?.scenes[this.#step - 1] ?? null;
  }

  /** Handles the remote's forward key: reveals the next step, or continues with the next scene. */
  next(): void {
    const { scene } = this;
    const { talk, blank, revealed } = this.store.get();
    if (blank) this.store.set({ blank: false });
    else if (scene !== null && revealed < scene.reveal.length) this.store.set({ revealed: revealed + 1 });
    else if (talk !== null && this.#step < talk.scenes.length) this.#open(this.#step + 1, 0);
  }

  back(): void {
    const { talk, blank, revealed } = this.store.get();
    if (blank) this.store.set({ blank: false });
    else if (revealed > 0) this.store.set({ revealed: revealed - 1 });
    else if (talk !== null && this.#step > 1)
      this.#open(this.#step - 1, talk.scenes[this.#step - 2].reveal.length);
  }

  /** Goes to the start of a scene, counted from 1. */
  go(step: number): void {
    const { talk } = this.store.get();
    if (talk !== null) this.#open(Math.min(talk.scenes.length, Math.max(1, step)), 0);
  }

  toLast(): void {
    this.go(this.store.get().talk?.scenes.length ?? 1);
  }

  /** Restores the scene as it was recorded, discarding later changes. */
  restore(): void {
    const { talk, revealed } = this.store.get();
    if (talk !== null) this.#open(this.#step, revealed);
  }

  toggleBlank(): void {
    this.store.set(({ blank }) => ({ blank: !blank }));
  }

  toggleNotes(): void {
    this.store.set(({ notes }) => ({ notes: !notes }));
  }

  /** Opens a second window with notes, the next scene, and the time. */
  openSpeaker(): void {
    const { speaker: open } = this.store.get();
    if (open !== null && !open.closed) {
      open.focus();
      return;
    }
    const speaker = openSpeakerWindow();
    this.store.set({ speaker });
    if (speaker !== null) return;
    const title = "The browser does not allow a second window. Press M to show the notes on this screen.";
    this.#bench.notice({ id: "speaker", title, lines: [], link: null });
  }

  forgetSpeaker(): void {
    this.store.set({ speaker: null });
  }

  /** Shows or hides a plot. Beyond the maximum, the plot shown longest is hidden. */
  togglePlot(name: string): void {
    this.#bench.store.set(({ frame }) => {
      const now = frame.plots.length > 0 ? frame.plots : USUAL_PLOTS;
      return { frame: { ...frame, plots: toggled(now, name, MOST_PLOTS) } };
    });
  }

  /** Shows or hides the drawn path or the player. */
  togglePiece(piece: "path" | "transport"): void {
    this.#bench.store.set(({ frame }) => {
      const others = frame.hide.filter((one) => one !== piece);
      return { frame: { ...frame, hide: others.length < frame.hide.length ? others : [...others, piece] } };
    });
  }

  toggleTheory(): void {
    this.#bench.store.set(({ view }) => ({ view: { ...view, theory: !view.theory } }));
  }

  /** Ends the talk. The bench keeps its state. */
  end(): void {
    this.#bench.store.set(({ frame }) => ({
      guide: null,
      frame: {
        ...frame,
        plots: [],
        touch: null,
        hide: frame.hide.filter((piece) => !OF_A_SCENE.includes(piece)),
      },
    }));
  }

  get #step(): number {
    const { guide } = this.#bench.store.get();
    const most = this.store.get().talk?.scenes.length ?? 1;
    return guide === null ? 1 : Math.min(most, guide.step);
  }

  #follow(): void {
    const { guide, frame } = this.#bench.store.get();
    const text = guide?.kind === "talk" ? guide.text : null;
    if (frame.present !== this.#present) {
      this.#present = frame.present;
      this.#keepControls();
    }
    if (text !== this.#text) {
      this.#text = text;
      this.store.set({ talk: null, problems: [], revealed: 0 });
      if (text !== null) void this.#load(text);
    } else if (guide?.sets === true && this.store.get().talk !== null) this.go(guide.step);
  }

  /** On a projector only the controls of the scene can be used. A reader on the bench may use all controls. */
  #keepControls(): void {
    const { scene } = this;
    if (scene === null) return;
    const named = namesIn(scene.link, "touch");
    this.#bench.store.set(({ frame }) => ({
      frame: { ...frame, touch: frame.present && named.length > 0 ? named : null },
    }));
  }

  async #load(text: string): Promise<void> {
    const { problems, ...read } = await TALKS.open(text);
    const { guide } = this.#bench.store.get();
    // In the meantime a different talk, or none, has been opened.
    if (this.#text !== text || guide === null) return;
    this.store.set({ talk: null, ...read, problems });
    // A URL with a run states how the user left the bench, so that run is kept.
    if (guide.sets) this.go(guide.step);
    else this.#resume();
  }

  #open(step: number, revealed: number): void {
    const { talk } = this.store.get();
    const text = this.#text;
    if (talk === null || text === null) return;
    const scene = talk.scenes[step - 1];
    const { present, embed } = this.#bench.store.get().frame;
    const guide = { kind: "talk", text, step, sets: false } as const;
    this.store.set({ revealed, blank: false });
    this.#bench.openFragment(scene.link + optionsToFragment(guide, { ...WHOLE_PAGE, present, embed }));
    this.#keepControls();
    const { theory, peak: wholeRange, zoom } = scene;
    this.#bench.store.set(({ view }) => ({ view: { ...view, theory, wholeRange, zoom } }));
    this.#bench.announcer.say(`Scene ${step} of ${talk.scenes.length}: ${scene.sentence}`);
  }
}

/** Returns the object of the page's bench, created on first use. */
export const presentingOf = perBench((bench) => {
  const presenting = new Presenting(bench);
  talkControls.set(bench, presenting);
  return presenting;
});

/** Returns the state of the talk. */
export function usePresenting(): Presenting {
  return presentingOf(useBench());
}

export function useShown<T>(select: (shown: Shown) => T): T {
  const { store } = usePresenting();
  const value = () => select(store.get());
  return useSyncExternalStore(store.subscribe, value, value);
}

export interface Place {
  readonly talk: Talk;
  readonly scene: Scene;
  /** Number of the scene, from 1. */
  readonly step: number;
}

/** Returns the position in the talk; null if there is no talk. */
export function useTalkPlace(): Place | null {
  const talk = useShown((shown) => shown.talk);
  const asked = useBenchState(({ guide }) => guide?.step ?? 1);
  if (talk === null) return null;
  const step = Math.min(talk.scenes.length, asked);
  return { talk, scene: talk.scenes[step - 1], step };
}

/** Returns which parts of the scene have been revealed. */
export function useSeen(scene: Scene | null): Seen {
  const revealed = useShown((shown) => shown.revealed);
  return scene === null ? ALL_SEEN : seenAfter(scene, revealed);
}

/**
 * Returns the list with the name added or removed. At least one always stays. Beyond the maximum, the one shown longest is
 * removed.
 */
export function toggled(shown: readonly string[], name: string, most: number): readonly string[] {
  if (!shown.includes(name)) return [...shown, name].slice(-most);
  const others = shown.filter((one) => one !== name);
  return others.length > 0 ? others : shown;
}
