import { expect, test } from "vitest";
import { feedbackFp } from "../../../src/experiments/feedback/feedback-fp.ts";

test("needs no runs: it is computed", () => {
  expect(feedbackFp.jobs("full")).toEqual([]);
});

test("a line of fixed points, a limit cycle, one point (Tahiliani et al. §3)", () => {
  const { claims } = feedbackFp.reduce(new Map(), "full");
  expect(claims.map(({ id, holds }) => [id, holds])).toEqual([
    ["delay-line", true],
    ["threshold-cycle", true],
    ["pi-point", true],
  ]);
});

test("two flows end as they started by delay alone, and at a half with marks", () => {
  const ends = feedbackFp.reduce(new Map(), "full").figures.find(({ id }) => id === "ends");
  const [delay, ...withMarks] = ends?.series ?? [];
  for (const [i, y] of delay.y.entries()) expect(Number(y)).toBeCloseTo(delay.x[i], 1);
  for (const { y } of withMarks) for (const share of y) expect(Number(share)).toBeCloseTo(0.5, 3);
});
