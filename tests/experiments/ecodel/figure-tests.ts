/** What holds of each kind of figure, whichever scenario it is of. */
import { expect, test } from "vitest";
import type { Experiment } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

/** Original and enhanced, of the paper's text. */
const PAPER_TOTALS: Readonly<Record<string, readonly number[]>> = {
  "ecodel-3": [32, 10],
  "ecodel-7": [99, 22],
};

export function testLossFigure(experiment: Experiment): void {
  test("its runs are sound", () => {
    expectSoundJobs(experiment);
  });

  test("losses so far grow to the number of lost segments", () => {
    const readings = readRuns(experiment, () => true);
    expectTotal(experiment, readings, "quick");
    const { figures, tables } = experiment.reduce(readings, "quick");
    const [{ series }] = figures;
    const [own, paper] = [series.slice(0, 2), series.slice(2)];
    // The paper's text has the totals alone.
    expect(paper.map(({ source, y }) => [source, y])).toEqual(
      paper.map((_, i) => ["paper", [PAPER_TOTALS[experiment.id][i], PAPER_TOTALS[experiment.id][i]]]),
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
}

export function testQueueFigure(experiment: Experiment): void {
  test("its runs are sound", () => {
    expectSoundJobs(experiment);
  });

  test("reads its runs and makes do with a part of them", () => {
    const readings = readRuns(experiment, () => true);
    expectTotal(experiment, readings, "quick");
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
}

export function testSojournFigure(experiment: Experiment): void {
  test("its runs are sound", () => {
    expectSoundJobs(experiment);
  });

  test("reads its runs and makes do with a part of them", () => {
    const readings = readRuns(experiment, () => true);
    expectTotal(experiment, readings, "quick");
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
}
