/** The table of all keyboard shortcuts. The key handler uses it and the help dialog prints it. */

import type { Bench } from "../core/bench.ts";
import type { ScreenId } from "../core/page-options.ts";
import { SPEEDS } from "../core/store.ts";

/** One line of a table of keys, with the test for its key press. */
export interface KeyBinding {
  /** Name of the key in the help: "Shift+→". */
  readonly keys: string;
  readonly help: string;
  /** True for shortcuts that are single characters, which users can switch off (WCAG 2.1.4). */
  readonly single: boolean;
  /**
   * True for shortcuts of the bench that are switched off on a projector, where a mistyped key must not end the talk.
   */
  readonly notProjected?: boolean;
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly act: (bench: Bench, event: KeyboardEvent) => void;
}

const plain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;
const command = (event: KeyboardEvent, key: string, shift: boolean) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  event.shiftKey === shift &&
  event.key.toLowerCase() === key;

/** Returns the test for a named key (a value of `KeyboardEvent.key`), with or without Shift. */
function pressed(key: string, shift = false) {
  return (event: KeyboardEvent) => plain(event) && event.key === key && event.shiftKey === shift;
}

/** Returns the binding of a single character, which users can switch off. Shift is ignored unless `shift` is given. */
function single(keys: string, help: string, act: KeyBinding["act"], shift?: boolean): KeyBinding {
  const wanted = keys.replace("Shift+", "").toLowerCase();
  return {
    keys,
    help,
    single: true,
    matches: (event) =>
      plain(event) && event.key.toLowerCase() === wanted && (shift ?? event.shiftKey) === event.shiftKey,
    act,
  };
}

/** Returns the binding of the digits from 1 to `last`. */
function digits(last: number, help: string, act: (bench: Bench, digit: number) => void): KeyBinding {
  return {
    keys: `1 – ${last}`,
    help,
    single: true,
    matches: (event) => plain(event) && /^[1-9]$/.test(event.key) && Number(event.key) <= last,
    act: (bench, event) => act(bench, Number(event.key)),
  };
}

/**
 * Returns the binding of Shift and a digit. The key is recognised by its position, because the character differs between
 * keyboards. If the key writes a digit, it counts as that digit instead.
 */
function shiftedDigits(last: number, help: string, act: (bench: Bench, digit: number) => void): KeyBinding {
  const digitOf = ({ code }: KeyboardEvent) => Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0);
  return {
    keys: `Shift+1 – ${last}`,
    help,
    single: true,
    matches: (event) =>
      plain(event) &&
      event.shiftKey &&
      !/^[0-9]$/.test(event.key) &&
      digitOf(event) > 0 &&
      digitOf(event) <= last,
    act: (bench, event) => act(bench, digitOf(event)),
  };
}

function named(
  keys: string,
  help: string,
  matches: KeyBinding["matches"],
  act: (bench: Bench) => void,
): KeyBinding {
  return { keys, help, single: false, matches, act };
}

const either = (one: KeyBinding["matches"], other: KeyBinding["matches"]) => (event: KeyboardEvent) =>
  one(event) || other(event);

/**
 * Shortcuts while the page is on a projector. They take precedence over the shortcuts of the bench. Presentation
 * remotes send Page Up and Page Down.
 */
