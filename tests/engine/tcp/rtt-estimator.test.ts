import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { retransmissionTimeoutNs, takeRttSample } from "../../../src/engine/tcp/rtt-estimator.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";

const MS = 1e6;
const FLOOR_NS = 200 * MS;

function sampled(...rttsMs: readonly number[]): SenderState {
  const state = new SenderState(new Clock(), 10);
  for (const ms of rttsMs) takeRttSample(state, ms * MS);
  return state;
}

const timeoutMs = (state: SenderState, floorNs = FLOOR_NS, backoffs = 0, initialNs = 1000 * MS) =>
  retransmissionTimeoutNs(state, initialNs, floorNs, backoffs) / MS;

describe("smoothed round-trip time", () => {
  test("the first sample R gives SRTT = R and RTTVAR = R/2 (RFC 6298 §2.2)", () => {
    expect(sampled(100)).toMatchObject({ srttNs: 100 * MS, rttvarNs: 50 * MS });
  });

  test("a later sample changes SRTT by 1/8 and RTTVAR by 1/4, RTTVAR with the old SRTT (RFC 6298 §2.3)", () => {
    expect(sampled(100, 120)).toMatchObject({ srttNs: 102.5 * MS, rttvarNs: 42.5 * MS });
    expect(sampled(100, 60)).toMatchObject({ srttNs: 95 * MS, rttvarNs: 47.5 * MS });
  });

  test("equal samples let the variation decrease to zero", () => {
    const state = sampled(...new Array<number>(40).fill(80));
    expect(state.srttNs).toBe(80 * MS);
    expect(state.rttvarNs).toBeLessThan(0.001 * MS);
  });

  test("keeps the smallest sample", () => {
    expect(sampled().minRttNs).toBe(Number.POSITIVE_INFINITY);
    expect(sampled(100, 80, 90).minRttNs).toBe(80 * MS);
  });
});

describe("retransmission timeout", () => {
  test("is the initial one before the first sample, and not after it (RFC 6298 §2.1)", () => {
    expect([timeoutMs(sampled()), timeoutMs(sampled(), FLOOR_NS, 1, 6000 * MS)]).toEqual([1000, 12_000]);
    expect(timeoutMs(sampled(100), FLOOR_NS, 0, 6000 * MS)).toBe(300);
  });

  test("is SRTT + 4 RTTVAR if that variation is above the floor (RFC 6298 §2.2)", () => {
    expect(timeoutMs(sampled(400))).toBe(400 + 4 * 200);
    expect(timeoutMs(sampled(100, 120), 1 * MS)).toBe(102.5 + 4 * 42.5);
  });

  test("the minimum applies to 4 RTTVAR, as in Linux: the timeout is never below SRTT + 200 ms", () => {
    const state = sampled(...new Array<number>(40).fill(300));
    expect(timeoutMs(state)).toBe(500);
  });

  test("doubles with each expiry in a row (RFC 6298 §5.5), up to 120 s", () => {
    const state = sampled(100);
    expect([0, 1, 2, 3].map((backoffs) => timeoutMs(state, FLOOR_NS, backoffs))).toEqual([
      300, 600, 1200, 2400,
    ]);
    expect([timeoutMs(state, FLOOR_NS, 9), timeoutMs(state, FLOOR_NS, 1000)]).toEqual([120_000, 120_000]);
  });
});
