import { expect, test } from "vitest";
import { endLabel, lookWords, notSeenWords } from "../../../src/ui/guides/guide-words.ts";

test("the words of whoever leads over the bench", () => {
  expect(endLabel("Lesson")).toBe("End the lesson");
  expect(notSeenWords("the queue")).toBe("the queue is not on the screen now.");
  expect(lookWords("the queue", null)).toBe("Look at the queue.");
  expect(lookWords("the queue", { fromS: 2.5, toS: 30 })).toBe("Look at the queue, from 2.5 s to 30 s.");
});
