import { describe, expect, test } from "vitest";
import {
  pointsText,
  readWorth,
  scoreOfShare,
  shareOfItems,
  worthSuffix,
} from "../../../src/teaching/task/points.ts";

describe("the points of a line", () => {
  test.each([
    ["utilisation >= 95 %", "utilisation >= 95 %", null, null],
    ["utilisation >= 95 % for 3 points", "utilisation >= 95 %", 3, null],
    ["utilisation >= 95 % for 1 point, part by runs", "utilisation >= 95 %", 1, "by runs"],
    ["delay-p99 <= 30 ms for 2.5 points, part from 60 ms", "delay-p99 <= 30 ms", 2.5, "from 60 ms"],
    ["Why for example is the queue long?", "Why for example is the queue long?", null, null],
  ])("%s", (text, rest, points, part) => {
    const read = readWorth(text);
    expect(read).toEqual({ rest, points, part });
    expect(`${rest}${read.points === null ? "" : worthSuffix(read.points, read.part)}`).toBe(text);
  });

  test.each(["0", "-1", "1001", "1.234", "many", "1e2"])("are not %s points", (points) => {
    expect(() => readWorth(`utilisation >= 95 % for ${points} points`)).toThrow(
      /the points must be a number above 0, at most 1000/,
    );
  });
});

test("the score is the share of the points, and an answer without a mark has none", () => {
  const item = (points: number, earned: number | null) =>
    ({ kind: "condition", id: "a", points, earned, by: "run" }) as const;
  expect(shareOfItems([item(2, 2), item(1, 0)])).toBe(2 / 3);
  expect(shareOfItems([item(2, 2), item(2, null)])).toBe(0.5);
  expect(shareOfItems([])).toBe(0);
  expect([scoreOfShare(2 / 3), scoreOfShare(0.5)]).toEqual([66.67, 50]);
  expect([pointsText(2.5), pointsText(2 / 3), pointsText(3)]).toEqual(["2.5", "0.67", "3"]);
});
