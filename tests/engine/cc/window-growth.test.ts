import { describe, expect, test } from "vitest";
import {
  additiveIncrease,
  fractionalIncrease,
  increaseByAcks,
  slowStart,
} from "../../../src/engine/cc/window-growth.ts";
import { madeState } from "./made.ts";

describe("slow start (RFC 5681 §3.1)", () => {
  test("cwnd grows by the number of acknowledged segments, so it doubles each round trip", () => {
    const state = madeState({ cwnd: 10 });
    for (let i = 0; i < 5; i++) expect(slowStart(state, 2)).toBe(0);
    expect(state.cwnd).toBe(20);
  });

  test("growth stops at ssthresh; the remainder counts for congestion avoidance", () => {
    const state = madeState({ cwnd: 18, ssthresh: 20 });
    expect([slowStart(state, 5), state.cwnd, state.inSlowStart]).toEqual([3, 20, false]);
  });
});

test("counted in ACKs as in Linux before 4.0, cwnd grows by a segment after the given number of ACKs and one more", () => {
  const state = madeState({ cwnd: 10, ssthresh: 10 });
  for (let i = 0; i < 3; i++) increaseByAcks(state, 3);
  expect(state.cwnd).toBe(10);
  increaseByAcks(state, 3);
  expect([state.cwnd, state.cwndCredit]).toEqual([11, 0]);
});

describe("additive increase, counted in acknowledged segments (RFC 3465 §2.1)", () => {
  test("one segment is added for each acknowledged window, for any distribution of ACKs", () => {
    for (const perAck of [1, 2, 5]) {
      const state = madeState({ cwnd: 20, ssthresh: 20 });
      for (let acked = 0; acked < 20; acked += perAck) additiveIncrease(state, state.cwnd, perAck);
      expect([state.cwnd, state.cwndCredit]).toEqual([21, 0]);
    }
  });

  test("the remainder counts for the next increase", () => {
    const state = madeState({ cwnd: 10, ssthresh: 10 });
    additiveIncrease(state, 10, 13);
    expect([state.cwnd, state.cwndCredit]).toEqual([11, 3]);
  });

  test("one ACK for many windows adds as many segments", () => {
    const state = madeState({ cwnd: 10, ssthresh: 10 });
    additiveIncrease(state, 4, 14);
    expect([state.cwnd, state.cwndCredit]).toEqual([13, 2]);
  });

  test("credit earned under a slower rule counts as at most one segment", () => {
    const state = madeState({ cwnd: 10, ssthresh: 10, cwndCredit: 500 });
    additiveIncrease(state, 5, 1);
    expect([state.cwnd, state.cwndCredit]).toEqual([11, 1]);
  });
});

describe("increase by fractions (RFC 5681 §3.1 eq. 3)", () => {
  test("each acknowledged segment adds 1/cwnd, with the fraction of cwnd included", () => {
    const state = madeState({ cwnd: 2, ssthresh: 2 });
    fractionalIncrease(state, 1);
    expect(state.cwndCredit).toBe(0.5);
    fractionalIncrease(state, 1);
    expect(state.cwndCredit).toBeCloseTo(0.9, 12);
    fractionalIncrease(state, 1);
    expect(state.cwnd).toBe(3);
    expect(state.cwndCredit).toBeCloseTo(0.9 + 1 / 2.9 - 1, 12);
  });

  test("credit counted in segments counts as one of them", () => {
    const state = madeState({ cwnd: 10, ssthresh: 10, cwndCredit: 9 });
    fractionalIncrease(state, 1);
    expect([state.cwnd, state.cwndCredit]).toEqual([11, 1 / 11]);
  });
});
