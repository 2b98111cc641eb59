import { expect, test } from "vitest";
import { ecodel7 } from "../../../src/experiments/ecodel/ecodel-7.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel7);
});

test("losses so far grow to the number of lost segments", () => {
  const readings = readRuns(ecodel7, () => true);
  expectTotal(ecodel7, readings, "quick");
  const { figures, tables } = ecodel7.reduce(readings, "quick");
  const [{ series }] = figures;
  for (const [i, { y }] of series.entries()) {
    expect(y.at(-1)).toBe(tables[0].rows[i][1]);
    for (let k = 1; k < y.length; k++) expect(Number(y[k])).toBeGreaterThanOrEqual(Number(y[k - 1]));
  }
});

test("claims: fewer losses, and about the paper's share of them", () => {
  const made = (original: number, enhanced: number) =>
    verdicts(ecodel7, perQueue(["lost"], original, enhanced));
  expect(made(100, 30)).toEqual({ "lost-fewer": true, "lost-share": true });
  expect(made(100, 80)).toEqual({ "lost-fewer": true, "lost-share": false });
  expect(made(100, 120)).toEqual({ "lost-fewer": false, "lost-share": false });
});
