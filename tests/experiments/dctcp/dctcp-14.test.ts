import { expect, test } from "vitest";
import { dctcp14 } from "../../../src/experiments/dctcp/dctcp-14.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("a seventh of the bandwidth-delay product is enough in its runs, less is not", () => {
  const { claims, figures } = dctcp14.reduce(
    readRuns(dctcp14, ({ key }) => /k=(5|12)$/.test(key)),
    "quick",
  );
  expect(figures[0].series[0].y.slice(0, 2).map((percent) => Number(percent) >= 99.5)).toEqual([false, true]);
  expect(claims.map(({ id, holds }) => [id, holds])).toEqual([["less-loses", true]]);
});

test("claims can fail", () => {
  const made = (shareAt: (k: number) => number) =>
    verdicts(dctcp14, ({ key }) => ({
      utilisation: key.startsWith("sender=tcp") ? 1 : shareAt(Number(/k=(\d+)/.exec(key)?.[1])),
    }));
  expect(made((k) => (k < 8 ? 0.9 : 1))).toEqual({
    "full-from-65": true,
    "seventh-suffices": true,
    "less-loses": true,
    "more-than-60": false,
  });
  expect(made((k) => (k === 5 ? 1 : 0.9))).toEqual({
    "full-from-65": false,
    "seventh-suffices": false,
    "less-loses": false,
    "more-than-60": true,
  });
});
