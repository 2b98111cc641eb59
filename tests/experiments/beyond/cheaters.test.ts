import { expect, test } from "vitest";
import { cheaters } from "../../../src/experiments/beyond/cheaters.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads its runs and handles missing ones", () => {
  const readings = readRuns(cheaters, () => true);
  const { claims } = cheaters.reduce(readings, "quick");
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
  expect(claims).toHaveLength(5);
});

test("claims can fail: an unresponsive sender gains nothing where it should, and much where it should not", () => {
  const made = (withMarks: number, withRule: number, honestMeanBps: number, ms: number) =>
    verdicts(cheaters, ({ key }) => {
      if (key.includes("first=honest"))
        return { honestMeanBps: 2e6, dropsAqm: withRule > 0.5 ? 500 : 1, marks: 1000 };
      if (key.includes("queue=fq-codel")) return { honestMeanBps };
      if (key.includes("queue=pie-rule")) {
        return key.includes("first=both")
          ? { shareOfFirst: withMarks, delayP90Ms: ms / 3 + (withRule > 0.5 ? 900 : 0) }
          : { shareOfFirst: withRule, delayP90Ms: withRule > 0.5 ? 100 : 25 };
      }
      return { shareOfFirst: withMarks, delayP90Ms: ms };
    });
  const all = (holds: boolean) => ({
    "marks-alone-fail": holds,
    "rule-tames": holds,
    "rule-has-limits": holds,
    "isolation-protects": holds,
    "rule-is-free": holds,
  });
  expect(made(0.98, 0.4, 1.99e6, 500)).toEqual(all(true));
  expect(made(0.3, 0.8, 1e6, 30)).toEqual(all(false));
});
