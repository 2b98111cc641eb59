import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  readConvergence,
  rhoSummary,
} from "../../../src/experiments/abe/convergence.ts";
import type { Reading } from "../../../src/experiments/experiment.ts";
import { numberIn } from "./points.ts";

const LIMIT_S = 70;

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.8] };

/**
 * A run, sampled 20 times a second, in which at the tenths of a second after the join at 30 s the flows have received
 * these bytes since then; from the last one on nothing more.
 */
function receiving(afterJoin: readonly (readonly [first: number, second: number])[]): Snapshot {
  const snapshot = runScenario(convergenceJobs(GRID, "quick")[0].scenario).snapshot();
  const { intervalS, length } = snapshot.samples;
  expect(intervalS).toBe(0.05);
  const column = (flow: 0 | 1, before: number) =>
    Float64Array.from({ length }, (_, i) => {
      const tenths = Math.floor((i - 600) / 2);
      if (tenths < 0) return before * Math.min(1, i / 600);
      // Between two looks the second flow has nothing for a moment: that is not seen.
      if (i % 2 === 1 && flow === 1) return before;
      return before + (tenths === 0 ? 0 : afterJoin[Math.min(tenths, afterJoin.length) - 1][flow]);
    });
  const receivedBytes = [column(0, 5e6), column(1, 0)];
  return { ...snapshot, samples: { ...snapshot.samples, receivedBytes } };
}

describe("when F(t) reaches 0.95", () => {
  test("is the time of the first look that finds it there, counted from the start of the second flow", () => {
    const even = receiving([
      [1000, 0],
      [2000, 1000],
      [3000, 2000],
      [4000, 3000],
    ]);
    expect(readConvergence(even)).toEqual({ firstS: 0.3, settledS: 0.3 });
    expect(readConvergence(receiving([[1000, 1000]]))).toEqual({ firstS: 0.1, settledS: 0.1 });
  });

  test("a passage that does not last counts for the first time only", () => {
    const again = receiving([
      [1000, 0],
      [2000, 2000],
      [9000, 2000],
      [9000, 3000],
      [9000, 9000],
    ]);
    expect(readConvergence(again)).toEqual({ firstS: 0.2, settledS: 0.5 });
    const once = receiving([
      [1000, 0],
      [2000, 2000],
      [9000, 2000],
    ]);
    expect(readConvergence(once)).toEqual({ firstS: 0.2, settledS: null });
  });

  test("never, where it stays below, or nothing was received", () => {
    expect(readConvergence(receiving([[1000, 100]]))).toEqual({ firstS: null, settledS: null });
    expect(readConvergence(receiving([[0, 0]]))).toEqual({ firstS: null, settledS: null });
  });

  test("every look falls on a sample, and the second flow's SYN leaves at the join", () => {
    for (const size of ["quick", "full"] as const)
      for (const { scenario } of convergenceJobs(GRID, size)) {
        expect(Number(scenario.run.duration)).toBe(100);
        expect(Number(scenario.flows[1].params.start)).toBe(30);
      }
  });
});

type Times = Readonly<Record<number, number | null | readonly (number | null)[]>>;

/** T by β_ecn, the same on all paths; a list is by run. */
function made(times: Times): Map<string, Reading> {
  return new Map(
    convergenceJobs(GRID, "full").map((job) => {
      const of = times[numberIn(job, "beta")];
      const s = typeof of === "number" || of === null ? of : of[numberIn(job, "seed") - 1];
      return [job.key, { firstS: s, settledS: s }];
    }),
  );
}

describe("ρ", () => {
  const summary = (readings: Map<string, Reading>, aqm: "codel" | "pie" = "codel") =>
    rhoSummary(readings, "full", "newreno", aqm, 0.8, "first");

  test("is T with β_ecn over T without, one value per path and seed", () => {
    const one = summary(made({ 0.5: 10, 0.6: 5, 0.8: 20 }));
    expect(one).toEqual({ n: 3 * 48, median: 2, shareBelow1: 0, largest: 2 });
  });

  test("compares runs of the same seed", () => {
    const readings = made({ 0.5: [40, 1, 10], 0.6: 5, 0.8: [20, 90, 30] });
    expect(summary(readings)).toEqual({ n: 3 * 48, median: 3, shareBelow1: 1 / 3, largest: 90 });
  });

  test("takes a run that has not converged for as long as it lasted", () => {
    expect(summary(made({ 0.5: 10, 0.6: 5, 0.8: null }), "pie")?.median).toBe(LIMIT_S / 10);
    expect(summary(made({ 0.5: null, 0.6: 5, 0.8: LIMIT_S / 2 }), "pie")?.median).toBe(0.5);
    expect(summary(made({ 0.5: [10, null, 10], 0.6: 5, 0.8: [null, null, 1] }))).toMatchObject({
      n: 2 * 48,
      largest: LIMIT_S / 10,
    });
    expect(summary(made({ 0.5: null, 0.6: 5, 0.8: null }), "pie")).toBeNull();
  });

  test("leaves out what a missing run would be part of", () => {
    const readings = made({ 0.5: 10, 0.6: 5, 0.8: 20 });
    readings.delete("aqm=codel capacity=1 rtt=10 beta=0.8 seed=2");
    readings.delete("aqm=codel capacity=5 rtt=20 beta=0.5 seed=3");
    expect(summary(readings)?.n).toBe(3 * 48 - 2);
  });
});

test("a step opens the run that it stands for", () => {
  const readings = made({ 0.5: 10, 0.6: 5, 0.8: [20, 90, 2] });
  const [{ series }] = convergenceFigures(readings, "full", GRID);
  const jobs = series.find(({ label }) => label === "β_ecn 0.8")?.jobs ?? [];
  const seeds = jobs.map((job) => job?.split("seed=")[1]);
  expect([seeds[0], seeds[48], seeds[96]]).toEqual(["3", "1", "2"]);
});

test("figures are distributions of one step a run, and the table has a row for each β_ecn", () => {
  const readings = made({ 0.5: 10, 0.6: 5, 0.8: 20 });
  const figures = convergenceFigures(readings, "full", GRID);
  expect(figures).toHaveLength(4);
  for (const { series } of figures)
    for (const { y } of series) expect([y.length, y.at(-1)]).toEqual([144, 1]);
  expect(convergenceTable(readings, "full", GRID).rows).toHaveLength(4);
  expect(convergenceFigures(new Map(), "full", GRID).flatMap(({ series }) => series)).toEqual([]);
});
