import { describe, expect, test } from "vitest";
import { cubic, DelayedAckRatio } from "../../../../src/engine/cc/cubic/cubic.ts";
import { cubicK, renoFriendlyAlpha, wCubic } from "../../../../src/engine/cc/cubic/growth.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import type { SenderState } from "../../../../src/engine/tcp/sender-state.ts";
import { ask, MS, madeControl, madeState, onLoss, onMark, onTimeout, roundTrip, S } from "../made.ts";

const W_MAX = 0;
const W_EST = 1;

const made = (values: ParamValues = {}) => madeControl(cubic, values);

/** Returns the control after a loss at `cwnd` segments, with the window reduced. */
function afterLoss(cwnd: number, values: ParamValues = {}, minRttNs = 100 * MS) {
  const cc = made(values);
  const state = madeState({ cwnd, minRttNs });
  state.ssthresh = cc.ssthreshAfterLoss(state);
  state.cwnd = state.ssthresh;
  return { cc, state };
}

/**
 * Returns the time (ms) at which RTT samples of 130 ms, one every 5 ms, end slow start; null if they do not. The SYN
 * measured 100 ms.
 */
function endOfSlowStart(cc: ReturnType<typeof made>, fromMs: number): number | null {
  const state = madeState({ cwnd: 32, una: 1, nxt: 1000, minRttNs: 100 * MS });
  for (let ms = fromMs; ms < fromMs + 100; ms += 5) {
    cc.onRttSample(state.at(ms * MS), 130 * MS);
    if (state.ssthresh < Number.POSITIVE_INFINITY) return ms;
  }
  return null;
}

describe("the smallest round trip (Linux cubictcp_acked)", () => {
  test("is of data: a queue that existed before the flow does not end its slow start, as the SYN's would", () => {
    expect(endOfSlowStart(made(), 0)).toBeNull();
    const cc = made();
    cc.onRttSample(madeState({ cwnd: 10, nxt: 10 }).at(0), 100 * MS);
    expect(endOfSlowStart(cc, 5)).not.toBeNull();
  });

  test("is reset by a timeout", () => {
    const cc = made();
    cc.onRttSample(madeState({ cwnd: 10, nxt: 10 }).at(0), 100 * MS);
    onTimeout(cc, madeState({ cwnd: 10 }));
    expect(endOfSlowStart(cc, 5)).toBeNull();
  });

  test("samples of a curve's first second do not count: the curve looks ahead by the earlier ones", () => {
    const grownBy = (sampleMs: number) => {
      const { cc, state } = afterLoss(100, {}, 1 * MS);
      cc.onRttSample(state.at(0), 1000 * MS);
      cc.onAck(state.at(1 * MS), 1);
      cc.onRttSample(state.at(sampleMs * MS), 1 * MS);
      for (let i = 0; i < 8; i++) cc.onAck(state.at((sampleMs + 4) * MS), 1);
      return state.cwnd - 70;
    };
    expect(grownBy(900)).toBeGreaterThan(grownBy(1100));
  });
});

describe("the cubic curve (RFC 9438 §4.2)", () => {
  test("W_max = 100: cwnd 70, K = 4.217 s, W(K) = 100, W(0) = 70", () => {
    expect(afterLoss(100).state.cwnd).toBe(70);
    const k = cubicK(100, 70, 0.4);
    expect(k).toBeCloseTo(4.2172, 4);
    expect(wCubic(k, k, 100, 0.4)).toBe(100);
    expect(wCubic(0, k, 100, 0.4)).toBeCloseTo(70, 9);
  });

  test("cwnd follows it, a round trip ahead, to the old peak and beyond", () => {
    const { cc, state } = afterLoss(100);
    let nowNs = 0;
    while (nowNs < 6 * S) {
      nowNs = roundTrip(cc, state, nowNs);
      const curve = wCubic(nowNs / S, 4.2172, 100, 0.4);
      expect(Math.abs(state.cwnd - curve)).toBeLessThan(2.5);
    }
    expect(state.cwnd).toBeGreaterThan(100);
  });

  test("the target is the curve one round trip ahead: on a long path the first ACKs of an epoch bring more", () => {
    const grownBy = (minRttNs: number) => {
      const { cc, state } = afterLoss(100, {}, minRttNs);
      // W(1 s) = 86.7, which adds one segment per four acknowledged.
      for (let i = 0; i < 8; i++) cc.onAck(state, 1);
      return state.cwnd - 70;
    };
    expect([grownBy(1000 * MS), grownBy(1 * MS)]).toEqual([2, 0]);
  });

  test("C makes it steeper", () => {
    const [slow, fast] = [afterLoss(100, { "cubic-c": 0.2 }), afterLoss(100, { "cubic-c": 0.8 })];
    for (const { cc, state } of [slow, fast]) for (let ns = 0; ns < 2 * S; ) ns = roundTrip(cc, state, ns);
    expect(slow.state.cwnd).toBeLessThan(fast.state.cwnd);
    expect(cubicK(100, 70, 0.8)).toBeLessThan(cubicK(100, 70, 0.2));
  });

  test("does not depend on the round-trip time where it is long", () => {
    const [short, long] = [afterLoss(1000, {}, 100 * MS), afterLoss(1000, {}, 200 * MS)];
    for (const { cc, state } of [short, long]) for (let ns = 0; ns < 8 * S; ) ns = roundTrip(cc, state, ns);
    expect(Math.abs(short.state.cwnd - long.state.cwnd)).toBeLessThan(10);
  });
});

