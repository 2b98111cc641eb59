import { expect, test } from "vitest";
import {
  changeWords,
  countsOn,
  handedInAs,
  hintLabel,
  shownValue,
  triesWords,
  variantLine,
  whyNoHandIn,
  whyNoTry,
  yourAnswer,
} from "../../../../src/ui/guides/task/task-panel-words.ts";
import { taskOf } from "../../../teaching/example-task.ts";

test("the words of the panel of a task", () => {
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
  expect(changeWords(taskOf(["aqm codel, pie", "ecn"]).changes)).toEqual(["β_ecn: 0.5 to 0.95", "ECN"]);
  expect([hintLabel(0, 1), hintLabel(0, 3), hintLabel(1, 3)]).toEqual([
    "Show a hint",
    "Show a hint (3)",
    "Show another hint (2 left)",
  ]);
  expect([handedInAs("Ana", 1), handedInAs("Bo", 2)]).toEqual([
    "Of Ana, after 1 try.",
    "Of Bo, after 2 tries.",
  ]);
  expect(variantLine("RTT 7 ms")).toBe("Your variant: RTT 7 ms");
  expect([shownValue(null), shownValue("3 ms")]).toEqual(["on this run: …", "on this run: 3 ms"]);
  const facts = { trying: false, refused: false, tried: false, tries: 1, most: 3 };
  expect(whyNoTry(facts)).toBeNull();
  expect(whyNoTry({ ...facts, most: null })).toBeNull();
  expect(whyNoTry({ ...facts, trying: true })).toMatch(/under way/);
  expect([countsOn("1 run"), yourAnswer("x")]).toEqual(["It counts on 1 run.", "Your answer: x"]);
  expect(whyNoTry({ ...facts, refused: true })).toMatch(/keeps as it is/);
  expect(whyNoTry({ ...facts, tried: true })).toMatch(/tried already/);
  expect(whyNoTry({ ...facts, tries: 3 })).toMatch(/All tries are used/);
  expect([whyNoHandIn(""), whyNoHandIn("Ana")]).toEqual([
    "Write your name or number first.",
    expect.stringMatching(/set it back first/),
  ]);
});
