import { describe, expect, test } from "vitest";
import { differencesOf, reportOf, toleranceOf, within } from "../../testbed/compare.ts";
import { type StoredCase, storedCases } from "../../testbed/stored-cases.ts";

const cases = storedCases();
const outside = (stored: StoredCase, remade: StoredCase) =>
  differencesOf(stored, remade)
    .filter((one) => !within(one))
    .map(({ figure }) => figure);

test("a case agrees with itself", () => {
  for (const one of cases) expect(outside(one, one), one.id).toEqual([]);
});

describe("a number beyond the tolerance fails", () => {
  const one = cases.find(({ id }) => id === "linux-breadth B1-reno-codel-10-20-ecn1-n1");
  if (one === undefined) throw new Error("no such case");
  const { goodputBps, sojournMs, marks = 0 } = one;

  test("for each value separately, and slightly less than the tolerance passes", () => {
    const goodput = (factor: number) => ({
      ...one,
      goodputBps: { ...goodputBps, mean: factor * goodputBps.mean },
    });
    expect(outside(one, goodput(1.009))).toEqual([]);
    expect(outside(one, goodput(1.011))).toEqual(["goodput, bit/s"]);
    expect(outside(one, goodput(0.989))).toEqual(["goodput, bit/s"]);
    const p90 = (ms: number) => ({ ...one, sojournMs: { ...sojournMs, p90: sojournMs.p90 + ms } });
    expect(outside(one, p90(1.5))).toEqual([]);
    expect(outside(one, p90(-1.6))).toEqual(["sojourn p90, ms"]);
    expect(outside(one, { ...one, marks: 1.19 * marks })).toEqual([]);
    expect(outside(one, { ...one, marks: 1.21 * marks })).toEqual(["marks"]);
    expect(outside(one, { ...one, drops: 3 })).toEqual(["drops"]);
  });

  test("also if it was not measured again, and so does another case", () => {
    const { marks: _, ...without } = one;
    expect(outside(one, without)).toEqual(["marks"]);
    expect(() => differencesOf(one, cases[0])).toThrow("is not");
  });

  test("the report names it", () => {
    const { text, passed } = reportOf(one, { ...one, drops: 40 });
    expect(passed).toBe(false);
    expect(text).toMatch(/drops +0\.000 +40\.000 +2\.000 {2}DIFFERS\n/);
    expect(text).toContain("1 of 6 figures differ");
    expect(reportOf(one, one).passed).toBe(true);
  });
});

test("shares, queues of DualPI2 and values over time are compared if they are stored", () => {
  const pair = cases.find(({ groupGoodputBps }) => groupGoodputBps !== undefined);
  if (pair === undefined) throw new Error("no pair is stored");
  expect(outside(pair, { ...pair, groupGoodputBps: [1, 9] })).toEqual(["first group's share"]);
  const queue = { marks: 100, drops: 0, sojournMs: { p50: 1, p90: 2 } };
  const stored: StoredCase = {
    ...pair,
    perQueue: { L: queue, C: queue },
    dynamics: {
      fctP50Ms: { mean: 700, min: 650, max: 750 },
      longReductions: { mean: 20, min: 18, max: 22 },
      longGoodputMbps: { mean: 5, min: 4.9, max: 5.1 },
    },
  };
  expect(outside(stored, stored)).toEqual([]);
  expect(outside(stored, { ...stored, perQueue: { L: { ...queue, marks: 200 }, C: queue } })).toEqual([
    "L queue's marks",
  ]);
  const bent = (figure: string, mean: number) =>
    outside(stored, {
      ...stored,
      dynamics: { ...stored.dynamics, [figure]: { mean, min: mean, max: mean } },
    });
  expect(bent("fctP50Ms", 970)).toEqual([]);
  expect(bent("fctP50Ms", 980)).toEqual(["fctP50Ms"]);
  expect(bent("longReductions", 30)).toEqual(["longReductions"]);
  expect(bent("longGoodputMbps", 6)).toEqual(["longGoodputMbps"]);
  const never = { below20S: { mean: null, min: null, max: null, missing: 3 } };
  const once = { below20S: { mean: 2, min: 2, max: 2, missing: 2 } };
  expect(outside({ ...stored, dynamics: never }, { ...stored, dynamics: never })).toEqual([]);
  expect(outside({ ...stored, dynamics: never }, { ...stored, dynamics: once })).toEqual(["below20S"]);
  expect(outside({ ...stored, dynamics: once }, { ...stored, dynamics: never })).toEqual(["below20S"]);
});

test("one flow through a deterministic queue has narrower tolerances than several, and a phase-dependent case only goodput", () => {
  const of = (match: (one: StoredCase) => boolean) => {
    const one = cases.find(match);
    if (one === undefined) throw new Error("no such case");
    return toleranceOf(one);
  };
  const certain = of(({ id }) => id === "linux-breadth B1-reno-codel-10-20-ecn1-n1");
  const random = of(({ id }) => id === "linux L1-abe_reno-pie-10-20-ecn1-b850-n1");
  const several = of(({ id }) => id === "linux-breadth B3-cubic-codel-10-100-ecn1-n10");
  expect(certain.goodput).toBeLessThan(random.goodput);
  expect(several).toEqual(random);
  expect(of(({ settled }) => settled === false).count).toBe(Number.POSITIVE_INFINITY);
});
