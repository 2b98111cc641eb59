import { expect, test } from "vitest";
import { ecodel12 } from "../../../src/experiments/ecodel/ecodel-12.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel12);
});

test("reads a run and makes do with a part of them", () => {
  const readings = readRuns(ecodel12, ({ key }) => key.includes("queue=enhanced"));
  expectTotal(ecodel12, readings, "quick");
  const { figures } = ecodel12.reduce(readings, "quick");
  expect(figures.map(({ series }) => series.length)).toEqual([10, 10]);
  // The second flow sends from 3 s to 40 s.
  const [, second] = figures[1].series;
  expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Number(second.y[20])).toBeGreaterThan(0);
  expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
});

test("claims: throughput and fairness stay alike", () => {
  const made = (lost: number, utilisation: number, jainSteady: number) =>
    verdicts(ecodel12, ({ key }) =>
      key.includes("queue=original")
        ? { lost: 1000, utilisation: 0.9, jainSteady: 0.9 }
        : { lost, utilisation, jainSteady },
    );
  expect(made(1, 0.85, 0.95)).toEqual({
    "lost-fewer": true,
    "lost-share": true,
    "throughput-similar": true,
    "fairness-similar": true,
  });
  expect(made(1000, 0.7, 0.6)).toEqual({
    "lost-fewer": false,
    "lost-share": false,
    "throughput-similar": false,
    "fairness-similar": false,
  });
});
