import { expect, test } from "vitest";
import { kwon8, predicted } from "../../../src/experiments/kwon/kwon-8.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs give a point per flow and rate", () => {
  expect(kwon8.jobs("full")).toHaveLength(15);
  const { figures, claims } = quickOutcome(kwon8);
  for (const { series } of figures) expect(series.map(({ x }) => x.length)).toEqual([20, 20, 20, 2]);
  expect(claims.map(({ id }) => id)).toEqual(["near-published", "near-corrected"]);
});

const CORRECTED = { id: "corrected", timeoutsAfter: "losses" } as const;
const MARKS_ONLY = { ecnShare: 1, markShare: 1, p: 0.02, markP: 0.02, lossP: null };

test("a flow with marks only is predicted without any weight on losses", () => {
  const rate = predicted(MARKS_ONLY, 0.1, CORRECTED);
  // The rule for pairs of α and β that are fair to TCP gives sqrt(3/2p) packets per round trip.
  const rule = Math.sqrt(1.5 / 0.02);
  expect(((rate ?? 0) * 0.1) / rule).toBeGreaterThan(0.9);
  expect(((rate ?? 0) * 0.1) / rule).toBeLessThan(1.1);
  expect(predicted({ ...MARKS_ONLY, p: null, markShare: null }, 0.1, CORRECTED)).toBeNull();
});

test("points near y = x meet the claim, points far from it do not", () => {
  const madeUp = (packetsPerS: number) => () => ({
    packetsToMarks: [5000],
    packetsToLosses: [0],
    marks: [100],
    losses: [0],
    packetsSent: [90 * packetsPerS],
    srttMs: [100],
  });
  const near = predicted(MARKS_ONLY, 0.1, CORRECTED) ?? 0;
  expect(held(claimsOf(kwon8, madeUp(near)))).toContain("near-corrected");
  const far = claimsOf(kwon8, madeUp(near / 2));
  expect(far["near-corrected"].holds).toBe(false);
  expect(far["near-corrected"].ours).toBe("2.00, 2.00, 2.00 at 1, 5, 10 Mbps");
});