describe("reductions (RFC 9438 §4.6)", () => {
  test("keep 70 % on a loss and, with ABE, 85 % on a mark (RFC 8511 §3.1)", () => {
    const state = madeState({ cwnd: 100 });
    expect(made().ssthreshAfterLoss(state)).toBe(70);
    expect(made({ "beta-ecn": 0.85 }).ssthreshAfterMark(state)).toBe(85);
    expect(made({ "beta-ecn": 0.85 }).ssthreshAfterLoss(state)).toBe(70);
  });

  test.each([
    // With fast convergence, W_max is 90·(1024 + 717)/2048 = 76.5.
    [true, 76],
    [false, 90],
  ])(
    "fast convergence %s: a reduction at 90 after one at 100 leaves W_max %s (RFC 9438 §4.7)",
    (on, wMax) => {
      const cc = made({ "fast-convergence": on });
      cc.ssthreshAfterLoss(madeState({ cwnd: 100 }));
      expect(cc.probe(W_MAX)).toBe(100);
      cc.ssthreshAfterLoss(madeState({ cwnd: 90 }));
      expect(cc.probe(W_MAX)).toBe(wMax);
    },
  );

  test("ABE changes only the reduction: W_max is the same after a mark as after a loss (RFC 8511 §3.1)", () => {
    const cc = made({ "beta-ecn": 0.85 });
    cc.ssthreshAfterMark(madeState({ cwnd: 100 }));
    expect(cc.probe(W_MAX)).toBe(100);
    cc.ssthreshAfterMark(madeState({ cwnd: 90 }));
    expect(cc.probe(W_MAX)).toBe(76);
  });

  test("with ABE the curve starts from the higher window, so K is shorter", () => {
    expect(cubicK(100, 85, 0.4)).toBeCloseTo(3.3472, 4);
    const cc = made({ "beta-ecn": 0.85 });
    const state = madeState({ cwnd: 100 });
    state.ssthresh = cc.ssthreshAfterMark(state);
    state.cwnd = state.ssthresh;
    let nowNs = 0;
    while (state.cwnd < 100) nowNs = roundTrip(cc, state, nowNs);
    // The last segment is added while the curve is less than one segment below W_max, at K − 1.36 s − RTT at the
    // earliest.
    expect(nowNs / S).toBeGreaterThan(1.8);
    expect(nowNs / S).toBeLessThan(3.6);
  });
});

describe("the Reno-friendly region (RFC 9438 §4.3)", () => {
  test("α is 3(1 - β)/(1 + β)", () => {
    expect(renoFriendlyAlpha(0.7)).toBeCloseTo(0.52941, 5);
    expect(renoFriendlyAlpha(0.5)).toBe(1);
  });

  /** Returns the growth from 70 segments over 100 short round trips, after a reduction from 100. */
  function growth(signal: "loss" | "mark", values: ParamValues = {}): number {
    const cc = made(values);
    const before = madeState({ cwnd: 100 });
    if (signal === "loss") cc.ssthreshAfterLoss(before);
    else cc.ssthreshAfterMark(before);
    const state = madeState({ cwnd: 70, ssthresh: 70, minRttNs: 5 * MS });
    let nowNs = 0;
    for (let i = 0; i < 100; i++) nowNs = roundTrip(cc, state, nowNs);
    return state.cwnd - 70;
  }

  test("on a short path cwnd grows by α a round trip, faster than the cubic curve", () => {
    expect(wCubic(0.505, cubicK(100, 70, 0.4), 100, 0.4) - 70).toBeLessThan(12);
    expect(growth("loss")).toBeGreaterThan(49);
    expect(growth("loss")).toBeLessThanOrEqual(53);
  });

  test("ABE does not change α (RFC 8511 §3.1)", () => {
    expect(growth("mark", { "beta-ecn": 0.95 })).toBe(growth("loss"));
  });

  test("the probe shows W_est, which starts at cwnd with each epoch", () => {
    const { cc, state } = afterLoss(100);
    cc.onAck(state, 2);
    expect(cc.probe(W_EST)).toBe(70);
    // W_est grows by one for 74·15/8 = 138 segments, when cwnd has reached 74.
    for (let i = 0; i < 68; i++) cc.onAck(state.at(4 * MS), 2);
    expect(cc.probe(W_EST)).toBe(70);
    cc.onAck(state.at(40 * MS), 2);
    expect(cc.probe(W_EST)).toBe(71);
  });
});

