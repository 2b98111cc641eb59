import { describe, expect, test } from "vitest";
import {
  answerFault,
  evidenceIn,
  evidenceText,
  feedbackOn,
  isRight,
  keyLine,
  plainAnswer,
  questionLine,
  readKey,
  readTaskQuestion,
  tidyAnswer,
} from "../../../src/teaching/task/questions.ts";
import { readTask, taskDigest, writeTask } from "../../../src/teaching/task/task.ts";
import { example, taskOf } from "../example-task.ts";

const LINES = [
  "why text 30..400: Why does it: keep the link busy?",
  "short text 80: In a few words?",
  "first choice: Which one marks first? | CoDel | PIE | Neither",
  "wait number ms: How long does a packet wait?",
  "flows number: How many flows?",
  "cut evidence: Pin the first cut.",
  "calm evidence stretch: Pin a stretch.",
];
const questions = LINES.map(readTaskQuestion);
const [why, , first, wait, flows, cut, calm] = questions;
const { scenario } = taskOf();
const keys = ["first PIE", "wait delay-p99 within 5 %"].map((line) => readKey(line, questions, scenario));

describe("a question", () => {
  test.each(LINES)("%s is read and written", (line) => {
    expect(questionLine(readTaskQuestion(line))).toBe(line);
  });

  test("is worth the points that its line states", () => {
    for (const [line, points] of [
      ["why text 30..400 for 2.5 points: Why?", 2.5],
      ["wait number ms for 1 point: How long, for 3 points?", 1],
      ["first choice for 3 points: Which? | A | B", 3],
      ["cut evidence story: Pin it for 2 points.", 0],
    ] as const) {
      const read = readTaskQuestion(line);
      expect([read.points, questionLine(read)]).toEqual([points, line]);
    }
    expect(() => readTaskQuestion("why text for 2 points, part by runs: Why?")).toThrow(
      /has no partial points/,
    );
  });

  test("has a default length", () => {
    expect(readTaskQuestion("why text: Why?")).toMatchObject({ least: 0, most: 600 });
  });

  test.each([
    ["why essay: Why?", /a question must have a name, a kind/],
    ["Why text: Why?", /a question must have a name/],
    ["why text 400..30: Why?", /a length in letters/],
    ["why text 9999: Why?", /at most 2000/],
    ["why choice: Which? | One", /2 to 12 options/],
    ["why choice: Which? | One | One", /occurs twice/],
    ["why choice: Which? | One | ", /an option is empty/],
    ["why choice 3: Which? | One | Two", /behind what is asked/],
    ["why evidence picture: Which?", /a story, an event or a stretch/],
    [`why text: ${"x".repeat(700)}`, /at most 600 characters/],
  ])("%s is refused with a sentence", (line, words) => {
    expect(() => readTaskQuestion(line)).toThrow(words);
  });
});

describe("in a task", () => {
  const ask = (...lines: string[]) => example(["seeds: 2", ["seeds: 2", ...lines].join("\n")] as const);

  test("questions and their correct answers are read, written and read again", () => {
    const text = ask(...LINES.map((line) => `question: ${line}`), "key: first PIE", "key: flows 2 within 0");
    const { task, problems } = readTask(text);
    expect(problems).toEqual([]);
    expect(task?.questions).toEqual(questions);
    expect(task?.keys.map(keyLine)).toEqual(["first PIE", "flows 2 within 0"]);
    expect(task && readTask(writeTask(task)).task).toEqual(task);
  });

  test.each([
    [["question: why text: A?", "question: why text: B?"], /why occurs twice/],
    [["key: why 3 within 1"], /there is no question why/],
    [["question: why text: A?", "key: why because"], /marked by a person/],
    [["question: one choice: A? | B | C", "key: one D"], /has the options B, C/],
    [["question: one number ms: A?", "key: one 4"], /with a tolerance/],
    [["question: one number ms: A?", "key: one utilisation within 2"], /measured in %/],
    [["question: one number ms: A?", "key: one 4 within 1", "key: one 5 within 1"], /one occurs twice/],
    [[1, 2, 3, 4].map((i) => `question: q${i} text 2000: A?`), /8000 letters together; at most 6000/],
  ])("%s is refused with its line", (lines, words) => {
    const { problems } = readTask(ask(...(lines as string[])));
    expect(problems.map(({ message }) => message).join(" ")).toMatch(words);
    expect(problems[0].line).toBeGreaterThan(0);
  });

  test("wording may be corrected and correct answers added later, and hand-ins still belong to the task", () => {
    const digest = (...lines: string[]) => taskDigest(readTask(ask(...lines)).task ?? taskOf());
    const plain = digest("question: one choice: A? | B | C");
    expect(digest("question: one choice: What? | B | C", "key: one C")).toBe(plain);
    expect(digest("question: one choice: A? | C | B")).not.toBe(plain);
  });

  test("a task without questions keeps the digest that identifies its hand-ins", () => {
    expect(taskDigest(taskOf())).toBe("1yrlwbf");
  });
});

