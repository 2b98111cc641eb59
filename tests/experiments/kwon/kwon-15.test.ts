import { expect, test } from "vitest";
import { kwon15 } from "../../../src/experiments/kwon/kwon-15.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs: plain flows without ECN, three under test with it where they are mixed", () => {
  expectJobs(kwon15, 40);
  quickOutcome(kwon15);
  const ecn = kwon15.jobs("quick").map(({ scenario }) => scenario.flows.map(({ params }) => params.ecn));
  expect(ecn).toEqual([
    [true, true, true, false, false, false],
    [false, false, false, false, false, false],
  ]);
});

test("the flow with the shortest round trip has to lose some, but not most", () => {
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
