/** Tests the properties of each kind of figure, for any scenario. */
import { describe, expect, test } from "vitest";
import {
  ecodel3,
  ecodel5,
  ecodel6,
  ecodel7,
  ecodel9,
  ecodel10,
} from "../../../src/experiments/ecodel/figures.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

describe.each([
  { experiment: ecodel3, totals: [32, 10] },
  { experiment: ecodel7, totals: [99, 22] },
])("losses, $experiment.id", ({ experiment, totals }) => {
  test("losses so far grow to the number of lost segments", () => {
    const readings = readRuns(experiment, () => true);
    const { figures, tables } = experiment.reduce(readings, "quick");
    const [{ series }] = figures;
    const [own, paper] = [series.slice(0, 2), series.slice(2)];
    // The paper's text contains only totals.
    expect(paper.map(({ source, y }) => [source, y])).toEqual(
      paper.map((_, i) => ["paper", [totals[i], totals[i]]]),
    );
    expect(paper).toHaveLength(2);
    for (const [i, { y }] of own.entries()) {
      expect(y.at(-1)).toBe(tables[0].rows[i][1]);
      for (let k = 1; k < y.length; k++) expect(Number(y[k])).toBeGreaterThanOrEqual(Number(y[k - 1]));
    }
  });

  test("claims: fewer losses, and about the paper's share of them", () => {
    const made = (original: number, enhanced: number) =>
      verdicts(experiment, perQueue(["lost"], original, enhanced));
    expect(made(100, 30)).toEqual({ "lost-fewer": true, "lost-share": true });
    expect(made(100, 80)).toEqual({ "lost-fewer": true, "lost-share": false });
    expect(made(100, 120)).toEqual({ "lost-fewer": false, "lost-share": false });
  });
});

describe.each([{ experiment: ecodel5 }, { experiment: ecodel9 }])(
  "queue, $experiment.id",
  ({ experiment }) => {
    test("reads its runs and handles missing ones", () => {
      const readings = readRuns(experiment, () => true);
      const [{ series }] = experiment.reduce(readings, "quick").figures;
      for (const { y, low, high } of series) {
        for (const [i, packets] of y.entries()) {
          expect(Number(low?.[i])).toBeLessThanOrEqual(Number(packets));
          expect(Number(high?.[i])).toBeGreaterThanOrEqual(Number(packets));
        }
      }
    });

    test("claims: the queue is smaller and steadier", () => {
      const fields = ["mean", "deviation"];
      expect(verdicts(experiment, perQueue(fields, 10, 4))).toEqual({
        "queue-smaller": true,
        "queue-steadier": true,
      });
      expect(verdicts(experiment, perQueue(fields, 4, 10))).toEqual({
        "queue-smaller": false,
        "queue-steadier": false,
      });
    });
  },
);

describe.each([{ experiment: ecodel6 }, { experiment: ecodel10 }])(
  "sojourn, $experiment.id",
  ({ experiment }) => {
    test("reads its runs and handles missing ones", () => {
      const readings = readRuns(experiment, () => true);
      const [{ rows }] = experiment.reduce(readings, "quick").tables;
      for (const [, meanMs, p99Ms, longestMs] of rows) {
        expect(Number(meanMs)).toBeLessThan(Number(p99Ms));
        expect(Number(p99Ms)).toBeLessThan(Number(longestMs));
      }
    });

    test("claims: the average sojourn time is several times lower", () => {
      const made = (original: number, enhanced: number) =>
        verdicts(experiment, perQueue(["delayMeanMs"], original, enhanced));
      expect(made(3, 1)).toEqual({ "sojourn-lower": true });
      expect(made(3, 2)).toEqual({ "sojourn-lower": false });
    });
  },
);
