import { expect, test } from "vitest";
import { changeWords, triesWords, whyNoTry } from "../../../../src/ui/features/tasks/TaskPanel.tsx";
import { taskOf } from "../../../teaching/example-task.ts";

test("the texts of the task panel", () => {
  expect([triesWords(0, null), triesWords(1, null), triesWords(2, null)]).toEqual([
    "",
    "1 try so far",
    "2 tries so far",
  ]);
  expect([triesWords(1, 3), triesWords(4, 3), triesWords(0, 1)]).toEqual([
    "2 of 3 tries left",
    "0 of 3 tries left",
    "1 of 1 try left",
  ]);
  expect(changeWords(taskOf(["aqm codel, pie", "ecn"]))).toEqual(["β_ecn: 0.5 to 0.95", "ECN"]);
  const facts = { trying: false, refused: false, tried: false, isFree: false, tries: 1, most: 3 };
  expect(whyNoTry(facts)).toBeNull();
  expect(whyNoTry({ ...facts, most: null })).toBeNull();
  expect(whyNoTry({ ...facts, trying: true })).toMatch(/still in progress/);
  expect(whyNoTry({ ...facts, refused: true })).toMatch(/does not allow/);
  expect(whyNoTry({ ...facts, tried: true })).toMatch(/already tried/);
  expect(whyNoTry({ ...facts, tries: 3 })).toMatch(/used all tries/);
  expect(whyNoTry({ ...facts, tries: 3, isFree: true })).toBeNull();
});
