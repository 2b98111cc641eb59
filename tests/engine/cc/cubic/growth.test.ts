/** The arithmetic of Linux's tcp_cubic.c in whole numbers, with expected values computed by hand. */
import { describe, expect, test } from "vitest";
import { CubicGrowth, cubicK, NEVER, wCubic } from "../../../../src/engine/cc/cubic/growth.ts";
import { type MadeState, MS, madeState, S } from "../made.ts";

function grown(wMax: number, c = 0.4): CubicGrowth {
  const growth = new CubicGrowth();
  growth.setC(c);
  growth.wMax = wMax;
  return growth;
}

/** Returns a state with cwnd 70 and a known minimum RTT of 100 ms, which is 25 ticks. */
const at70 = () => madeState({ cwnd: 70, minRttNs: 100 * MS });

/**
 * Returns the count of segments per increase at these times. The first ACK starts a curve. ACKs are at least one tick
 * apart if each should compute the count again.
 */
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
    // 0 ticks and an RTT of 25 ticks are 102 units; 410·(4316 − 102)³/2⁴⁰ = 27.9, so the target is 100 − 27.
    expect(paces(grown(100), at70(), [0])).toEqual([23]);
    // 250 + 25 ticks are 1126 units; 410·3190³/2⁴⁰ = 12.1, so the target is 88.
    expect(paces(grown(100), at70(), [0, 1000])).toEqual([23, 3]);
    // From K − 1.36 s on, the curve is less than one segment below W_max, so the target is 100 already.
    expect(paces(grown(100), madeState({ cwnd: 99, minRttNs: 0 }), [0]).concat()).toEqual([99]);
  });

  test("a part of a tick of RTT counts as a whole one: 101 ms are 26 ticks", () => {
    const [state, longer] = [at70(), madeState({ cwnd: 70, minRttNs: 101 * MS })];
    // At 136 ms, 34 + 25 ticks are 241 units, where the curve is 24.89 below W_max, and 34 + 26 ticks are 245 units,
    // 24.82 below. At 132 ms, 237 units are 24.96 below.
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
    // The count is computed at ticks 0 and 8, where the curve is 27.9 and 27.2 below 100. From tick 12 on, where the
    // curve is 26.9 below, the count would be 17.
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
    // Looking one round trip ahead, the curve is 27.0002 below 100 after 148 units of time and 26.98 below after 149.
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
    // K = ∛(⌊2⁴⁰/410⌋·21) = 3833. An RTT of 25 ticks later, 410·3731³/2⁴⁰ = 19.4, so the target is 51.
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
    // With cwnd at 10 segments, an increase needs ⌊150/8⌋ = 18 acknowledged segments.
    const growth = grown(10);
    const state = madeState({ cwnd: 10, minRttNs: 4 * MS });
    growth.segmentsPerIncrease(state.at(0), 18);
    expect(growth.wEst).toBe(10);
    growth.segmentsPerIncrease(state.at(40 * MS), 1);
    expect(growth.wEst).toBe(11);
    // One segment has been counted. 36 more make 37, which is two times 18 with one left.
    growth.segmentsPerIncrease(state.at(80 * MS), 36);
    expect(growth.wEst).toBe(13);
  });

  test("leads if it is ahead: count = ⌊cwnd/(W_est − cwnd)⌋", () => {
    const growth = grown(10);
    const state = madeState({ cwnd: 10, minRttNs: 4 * MS });
    expect(growth.segmentsPerIncrease(state.at(0), 1)).toBe(1000);
    // 55 segments are three times 18 with one left, so W_est is 13.
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
