import { expect, test } from "vitest";
import { kwon5 } from "../../../src/experiments/kwon/kwon-5.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("no runs: the pairs fan out as published, and are one line when corrected", () => {
  expectJobs(kwon5, 0);
  const { figures } = quickOutcome(kwon5);
  const ends = figures.map(({ series }) => series.map(({ y }) => y.at(-1) ?? 0));
  expect(ends[0][0] / ends[0][3]).toBeGreaterThan(2.5);
  expect(ends[1][0] / ends[1][3]).toBeLessThan(1.02);
  expect(held(claimsOf(kwon5, () => ({})))).toEqual(["order"]);
});
