import { expect, test } from "vitest";
import { ecodel3 } from "../../../src/experiments/ecodel/ecodel-3.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel3);
});

test("losses so far grow to the number of lost segments", () => {
  const readings = readRuns(ecodel3, () => true);
  expectTotal(ecodel3, readings, "quick");
  const { figures, tables } = ecodel3.reduce(readings, "quick");
  const [{ series }] = figures;
  for (const [i, { y }] of series.entries()) {
    expect(y.at(-1)).toBe(tables[0].rows[i][1]);
    for (let k = 1; k < y.length; k++) expect(Number(y[k])).toBeGreaterThanOrEqual(Number(y[k - 1]));
  }
});

test("claims: fewer losses, and about the paper's share of them", () => {
  const made = (original: number, enhanced: number) =>
    verdicts(ecodel3, perQueue(["lost"], original, enhanced));
  expect(made(100, 30)).toEqual({ "lost-fewer": true, "lost-share": true });
  expect(made(100, 80)).toEqual({ "lost-fewer": true, "lost-share": false });
  expect(made(100, 120)).toEqual({ "lost-fewer": false, "lost-share": false });
});
