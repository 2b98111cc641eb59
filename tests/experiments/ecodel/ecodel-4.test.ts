import { expect, test } from "vitest";
import { ecodel4 } from "../../../src/experiments/ecodel/ecodel-4.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel4);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel4, () => true);
  expectTotal(ecodel4, readings, "quick");
  const { figures } = ecodel4.reduce(readings, "quick");
  expect(figures.map(({ series }) => series.length)).toEqual([2, 2]);
  // The second flow sends from 3 s to 40 s.
  const [, second] = figures[1].series;
  expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Number(second.y[20])).toBeGreaterThan(0);
  expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
});

test("claims: throughput and fairness stay alike", () => {
  const made = (lost: number, utilisation: number, jainSteady: number) =>
    verdicts(ecodel4, ({ key }) =>
      key.includes("queue=original")
        ? { lost: 1000, utilisation: 0.9, jainSteady: 0.9 }
        : { lost, utilisation, jainSteady },
    );
  expect(made(1, 0.85, 0.95)).toEqual({ "throughput-similar": true, "fairness-similar": true });
  expect(made(1000, 0.7, 0.6)).toEqual({ "throughput-similar": false, "fairness-similar": false });
});
