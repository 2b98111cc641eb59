/** The arithmetic of Linux's tcp_cubic.c, in whole numbers that can be computed by hand. */
import { describe, expect, test } from "vitest";
import { CubicGrowth, cubicK, NEVER, wCubic } from "../../../src/engine/cc/cubic-growth.ts";
import { type MadeState, MS, madeState, S } from "./made.ts";

function grown(wMax: number, c = 0.4): CubicGrowth {
  const growth = new CubicGrowth();
  growth.setC(c);
  growth.wMax = wMax;
  return growth;
}

/** State with a known minimum RTT of 100 ms, which is 25 ticks. */
const at70 = () => madeState({ cwnd: 70, minRttNs: 100 * MS });

/** The first ACK of a curve at 0 s, then one every 40 ms, so that each one computes the pace again. */
function paces(growth: CubicGrowth, state: MadeState, atMs: readonly number[]): number[] {
  return atMs.map((ms) => growth.segmentsPerIncrease(state.at(ms * MS), 1));
}

describe("the curve (RFC 9438 §4.2)", () => {
  test("from 70 segments to 100: K = 4.217 s, W(K) = 100, W(0) = 70", () => {
    const k = cubicK(100, 70, 0.4);
    expect(k).toBeCloseTo(4.2172, 4);
    expect(wCubic(k, k, 100, 0.4)).toBe(100);
    expect(wCubic(0, k, 100, 0.4)).toBeCloseTo(70, 9);
  });

  test("K is whole 1/1024 s, with C = 410/1024: ∛(⌊2⁴⁰/410⌋·30) = 4316", () => {
    const growth = grown(100);
    const state = at70();
    paces(growth, state, [0]);
    expect(growth.tell(growth.epoch, state)?.k).toBe(4316 / 1024);
  });

  test("count = ⌊cwnd/(target − cwnd)⌋, a smallest RTT ahead, in whole segments", () => {
    // After 0 ticks and 25 of RTT: 102 units; 410·(4316 − 102)³/2⁴⁰ = 27.9, so the target is 100 − 27.
    expect(paces(grown(100), at70(), [0])).toEqual([23]);
    // After 250 + 25 ticks: 1126 units; 410·3190³/2⁴⁰ = 12.1 below: target 88.
    expect(paces(grown(100), at70(), [0, 1000])).toEqual([23, 3]);
    // With K − 1.36 s it is less than one below, so the target is 100 already.
    expect(paces(grown(100), madeState({ cwnd: 99, minRttNs: 0 }), [0]).concat()).toEqual([99]);
  });

  test("a part of a tick of RTT counts as a whole one: 101 ms are 26 ticks", () => {
    const [state, longer] = [at70(), madeState({ cwnd: 70, minRttNs: 101 * MS })];
    // At 136 ms: 34 + 25 ticks are 241 units, 24.89 below; 34 + 26 are 245 units, 24.82; at 132 ms 237: 24.96.
    for (const one of [state, longer]) one.cwnd = 70;
    const targets = (one: MadeState, ms: number) => 70 + 70 / paces(grown(100), one, [0, ms])[1];
    expect(targets(state, 132)).toBeCloseTo(targets(longer, 128), 9);
  });

  test("at the peak and above the curve: a hundred windows for one more", () => {
    expect(paces(grown(100), madeState({ cwnd: 100 }), [0])).toEqual([10_000]);
  });

  test("C goes in steps of 10/1024", () => {
    const kOf = (c: number) => {
      const growth = grown(100, c);
      const state = at70();
      paces(growth, state, [0]);
      return growth.tell(growth.epoch, state)?.k;
    };
    expect(kOf(0.4)).toBe(kOf(0.401));
    expect(kOf(0.4)).not.toBe(kOf(0.41));
  });

  test("if no round trip has been measured it does not look ahead, as in Linux with a delay_min of 0", () => {
    const growth = grown(100);
    const state = madeState({ cwnd: 70, minRttNs: Number.POSITIVE_INFINITY });
    // 0 units: 410·4316³/2⁴⁰ = 29.98, so the target is 100 − 29.
    expect(paces(growth, state, [0])).toEqual([70]);
    expect(growth.heading).toBe(71);
    expect(growth.tell(growth.epoch, state)?.curve).toBeCloseTo(70, 1);
  });

  test("without a peak one segment for at least twenty", () => {
    expect(paces(grown(0), madeState({ cwnd: 50 }), [0])).toEqual([20]);
  });
});