export const PROJECTOR_KEYS: readonly KeyBinding[] = [
  named(
    "Page Down, →",
    "In a talk: next step or next scene",
    either(pressed("PageDown"), pressed("ArrowRight")),
    (bench) => (inTalk(bench) ? bench.presenting?.next() : bench.player.step(1)),
  ),
  named(
    "Page Up, ←",
    "In a talk: previous step or scene",
    either(pressed("PageUp"), pressed("ArrowLeft")),
    (bench) => (inTalk(bench) ? bench.presenting?.back() : bench.player.step(-1)),
  ),
  named("Home", "In a talk: first scene", pressed("Home"), (bench) => bench.presenting?.go(1)),
  named("End", "In a talk: last scene", pressed("End"), (bench) => bench.presenting?.toLast()),
  single("S", "In a talk: restore the scene as recorded", (bench) => bench.presenting?.restore()),
  single("M", "In a talk: show the speaker's notes on this screen", (bench) =>
    bench.presenting?.toggleNotes(),
  ),
  single(
    "V",
    "Open the speaker view in a second window: the projected picture, controls, player, notes, next scene, time",
    (bench) => bench.presenting?.openSpeaker(),
  ),
  {
    ...single("B, .", "Blank screen", (bench) => bench.presenting?.toggleBlank()),
    matches: (event) => plain(event) && /^[b.]$/i.test(event.key),
  },
  shiftedDigits(
    6,
    "Show or hide a plot: cwnd, delay, throughput, F(t), distribution, two flows",
    (bench, digit) => bench.presenting?.togglePlot(digit),
  ),
  single("L", "Show or hide the picture of the path", (bench) => bench.presenting?.togglePiece("path")),
  single("T", "Show or hide the lines of theory", (bench) => bench.presenting?.toggleTheory()),
  single("F", "Full screen", (bench) => void bench.fillScreen()),
  named("Esc", "Close the answer; otherwise go back to the simulator", pressed("Escape"), (bench) => {
    const { why, eventsListed } = bench.store.get();
    if (why !== null || eventsListed) bench.asking.leave();
    else if (bench.presenting?.isBlank) bench.presenting.toggleBlank();
    else bench.present(false);
  }),
];

function inTalk(bench: Bench): boolean {
  return bench.store.get().guide?.kind === "talk";
}

/** Opens a different screen. Does nothing in an embedded page, which offers no way back. */
function leaveFor(bench: Bench, id: ScreenId): void {
  if (!bench.store.get().frame.embed) bench.showScreen({ id, text: "" });
}

export const KEY_TABLE: readonly KeyBinding[] = [
  named(
    "Space",
    "Play or pause",
    (event) => plain(event) && event.key === " ",
    (bench) => bench.player.toggle(),
  ),
  named("→", "Step forward", pressed("ArrowRight"), (bench) => bench.player.step(1)),
  named("←", "Step back", pressed("ArrowLeft"), (bench) => bench.player.step(-1)),
  named("Shift+→", "Go to the next mark or loss", pressed("ArrowRight", true), (bench) =>
    bench.player.step(1, "signal"),
  ),
  named("Shift+←", "Go to the previous mark or loss", pressed("ArrowLeft", true), (bench) =>
    bench.player.step(-1, "signal"),
  ),
  digits(8, `Speed, from ${SPEEDS[0]}× to ${SPEEDS[SPEEDS.length - 1]}×`, (bench, digit) =>
    bench.player.setSpeed(SPEEDS[digit - 1]),
  ),
  single("R", "Run again with the same seed", (bench) => bench.runAgain()),
  single("N", "Next seed", (bench) => bench.nextSeed()),
  single("G", "Pin this run: it stays visible in grey", (bench) => bench.edits.pin()),
  single("W", "Explain the latest event before the playhead", (bench) => bench.asking.askLatest()),
  single(".", "Explain the next event of the same kind", (bench) => bench.asking.step(1)),
  single(",", "Explain the previous event of the same kind", (bench) => bench.asking.step(-1)),
  single("E", "List all events", (bench) => bench.asking.showEvents(!bench.store.get().eventsListed)),
  named("Esc", "Close the answer or the list", pressed("Escape"), (bench) => bench.asking.leave()),
  {
    ...single("C", "Compare queues, senders or values of a setting side by side", (bench) =>
      leaveFor(bench, "compare"),
    ),
    notProjected: true,
  },
  single("K", "Keep this run in the notebook", (bench) => void keepByKey(bench), false),
  {
    ...single(
      "Shift+K",
      "Open the notebook, which compares the kept runs",
      (bench) => leaveFor(bench, "notebook"),
      true,
    ),
    notProjected: true,
  },
  {
    ...single("D", "Report on this run, to print or save", (bench) => leaveFor(bench, "report")),
    notProjected: true,
  },
  single("P", "Projector view on or off: large type, few controls", (bench) =>
    bench.present(!bench.store.get().frame.present),
  ),
  single("?", "Show this help", (bench) => bench.showDialog("help")),
  named(
    "Ctrl+Z",
    "Undo",
    (event) => command(event, "z", false),
    (bench) => bench.edits.undo(),
  ),
  named(
    "Ctrl+Shift+Z",
    "Redo",
    (event) => command(event, "z", true) || command(event, "y", false),
    (bench) => bench.edits.redo(),
  ),
];

