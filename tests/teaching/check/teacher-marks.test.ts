import { describe, expect, test } from "vitest";
import { unpackText } from "../../../src/lib/packed-text.ts";
import { withSetting } from "../../../src/teaching/answer/answer.ts";
import { handInCode, handInFragment, handInOf } from "../../../src/teaching/answer/hand-in.ts";
import { countedRuns, measureRun } from "../../../src/teaching/check/check.ts";
import {
  handInKey,
  markedOf,
  marksCsv,
  NO_MARKS,
  pointsIn,
  questionItems,
  readMarks,
  withMark,
  withOldMarks,
} from "../../../src/teaching/check/teacher-marks.ts";
import { madeResults } from "../../ui/core/made-runs.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf(
  ["vary: rtt 40ms..80ms step 20ms\n", ""],
  [
    "seeds: 2",
    `seeds: 2
question: why text 400 for 4 points: Why?
question: first choice for 2 points: Which? | CoDel | PIE
question: used number % for 3 points: How busy?
question: say text 90: Anything else?
key: first PIE
key: used utilisation within 2`,
  ],
);
const settings = [{ key: "beta-ecn", text: "0.8" }];
const answer = settings.reduce(withSetting, task.scenario);
const answers = [
  { id: "why", text: "so" },
  { id: "first", text: "2" },
  { id: "used", text: "91" },
];
const code = handInCode(handInOf(task, { name: "Ana", tries: 1 }, settings, answers));
const one = { handInKey: handInKey(code), answers, trial: { runs: countedRuns(task, answer, answer) } };
const measured = measureRun(task, { results: madeResults({ utilisation: 0.9 }), ended: [] });
const key = handInKey(code) ?? "";
/** Two hand-ins whose codes have the same checksum. */
const HONEST =
  "z.1y21gzfLcwxDoMwEETRfk-xFwDZqdKgSLmJsUexi2wIuwbB6TGIbqQ3-jlI6orwg9bfnJQcljCNO6l3zpOnERY6RBlc_6TXmrfhjRiqgi2D_xUVLFgwM76TFSi34GVqbRX53KdcUsMTYrX-AA";
const FORGED =
  "z.1y21gzfBQBBCoAg7L5X-AFjeuoivWW2gRJtkpHk66WQsq_qIgx7uAPKRy1P6AExQoAsL3k5NeG2wzHKn9RcZSE373aRGi0";

