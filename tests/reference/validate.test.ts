/** A spread of the cases that independent implementations have measured; `npm run validate` compares all of them. */
import { describe, expect, test } from "vitest";
import { compareCase, median } from "../../src/cli/validation/compare.ts";
import { directionsOf } from "../../src/cli/validation/directions.ts";
import {
  coveredCases,
  loadReferences,
  type ReferenceCase,
} from "../../src/cli/validation/reference-cases.ts";
import { reportOf, verdictOn } from "../../src/cli/validation/report.ts";
import { TOLERANCE } from "../../src/cli/validation/tolerance.ts";

const { runnable, skipped } = coveredCases(loadReferences());

test("what cannot be run here is skipped with its reason, and nothing else", () => {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0);
  expect(runnable.length + total).toBe(loadReferences().length);
  for (const reason of skipped.keys())
    expect(reason).toMatch(/^no --?(red|step|ce-threshold)|^no cc (bbr1|dctcp)/);
});

describe("the verdict", () => {
  const [first] = runnable;
  const bent = (change: Partial<ReferenceCase>) => ({
    ...first,
    reference: { ...first.reference, ...change },
  });

  test("fails past a tolerance, and says which", () => {
    const { goodputBps, sojournMs } = first.reference;
    const slow = compareCase(bent({ goodputBps: { ...goodputBps, mean: goodputBps.mean * 1.1 } }));
    expect(slow.failures).toEqual(["goodput"]);
    const late = compareCase(bent({ sojournMs: { ...sojournMs, p90: sojournMs.p90 + 4 } }));
    expect(late.failures).toEqual(["p90"]);
    expect(verdictOn([late]).passed).toBe(false);
    expect(reportOf(verdictOn([late]), new Map())).toContain("FAIL p90");
    expect(compareCase(bent({ settled: false, sojournMs: { p50: 99, p90: 99 } })).failures).toEqual([]);
  });

  test("fails where we move the wrong way", () => {
    const family = runnable.filter(({ reference }) =>
      reference.id.startsWith("ns3 G1 newreno codel rtt=100"),
    );
    const compared = family.map(compareCase);
    expect(directionsOf(compared).map((one) => one.holds)).toEqual([true]);
    const turned = compared.map((one, i) => ({ ...one, ours: compared[compared.length - 1 - i].ours }));
    expect(directionsOf(turned).map((one) => one.holds)).toEqual([false]);
    expect(verdictOn(turned).passed).toBe(false);
  });
});

/** Settled cases with one flow and no chance in them, spread over the list: quick, and the same on every machine. */
const SPREAD = 25;
const certain = runnable.filter(
  ({ reference, scenario }) =>
    reference.settled &&
    scenario.queue.aqm === "codel" &&
    scenario.flows.reduce((sum, spec) => sum + spec.count, 0) <= 4,
);
const spread = Array.from({ length: SPREAD }, (_, i) => certain[Math.floor((i * certain.length) / SPREAD)]);

describe("beside Linux and ns-3", () => {
  const compared = spread.map(compareCase);
  // Where the two disagree, Linux is followed.
  const linux = compared.filter((one) => one.reference.source.startsWith("Linux"));

  test("goodput within 2 % in the median", () => {
    expect(median(compared.map((one) => Math.abs(one.goodputError)))).toBeLessThanOrEqual(
      TOLERANCE.goodputMedian,
    );
  });

  test("every case of Linux within 8 % of goodput, and 1.5 ms or 15 % of delay in the median and at 90 %", () => {
    expect(linux.length).toBeGreaterThan(5);
    const outside = linux.filter((one) => one.failures.length > 0);
    expect(outside.map((one) => `${one.reference.id}: ${one.failures}`)).toEqual([]);
  });
});
