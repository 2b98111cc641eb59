import { expect, test } from "vitest";
import { adaptiveBeta } from "../../../src/experiments/beyond/adaptive-beta.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";

const isAdaptive = ({ key }: Job) => key.includes("sender=adaptive");

test("reads runs and handles missing ones", () => {
  const readings = readRuns(adaptiveBeta, ({ key }) => key.includes("aqm=codel"));
  const beside = [...readings].filter(([key]) => key.startsWith("setting=beside"));
  for (const [, { timesOther }] of beside) expect(Number(timesOther)).toBeGreaterThan(0);
});

test("claims fail if numbers of some paths are missing", () => {
  const some = [...madeReadings(adaptiveBeta, "full", () => ({ utilisation: 1, delayP90Ms: 1 }))].slice(1);
  expect(adaptiveBeta.reduce(new Map(some), "full").claims.map(({ id }) => id)).toEqual([
    "pie-no-longer-delay",
  ]);
});

test("claims compare the use of the link with the best fixed value, the delay, and the share with ABE's", () => {
  const made = (utilisation: number, delayP90Ms: number, timesOther: number) =>
    verdicts(adaptiveBeta, (job) =>
      isAdaptive(job)
        ? { utilisation, delayP90Ms, timesOther }
        : { utilisation: 0.95, delayP90Ms: 8, timesOther: 2 },
    );
  const all = (holds: boolean) => ({
    "uses-the-link": holds,
    "codel-no-longer-delay": holds,
    "pie-no-longer-delay": holds,
    fairer: holds,
  });
  expect(made(0.99, 7, 1.5)).toEqual(all(true));
  expect(made(0.9, 12, 3)).toEqual(all(false));
});
