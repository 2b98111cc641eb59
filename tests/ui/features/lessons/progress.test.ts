import { describe, expect, it } from "vitest";
import { packText } from "../../../../src/lib/packed-text.ts";
import { type Lesson, readLesson } from "../../../../src/teaching/document/lesson.ts";
import {
  lastRight,
  lessonKey,
  NO_PROGRESS,
  rightIn,
  score,
} from "../../../../src/ui/features/lessons/progress.ts";

const OPTIONS = "- [ ] a\n  > A\n- [x] b\n  > B\n";
const { lesson } = readLesson(
  `---\nkind: lesson\nid: x\nlang: en\ntitle: T\nminutes: 5\nlearn: L\n---
## One

step: predict
bench: #

${OPTIONS}
## Two

step: predict
draw: delay from 0 s to 9 s up to 90 ms
judge: mean within 9 ms

## Three

step: compare

## Four

step: question

${OPTIONS}`,
  { pieces: [] },
) as { lesson: Lesson };

const compared = (right: boolean) => ({
  yardstick: { measure: "mean" as const, within: 9 },
  drawn: 1,
  run: 2,
  apart: 1,
  right,
});

describe("progress in a lesson", () => {
  it("counts the last choice of a prediction, the first of a question, and a drawing by its measures", () => {
    const [predict, draw, explain, question] = lesson.steps;
    expect(rightIn(predict, { chosen: [0, 1] })).toBe(true);
    expect(rightIn(question, { chosen: [0, 1] })).toBe(false);
    expect(rightIn(draw, { compared: [compared(true), compared(false)] })).toBe(false);
    expect(rightIn(draw, { points: [] })).toBeNull();
    expect(rightIn(predict, undefined)).toBeNull();
    expect(rightIn(predict, { chosen: [9] })).toBeNull();
    expect(rightIn(explain, {})).toBeNull();
  });

  it("contains the latest answers, and their total", () => {
    const progress = {
      reached: 4,
      answers: { 0: { chosen: [0] }, 1: { compared: [compared(true)] }, 3: { chosen: [1] } },
    };
    expect([0, 1, 2, 3, 9].map((at) => lastRight(lesson, progress, at))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(score(lesson, progress)).toBe("2 of 3 right");
    expect(score(lesson, NO_PROGRESS)).toBe("0 of 3 right");
    expect(lastRight(lesson, NO_PROGRESS, 2)).toBeNull();
  });

  it("is stored under the lesson's name, or the checksum of a packed one", () => {
    expect(lessonKey("bufferbloat")).toBe("bufferbloat");
    expect(lessonKey(packText("some lesson"))).toMatch(/^z\.[0-9a-z]{7}$/);
  });
});
