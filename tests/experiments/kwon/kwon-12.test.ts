import { expect, test } from "vitest";
import { kwon12 } from "../../../src/experiments/kwon/kwon-12.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs give the probability at both routers over time", () => {
  expect(kwon12.jobs("full")).toHaveLength(10);
  const { figures } = quickOutcome(kwon12);
  expect(figures.map(({ id }) => id)).toEqual(["probability-r2", "probability-r3"]);
  for (const { series } of figures) for (const { x } of series) expect(x).toHaveLength(24);
});

/** A series with two points per second and a burst from 20 s to 40 s. */
const surge = (during: number) => Array.from({ length: 120 }, (_, i) => (i >= 40 && i < 80 ? during : 0.01));

test("a surge that is larger with ECN(α, β) breaks the claim, an equal one does not", () => {
  const madeUp =
    (ab: number) =>
    ({ key }: { key: string }) => {
      const list = surge(key.includes("ecn-ab") ? ab : 0.05);
      return { r2: list, r3: list };
    };
  const equal = claimsOf(kwon12, madeUp(0.05));
  expect(held(equal)).toEqual(Object.keys(equal));
  expect(held(claimsOf(kwon12, madeUp(0.08)))).toEqual(["burst-seen-r2", "burst-seen-r3"]);
  expect(held(claimsOf(kwon12, madeUp(0.005)))).not.toContain("burst-seen-r2");
});
