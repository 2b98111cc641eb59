/** The keys of a projector, and of a clicker. */
import { toggleFullScreen } from "../present/full-screen.ts";
import type { Bench } from "./bench.ts";
import { type KeyBinding, letter, plain, pressed } from "./key-binding.ts";

/** Only while the page is on a projector; they come before the bench's own. Page Up and Page Down are a clicker's. */
export const PROJECTOR_KEYS: readonly KeyBinding[] = [
  {
    keys: "Page Down, →",
    help: "In a talk: reveal the next, or on to the next scene",
    single: false,
    matches: (event) => pressed("PageDown", false)(event) || pressed("ArrowRight", false)(event),
    act: (bench) => (inTalk(bench) ? bench.presenting?.next() : bench.player.step(1)),
  },
  {
    keys: "Page Up, ←",
    help: "In a talk: back",
    single: false,
    matches: (event) => pressed("PageUp", false)(event) || pressed("ArrowLeft", false)(event),
    act: (bench) => (inTalk(bench) ? bench.presenting?.back() : bench.player.step(-1)),
  },
  {
    keys: "Home",
    help: "In a talk: to the first scene",
    single: false,
    matches: pressed("Home", false),
    act: (bench) => bench.presenting?.go(1),
  },
  {
    keys: "End",
    help: "In a talk: to the last scene",
    single: false,
    matches: pressed("End", false),
    act: (bench) => bench.presenting?.toLast(),
  },
  {
    keys: "S",
    help: "In a talk: the scene as it was recorded",
    single: true,
    matches: letter("s"),
    act: (bench) => bench.presenting?.restore(),
  },
  {
    keys: "M",
    help: "In a talk: the speaker's notes on this screen",
    single: true,
    matches: letter("m"),
    act: (bench) => bench.presenting?.toggleNotes(),
  },
  {
    keys: "V",
    help: "In a talk: the speaker's view in a window of its own, with notes, what comes next, and the time",
    single: true,
    matches: letter("v"),
    act: (bench) => bench.presenting?.openSpeaker(),
  },
  {
    keys: "B",
    help: "Blank screen; so does the full stop",
    single: true,
    matches: (event) => letter("b")(event) || letter(".")(event),
    act: (bench) => bench.presenting?.toggleBlank(),
  },
  {
    keys: "1 – 6",
    help: "Show a plot, or hide it: cwnd, delay, throughput, F(t), distribution, two flows",
    single: true,
    matches: (event) => plain(event) && /^[1-6]$/.test(event.key),
    act: (bench, event) => bench.presenting?.togglePlot(Number(event.key)),
  },
  {
    keys: "T",
    help: "Lines of theory",
    single: true,
    matches: letter("t"),
    act: (bench) => bench.presenting?.toggleTheory(),
  },
  {
    keys: "F",
    help: "Full screen",
    single: true,
    matches: letter("f"),
    act: () => toggleFullScreen(),
  },
  {
    keys: "Esc",
    help: "Close the story, else back to the bench",
    single: false,
    matches: pressed("Escape", false),
    act: (bench) => {
      const { why, eventsListed } = bench.store.get();
      if (why !== null || eventsListed) bench.asking?.leave();
      else if (bench.presenting?.store.get().blank) bench.presenting.toggleBlank();
      else bench.present(false);
    },
  },
];

function inTalk(bench: Bench): boolean {
  return bench.store.get().guide?.kind === "talk";
}
