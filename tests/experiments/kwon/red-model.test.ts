import { expect, test } from "vitest";
import { kwon6 } from "../../../src/experiments/kwon/red-model.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("no runs: the published equations cross near the paper's point over the WAN at 1 Mbps, at 10 far from it", () => {
  expect(kwon6.jobs("full")).toHaveLength(0);
  const { tables } = quickOutcome(kwon6);
  const claims = claimsOf(kwon6, () => ({}));
  expect(held(claims)).toEqual(["crossing-1mbps", "crossing-10mbps"]);
  // The round-trip time of the second claim was chosen to meet it, so this claim says nothing about the paper.
  expect(Object.values(claims).map(({ basis }) => basis)).toEqual([undefined, "ours"]);
  const [wide, short] = tables[0].rows.slice(-2);
  expect(wide.slice(0, 2)).toEqual(["10 Mbps", 110]);
  expect(Number(wide[2])).toBeLessThan(0.01);
  expect(short.slice(0, 2)).toEqual(["10 Mbps", 11.5]);
  expect(Number(short[2])).toBeCloseTo(0.08, 1);
});

test("each curve of the flows falls to the right, and RED's rises", () => {
  const { figures } = quickOutcome(kwon6);
  for (const { series } of figures) {
    const [red, ...flows] = series.filter(({ source }) => source === "model");
    expect(red.y.every((p, i) => i === 0 || (p ?? 0) >= (red.y[i - 1] ?? 0))).toBe(true);
    // The points of each curve are in order of probability.
    for (const { x } of flows) expect(x.every((queue, i) => i === 0 || queue <= x[i - 1])).toBe(true);
  }
});
