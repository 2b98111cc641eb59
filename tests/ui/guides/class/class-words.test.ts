import { expect, test } from "vitest";
import {
  addLabel,
  checkedTaskWords,
  failedRunsWords,
  faultCountWords,
  linkLengthWords,
  numbered,
  openLabel,
  removeLabel,
  whoWords,
  whyNoCheck,
} from "../../../../src/ui/guides/class/class-words.ts";
import { taskOf } from "../../../teaching/example-task.ts";

test("the words of the screen for teachers", () => {
  expect([faultCountWords(1), faultCountWords(2)]).toEqual([
    "One thing has to be put right before there is a link:",
    "2 things have to be put right before there is a link:",
  ]);
  expect(linkLengthWords(2000)).toBe("The whole task is in the link: 2,000 letters.");
  expect(linkLengthWords(2001)).toMatch(/more than 2000: shorten/);
  expect([checkedTaskWords(null, true), checkedTaskWords(null, false)]).toEqual([
    "The task under “Set a task” is not finished.",
    "This task cannot be read.",
  ]);
  expect([checkedTaskWords(taskOf(), true), checkedTaskWords(taskOf(), false)]).toEqual([
    "“Choose β_ecn”, the one under “Set a task”.",
    "“Choose β_ecn”.",
  ]);
  expect([whyNoCheck(false, true), whyNoCheck(true, false), whyNoCheck(true, true)]).toEqual([
    "There is no task to check against.",
    "There are no hand-ins yet.",
    null,
  ]);
  expect([failedRunsWords(0), failedRunsWords(1), failedRunsWords(2)]).toEqual([
    "",
    "One run failed.",
    "2 runs failed.",
  ]);
  expect([numbered("Bound", 2), addLabel("hint"), removeLabel("hint", 2)]).toEqual([
    "Bound 2",
    "Add a hint",
    "Remove hint 2",
  ]);
  const entry = { line: 1, name: "", names: [], text: "" };
  expect([whoWords({ entry, name: "Ana" }), whoWords({ entry, name: "" }), openLabel("Ana")]).toEqual([
    "Ana",
    "no name",
    "Open the answer of Ana on the bench",
  ]);
});
