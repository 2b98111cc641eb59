import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { abe9, abe10 } from "../../../src/experiments/abe/convergence.ts";
import type { Job, RunValues } from "../../../src/experiments/experiment.ts";
import { madeReadings, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

const LIMIT_S = 70;

const readConvergence = (snapshot: Snapshot) => abe10.read(snapshot, abe10.jobs("quick")[0]);

/**
 * A run with 20 samples per second. The list gives the bytes that the flows have received since the second one joined
 * at 30 s, in steps of a tenth of a second. After the last entry they receive nothing.
 */
function receiving(afterJoin: readonly (readonly [first: number, second: number])[]): Snapshot {
  const snapshot = runScenario(abe10.jobs("quick")[0].scenario).snapshot();
  const { intervalS, length } = snapshot.samples;
  expect(intervalS).toBe(0.05);
  const column = (flow: 0 | 1, before: number) =>
    Float64Array.from({ length }, (_, i) => {
      const tenths = Math.floor((i - 600) / 2);
      if (tenths < 0) return before * Math.min(1, i / 600);
      // Between two samples the second flow has received nothing for a moment. The result must not depend on this.
      if (i % 2 === 1 && flow === 1) return before;
      return before + (tenths === 0 ? 0 : afterJoin[Math.min(tenths, afterJoin.length) - 1][flow]);
    });
  const receivedBytes = [column(0, 5e6), column(1, 0)];
  return { ...snapshot, samples: { ...snapshot.samples, receivedBytes } };
}

describe("the time at which F(t) reaches 0.95", () => {
  test("is the first sample that shows it, counted from the start of the second flow", () => {
    const even = receiving([
      [1000, 0],
      [2000, 1000],
      [3000, 2000],
      [4000, 3000],
    ]);
    expect(readConvergence(even)).toEqual({ firstS: 0.3, settledS: 0.3 });
    expect(readConvergence(receiving([[1000, 1000]]))).toEqual({ firstS: 0.1, settledS: 0.1 });
  });

  test("is the first crossing, even if it does not last", () => {
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

  test("is absent if F(t) stays below, or nothing was received", () => {
    expect(readConvergence(receiving([[1000, 100]]))).toEqual({ firstS: null, settledS: null });
    expect(readConvergence(receiving([[0, 0]]))).toEqual({ firstS: null, settledS: null });
  });

  test("every check falls on a sample, and the second flow's SYN leaves at the join", () => {
    for (const size of ["quick", "full"] as const)
      for (const { scenario } of abe10.jobs(size)) {
        expect(Number(scenario.run.duration)).toBe(100);
        expect(Number(scenario.flows[1].params.start)).toBe(30);
      }
  });
});

type Times = Readonly<Record<number, number | null | readonly (number | null)[]>>;

/**
 * Results with these times T for each β_ecn, equal on all paths; a list gives one value for each run. Other values of
 * β_ecn count as the sender's own.
 */
const made = (times: Times) =>
  madeReadings(abe10, "full", (job) => {
    const of = times[numberIn(job, "beta")] ?? null;
    const s = typeof of === "number" || of === null ? of : of[numberIn(job, "seed") - 1];
    return { firstS: s, settledS: s };
  });

describe("ρ", () => {
  /** Returns number, median and share below 1 of the ratios for β_ecn 0.8. */
  const summary = (readings: Map<string, RunValues>, aqm: "CoDel" | "PIE" = "CoDel") => {
    const { rows } = abe10.reduce(readings, "full").tables[0];
    return rows.find((row) => row[0] === aqm && row[1] === 0.8)?.slice(2, 5);
  };

  test("is T with β_ecn over T without, one value per path and seed", () => {
    expect(summary(made({ 0.5: 10, 0.8: 20 }))).toEqual([3 * 48, 2, 0]);
  });

  test("compares runs with the same seed", () => {
    const readings = made({ 0.5: [40, 1, 10], 0.8: [20, 90, 30] });
    expect(summary(readings)).toEqual([3 * 48, 3, 0.33]);
  });

  test("uses the length of a run that has not converged", () => {
    expect(summary(made({ 0.5: 10, 0.8: null }), "PIE")?.[1]).toBe(LIMIT_S / 10);
    expect(summary(made({ 0.5: null, 0.8: LIMIT_S / 2 }), "PIE")?.[1]).toBe(0.5);
    expect(summary(made({ 0.5: [10, null, 10], 0.8: [null, null, 1] }))?.[0]).toBe(2 * 48);
    expect(summary(made({ 0.5: null, 0.8: null }), "PIE")).toEqual([0, null, null]);
  });

  test("omits pairs with a missing run", () => {
    const readings = made({ 0.5: 10, 0.8: 20 });
    readings.delete("aqm=codel capacity=1 rtt=10 beta=0.8 seed=2");
    readings.delete("aqm=codel capacity=5 rtt=20 beta=0.5 seed=3");
    expect(summary(readings)?.[0]).toBe(3 * 48 - 2);
  });
});

test("a figure has one step per run, which opens that run", () => {
  const { figures } = abe10.reduce(made({ 0.5: 10, 0.8: [20, 90, 2] }), "full");
  expect(figures).toHaveLength(4);
  const line = figures[0].series.find(({ label }) => label === "β_ecn 0.8");
  expect([line?.y.length, line?.y.at(-1)]).toEqual([144, 1]);
  const seeds = line?.jobs?.map((job) => job?.split("seed=")[1]) ?? [];
  expect([seeds[0], seeds[48], seeds[96]]).toEqual(["3", "1", "2"]);
});

const RTTS = [10, 20, 40, 60, 80, 160, 240, 320];

/**
 * Results with T = 10 s at the sender's own β. For any other β, T is one of these multiples of it, which alternate
 * over the round-trip times.
 */
function converging(base: number, rhos: readonly number[]): (job: Job) => RunValues {
  return (job) => {
    const rho = rhos[RTTS.indexOf(numberIn(job, "rtt")) % rhos.length];
    const s = numberIn(job, "beta") === base ? 10 : 10 * rho;
    return { firstS: s, settledS: s };
  };
}

test("a distribution with median 1 and a tail meets every claim", () => {
  expect(Object.values(verdicts(abe9, converging(0.7, [1, 1, 8])))).not.toContain(false);
});

test("convergence that is slower everywhere, or faster everywhere, breaks the claims", () => {
  expect(verdicts(abe9, converging(0.7, [2]))).toMatchObject({
    "codel-median": false,
    "pie-median": false,
    "codel-long-tail": false,
    "pie-long-tail": false,
  });
  expect(verdicts(abe9, converging(0.7, [0.5]))).toMatchObject({
    "codel-share-faster": false,
    "pie-share-faster": false,
  });
});

test("convergence that is faster on two paths of three, on all with 0.75, and has a tail meets every claim", () => {
  const made = verdicts(abe10, (job) =>
    converging(0.5, numberIn(job, "beta") === 0.75 ? [0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 8] : [0.5, 0.6, 8])(job),
  );
  expect(Object.values(made)).not.toContain(false);
});

test("convergence that is slower everywhere breaks them, and so does another best value", () => {
  expect(verdicts(abe10, converging(0.5, [2]))).toMatchObject({
    "codel-median": false,
    "codel-long-tail": false,
    "pie-share-faster": false,
  });
  const best = verdicts(abe10, (job) => converging(0.5, numberIn(job, "beta") === 0.85 ? [0.5] : [2])(job));
  expect(best["pie-best"]).toBe(false);
});