describe("an answer", () => {
  test.each([
    [why, "", "There is no answer yet."],
    [why, " \n ", "There is no answer yet."],
    [why, "because", "7 characters; write at least 30."],
    [why, "x".repeat(401), "It has 401 letters; at most 400 are allowed."],
    [why, "𝑥".repeat(400), null],
    [first, "2", null],
    [first, "4", "It is none of the options."],
    [first, "PIE", "It is none of the options."],
    [wait, "12,5", null],
    [wait, "12.5 ms", null],
    [wait, "1,500", "1,500 can mean 1500 or 1.5; write 1500 or 1.5."],
    [wait, "0.0125 s", null],
    [wait, "12500 µs", null],
    [wait, "long", "It is not a number of ms. Write a number alone, or with s, ms or µs."],
    [wait, "12 kB", "It is not a number of ms. Write a number alone, or with s, ms or µs."],
    [flows, "3 flows", "It is not a number."],
    [cut, "queue,mark,1,1,2.5", null],
    [cut, "queue,mark,1,1,2.5;aqm=pie", null],
    [cut, "something", "It is not an explanation, an event or a time range of a run."],
    [calm, "queue,mark,1,1,2.5", "It is not a stretch."],
    [calm, "stretch,queue,1,-,2,3", null],
  ])("to %o that is %j", (question, text, fault) => {
    expect(answerFault(question, text)).toBe(fault);
  });

  test("is a number with a point if it was typed with a comma", () => {
    expect(plainAnswer(wait, " 12,5 ms")).toBe("12.5 ms");
    expect(plainAnswer(wait, "12.5")).toBe("12.5");
  });

  test("is handed in with the unit of the question if it was typed with another one", () => {
    const inUnit = (unit: string, text: string) =>
      plainAnswer(readTaskQuestion(`wait number ${unit}: How much?`), text);
    expect(inUnit("s", "24,2 ms")).toBe("0.0242 s");
    expect(inUnit("Mbps", "1.2 Gbps")).toBe("1200 Mbps");
    expect(inUnit("packets", "20p")).toBe("20 packets");
    expect(inUnit("s", "24.2 kB")).toBe("24.2 kB");
  });

  test.each([
    [first, "2", undefined, true],
    [first, "1", undefined, false],
    [first, "9", undefined, false],
    [wait, "21", [20], true],
    [wait, "21.1", [20], false],
    [wait, "19 ms", [20], true],
    [wait, "0.019 s", [20], true],
    [wait, "0.019", [20], false],
    [wait, "much", [20], false],
    [wait, "20", [null], false],
    [wait, "20", undefined, null],
    [why, "so", undefined, null],
  ])("to %o that is %s, beside %j, is right: %s", (question, text, measured, right) => {
    expect(isRight(question, text, keys, measured)).toBe(right);
  });

  test("a decimal tolerance holds at its end", () => {
    const key = [readKey("wait 0.3 within 0.1", questions, scenario)];
    expect(isRight(wait, "0.4", key, undefined)).toBe(true);
  });

  test("keeps line breaks and no other control characters", () => {
    expect(tidyAnswer("a\r\nb\u0000c\u001b[2Jd\ud800")).toBe("a\nb c [2Jd\uFFFD");
  });

  test("as evidence states its run", () => {
    const settings = [
      { key: "aqm", text: "pie" },
      { key: "capacity-trace", text: "a;b&c" },
    ];
    const text = evidenceText("join,1,3", settings);
    expect(evidenceIn(text)).toMatchObject({ text: "join,1,3", settings });
    expect(evidenceIn("join,1,3")?.settings).toBeNull();
    expect(evidenceIn("join,1,3;")?.settings).toEqual([]);
    expect(evidenceIn("join,1,3;aqm")).toBeNull();
    expect(evidenceIn("join,1,3;aqm=%E0%A4%A")).toBeNull();
    expect(evidenceIn(`join,1,3;aqm=${"x".repeat(2000)}`)).toBeNull();
  });
});