describe("marks", () => {
  test("belong to a hand-in, given as a code or as a link", () => {
    const handIn = handInOf(task, { name: "Ana", tries: 1 }, settings, answers);
    const link = `https://x.example/#${handInFragment(task, handIn, answer)}`;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([handInKey(link), handInKey("#v=2&beta-ecn=0.8"), handInKey("")]).toEqual([key, null, null]);
    const other = handInCode({ ...handIn, answers: [{ id: "why", text: "so!" }] });
    expect(handInKey(other)).not.toBe(key);
  });

  test("do not belong to a hand-in with an answer inside a setting", () => {
    const handIn = handInOf(task, { name: "Ana", tries: 1 }, settings, answers);
    const inside = {
      ...handIn,
      settings: [{ key: "beta-ecn", text: "0.8\n?why=so" }],
      answers: answers.slice(1),
    };
    expect(handInKey("", { kind: "code", handIn })).toBe(key);
    expect(handInKey("", { kind: "code", handIn: inside })).not.toBe(key);
  });

  test("do not belong to another hand-in whose code has the same checksum", () => {
    expect(FORGED.slice(0, 9)).toBe(HONEST.slice(0, 9));
    expect([HONEST, FORGED].map((code) => unpackText(code).split("?why=")[1])).toEqual([
      "Because the queue never empties and the standing queue hides the cut.",
      expect.stringMatching(/^no idea [a-z]{8}$/),
    ]);
    expect(handInKey(FORGED)).not.toBe(handInKey(HONEST));
  });

  test("and known answers make the items of a result", () => {
    const items = (marks = NO_MARKS, own = one) => questionItems(task, own, () => measured, marks);
    expect(items().map(({ id, points, earned, by }) => [id, points, earned, by])).toEqual([
      ["why", 4, null, "teacher"],
      ["first", 2, 2, "run"],
      ["used", 3, 3, "run"],
      ["say", 0, 0, "run"],
    ]);
    const marks = withMark(NO_MARKS, key, "why", { points: 2.5, comment: "half" });
    expect(items(marks)[0]).toMatchObject({ earned: 2.5, by: "teacher" });
    expect([markedOf(items()), markedOf(items(marks))]).toEqual([
      { marked: 0, total: 1 },
      { marked: 1, total: 1 },
    ]);
    // The teacher's mark takes precedence over the program's.
    expect(items(withMark(NO_MARKS, key, "first", { points: 1, comment: "" }))[1].earned).toBe(1);
    const wrong = {
      ...one,
      answers: [
        { id: "first", text: "1" },
        { id: "used", text: "93" },
      ],
    };
    expect(items(NO_MARKS, wrong).map(({ earned }) => earned)).toEqual([0, 0, 0, 0]);
    // While its run is missing, an answer with a measured number is not judged.
    expect(questionItems(task, one, () => undefined, NO_MARKS)[2].earned).toBeNull();
  });

  test("survive writing to a file and reading it", () => {
    let marks = withMark(NO_MARKS, key, "why", { points: 3.5, comment: '=1+1, "so" \n and; so' });
    marks = withMark(marks, key, "say", { points: null, comment: "Fine." });
    const file = marksCsv(task, marks, () => "Ana, L.");
    expect(file.split("\r\n")[0]).toBe("\uFEFFhand-in,name,question,points,of,comment");
    expect(file).toContain(`${key},"Ana, L.",why,3.5,4,`);
    // A spreadsheet must not read a comment as a formula.
    expect(file).not.toMatch(/[,"]=1/);
    expect(readMarks(task, file)).toEqual(marks);
    expect(
      readMarks(
        task,
        marksCsv(task, marks, () => ""),
      ),
    ).toEqual(marks);
    expect(withMark(marks, key, "why", { points: null, comment: "" }).get(key)?.has("why")).toBe(false);
  });

  test("of an earlier version find the one hand-in with their checksum, and are not lost otherwise", () => {
    const handIn = (text: string) => ({ entry: { text }, handInKey: handInKey(text) });
    const old = code.slice(2, 9);
    const marks = readMarks(task, `hand-in,question,points,comment\n${old},why,3,Good.\n1hnf4s9,why,2,`);
    expect([...marks.keys()]).toEqual([old, "1hnf4s9"]);
    const { marks: found, notes } = withOldMarks(marks, [handIn(code), handIn(`${code}A`)]);
    expect(found.get(key)?.get("why")).toEqual({ points: 3, comment: "Good." });
    expect(notes).toEqual([
      "The marks for 1 hand-in were made by an earlier version of Sawtooth and were found by the checksum of the code.",
      "The marks for 1 hand-in (1hnf4s9) were made by an earlier version of Sawtooth and match no hand-in of this list. They do not count.",
    ]);
    // The file that is saved now can be opened again.
    const saved = marksCsv(task, found, () => "");
    expect(readMarks(task, saved)).toEqual(found);
    // A newer mark takes precedence.
    const both = withOldMarks(withMark(marks, key, "why", { points: 1, comment: "" }), [handIn(code)]);
    expect(both.marks.get(key)?.get("why")?.points).toBe(1);
    expect(withOldMarks(found, []).marks).toBe(found);
  });

  test("of an earlier version count for none of several hand-ins with their checksum", () => {
    const handIns = [HONEST, FORGED].map((text) => ({ entry: { text }, handInKey: handInKey(text) }));
    const marks = readMarks(task, "hand-in,question,points\n1y21gzf,why,3");
    expect(withOldMarks(marks, handIns)).toEqual({
      marks,
      notes: [
        "The marks for 1 hand-in (1y21gzf) were made by an earlier version of Sawtooth and match several hand-ins of this list. They do not count: mark these hand-ins again.",
      ],
    });
  });

  test("in a long file are read at once, and too many lines are refused", () => {
    const lineOf = (_: unknown, i: number) => `${String(i).padStart(32, "0")},why,3\n`;
    const fileOf = (count: number) =>
      `hand-in,question,points\n${Array.from({ length: count }, lineOf).join("")}`;
    expect(readMarks(task, fileOf(60_000)).size).toBe(60_000);
    expect(() => readMarks(task, fileOf(60_001))).toThrow(
      "The file of marks has more than 60,000 lines; a class of 5,000 hand-ins with 12 questions needs no more.",
    );
  });

  test.each([
    ["name,score\nAna,3", /not a file of marks/],
    [`hand-in,question,points\n${"x".repeat(50)},why,3`, /Line 2: .* is not a hand-in/],
    [
      "hand-in,question,points\n0123456789abcdef0123456789abcdef,what,3",
      /Line 2: the task has no question “what”/,
    ],
    [
      "hand-in,question,points\n0123456789abcdef0123456789abcdef,why,5",
      /Line 2: The points must be a number from 0 to 4; got "5"/,
    ],
    ["hand-in,question,points\n0123456789abcdef0123456789abcdef,why,many", /Line 2: The points must be/],
  ])("in a file like %j are refused with a sentence", (text, words) => {
    expect(() => readMarks(task, text)).toThrow(words);
  });

  test("points are typed with a point or a comma, up to the points of the question", () => {
    const [why] = task.questions;
    expect(["", "3", "2,5", "4.5", "-1", "x"].map((text) => pointsIn(why, text))).toEqual([
      null,
      3,
      2.5,
      'The points must be a number from 0 to 4; got "4.5".',
      'The points must be a number from 0 to 4; got "-1".',
      'The points must be a number from 0 to 4; got "x".',
    ]);
  });
});