describe("the pace of growth in Linux (tcp_cubic.c)", () => {
  test("at most one segment for two acknowledged, however far the curve is ahead", () => {
    const { cc, state } = afterLoss(100);
    cc.onAck(state, 2);
    const before = state.cwnd;
    for (let i = 0; i < 20; i++) cc.onAck(state.at(100 * S), 1);
    expect(state.cwnd - before).toBeLessThanOrEqual(11);
    expect(state.cwnd - before).toBeGreaterThanOrEqual(10);
  });

  test("at least one for twenty before the first reduction", () => {
    const cc = made();
    const state = madeState({ cwnd: 50, ssthresh: 50 });
    for (let i = 0; i < 20; i++) cc.onAck(state.at(i * MS), 1);
    expect(state.cwnd).toBe(51);
    for (let i = 0; i < 20; i++) cc.onAck(state.at((20 + i) * MS), 1);
    expect(state.cwnd).toBe(52);
  });

  test("near the old peak cwnd hardly changes", () => {
    const { cc, state } = afterLoss(1000);
    let nowNs = 0;
    const kNs = cubicK(1000, 700, 0.4) * S;
    while (nowNs < kNs - 0.5 * S) nowNs = roundTrip(cc, state, nowNs);
    const before = state.cwnd;
    while (nowNs < kNs + 0.3 * S) nowNs = roundTrip(cc, state, nowNs);
    expect(before).toBeGreaterThanOrEqual(998);
    expect(state.cwnd - before).toBeLessThanOrEqual(2);
  });
});

describe("counting ACKs (tcp_cubic.c before Linux 4.0)", () => {
  const acks = { "cubic-counts": "acks" };

  /** Returns the growth from 70 segments over 100 round trips of 5 ms, in which each ACK covers `perAck` segments. */
  function friendlyGrowth(perAck: number): number {
    const { cc, state } = afterLoss(100, acks, 5 * MS);
    for (let trip = 0; trip < 100; trip++) {
      const acksPerTrip = Math.round(state.cwnd / perAck);
      for (let i = 0; i < acksPerTrip; i++) cc.onAck(state.at(trip * state.minRttNs), perAck);
    }
    return state.cwnd - 70;
  }

  test("the Reno-friendly window grows by α with an ACK for each segment, by half of it with one for two", () => {
    expect(friendlyGrowth(1)).toBeGreaterThan(44);
    expect(friendlyGrowth(1)).toBeLessThanOrEqual(53);
    expect(friendlyGrowth(2)).toBeGreaterThan(22);
    expect(friendlyGrowth(2)).toBeLessThanOrEqual(27);
  });

  test("the curve is still followed, as fewer ACKs are required", () => {
    const { cc, state } = afterLoss(100, acks);
    for (let nowNs = 0; nowNs < 6 * S; ) {
      nowNs = roundTrip(cc, state, nowNs);
      expect(Math.abs(state.cwnd - wCubic(nowNs / S, 4.2172, 100, 0.4))).toBeLessThan(4);
    }
  });

  test("at most one segment for two ACKs, however far the curve is ahead", () => {
    const { cc, state } = afterLoss(100, acks);
    cc.onAck(state, 2);
    const before = state.cwnd;
    for (let i = 0; i < 20; i++) cc.onAck(state.at(100 * S), 2);
    expect(state.cwnd - before).toBe(10);
  });

  test("segments per ACK are a moving average over sixteen, from two at first", () => {
    const ratio = new DelayedAckRatio();
    expect(ratio.value).toBe(2);
    ratio.add(1);
    expect(ratio.value).toBe(2 - 1 / 16);
    for (let i = 0; i < 100; i++) ratio.add(1);
    expect(ratio.value).toBeCloseTo(1, 2);
    for (let i = 0; i < 1000; i++) ratio.add(1000);
    expect(ratio.value).toBe(32);
  });
});