describe("ticks of 4 ms", () => {
  test("while cwnd is constant count is kept for seven of them", () => {
    const growth = grown(100);
    const state = at70();
    // Computed at ticks 0 and 8, at which the curve is 27.9 and 27.2 below 100; from tick 12 on, at 26.9, it would be 17.
    expect(paces(growth, state, [0, 32, 48, 63, 64])).toEqual([23, 23, 23, 23, 17]);
  });

  test("once cwnd has grown it is recomputed, but once a tick", () => {
    const growth = grown(100);
    const state = at70();
    paces(growth, state, [0]);
    state.cwnd = 71;
    expect(paces(growth, state, [1])).toEqual([23]);
    expect(paces(growth, state, [4])).toEqual([35]);
    state.cwnd = 72;
    expect(paces(growth, state, [6])).toEqual([35]);
    expect(paces(growth, state, [8])).toEqual([72]);
  });

  test("without ticks it is recomputed with each ACK, at its own time", () => {
    const growth = grown(100);
    growth.setTicks(false);
    const state = madeState({ cwnd: 70, minRttNs: 101 * MS });
    // One round trip later, after 148 units of time, the curve is 27.0002 below 100, after 149 units 26.98.
    expect(paces(growth, state, [0, 44.4, 44.6])).toEqual([23, 23, 17]);
    state.cwnd = 73;
    expect(paces(growth, state, [44.7])).toEqual([73]);
  });

  test("a reduction starts a new curve, also within a tick", () => {
    const growth = grown(100);
    const state = at70();
    paces(growth, state, [0]);
    expect(growth.epoch).toBe(0);
    growth.endEpoch();
    expect(growth.epoch).toBe(NEVER);
    growth.wMax = 70;
    state.cwnd = 49;
    // K = ∛(⌊2⁴⁰/410⌋·21) = 3833; 25 ticks of RTT later: 410·3731³/2⁴⁰ = 19.4: target 51.
    expect(paces(growth, state, [1])).toEqual([24]);
    expect(growth.tell(growth.epoch, state)?.k).toBe(3833 / 1024);
  });

  test("the curve waits while there is nothing to send", () => {
    const growth = grown(100);
    const state = at70();
    paces(growth, state, [0]);
    growth.wait(5 * S, Number.POSITIVE_INFINITY);
    expect(growth.epoch).toBe(5 * S);
    growth.endEpoch();
    growth.wait(4 * S, Number.POSITIVE_INFINITY);
    expect(growth.epoch).toBe(NEVER);
  });

  test("one that started while nothing more was sent waits until now (Linux cubictcp_cwnd_event)", () => {
    const growth = grown(100);
    paces(growth, at70(), [0]);
    growth.wait(5 * S, 4 * S);
    expect(growth.epoch).toBe(4 * S);
  });

  test("a timeout resets peak and pace", () => {
    const growth = grown(100);
    const state = at70();
    paces(growth, state, [0]);
    growth.forget();
    expect([growth.wMax, growth.epoch]).toEqual([0, NEVER]);
    expect(paces(growth, state, [1])).toEqual([20]);
  });
});

describe("the Reno-friendly window (RFC 9438 §4.3)", () => {
  test("grows by one for 15/8 of cwnd, in whole segments, once more than that is acknowledged", () => {
    // At 10 segments, ⌊150/8⌋ = 18.
    const growth = grown(10);
    const state = madeState({ cwnd: 10, minRttNs: 4 * MS });
    growth.segmentsPerIncrease(state.at(0), 18);
    expect(growth.wEst).toBe(10);
    growth.segmentsPerIncrease(state.at(40 * MS), 1);
    expect(growth.wEst).toBe(11);
    // One is counted so far; 36 more make 37, which is two times 18 with one left.
    growth.segmentsPerIncrease(state.at(80 * MS), 36);
    expect(growth.wEst).toBe(13);
  });

  test("leads if it is ahead: count = ⌊cwnd/(W_est − cwnd)⌋", () => {
    const growth = grown(10);
    const state = madeState({ cwnd: 10, minRttNs: 4 * MS });
    expect(growth.segmentsPerIncrease(state.at(0), 1)).toBe(1000);
    // 55 is three times 18 with one left, so W_est is 13.
    expect(growth.segmentsPerIncrease(state.at(40 * MS), 54)).toBe(3);
  });

  test("segments acknowledged while count is kept are counted later", () => {
    const growth = grown(10);
    const state = madeState({ cwnd: 10, minRttNs: 4 * MS });
    growth.segmentsPerIncrease(state.at(0), 1);
    growth.segmentsPerIncrease(state.at(4 * MS), 18);
    expect(growth.wEst).toBe(10);
    growth.segmentsPerIncrease(state.at(40 * MS), 1);
    expect(growth.wEst).toBe(11);
  });
});
