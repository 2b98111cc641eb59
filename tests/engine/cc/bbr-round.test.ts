import { describe, expect, test } from "vitest";
import { BbrRound } from "../../../src/engine/cc/bbr-round.ts";
import { madeSample } from "./made-sample.ts";

describe("rounds by deliveries (draft-ietf-ccwg-bbr-05 §5.5.1)", () => {
  test("a round is over when something sent after its beginning is delivered", () => {
    const round = new BbrRound();
    const starts = (deliveredTotal: number, priorDelivered: number) => {
      round.take(madeSample({ deliveredTotal, priorDelivered }));
      return round.isStart;
    };
    expect(starts(1, 0)).toBe(true);
    // Sent in the initial window: before anything was delivered.
    expect([starts(2, 0), starts(10, 0)]).toEqual([false, false]);
    expect(starts(11, 1)).toBe(true);
    expect([starts(12, 10), starts(30, 11)]).toEqual([false, true]);
    expect(round.count).toBe(3);
  });

  test("an ACK without a rate sample is none", () => {
    const round = new BbrRound();
    round.take(madeSample({ intervalNs: 0, priorDelivered: 50 }));
    expect([round.isStart, round.count]).toEqual([false, 0]);
  });

  test("restart: what is in flight belongs to the round before", () => {
    const round = new BbrRound();
    round.restart(500);
    round.take(madeSample({ deliveredTotal: 600, priorDelivered: 499 }));
    expect(round.isStart).toBe(false);
    round.take(madeSample({ deliveredTotal: 601, priorDelivered: 500 }));
    expect(round.isStart).toBe(true);
  });
});
