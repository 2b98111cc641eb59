import { expect, test } from "vitest";
import { checkedWords } from "../../../../src/ui/features/tasks/Questions.tsx";
import { taskOf } from "../../../teaching/example-task.ts";

const asked = [
  "question: first choice: Which? | CoDel | PIE",
  "question: wait number ms: How long?",
  "question: why text 400: Why?",
  "key: first PIE",
  "key: wait delay-p99 within 5 %",
];
const task = taskOf(["seeds: 2", ["seeds: 2", ...asked, "feedback: verdicts"].join("\n")]);

test("the outcome of a check counts the answers that are right, marked by a person, and not checked yet", () => {
  const words = (texts: readonly string[], measured?: readonly number[]) =>
    checkedWords(
      task,
      task.questions.map((question, i) => ({ question, text: texts[i] })),
      measured,
    );
  expect(words(["2", "0.02 s", "Because."], [20])).toBe("Right: 2 of 2. A person marks 1 answer.");
  expect(words(["1", "20", ""])).toBe("Right: 0 of 1. 2 answers cannot be checked yet.");
});
