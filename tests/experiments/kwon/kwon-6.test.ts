import { expect, test } from "vitest";
import { kwon6 } from "../../../src/experiments/kwon/kwon-6.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("no runs: the published equations cross near the paper's point at 1 Mbps, not at 10", () => {
  expectJobs(kwon6, 0);
  quickOutcome(kwon6);
  const claims = claimsOf(kwon6, () => ({}));
  expect(held(claims)).toEqual(["crossing-1mbps"]);
  expect(claims["crossing-10mbps"].cause).toContain("11.5 ms");
});

test("each curve of the flows falls to the right, and RED's rises", () => {
  const { figures } = quickOutcome(kwon6);
  for (const { series } of figures) {
    const [red, ...flows] = series.filter(({ source }) => source === "model");
    expect(red.y.every((p, i) => i === 0 || (p ?? 0) >= (red.y[i - 1] ?? 0))).toBe(true);
    // Points are in order of probability.
    for (const { x } of flows) expect(x.every((queue, i) => i === 0 || queue <= x[i - 1])).toBe(true);
  }
});
