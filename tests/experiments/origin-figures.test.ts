import { expect, test } from "vitest";
import { figureDifferences, recordedFigures } from "../../src/experiments/origin-differences.ts";
import { originFigures } from "../../src/experiments/origin-figures.ts";
import { madeResults } from "../ui/core/made-runs.ts";

const results = madeResults({ medianMs: 31.4, flows: 2 });

test("the figures have the precision of the page and a fixed order", () => {
  expect(originFigures(results)).toEqual([expect.stringMatching(/^\d+\.\d$/), "31.4", "35.4", "1.000"]);
  const one = madeResults();
  const { fairness } = one;
  const sharing = { ...fairness.sharing, jain: Number.NaN };
  expect(originFigures({ ...one, fairness: { ...fairness, sharing } })[3]).toBe("-");
});

test("each figure that differs from that in a link is named with both values, and the others as the same", () => {
  const [utilisation, ...rest] = originFigures(results);
  expect(figureDifferences(recordedFigures(["12.3", "31.4", "37", "-"]), results)).toEqual([
    `Utilisation: 12.3 % then, ${utilisation} % now.`,
    "Queue delay, 99th percentile: 37 ms then, 35.4 ms now.",
    "Jain's index: not measured then, 1.000 now.",
    "The same when rounded: Median queue delay (31.4 ms).",
  ]);
  expect(figureDifferences(recordedFigures([utilisation, ...rest]), results)).toEqual([
    expect.stringMatching(
      /^The same when rounded: Utilisation .*, Median queue delay .* and Jain's index \(1\.000\)\.$/,
    ),
  ]);
  // A link of an earlier version has fewer figures or none, and one of a later version has more.
  expect(figureDifferences(recordedFigures([]), results)).toEqual([]);
  expect(figureDifferences(recordedFigures([utilisation]), results)).toHaveLength(1);
  expect(figureDifferences(recordedFigures([utilisation, ...rest, "5"]), results)).toHaveLength(1);
});
