import { expect, test } from "vitest";
import { kwon10 } from "../../../src/experiments/kwon/kwon-10.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs give p_e, p and p_t per flow", () => {
  expect(kwon10.jobs("full")).toHaveLength(15);
  const { figures } = quickOutcome(kwon10);
  expect(figures).toHaveLength(3);
  for (const { series } of figures) expect(series.map(({ x }) => x.length)).toEqual([20, 20, 20]);
});

test("losses much more frequent than signals overall meet the claim, equal ones do not", () => {
  const madeUp = (inLost: number) => () => ({
    packetsToMarks: [1000],
    packetsToLosses: [inLost],
    marks: [10],
    losses: [2],
  });
  const ids = ["order-1mbps", "order-5mbps", "order-10mbps"];
  expect(held(claimsOf(kwon10, madeUp(20)))).toEqual(ids);
  const equal = claimsOf(kwon10, madeUp(200));
  expect(held(equal)).toEqual([]);
  expect(equal["order-1mbps"].cause).toContain("Half of the signals");
});
