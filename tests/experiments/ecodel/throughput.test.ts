import { expect, test } from "vitest";
import { ecodel4, ecodel8, ecodel11, ecodel12 } from "../../../src/experiments/ecodel/throughput.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";

const isAny = () => true;

test.each([
  { experiment: ecodel4, flows: 2, isRead: isAny },
  { experiment: ecodel8, flows: 5, isRead: isAny },
  { experiment: ecodel11, flows: 10, isRead: isAny },
  // One of the two experiments represents both, because their runs take long.
  { experiment: ecodel12, flows: 10, isRead: ({ key }: Job) => key.includes("queue=enhanced") },
])("$experiment.id draws each flow while it is on", ({ experiment, flows, isRead }) => {
  const { figures } = experiment.reduce(readRuns(experiment, isRead), "quick");
  expect(figures.map(({ series }) => series.length)).toEqual([flows, flows]);
  // The second flow sends only from 3 s to 40 s.
  const [, second] = figures[1].series;
  expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Number(second.y[20])).toBeGreaterThan(0);
  expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
});

test("fairness covers the flows that are on for the whole range", () => {
  const [reading] = readRuns(ecodel4, ({ key }) => key.includes("queue=enhanced")).values();
  // From 40 to 55 s the first flow counts alone, even if packets of the second are in flight.
  expect(reading.jain40To55).toBe(1);
  expect(Number(reading.jain12To40)).toBeLessThan(1);
  expect(Number(reading.startBps)).toBeLessThan(Number(reading.steadyBps));
});

test("claims: throughput and fairness stay similar, with a slightly slower start and slightly less fairness", () => {
  const made = (startBps: number, steadyBps: number, utilisation: number, jain12To40: number) =>
    verdicts(ecodel4, byQueue(ORIGINAL, { startBps, steadyBps, utilisation, jain12To40 }));
  expect(made(3.5e7, 3.7e7, 0.75, 0.75)).toEqual({
    "throughput-similar": true,
    "start-slightly-slower": true,
    "fairness-similar": true,
    "fairness-slightly-worse": true,
    "utilisation-similar": true,
  });
  expect(made(2e7, 3.5e7, 0.7, 0.65)).toEqual({
    "throughput-similar": false,
    "start-slightly-slower": false,
    "fairness-similar": false,
    "fairness-slightly-worse": false,
    "utilisation-similar": false,
  });
});

test("slightly slower and slightly less fair are neither faster nor fairer", () => {
  const made = verdicts(ecodel4, byQueue(ORIGINAL, { ...ORIGINAL, startBps: 4.1e7, jain12To40: 0.83 }));
  expect(made["start-slightly-slower"]).toBe(false);
  expect(made["fairness-slightly-worse"]).toBe(false);
  expect(made["fairness-similar"]).toBe(true);
});

test("the whole run's utilisation, and fairness where the text says more than similar, are the project's own checks", () => {
  const readings = madeReadings(ecodel4, "full", () => ORIGINAL);
  const { claims } = ecodel4.reduce(readings, "full");
  expect(claims.filter(({ basis }) => basis === "ours").map(({ id }) => id)).toEqual([
    "fairness-similar",
    "utilisation-similar",
  ]);
});

test("claims of five flows: throughput and fairness stay similar, the latter slightly better", () => {
  const made = (
    lost: number,
    steadyBps: number,
    utilisation: number,
    jain12To40: number,
    jain40To55: number,
  ) => verdicts(ecodel8, byQueue(ORIGINAL, { lost, steadyBps, utilisation, jain12To40, jain40To55 }));
  expect(made(1, 3.7e7, 0.75, 0.85, 0.85)).toEqual({
    "throughput-similar": true,
    "fairness-similar": true,
    "fairness-slightly-better": true,
    "utilisation-similar": true,
  });
  expect(made(1000, 3.5e7, 0.7, 0.65, 0.75)).toEqual({
    "throughput-similar": false,
    "fairness-similar": false,
    "fairness-slightly-better": false,
    "utilisation-similar": false,
  });
  expect(made(1, 4e7, 0.8, 0.8, 0.79)["fairness-slightly-better"]).toBe(false);
});

test("claims: throughput and fairness stay similar", () => {
  const made = (lost: number, steadyBps: number, utilisation: number, jain12To40: number) =>
    verdicts(ecodel11, byQueue(ORIGINAL, { lost, steadyBps, utilisation, jain12To40 }));
  expect(made(1, 3.7e7, 0.75, 0.85)).toEqual({
    "lost-fewer": true,
    "lost-share": true,
    "throughput-similar": true,
    "fairness-similar": true,
    "utilisation-similar": true,
  });
  expect(made(1000, 3.5e7, 0.7, 0.65)).toEqual({
    "lost-fewer": false,
    "lost-share": false,
    "throughput-similar": false,
    "fairness-similar": false,
    "utilisation-similar": false,
  });
});

test("claims: throughput and fairness stay similar, the latter slightly better", () => {
  const made = (
    lost: number,
    steadyBps: number,
    utilisation: number,
    jain12To40: number,
    jain10To40: number,
  ) => verdicts(ecodel12, byQueue(ORIGINAL, { lost, steadyBps, utilisation, jain12To40, jain10To40 }));
  expect(made(1, 3.7e7, 0.75, 0.85, 0.85)).toEqual({
    "lost-fewer": true,
    "lost-share": true,
    "throughput-similar": true,
    "fairness-similar": true,
    "fairness-slightly-better": true,
    "utilisation-similar": true,
  });
  expect(made(1000, 3.5e7, 0.7, 0.65, 0.75)).toEqual({
    "lost-fewer": false,
    "lost-share": false,
    "throughput-similar": false,
    "fairness-similar": false,
    "fairness-slightly-better": false,
    "utilisation-similar": false,
  });
  expect(made(1, 4e7, 0.8, 0.8, 0.79)["fairness-slightly-better"]).toBe(false);
});
