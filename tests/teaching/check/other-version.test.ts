import { describe, expect, test } from "vitest";
import { originOf } from "../../../src/engine/index.ts";
import { type HandInRuns, handInCode, handInOf, readHandIn } from "../../../src/teaching/answer/hand-in.ts";
import { readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { allRuns, type KeptResults } from "../../../src/teaching/check/check.ts";
import {
  type CheckedEntry,
  type CourseRules,
  gradeList,
  NO_RULES,
} from "../../../src/teaching/check/grading.ts";
import { readList } from "../../../src/teaching/check/read-list.ts";
import { earnedOf, pointsText } from "../../../src/teaching/task/points.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf(
  ["vary: rtt 40ms..80ms step 20ms\n", ""],
  ["also: #capacity=20Mbps\n", ""],
  ["seeds: 2\n", ""],
  [
    "count: utilisation >= 95 %\ncount: delay-p99 <= 30 ms",
    "count: utilisation >= 95 % for 2 points\ncount: delay-p99 <= 36 ms",
  ],
);

const SETTINGS = [{ key: "beta-ecn", text: "0.8" }];
const THEN = "1a2b3c4d00000000";
const NOW = "5e6f708100000000";

const record = (version: string, digest: string, ...runs: HandInRuns["runs"]): HandInRuns => ({
  origin: originOf(version, digest),
  runs,
});

function codeOf(made: HandInRuns | null): string {
  return handInCode(handInOf(task, { name: "Ana", tries: 1 }, SETTINGS, [], made));
}

/** In this version the answer has the values `today`, and the initial state meets no condition. */
function checked(
  made: HandInRuns | null,
  rules: Partial<CourseRules> = {},
  today: readonly number[] = [98.3, 35.4],
): CheckedEntry {
  const read = readList(task, readHandInList(codeOf(made)), NO_RULES);
  const measured = new Map<string, KeptResults>(
    read.flatMap(({ trial }) =>
      allRuns(trial).map((run) => {
        const isStart = trial.start.includes(run);
        const values = isStart ? [10, 100] : today;
        return [run.key, { values, ended: null, digest: isStart ? "0".repeat(16) : NOW }] as const;
      }),
    ),
  );
  return gradeList(task, read, (key) => measured.get(key), { ...NO_RULES, version: "0.7.0", ...rules })[0];
}

describe("the code of a hand-in", () => {
  test("contains the version that computed the answer, the run's digest, and the results of each run", () => {
    const made = record("0.6.0", THEN, [97.2, 37.1], [null, 0.000012]);
    expect(readHandIn(codeOf(made))).toMatchObject({
      kind: "code",
      handIn: { settings: SETTINGS, record: made },
    });
    const program = [{ key: "beta-ecn", text: "a\\b\nc" }];
    const code = handInCode(
      handInOf(task, { name: "Ana", tries: 1 }, program, [{ id: "why", text: "so\nit is" }], made),
    );
    expect(readHandIn(code)).toMatchObject({
      handIn: { settings: program, answers: [{ id: "why", text: "so\nit is" }], record: made },
    });
  });

  test("without a record is unchanged, and one with a record in another format is refused", () => {
    expect(readHandIn(codeOf(null))).not.toHaveProperty("handIn.record");
    const odd = { ...record("0.6.0", THEN), origin: { version: "6", digest: "x", figures: [] } };
    expect(readHandIn(codeOf(odd))).toMatchObject({ kind: "unreadable" });
  });
});

describe("a hand-in whose run has another digest today", () => {
  test("has a flag, the results of both versions, and the points by both; today's points count", () => {
    const one = checked(record("0.6.0", THEN, [97.2, 37.1]));
    expect(one.flags).toEqual(["another version"]);
    expect(one.notes.join(" ")).toBe(
      "It was made by Sawtooth 0.6.0, where the run had the digest 1a2b3c4d…; here it has 5e6f708100000000. " +
        "Utilisation at least 95 %: handed in as 97.2 % (met), today 98.3 % (met). " +
        "Queue delay, 99th percentile, at most 36 ms: handed in as 37.1 ms (not met), today 35.4 ms (met). " +
        "Points for the conditions: 2 by the figures handed in, 3 by today's.",
    );
    expect([pointsText(earnedOf(one.items)), one.passed]).toEqual(["3", true]);
  });

  test("counts by the results handed in, or by the better ones, if requested", () => {
    const points = (made: HandInRuns, figures: CourseRules["figures"]) =>
      earnedOf(checked(made, { figures }).items);
    const worse = record("0.6.0", THEN, [97.2, 37.1]);
    expect([points(worse, "handed-in"), points(worse, "better")]).toEqual([2, 3]);
    expect(checked(worse, { figures: "handed-in" }).notes.at(-1)).toMatch(
      /^The figures that were handed in count\./,
    );
    expect(checked(worse, { figures: "better" }).notes.join()).not.toContain("It counts by");
  });

  test("loses no points in strict mode, because an update is not the student's fault", () => {
    expect(checked(record("0.6.0", THEN, [97.2, 35]), { strict: true }).score).toBe(100);
  });

  test("loses its points in strict mode if its own figures give more than today's, because nothing proves them", () => {
    const today = [98.3, 40];
    const scores = (made: HandInRuns, rules: Partial<CourseRules>) =>
      [true, false].map((strict) => checked(made, { ...rules, strict }, today).score);
    const better = record("0.6.0", THEN, [99, 10]);
    for (const figures of ["handed-in", "better"] as const)
      expect(scores(better, { figures })).toEqual([0, 100]);
    expect(scores(better, { figures: "today" })).toEqual([66.67, 66.67]);
    const equal = record("0.6.0", THEN, [99, 50]);
    for (const figures of ["handed-in", "better"] as const)
      expect(scores(equal, { figures })).toEqual([66.67, 66.67]);
    expect(checked(better, { figures: "better", strict: true }, today).notes).toContain(
      "No points: another version.",
    );
  });

  test.each([
    ["99.0.0", "0.7.0"],
    ["0.10.0", "0.7.0"],
    ["0.7.1", "0.7.0-0123456"],
    ["0.7.0-0123456", "0.7.0"],
  ])("of a newer version, %s for %s, is judged by today's results alone", (made, version) => {
    const forged = record(made, THEN, [99, 10]);
    for (const figures of ["handed-in", "better"] as const) {
      const one = checked(forged, { figures, version });
      expect(one.flags).toEqual(["another version"]);
      expect(one.notes.join(" ")).toContain("the figures handed in never count");
      expect(one.notes.join(" ")).not.toContain("The figures that were handed in count.");
    }
  });

  test("that was not tried has no results, and is judged by today's", () => {
    const one = checked(record("0.6.0", THEN), { figures: "handed-in" });
    expect([one.flags, one.score]).toEqual([["another version"], 100]);
    expect(one.notes.join(" ")).toContain("It has no figures: the answer was not tried.");
  });

  test("with the same version was changed by hand", () => {
    const one = checked(record("0.7.0", THEN, [99, 10]), { figures: "better" });
    expect(one.flags).toEqual(["another digest"]);
    expect(one.notes.join(" ")).toContain("the code was changed by hand");
    expect(checked(record("0.7.0", THEN, [99, 10]), { strict: true }).score).toBe(0);
  });
});

test("a hand-in whose run has the same digest has no flag, whichever version made it", () => {
  for (const made of [record("0.6.0", NOW, [98.3, 35.4]), record("0.7.0", NOW), null])
    expect(checked(made).flags).toEqual([]);
});
