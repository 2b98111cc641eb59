/** The one table of keys: the handler works from it and the help dialog prints it. */

import type { Bench } from "../state/bench.ts";
import type { ScreenId } from "../state/page-options.ts";
import { SPEEDS } from "../state/store.ts";
import { soundOf } from "./sound/sound-player.ts";
import { TOUR_S } from "./sound/sound-track.ts";

/** What a line of a table of keys is, and how a press is told. */

export interface KeyBinding {
  /** As the help prints it: "Shift+→". */
  readonly keys: string;
  readonly help: string;
  /** Single characters can be switched off (WCAG 2.1.4). */
  readonly single: boolean;
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly act: (bench: Bench, event: KeyboardEvent) => void;
}

const plain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;
const command = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey;
const letter = (wanted: string) => (event: KeyboardEvent) =>
  plain(event) && event.key.toLowerCase() === wanted;

function pressed(key: string, shift: boolean) {
  return (event: KeyboardEvent) => plain(event) && event.key === key && event.shiftKey === shift;
}

/** The keys of a projector, and of a clicker. */

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
    act: (bench) => void bench.fillScreen(),
  },
  {
    keys: "Esc",
    help: "Close the story, else back to the bench",
    single: false,
    matches: pressed("Escape", false),
    act: (bench) => {
      const { why, eventsListed } = bench.store.get();
      if (why !== null || eventsListed) bench.asking.leave();
      else if (bench.presenting?.isBlank) bench.presenting.toggleBlank();
      else bench.present(false);
    },
  },
];

function inTalk(bench: Bench): boolean {
  return bench.store.get().guide?.kind === "talk";
}

/** A talk is not left by a slip, and from a frame in another page there would be no way back. */
function leaveFor(bench: Bench, id: ScreenId): void {
  const { present, embed } = bench.store.get().frame;
  if (!present && !embed) bench.showScreen({ id, text: "" });
}

export const KEY_TABLE: readonly KeyBinding[] = [
  {
    keys: "Space",
    help: "Play or pause",
    single: false,
    matches: (event) => plain(event) && event.key === " ",
    act: (bench) => bench.player.toggle(),
  },
  {
    keys: "→",
    help: "Step forward",
    single: false,
    matches: pressed("ArrowRight", false),
    act: (bench) => bench.player.step(1),
  },
  {
    keys: "←",
    help: "Step back",
    single: false,
    matches: pressed("ArrowLeft", false),
    act: (bench) => bench.player.step(-1),
  },
  {
    keys: "Shift+→",
    help: "To the next mark or loss",
    single: false,
    matches: pressed("ArrowRight", true),
    act: (bench) => bench.player.step(1, "signal"),
  },
  {
    keys: "Shift+←",
    help: "To the previous mark or loss",
    single: false,
    matches: pressed("ArrowLeft", true),
    act: (bench) => bench.player.step(-1, "signal"),
  },
  {
    keys: "1 – 8",
    help: `Speed, from ${SPEEDS[0]}× to ${SPEEDS[SPEEDS.length - 1]}×`,
    single: true,
    matches: (event) => plain(event) && /^[1-8]$/.test(event.key),
    act: (bench, event) => bench.player.setSpeed(SPEEDS[Number(event.key) - 1]),
  },
  {
    keys: "R",
    help: "Run again with the same seed",
    single: true,
    matches: letter("r"),
    act: (bench) => bench.runAgain(),
  },
  { keys: "N", help: "Next seed", single: true, matches: letter("n"), act: (bench) => bench.nextSeed() },
  {
    keys: "G",
    help: "Pin this run as the grey ghost",
    single: true,
    matches: letter("g"),
    act: (bench) => bench.edits.pin(),
  },
  {
    keys: "W",
    help: "Why? Of the latest event up to the playhead",
    single: true,
    matches: letter("w"),
    act: (bench) => bench.asking.askLatest(),
  },
  {
    keys: ".",
    help: "The next story of the same kind",
    single: true,
    matches: letter("."),
    act: (bench) => bench.asking.step(1),
  },
  {
    keys: ",",
    help: "The previous story of the same kind",
    single: true,
    matches: letter(","),
    act: (bench) => bench.asking.step(-1),
  },
  {
    keys: "E",
    help: "The list of all events",
    single: true,
    matches: letter("e"),
    act: (bench) => bench.asking.showEvents(!bench.store.get().eventsListed),
  },
  {
    keys: "A",
    help: "Sound on or off: cwnd as pitch, queue delay as a rustle, marks and losses as ticks",
    single: true,
    matches: (event) => letter("a")(event) && !event.shiftKey,
    act: (bench) => void soundOf(bench).toggle(),
  },
  {
    keys: "Shift+A",
    help: `Hear what is in view in ${TOUR_S} s, or stop that`,
    single: true,
    matches: (event) => letter("a")(event) && event.shiftKey,
    act: (bench) => void soundOf(bench).tour(),
  },
  {
    keys: "Esc",
    help: "Close the story, or the list",
    single: false,
    matches: pressed("Escape", false),
    act: (bench) => bench.asking.leave(),
  },
  {
    keys: "K",
    help: "Keep this run in the notebook",
    single: true,
    matches: (event) => letter("k")(event) && !event.shiftKey,
    act: (bench) => void keepByKey(bench),
  },
  {
    keys: "Shift+K",
    help: "Notebook: the kept runs beside each other",
    single: true,
    matches: (event) => letter("k")(event) && event.shiftKey,
    act: (bench) => leaveFor(bench, "notebook"),
  },
  {
    keys: "D",
    help: "Report of this run: a page to print or to save",
    single: true,
    matches: letter("d"),
    act: (bench) => leaveFor(bench, "report"),
  },
  {
    keys: "P",
    help: "On a projector, or back: large type, few controls",
    single: true,
    matches: letter("p"),
    act: (bench) => bench.present(!bench.store.get().frame.present),
  },
  {
    keys: "?",
    help: "This help",
    single: true,
    matches: (event) => plain(event) && event.key === "?",
    act: (bench) => bench.showDialog("help"),
  },
  {
    keys: "Ctrl+Z",
    help: "Undo",
    single: false,
    matches: (event) => command(event) && !event.shiftKey && event.key.toLowerCase() === "z",
    act: (bench) => bench.edits.undo(),
  },
  {
    keys: "Ctrl+Shift+Z",
    help: "Redo",
    single: false,
    matches: (event) =>
      command(event) &&
      ((event.shiftKey && event.key.toLowerCase() === "z") ||
        (!event.shiftKey && event.key.toLowerCase() === "y")),
    act: (bench) => bench.edits.redo(),
  },
];