describe("feedback", () => {
  const ask = (...lines: string[]) => example(["seeds: 2", ["seeds: 2", ...lines].join("\n")] as const);
  const asked = LINES.map((line) => `question: ${line}`);
  const wanted = ["key: first PIE", "key: wait delay-p99 within 5 %"];

  test("says whether an answer is right and what was expected, as far as the task allows", () => {
    const rules = { keys, explanations: [{ id: "first", text: "PIE **counts**." }] };
    const answers = { ...rules, feedback: "answers" } as const;
    const verdicts = { ...rules, feedback: "verdicts" } as const;
    expect(feedbackOn(answers, first, "1", undefined)).toEqual({
      isRight: false,
      isOtherUnit: false,
      expected: "PIE",
      explanation: "PIE **counts**.",
    });
    expect(feedbackOn(verdicts, first, "2", undefined)).toEqual({
      isRight: true,
      isOtherUnit: false,
      expected: null,
      explanation: null,
    });
    expect(feedbackOn(answers, wait, "0,0205 s", [20.04])).toEqual({
      isRight: true,
      isOtherUnit: false,
      expected: "20 ms, within 5 %",
      explanation: null,
    });
    expect(feedbackOn(verdicts, wait, "0.0205", [20.04])).toMatchObject({
      isRight: false,
      isOtherUnit: true,
    });
    expect(feedbackOn(verdicts, wait, "20.5 s", [20.04])).toMatchObject({
      isRight: false,
      isOtherUnit: true,
    });
    expect(feedbackOn(verdicts, wait, "30", [20.04])).toMatchObject({ isRight: false, isOtherUnit: false });
    expect(feedbackOn({ ...answers, feedback: null }, first, "1", undefined)).toBeNull();
  });

  test("is given only to complete answers, once the run on the screen has ended", () => {
    const rules = { keys, explanations: [], feedback: "answers" } as const;
    expect(feedbackOn(rules, first, "", undefined)).toBeNull();
    expect(feedbackOn(rules, wait, "long", [20])).toBeNull();
    expect(feedbackOn(rules, wait, "20", undefined)).toBeNull();
    const text = "Because the queue never empties.";
    expect(feedbackOn(rules, why, text, undefined)).toEqual({
      isRight: null,
      isOtherUnit: false,
      expected: null,
      explanation: null,
    });
  });

  test("is read, written and read again, and hand-ins still belong to the task", () => {
    const lines = [...asked, ...wanted, "feedback: answers", "explanation: first PIE counts."];
    const { task, problems } = readTask(ask(...lines));
    expect(problems).toEqual([]);
    expect(task).toMatchObject({ feedback: "answers", explanations: [{ id: "first", text: "PIE counts." }] });
    expect(task && readTask(writeTask(task)).task).toEqual(task);
    expect(task && taskDigest(task)).toBe(taskDigest(readTask(ask(...asked)).task ?? taskOf()));
  });

  test.each([
    [["feedback: all"], /must be "verdicts" .* or "answers"/],
    [["feedback: answers", "secret: yes"], /in the teacher's file only/],
    [["feedback: verdicts", "explanation: first Because."], /only with the line "feedback: answers"/],
    [["feedback: answers", "explanation: last Because."], /there is no question last/],
    [["feedback: answers", "explanation: first"], /must have 1 to 600 characters/],
    [["feedback: answers", "explanation: first A.", "explanation: first B."], /first occurs twice/],
  ])("%s is refused with its line", (lines, words) => {
    const { problems } = readTask(ask(...asked, ...(lines as string[])));
    expect(problems.map(({ message }) => message).join(" ")).toMatch(words);
    expect(problems[0].line).toBeGreaterThan(0);
  });
});
