import { expect, test } from "vitest";
import { sawtoothUtilisation } from "../../../src/engine/index.ts";
import { abe1 } from "../../../src/experiments/abe/abe-1.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("a buffer of one bandwidth-delay product keeps the link full at β 0.5, a tenth of it does not", () => {
  const readings = readRuns(abe1, (job) => numberIn(job, "beta") === 0.5);
  const [{ series }] = abe1.reduce(readings, "quick").figures;
  const [small, , whole] = series[0].y;
  expect(Number(small)).toBeLessThan(8.5);
  expect(Number(whole)).toBeGreaterThan(9.9);
});

const model = (job: Job) => sawtoothUtilisation(numberIn(job, "beta"), numberIn(job, "buffer"));

test("the model itself meets every claim", () => {
  expect(Object.values(verdicts(abe1, (job) => ({ utilisation: model(job) })))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("a link that is never full, or always, breaks some claims", () => {
  const idle = verdicts(abe1, (job) => ({ utilisation: model(job) * 0.95 }));
  expect(idle["full-from-threshold"]).toBe(false);
  expect(idle["model-above-simulation"]).toBe(false);
  const busy = verdicts(abe1, () => ({ utilisation: 1 }));
  expect(busy["idle-below-threshold"]).toBe(false);
  expect(busy["model-above-simulation"]).toBe(false);
});

test("throughput that falls with the buffer breaks the order", () => {
  const made = verdicts(abe1, (job) => ({ utilisation: 1 - numberIn(job, "buffer") / 10 }));
  expect(made["falls-with-buffer-and-beta"]).toBe(false);
});
