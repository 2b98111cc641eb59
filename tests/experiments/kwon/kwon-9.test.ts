import { expect, test } from "vitest";
import { kwon9 } from "../../../src/experiments/kwon/kwon-9.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs give a share per flow and rate", () => {
  expect(kwon9.jobs("full")).toHaveLength(25);
  const { figures, claims } = quickOutcome(kwon9);
  for (const { y } of figures[0].series) expect(y.length).toBeGreaterThan(15);
  expect(claims.map(({ id }) => id)).toEqual(["share-1mbps", "share-5mbps", "share-10mbps"]);
});

test("85 % in ECN periods is enough at 1 Mbps only", () => {
  const madeUp = () => ({ packetsToMarks: [85], packetsToLosses: [15], marks: [5], losses: [5] });
  const claims = claimsOf(kwon9, madeUp);
  expect(held(claims)).toEqual(["share-1mbps"]);
  expect(claims["share-5mbps"].ours).toBe("85.0 %");
});
