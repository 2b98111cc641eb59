/** Tests the points of a sweep: intervals, differences for each seed, seeds without effect, and the long table. */
import { describe, expect, it } from "vitest";
import { runScenario } from "../../src/engine/simulator.ts";
import type { Readings, RunValues } from "../../src/experiments/experiment.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import { readSweep, type SweepTexts } from "../../src/experiments/sweep.ts";
import { readSweepRun, SAME, type Sweep, sweepJobs } from "../../src/experiments/sweep-jobs.ts";
import { reduceSweep, sweepLines } from "../../src/experiments/sweep-outcome.ts";
import { columnOf, pointTable, seedLines, seedRows } from "../../src/experiments/sweep-points.ts";

function sweepOf(texts: SweepTexts, base = "duration=3s&warmup=0s&capacity=2Mbps"): Sweep {
  const { sweep, problems } = readSweep(texts, scenarioOf(base));
  if (sweep === null) throw new Error(problems.map(({ key, message }) => `${key}: ${message}`).join(" "));
  return sweep;
}

/** Returns made-up values in the order of the jobs, as if each run were a different one. */
function madeOf(sweep: Sweep, values: readonly (number | null)[]): Map<string, RunValues> {
  return new Map(
    sweepJobs(sweep).map(({ key }, i) => [key, { [sweep.metrics[0].id]: values[i], [SAME]: i }]),
  );
}

/** Returns the results of running the sweep. */
function runOf(sweep: Sweep): Readings {
  return new Map(
    sweepJobs(sweep).map(({ key, scenario }) => [key, readSweepRun(runScenario(scenario).results(), sweep)]),
  );
}

describe("the long table", () => {
  it("has a column for each axis, numbers in the unit of its name, and a row per point and metric", () => {
    const sweep = sweepOf({ x: "rtt=20ms,100ms", y: "cc=newreno,cubic", metric: "goodput", seeds: "4" });
    const { head, rows } = pointTable(sweep, madeOf(sweep, [1, 2, 3, 4, ...Array(12).fill(5)]), false);
    expect(head.join()).toBe("rtt_ms,cc,metric,unit,seeds,mean,sd,ci95_low,ci95_high,min,max");
    // The half-width of the interval is 3.18245 × 1.290994 / 2.
    expect(rows[0]).toEqual([20, "newreno", "goodput", "Mbps", 4, 2.5, 1.290994, 0.4457397, 4.55426, 1, 4]);
    // Different runs with equal values have an interval of zero width.
    expect(rows[1]).toEqual([100, "newreno", "goodput", "Mbps", 4, 5, 0, 5, 5, 5, 5]);
    expect(rows).toHaveLength(4);
  });

  it("has no interval beyond the range of the metric: an index ends at 1, a share at 100 %", () => {
    for (const [metric, values, most] of [
      ["jain", [0.98, 0.999, 0.97, 1], 1],
      ["utilisation", [99.9, 100, 99.99, 99.8], 100],
    ] as const) {
      const sweep = sweepOf({ x: "rtt=20ms", metric, seeds: "4" });
      const [row] = pointTable(sweep, madeOf(sweep, [...values]), false).rows;
      const [mean, , low, high] = row.slice(4, 8).map(Number);
      expect(high).toBe(most);
      expect(low).toBeLessThan(mean);
    }
  });

  it("names columns by setting and unit", () => {
    const columns = (x: string, base?: string) => columnOf(sweepOf({ x }, base).x);
    expect(columns("beta-ecn=0.5,0.8")).toBe("beta_ecn");
    expect(columns("capacity=5,10")).toBe("capacity_mbps");
    expect(columns("flow2.rtt=5ms,10ms", "flow=cc=newreno&flow=cc=cubic")).toBe("flow2_rtt_ms");
    expect(columns("each-flow.rtt=0.5,2", "flow=cc=newreno&flow=cc=cubic")).toBe("each_flow_rtt_times_own");
    expect(columns("limit=20p,40p")).toBe("limit_packets");
    expect(columns("limit=20p,40kB")).toBe("limit");
  });

  it("has an optional row per seed, marked by a column, with empty gaps", () => {
    const sweep = sweepOf({ x: "rtt=20ms", metric: "fct", seeds: "3" }, "seed=7");
    const { head, rows } = pointTable(sweep, madeOf(sweep, [2, null, 8]), true);
    expect(head.join()).toBe("rtt_ms,metric,unit,seed,seeds,mean,sd,ci95_low,ci95_high,min,max");
    expect(rows.map((row) => row.slice(3, 7))).toEqual([
      [null, 2, 5, 4.242641],
      [7, 1, 2, null],
      [8, 0, null, null],
      [9, 1, 8, null],
    ]);
    const runs = seedRows(sweep, madeOf(sweep, [2, null, 8]));
    expect(runs.rows).toEqual([
      ["20ms", 7, 2],
      ["20ms", 8, null],
      ["20ms", 9, 8],
    ]);
    expect(runs.keys[1]).toBe("rtt=20ms seed=8");
  });
});