describe("slow start", () => {
  test("cwnd grows by what was acknowledged up to ssthresh", () => {
    const state = madeState({ cwnd: 10, ssthresh: 15 });
    made().onAck(state, 4);
    expect(state.cwnd).toBe(14);
  });

  /** Takes eight samples in a first round, then eight in a second round with a higher delay. */
  function risingDelay(values: ParamValues): SenderState {
    const cc = made(values);
    const state = madeState({ cwnd: 32, una: 1, nxt: 40 });
    for (let i = 0; i < 9; i++) cc.onRttSample(state.at(i * 10 * MS), 100 * MS);
    Object.assign(state, { una: 41, nxt: 80 });
    for (let i = 0; i < 9; i++) cc.onRttSample(state.at((100 + i * 10) * MS), 120 * MS);
    return state;
  }

  test("HyStart of Linux ends it at once when the delay rises", () => {
    expect(risingDelay({ "hystart-variant": "linux" }).ssthresh).toBe(32);
  });

  test("HyStart++ slows it down first (RFC 9406 §4.2)", () => {
    expect(risingDelay({ "hystart-variant": "rfc9406" }).ssthresh).toBe(Number.POSITIVE_INFINITY);
  });

  test("without HyStart only a signal ends it", () => {
    expect(risingDelay({ hystart: false }).ssthresh).toBe(Number.POSITIVE_INFINITY);
  });

  test("the reduction that ends it uses β of its signal", () => {
    const state = madeState({ cwnd: 64 });
    expect(made({ "beta-ecn": 0.85 }).ssthreshAfterMark(state)).toBe(54);
  });
});

test("a timeout resets the old peak: the next epoch starts where slow start ends (RFC 9438 §4.8)", () => {
  const { cc, state } = afterLoss(100);
  cc.onTimeout(state);
  expect(cc.probe(W_MAX)).toBeNaN();
  state.cwnd = 35;
  state.ssthresh = 35;
  for (let i = 0; i < 20; i++) cc.onAck(state.at(S + i * MS), 1);
  expect(state.cwnd).toBe(36);
});

test("every parameter can change during a run", () => {
  const cc = made();
  for (const [id, value] of [
    ["cubic-c", 0.8],
    ["fast-convergence", false],
    ["hystart", false],
    ["hystart-variant", "rfc9406"],
    ["cubic-counts", "acks"],
    ["cubic-clock", "exact"],
    ["beta-ecn", 0.9],
    ["beta-loss", 0.5],
  ] as const) {
    cc.configure(id, value);
  }
  cc.ssthreshAfterLoss(madeState({ cwnd: 100 }));
  expect([cc.ssthreshAfterMark(madeState({ cwnd: 90 })), cc.probe(W_MAX)]).toEqual([81, 90]);
});

test("the curve waits while there is nothing to send (RFC 9438 §5.8)", () => {
  const after = (pauseNs: number) => {
    const { cc, state } = afterLoss(100);
    const nowNs = roundTrip(cc, state, S);
    cc.onIdle?.(state.at(nowNs + pauseNs), pauseNs);
    roundTrip(cc, state, nowNs + pauseNs);
    return state.cwnd;
  };
  expect(after(60 * S)).toBe(after(0));
});

test("one that started after the last segment had left waits until now at most; without app-limited-growth it waits longer", () => {
  const grown = (remembersUse: boolean) => {
    const { cc, state } = afterLoss(100);
    state.remembersUse = remembersUse;
    cc.onAck(state.at(2 * S), 1);
    cc.onIdle?.(state.at(3 * S), 2 * S);
    for (let nowNs = 3 * S; nowNs < 5 * S; ) nowNs = roundTrip(cc, state, nowNs);
    return state.cwnd;
  };
  const { cc, state } = afterLoss(100);
  for (let nowNs = 3 * S; nowNs < 5 * S; ) nowNs = roundTrip(cc, state, nowNs);
  expect(grown(true)).toBe(state.cwnd);
  expect(grown(false)).toBeLessThan(state.cwnd);
});

