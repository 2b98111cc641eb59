import { describe, expect, test } from "vitest";
import { AckAggregation } from "../../../src/engine/cc/bbr-ack-aggregation.ts";
import { MS } from "./made-state.ts";

describe("lumped ACKs (draft-ietf-ccwg-bbr-05 §5.5.9)", () => {
  test("evenly spaced ACKs ask for no more than one of them", () => {
    const aggregation = new AckAggregation();
    for (let i = 1; i <= 100; i++) aggregation.take(2, 1000, 100, false, i * 2 * MS);
    expect(aggregation.allowance(1000)).toBeLessThanOrEqual(4);
  });

  test("what comes at once beyond the bandwidth is added, up to 100 ms of the bandwidth and the window", () => {
    const lump = (cwnd: number, bw: number) => {
      const aggregation = new AckAggregation();
      aggregation.take(1, bw, cwnd, false, 100 * MS);
      aggregation.take(60, bw, cwnd, false, 100 * MS);
      return aggregation.allowance(bw);
    };
    expect([lump(100, 1000), lump(40, 1000), lump(100, 300)]).toEqual([61, 40, 30]);
  });

  test("is forgotten after five to ten rounds", () => {
    const aggregation = new AckAggregation();
    let nowNs = 0;
    aggregation.take(50, 1000, 100, true, nowNs);
    const roundsUntilForgotten = () => {
      for (let round = 1; ; round++) {
        nowNs += 100 * MS;
        aggregation.take(1, 1000, 100, true, nowNs);
        if (aggregation.allowance(1000) < 50) return round;
      }
    };
    const rounds = roundsUntilForgotten();
    expect(rounds).toBeGreaterThanOrEqual(5);
    expect(rounds).toBeLessThanOrEqual(10);
  });
});