describe("differences are computed seed by seed", () => {
  // The values of the seeds scatter widely, but their differences do not.
  const values = [10, 20, 30, 11, 21, 32];

  it("to the first of an axis of names: a table with their own interval", () => {
    const sweep = sweepOf({ x: "cc=newreno,cubic", metric: "goodput", seeds: "3" });
    const [, table] = reduceSweep(sweep, madeOf(sweep, values)).tables;
    expect(table.title).toBe("Difference to cc newreno, seed by seed: mean and 95 % interval");
    // The differences are 1, 1 and 2, so the half-width is 4.30265 × 0.57735 / √3.
    expect(table.rows).toEqual([["cubic", 1.333333, -0.1008842, 2.767551, 3]]);
    // The differences are in the file only if they are requested.
    expect(pointTable(sweep, madeOf(sweep, values), false).rows).toHaveLength(2);
  });

  it("to a chosen value, which is also in the file; a missing run omits its pair", () => {
    const sweep = sweepOf({ x: "rtt=10ms,20ms", metric: "goodput", seeds: "3", against: "rtt=20ms" });
    const { head, rows } = pointTable(sweep, madeOf(sweep, values.with(0, Number.NaN)), false);
    expect(head).toContain("against");
    const made = madeOf(sweep, [null, ...values.slice(1)]);
    expect(pointTable(sweep, made, false).rows.map((row) => row.slice(1, 6))).toEqual([
      ["goodput", "Mbps", null, 2, 25],
      ["goodput", "Mbps", "rtt=20ms", 2, -1.5],
      ["goodput", "Mbps", null, 3, 21.33333],
    ]);
    expect(rows).toHaveLength(3);
  });

  it("do not exist for numbers without a choice, or for one seed", () => {
    for (const texts of [{ x: "rtt=10ms,20ms", seeds: "3" }, { x: "cc=newreno,cubic" }]) {
      const sweep = sweepOf(texts);
      expect(reduceSweep(sweep, madeOf(sweep, values)).tables).toHaveLength(1);
    }
  });
});

describe("seeds without effect", () => {
  it("are detected and reported with what to vary instead, and no interval is given", () => {
    const sweep = sweepOf({ x: "beta-loss=0.5,0.7", seeds: "3" }, "cc=cubic&duration=3s&warmup=0s");
    const readings = runOf(sweep);
    const [first, instead] = seedLines(sweep, readings);
    expect(first).toMatch(/^These seeds change nothing: all 3 runs of a point are the same/);
    expect(instead).toContain("start times");
    expect(sweepLines(sweep, readings)).toContain(first);
    const { rows } = pointTable(sweep, readings, false);
    expect(rows.map((row) => row.slice(5, 8))).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    const { figures } = reduceSweep(sweep, readings);
    expect(figures[0].title).toMatch(/, the same with each of 3 seeds$/);
    expect(figures[0].series[0]).toMatchObject({ low: [null, null], min: [null, null] });
    expect(figures[0].series[0].covers?.[0]).toBe("the same with each of 3 seeds, no interval");
  });

  it("at some points only: these are named, and the others keep their interval", () => {
    const sweep = sweepOf({ x: "aqm=codel,pie", seeds: "3" });
    const readings = runOf(sweep);
    expect(seedLines(sweep, readings)[0]).toMatch(
      /^The seeds change nothing at 1 point of 2 \(aqm codel\): all 3 runs there are the same, and it has no interval\.$/,
    );
    const sds = pointTable(sweep, readings, false).rows.map((row) => row[5]);
    expect(sds).toEqual([null, expect.any(Number)]);
  });

  it("are not reported for one seed, for runs that differ, or before all runs are complete", () => {
    const jittered = sweepOf({ x: "rtt=20ms", seeds: "2" }, "loss=0.01&duration=3s&warmup=0s");
    expect(seedLines(jittered, runOf(jittered))).toEqual([]);
    const one = sweepOf({ x: "rtt=20ms" });
    expect(seedLines(one, runOf(one))).toEqual([]);
    const part = sweepOf({ x: "rtt=20ms", seeds: "3" });
    const readings = new Map([...runOf(part)].slice(0, 2));
    expect(seedLines(part, readings)).toEqual([]);
  });
});

it("a heat map shows the half width of each mean, and none if there is none", () => {
  const sweep = sweepOf({ x: "rtt=10ms,20ms", y: "beta-ecn=0.5,0.6", seeds: "2" });
  const [map] = reduceSweep(sweep, madeOf(sweep, [1, 3, 5, 5, 7, 8, 1, 2])).heatMaps;
  expect(map.values).toEqual([
    [2, 5],
    [7.5, 1.5],
  ]);
  expect(map.halfWidths).toEqual([
    [12.7062, 0],
    [6.353102, 6.353102],
  ]);
  const one = sweepOf({ x: "rtt=10ms,20ms", y: "beta-ecn=0.5,0.6" });
  expect(reduceSweep(one, madeOf(one, [1, 2, 3, 4])).heatMaps[0].halfWidths).toBeUndefined();
});