const namesOf = ({ keys }: KeyBinding) => keys.split(", ");
const takenFirst = new Set(PROJECTOR_KEYS.flatMap(namesOf));

/**
 * All shortcuts that work on a projector: those of the projector, and those of the bench whose keys the projector
 * does not use.
 */
const ON_PROJECTOR: readonly KeyBinding[] = [
  ...PROJECTOR_KEYS,
  ...KEY_TABLE.filter((key) => !key.notProjected && !namesOf(key).some((name) => takenFirst.has(name))),
];

export function keysOf(present: boolean): readonly KeyBinding[] {
  return present ? ON_PROJECTOR : KEY_TABLE;
}

/** Keys that the controls handle themselves while they have the focus. Listed for the help only. */
export const CONTROL_KEYS: readonly { readonly keys: string; readonly help: string }[] = [
  { keys: "← → ↑ ↓", help: "In a slider: a step of 1/20 of its range" },
  { keys: "Shift + arrows", help: "In a slider: a step of 1/100 of its range" },
  { keys: "Page Up, Page Down", help: "In a slider: a step of 1/10 of its range" },
  { keys: "Home, End", help: "In a slider: smallest and largest value" },
  {
    keys: "Tab",
    help: "First press: links to the plots, the player and the controls; then from group to group",
  },
  {
    keys: "Arrows, Home, End",
    help: "In a row of buttons, or a list of flows or links: next or previous one",
  },
  { keys: "Enter", help: "In a slider: go to its text field" },
  { keys: "F1", help: "In a control: show its help" },
  { keys: "Enter, Escape", help: "In a field: apply the typed value, or restore the previous one" },
];

/**
 * Elements are recognised by selectors and not by `instanceof`, because an element in a different window belongs to
 * that window's classes.
 */
const ARROWS_OWN = "input[type=range], [role=slider], [role=radio], [data-keys=own]";
const TYPED_IN = "select, textarea, input:not([type=range], [type=radio], [type=checkbox])";
const PRESSED_BY_SPACE = "button, a, summary, label, [role=button]";

/** Returns whether the focused element handles this key itself, so that the bench ignores it. */
function takenBy(target: EventTarget | null, { key }: KeyboardEvent): boolean {
  if (target === null || !("closest" in target)) return false;
  const element = target as HTMLElement;
  if (element.closest("dialog") !== null || element.isContentEditable || element.matches(TYPED_IN))
    return true;
  if (element.matches("input:not([type=range])")) return /^( |Arrow)/.test(key);
  if (key.startsWith("Arrow") && element.closest(ARROWS_OWN) !== null) return true;
  return key === " " && element.closest(PRESSED_BY_SPACE) !== null;
}

export function handleKey(bench: Bench, event: KeyboardEvent): void {
  if (event.defaultPrevented || bench.store.get().dialog !== null) return;
  const binding = keysOf(bench.store.get().frame.present).find((candidate) => candidate.matches(event));
  if (binding === undefined || takenBy(event.target, event)) return;
  if (binding.single && !bench.store.get().singleKeys) return;
  event.preventDefault();
  binding.act(bench, event);
}

/** Shows the result over the plots: a user who presses a key is not looking at the button. */
async function keepByKey(bench: Bench): Promise<void> {
  bench.notice({ id: "notebook", title: await bench.keepRun(), lines: [], link: null });
}
