/** The actions that belong to no feature: the player, the run, and undo. */
import { type Action, character, command, digits, named } from "./action.ts";
import type { Bench } from "./bench.ts";
import { SPEEDS } from "./store.ts";

export const CORE_ACTIONS: readonly Action<Bench>[] = [
  { id: "play", label: "Play or pause", key: named("Space", " "), run: ({ player }) => player.toggle() },
  { id: "step", label: "Step forward", key: named("→", "ArrowRight"), run: ({ player }) => player.step(1) },
  { id: "step-back", label: "Step back", key: named("←", "ArrowLeft"), run: ({ player }) => player.step(-1) },
  {
    id: "next-signal",
    label: "Go to the next mark or loss",
    key: named("Shift+→", "ArrowRight"),
    run: ({ player }) => player.step(1, "signal"),
  },
  {
    id: "previous-signal",
    label: "Go to the previous mark or loss",
    key: named("Shift+←", "ArrowLeft"),
    run: ({ player }) => player.step(-1, "signal"),
  },
  {
    id: "speed",
    label: `Speed, from ${SPEEDS[0]}× to ${SPEEDS[SPEEDS.length - 1]}×`,
    key: digits(SPEEDS.length),
    run: ({ player }, digit) => player.setSpeed(SPEEDS[digit - 1]),
  },
  {
    id: "run-again",
    label: "Run again with the same seed",
    key: character("R"),
    run: (bench) => bench.runAgain(),
  },
  { id: "next-seed", label: "Next seed", key: character("N"), run: (bench) => bench.nextSeed() },
  {
    id: "pin",
    label: "Pin this run: it stays visible in grey",
    key: character("G"),
    run: ({ edits }) => edits.pin(),
  },
  { id: "undo", label: "Undo", key: command("Ctrl+Z", "z"), run: ({ edits }) => edits.undo() },
  {
    id: "redo",
    label: "Redo",
    key: command("Ctrl+Shift+Z", "shift z", "y"),
    run: ({ edits }) => edits.redo(),
  },
];
