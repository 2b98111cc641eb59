import { expect, test } from "vitest";
import { kwon14, kwon15 } from "../../../src/experiments/kwon/six.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs give six rising lines each; shorter round trips get further", () => {
  expect(kwon14.jobs("full")).toHaveLength(40);
  const { figures } = quickOutcome(kwon14);
  expect(figures.map(({ id }) => id)).toEqual(["mixed", "homogeneous"]);
  for (const { series } of figures) {
    for (const { y } of series) expect(y.every((n, i) => i === 0 || (n ?? 0) >= (y[i - 1] ?? 0))).toBe(true);
    const ends = series.map(({ y }) => y.at(-1) ?? 0);
    expect(ends[3]).toBeGreaterThan(ends[4]);
    expect(ends[4]).toBeGreaterThan(ends[5]);
  }
});

test("a plain flow that loses a third against ECN(α, β) breaks the claim", () => {
  const madeUp =
    (tcp2: number) =>
    ({ key }: { key: string }) => {
      const list = (end: number) => [0, end];
      const alike = {
        TEST1: list(900),
        TEST2: list(300),
        TEST3: list(200),
        TCP1: list(900),
        TCP3: list(200),
      };
      return { ...alike, TCP2: list(key.includes("mixed") ? tcp2 : 300) };
    };
  expect(claimsOf(kwon14, madeUp(290)).alike.holds).toBe(true);
  const broken = claimsOf(kwon14, madeUp(200)).alike;
  expect(broken).toMatchObject({ holds: false, ours: "TCP1 100 %, TCP2 67 %, TCP3 100 %" });
});

test("the quick runs have plain flows without ECN, and in the mix three under test with it", () => {
  expect(kwon15.jobs("full")).toHaveLength(40);
  quickOutcome(kwon15);
  const ecn = kwon15.jobs("quick").map(({ scenario }) => scenario.flows.map(({ params }) => params.ecn));
  expect(ecn).toEqual([
    [true, true, true, false, false, false],
    [false, false, false, false, false, false],
  ]);
});

test("the flow with the shortest round trip must lose some, but not most", () => {
  const madeUp =
    (tcp1: number) =>
    ({ key }: { key: string }) => {
      const others = { TEST1: [9], TEST2: [9], TEST3: [9], TCP2: [300], TCP3: [200] };
      return { ...others, TCP1: [key.includes("mixed") ? tcp1 : 1000] };
    };
  expect(held(claimsOf(kwon15, madeUp(850)))).toEqual(["shortest-suffers", "alike"]);
  expect(held(claimsOf(kwon15, madeUp(1000)))).toEqual(["alike"]);
  expect(claimsOf(kwon15, madeUp(1040))["shortest-suffers"]).toMatchObject({
    holds: false,
    ours: "4 % more",
  });
  expect(held(claimsOf(kwon15, madeUp(300)))).toEqual(["alike"]);
});
