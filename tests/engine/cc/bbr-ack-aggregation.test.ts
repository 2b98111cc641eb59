import { describe, expect, test } from "vitest";
import { AckAggregation } from "../../../src/engine/cc/bbr-ack-aggregation.ts";
import { madeSample } from "./made-sample.ts";
import { MS } from "./made-state.ts";

const ack = (delivered: number, nowNs: number) => madeSample({ delivered, nowNs });

describe("lumped ACKs (draft-ietf-ccwg-bbr-05 §5.5.9)", () => {
  test("evenly spaced ACKs ask for no more than one of them", () => {
    const aggregation = new AckAggregation();
    for (let i = 1; i <= 100; i++) aggregation.take(ack(2, i * 2 * MS), 1000, 100, false);
    expect(aggregation.allowance(1000)).toBeLessThanOrEqual(4);
  });

  test("what comes at once beyond the bandwidth is added, up to 100 ms of the bandwidth and the window", () => {
    const lump = (cwnd: number, bw: number) => {
      const aggregation = new AckAggregation();
      aggregation.take(ack(1, 100 * MS), bw, cwnd, false);
      aggregation.take(ack(60, 100 * MS), bw, cwnd, false);
      return aggregation.allowance(bw);
    };
    expect([lump(100, 1000), lump(40, 1000), lump(100, 300)]).toEqual([61, 40, 30]);
  });

  test("is forgotten after five to ten rounds", () => {
    const aggregation = new AckAggregation();
    let nowNs = 0;
    aggregation.take(ack(50, nowNs), 1000, 100, true);
    const roundsUntilForgotten = () => {
      for (let round = 1; ; round++) {
        nowNs += 100 * MS;
        aggregation.take(ack(1, nowNs), 1000, 100, true);
        if (aggregation.allowance(1000) < 50) return round;
      }
    };
    const rounds = roundsUntilForgotten();
    expect(rounds).toBeGreaterThanOrEqual(5);
    expect(rounds).toBeLessThanOrEqual(10);
  });
});