/** Keys of the controls themselves, for the help only: they act while a control has the focus. */
export const CONTROL_KEYS: readonly { readonly keys: string; readonly help: string }[] = [
  { keys: "← → ↑ ↓", help: "In a slider: one twentieth of its range" },
  { keys: "Shift + arrows", help: "In a slider: one hundredth of its range" },
  { keys: "Page Up, Page Down", help: "In a slider: one tenth of its range" },
  { keys: "Home, End", help: "In a slider: smallest and largest value" },
  {
    keys: "Tab",
    help: "At first: the ways to the plots, the player and the controls; then from group to group",
  },
  {
    keys: "Arrows, Home, End",
    help: "In a row of buttons or a list of flows or links: from one to the other",
  },
  { keys: "Enter", help: "In a slider: to its field, where a value is typed" },
  { keys: "F1", help: "In a control: what it does" },
  { keys: "Enter, Escape", help: "In a field: take the typed value, or restore the one before" },
];

/** What the focused element makes of keys itself, so that the bench leaves them alone. */
function takenBy(target: EventTarget | null, event: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog") !== null) return true;
  if (target instanceof HTMLInputElement && target.type !== "range") {
    return target.type !== "radio" && target.type !== "checkbox" ? true : /^( |Arrow)/.test(event.key);
  }
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target.isContentEditable) return true;
  const arrows = event.key.startsWith("Arrow");
  if (arrows && target.closest("input[type=range], [role=slider], [role=radio], [data-keys=own]") !== null)
    return true;
  return event.key === " " && target.closest("button, a, summary, label, [role=button]") !== null;
}

export function handleKey(bench: Bench, event: KeyboardEvent): void {
  if (event.defaultPrevented || bench.store.get().dialog !== null) return;
  const table = bench.store.get().frame.present ? [...PROJECTOR_KEYS, ...KEY_TABLE] : KEY_TABLE;
  const binding = table.find((candidate) => candidate.matches(event));
  if (binding === undefined || takenBy(event.target, event)) return;
  if (binding.single && !bench.store.get().singleKeys) return;
  event.preventDefault();
  binding.act(bench, event);
}

/** Said over the plots: who presses a key looks there, and not at the button. */
async function keepByKey(bench: Bench): Promise<void> {
  bench.notice({ id: "notebook", title: await bench.keepRun(), lines: [], link: null });
}
