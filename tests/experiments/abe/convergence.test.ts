import { describe, expect, test } from "vitest";
import { runScenario, type Snapshot } from "../../../src/engine/index.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  readConvergence,
  rhoSummary,
} from "../../../src/experiments/abe/convergence.ts";
import type { Reading } from "../../../src/experiments/experiment.ts";
import { numberIn, textOf } from "./points.ts";

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.8] };

/** A run of 40 s, sampled ten times a second, in which F(t) takes these values from the join at 30 s on. */
function withFairness(afterJoin: readonly number[]): Snapshot {
  const snapshot = runScenario(convergenceJobs(GRID, "quick")[0].scenario).snapshot();
  const before = Array.from({ length: 300 }, () => 1);
  const jainRunning = Float32Array.from([...before, Number.NaN, ...afterJoin]);
  return {
    ...snapshot,
    samples: { ...snapshot.samples, intervalS: 0.1, length: jainRunning.length, jainRunning },
  };
}

describe("when F(t) reaches 0.95", () => {
  test("between two samples in proportion", () => {
    const { firstS, settledS } = readConvergence(withFairness([0.5, 0.9, 1]));
    expect(firstS).toBeCloseTo(0.25, 3);
    expect(settledS).toBe(firstS);
  });

  test("a passage that does not last counts for the first time only", () => {
    const { firstS, settledS } = readConvergence(withFairness([0.5, 1, 0.6, 0.6, 1]));
    expect(firstS).toBeCloseTo(0.19, 3);
    expect(settledS).toBeCloseTo(0.4875, 3);
  });

  test("never, where it stays below", () => {
    expect(readConvergence(withFairness([0.5, 0.6]))).toEqual({ firstS: null, settledS: null });
  });
});

/** T by β_ecn, the same on all paths. */
function made(times: Readonly<Record<number, number | null>>): Map<string, Reading> {
  return new Map(
    convergenceJobs(GRID, "full").map((job) => {
      const s = times[numberIn(job, "beta")];
      return [job.key, { firstS: textOf(job, "part") === "start" ? null : s, settledS: s }];
    }),
  );
}

describe("ρ", () => {
  test("is T with β_ecn over T without, one value per path", () => {
    const summary = rhoSummary(made({ 0.5: 10, 0.6: 5, 0.8: 20 }), "full", "newreno", "codel", 0.8, "first");
    expect(summary).toEqual({ n: 48, median: 2, shareBelow1: 0, largest: 2 });
  });

  test("takes a run that has not converged for as long as it lasted", () => {
    const largest = (times: Readonly<Record<number, number | null>>) =>
      rhoSummary(made(times), "full", "newreno", "pie", 0.8, "settled");
    expect(largest({ 0.5: 10, 0.6: 5, 0.8: null })?.median).toBe(30);
    expect(largest({ 0.5: null, 0.6: 5, 0.8: 30 })?.median).toBeCloseTo(0.1);
    expect(largest({ 0.5: null, 0.6: 5, 0.8: null })).toBeNull();
  });

  test("looks at the short run first", () => {
    const readings = made({ 0.5: 10, 0.6: 5, 0.8: 20 });
    for (const [key, reading] of readings) {
      if (key.includes("part=start") && key.includes("beta=0.8"))
        readings.set(key, { ...reading, firstS: 1 });
    }
    expect(rhoSummary(readings, "full", "newreno", "codel", 0.8, "first")?.median).toBeCloseTo(0.1);
    expect(rhoSummary(readings, "full", "newreno", "codel", 0.8, "settled")?.median).toBe(2);
  });
});

test("figures are distributions of one step a path, and the table has a row for each β_ecn", () => {
  const readings = made({ 0.5: 10, 0.6: 5, 0.8: 20 });
  const figures = convergenceFigures(readings, "full", GRID);
  expect(figures).toHaveLength(4);
  for (const { series } of figures) for (const { y } of series) expect([y.length, y.at(-1)]).toEqual([48, 1]);
  expect(convergenceTable(readings, "full", GRID).rows).toHaveLength(4);
  expect(convergenceFigures(new Map(), "full", GRID).flatMap(({ series }) => series)).toEqual([]);
});
