import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Backoff, betaParams } from "../../../src/engine/cc/backoff.ts";
import { madeState } from "./made-state.ts";

const backoff = (betaEcn: number, betaLoss: number) =>
  new Backoff({ "beta-ecn": betaEcn, "beta-loss": betaLoss });

describe("the multiplicative decrease", () => {
  test("keeps β_ecn of cwnd on a mark and β_loss on a loss (ABE, RFC 8511 §3.1)", () => {
    const abe = backoff(0.8, 0.5);
    expect(abe.afterMark(madeState({ cwnd: 100 }))).toBe(80);
    expect(abe.afterLoss(madeState({ cwnd: 100 }))).toBe(50);
  });

  test.each([
    [101.5, 0.8, 81],
    [100, 0.8, 80],
    [9, 0.5, 4],
    [10, 0.7, 7],
    [100, 0.7, 70],
    [1000, 0.57, 570],
    [3, 0.99, 2],
  ])("cwnd %s at β %s becomes %s: whole segments, rounded down", (cwnd, beta, after) => {
    expect(backoff(beta, 0.5).afterMark(madeState({ cwnd }))).toBe(after);
    expect(backoff(0.5, beta).afterLoss(madeState({ cwnd }))).toBe(after);
  });

  test.each([1, 2, 3])(
    "cwnd %s goes to 2 segments, never below (RFC 8511 §3.1, RFC 5681 §3.1 eq. 4)",
    (cwnd) => {
      expect(backoff(0.5, 0.5).afterMark(madeState({ cwnd }))).toBe(2);
      expect(backoff(0.5, 0.5).afterLoss(madeState({ cwnd }))).toBe(2);
    },
  );

  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [5, 4, 4],
    [100, 4, 50],
  ])("cwnd %s goes to %3$s where no reduction leaves less than %s", (cwnd, minCwnd, after) => {
    expect(backoff(0.5, 0.5).afterMark(madeState({ cwnd, minCwnd }))).toBe(after);
    expect(backoff(0.5, 0.5).afterLoss(madeState({ cwnd, minCwnd }))).toBe(after);
  });

  test("is exact for every cwnd and every β in steps of a hundredth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100_000 }), fc.integer({ min: 30, max: 99 }), (cwnd, percent) => {
        const exact = Math.max(2, Number((BigInt(cwnd) * BigInt(percent)) / 100n));
        expect(backoff(percent / 100, 0.5).afterMark(madeState({ cwnd }))).toBe(exact);
      }),
      { numRuns: 2000 },
    );
  });

  test("takes new values one by one, and says when a parameter is not its own", () => {
    const values = backoff(0.5, 0.5);
    expect(values.set("beta-ecn", 0.9)).toBe(true);
    expect(values.set("cubic-c", 0.4)).toBe(false);
    expect([values.betaEcn, values.betaLoss]).toEqual([0.9, 0.5]);
  });
});

test("both are declared with the standard β of their congestion control as default: without ABE a mark is a loss", () => {
  for (const beta of [0.5, 0.7]) {
    expect(betaParams(beta, "RFC 9438 §4.6").map((param) => [param.id, param.default])).toEqual([
      ["beta-ecn", beta],
      ["beta-loss", beta],
    ]);
  }
});
