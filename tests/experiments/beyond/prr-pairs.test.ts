import { expect, test } from "vitest";
import { prrPairs } from "../../../src/experiments/beyond/prr-pairs.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

const isPrr = ({ key }: Job) => key.startsWith("recovery=prr");
const is08 = ({ key }: Job) => key.endsWith("beta=0.8");

test("over 400 ms reductions by 0.8 come in pairs with PRR, and single without", () => {
  const readings = readRuns(prrPairs, (job) => job.key.includes("rtt=400"));
  const inARow = (recovery: string) => readings.get(`recovery=${recovery} rtt=400 beta=0.8`)?.inARow;
  expect([inARow("prr"), inARow("classic")]).toEqual([2, 1]);
});

/**
 * Results with these gains of β_ecn 0.8 over any other value, and with this many consecutive reductions, with PRR and
 * with immediate reductions.
 */
const made = (gains: readonly [number, number], rows: readonly [number, number]) =>
  verdicts(prrPairs, (job) => {
    const which = isPrr(job) ? 0 : 1;
    const bytes = 1e8 * (is08(job) ? 1 + gains[which] : 1);
    return { bytesAt100s: bytes, goodputBps: bytes / 10, inARow: rows[which] };
  });

test("the kernel's gains, with the expected pairs, meet every claim", () => {
  expect(Object.values(made([0.097, 0.245], [2, 1]))).not.toContain(false);
});

test("the opposite meets none", () => {
  expect(Object.values(made([0.245, 0.097], [1, 2]))).not.toContain(true);
});