describe("explains its decisions", () => {
  /**
   * Returns the state `atS` after a curve started at 0 s, with a window of `cwnd`. The loss occurred at 100 segments.
   */
  function later(cwnd: number, atS: number, values: ParamValues = {}) {
    const { cc, state } = afterLoss(100, values);
    cc.onAck(state, 1);
    Object.assign(state, { cwnd });
    return { cc, state: state.at(atS * S) };
  }

  test("on the concave part: W_max 90·0.85 by fast convergence, K = ∛((76 − 63)/0.4) = 3.19 s", () => {
    const { cc, state } = later(90, 2);
    expect(onMark(cc, state)).toEqual({
      sentences: [
        "cwnd was below its old maximum of 100 segments, 2 s into its curve. There CUBIC grows more and more slowly (the concave region), and the curve reaches the maximum after K = 4.21 s.",
        "A mark leaves β_ecn = 0.7 of cwnd, as a loss does (RFC 3168).",
        "cwnd had not grown back to W_max = 100 segments, so fast convergence lowers W_max to 76 segments, to leave room for new flows; the new curve reaches it after K = 3.19 s.",
      ],
      formula:
        "β_ecn × cwnd = 0.7 × 90 = 63 segments; fast convergence: W_max = 76; K = ∛((76 − 63)/0.4) = 3.19 s",
    });
  });

  test("above the old peak, with ABE: K = ∛((110 − 93)/0.4) = 3.49 s", () => {
    const { cc, state } = later(110, 6, { "beta-ecn": 0.85 });
    expect(onMark(cc, state)).toEqual({
      sentences: [
        "cwnd was above its old maximum of 100 segments, 6 s into its curve. There CUBIC grows faster and faster (the convex region).",
        "A mark leaves β_ecn = 0.85 of cwnd, a loss would leave β_loss = 0.7 (ABE, RFC 8511).",
        "W_max is now 110 segments; the new curve reaches it after K = 3.49 s.",
      ],
      formula: "β_ecn × cwnd = 0.85 × 110 = 93.5 → 93 segments; K = ∛((110 − 93)/0.4) = 3.49 s",
    });
  });

  test("a small reduction may leave more than W_max after fast convergence", () => {
    const { cc, state } = later(90, 2, { "beta-ecn": 0.9 });
    const { sentences, formula } = onMark(cc, state);
    expect([sentences[2], formula]).toEqual([
      "cwnd had not grown back to W_max = 100 segments, so fast convergence lowers W_max to 76 segments, to leave room for new flows; the new curve reaches it at once.",
      "β_ecn × cwnd = 0.9 × 90 = 81 segments; fast convergence: W_max = 76",
    ]);
  });

  test("the Reno-friendly region: W_est 7 + 1 above 10 − 410/1024·1.856³", () => {
    const { cc, state } = afterLoss(10);
    cc.onAck(state, 14);
    expect(onLoss(cc, state).sentences[0]).toBe(
      "cwnd grew as with NewReno (the Reno-friendly region): W_est = 8 segments was above the curve's 7.44.",
    );
  });

  test("in slow start, and twice without growth in between", () => {
    const cc = made();
    const state = madeState({ cwnd: 64 });
    expect(onMark(cc, state).sentences[0]).toBe("cwnd was still in slow start.");
    state.cwnd = state.ssthresh;
    expect(onMark(cc, state).sentences[0]).toBe("cwnd had not started to grow again since the last cut.");
    expect(onMark(made(), madeState({ cwnd: 2 })).sentences[2]).toBe(
      "A cut never leaves less than 2 segments.",
    );
  });

  test("a timeout resets W_max", () => {
    expect(onTimeout(made(), madeState({ cwnd: 100 }))).toEqual({
      sentences: [
        "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
        "ssthresh is now 70 segments, β_loss = 0.7 of cwnd: slow start continues up to it.",
        "W_max is reset: the next curve starts at the window at which slow start ends.",
      ],
      formula: "β_loss × cwnd = 0.7 × 100 = 70 segments",
    });
  });

  test("HyStart ended slow start, in either kind", () => {
    const exit = { event: "slowStartExit", before: 64, after: 64 } as const;
    const linux = made();
    const state = madeState({ cwnd: 64, una: 1, nxt: 1000 });
    for (let ms = 0; ms <= 51; ms++) linux.onRttSample(state.at(ms * MS), 100 * MS);
    expect(state.inSlowStart).toBe(false);
    expect(ask(linux, state, exit).sentences[0]).toMatch(
      /^HyStart: the ACKs of this round have arrived for 51 ms/,
    );
    const plus = made({ "hystart-variant": "rfc9406" });
    const other = madeState({ cwnd: 64 });
    for (const rttMs of [100, 120, 120, 120, 120, 120, 120]) {
      Object.assign(other, { una: other.nxt, nxt: other.nxt + 32 });
      for (let i = 0; i < 8; i++) plus.onRttSample(other, rttMs * MS);
    }
    expect(other.inSlowStart).toBe(false);
    expect(ask(plus, other, exit).sentences[0]).toMatch(
      /^HyStart\+\+: the smallest RTT of a round had risen/,
    );
  });
});
