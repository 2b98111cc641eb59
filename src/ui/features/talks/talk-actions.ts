/** The keys of the projector view. Presentation remotes send Page Up and Page Down. */

import { type Action, character, type Key, named, shiftedDigits } from "../../core/action.ts";
import type { Bench } from "../../core/bench.ts";
import { PLOT_PIECES } from "../../parts/pieces.ts";

/** What the keys do in a talk and on a projector. */
export interface TalkControls {
  readonly isBlank: boolean;
  next(): void;
  back(): void;
  go(scene: number): void;
  toLast(): void;
  restore(): void;
  toggleNotes(): void;
  openSpeaker(): void;
  toggleBlank(): void;
  togglePlot(name: string): void;
  /** Shows or hides a piece next to the plots on a projector. */
  togglePiece(piece: "path" | "transport"): void;
  toggleTheory(): void;
}

/** The controls of a page, once the projector view or a talk has been shown. Their code is loaded with these. */
export const talkControls = new WeakMap<Bench, TalkControls>();

/** Plots that a digit key can toggle. */
export const KEYED_PLOTS = PLOT_PIECES.slice(0, 9);

const isTalk = (bench: Bench) => bench.store.get().guide?.kind === "talk";

function control(
  id: string,
  key: Key,
  label: string,
  act: (controls: TalkControls, digit: number) => void,
): Action<Bench> {
  const run = (bench: Bench, digit: number) => {
    const controls = talkControls.get(bench);
    if (controls !== undefined) act(controls, digit);
  };
  return { id, label, key, on: "projector", run };
}

export const PROJECTOR_ACTIONS: readonly Action<Bench>[] = [
  {
    id: "talk-next",
    label: "In a talk: next step or next scene",
    key: named("Page Down, →", "PageDown", "ArrowRight"),
    on: "projector",
    run: (bench) => (isTalk(bench) ? talkControls.get(bench)?.next() : bench.player.step(1)),
  },
  {
    id: "talk-back",
    label: "In a talk: previous step or scene",
    key: named("Page Up, ←", "PageUp", "ArrowLeft"),
    on: "projector",
    run: (bench) => (isTalk(bench) ? talkControls.get(bench)?.back() : bench.player.step(-1)),
  },
  control("talk-first", named("Home", "Home"), "In a talk: first scene", (talk) => talk.go(1)),
  control("talk-last", named("End", "End"), "In a talk: last scene", (talk) => talk.toLast()),
  control("talk-restore", character("S"), "In a talk: restore the scene as recorded", (talk) =>
    talk.restore(),
  ),
  control("talk-notes", character("M"), "In a talk: show the speaker's notes on this screen", (talk) =>
    talk.toggleNotes(),
  ),
  control(
    "talk-speaker",
    character("V"),
    "Open the speaker view in a second window: the projected picture, controls, player, notes, next scene, time",
    (talk) => talk.openSpeaker(),
  ),
  control("blank", character("B, ."), "Blank screen", (talk) => talk.toggleBlank()),
  control(
    "projected-plot",
    shiftedDigits(KEYED_PLOTS.length),
    `Show or hide a plot: ${KEYED_PLOTS.map(({ label }) => label).join(", ")}`,
    (talk, digit) => talk.togglePlot(KEYED_PLOTS[digit - 1].id),
  ),
  control("projected-path", character("L"), "Show or hide the picture of the path", (talk) =>
    talk.togglePiece("path"),
  ),
  control("projected-theory", character("T"), "Show or hide the lines of theory", (talk) =>
    talk.toggleTheory(),
  ),
  {
    id: "full-screen",
    label: "Full screen",
    key: character("F"),
    on: "projector",
    run: (bench) => void bench.fillScreen(),
  },
  {
    id: "leave-projector",
    label: "Close the answer; otherwise go back to the simulator",
    key: named("Esc", "Escape"),
    on: "projector",
    run(bench) {
      if (bench.page.requests.leaveExplanation?.(bench)) return;
      const talk = talkControls.get(bench);
      if (talk?.isBlank) talk.toggleBlank();
      else bench.present(false);
    },
  },
];
