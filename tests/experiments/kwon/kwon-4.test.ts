import { expect, test } from "vitest";
import { kwon4 } from "../../../src/experiments/kwon/kwon-4.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("no runs: curves of the closed form, which rise with the share of marks", () => {
  expectJobs(kwon4, 0);
  const { figures } = quickOutcome(kwon4);
  const [few, many] = figures[0].series;
  expect([few.y[0], few.y.at(-1)].map((rate) => rate?.toFixed(2))).toEqual(["19.36", "62.70"]);
  expect([many.y[0], many.y.at(-1)].map((rate) => rate?.toFixed(2))).toEqual(["6.84", "9.06"]);
  expect(held(claimsOf(kwon4, () => ({})))).toEqual(["rises-0.01", "rises-0.05"]);
});
