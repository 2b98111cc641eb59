import { expect, test } from "vitest";
import {
  computedWords,
  notebookOpening,
  smallCwndTitle,
} from "../../../../src/ui/saved-runs/notebook/notebook-words.ts";

test("the words of the notebook", () => {
  expect([computedWords(1, 1), computedWords(3, 3), computedWords(0, 1), computedWords(2, 3)]).toEqual([
    "1 run",
    "3 runs",
    "0 of 1 run computed",
    "2 of 3 runs computed",
  ]);
  expect([smallCwndTitle(2, 0), smallCwndTitle(8, 3)]).toEqual([
    "cwnd (segments)",
    "cwnd (segments), first 8 flows",
  ]);
  expect(notebookOpening(false)).toMatch(/stays on this device\.$/);
  expect(notebookOpening(true)).not.toMatch(/device/);
});
