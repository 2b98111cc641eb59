import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { madeControl, madeState, onLoss, onMark, onTimeout, roundTrip } from "./made.ts";

const made = (betaEcn = 0.5, betaLoss = 0.5, increase = "count", slowStart = "below") =>
  madeControl(newreno, {
    "beta-ecn": betaEcn,
    "beta-loss": betaLoss,
    "reno-increase": increase,
    "reno-slow-start": slowStart,
  });

describe("NewReno", () => {
  test("doubles cwnd each round trip in slow start (RFC 5681 §3.1)", () => {
    const state = madeState({ cwnd: 10 });
    const cc = made();
    for (const expected of [20, 40, 80]) {
      roundTrip(cc, state, 0);
      expect(state.cwnd).toBe(expected);
    }
  });

  test("adds one segment each round trip in congestion avoidance (RFC 5681 §3.1)", () => {
    const state = madeState({ cwnd: 50, ssthresh: 50 });
    const cc = made();
    for (let acked = 0; acked < 50 + 51 + 52; acked++) cc.onAck(state, 1);
    expect([state.cwnd, state.cwndCredit]).toEqual([53, 0]);
  });

  test("with growth by fractions, each acknowledged segment adds 1/cwnd, so small windows grow more slowly (RFC 5681 §3.1 eq. 3)", () => {
    const acksFor = (cwnd: number) => {
      const state = madeState({ cwnd, ssthresh: cwnd });
      const cc = made(0.5, 0.5, "fraction");
      let acks = 0;
      for (; state.cwnd === cwnd; acks++) cc.onAck(state, 1);
      return acks;
    };
    // From 2 segments on, cwnd including its fraction is 2 → 2.5 → 2.9 → 3.24 after each ACK.
    expect([2, 3, 40].map(acksFor)).toEqual([3, 4, 41]);
  });

  test("growth can change to fractions during a run; a credit of many segments then counts as one", () => {
    const state = madeState({ cwnd: 40, ssthresh: 40, cwndCredit: 39 });
    const cc = made();
    cc.configure("reno-increase", "fraction");
    for (let acked = 0; acked < 20; acked++) cc.onAck(state, 1);
    expect(state.cwnd).toBe(41);
    expect(state.cwndCredit).toBeCloseTo(20 / 41.25, 2);
  });

  test("changes from slow start to congestion avoidance within one ACK", () => {
    const state = madeState({ cwnd: 19, ssthresh: 20 });
    made().onAck(state, 4);
    expect([state.cwnd, state.cwndCredit]).toEqual([20, 3]);
  });

  describe("slow start up to and past ssthresh, as in FreeBSD", () => {
    test("a window of exactly ssthresh takes one more step of slow start, of at most two segments an ACK", () => {
      const cc = made(0.5, 0.5, "count", "through");
      const after = (acked: number) => {
        const state = madeState({ cwnd: 50, ssthresh: 50, cwndCredit: 7 });
        cc.onAck(state, acked);
        return [state.cwnd, state.cwndCredit];
      };
      expect([1, 2, 5].map(after)).toEqual([
        [51, 0],
        [52, 0],
        [52, 0],
      ]);
    });

    test("congestion avoidance then counts from zero: one segment per window", () => {
      const cc = made(0.5, 0.5, "count", "through");
      const state = madeState({ cwnd: 50, ssthresh: 50 });
      cc.onAck(state, 2);
      for (let acked = 0; acked < 52; acked += 2) cc.onAck(state, 2);
      expect([state.cwnd, state.cwndCredit]).toEqual([53, 0]);
    });

    test("slow start goes beyond ssthresh, and cwnd doubles below it, with an ACK for every second segment", () => {
      const cc = made(0.5, 0.5, "count", "through");
      const state = madeState({ cwnd: 19, ssthresh: 20 });
      cc.onAck(state, 2);
      expect(state.cwnd).toBe(21);
      const fresh = madeState({ cwnd: 10 });
      for (let acked = 0; acked < 10; acked += 2) cc.onAck(fresh, 2);
      expect(fresh.cwnd).toBe(20);
    });

    test("after a timeout an ACK adds at most one segment (RFC 3465 §2.3)", () => {
      const state = madeState({ cwnd: 4, ssthresh: 20 });
      state.inLoss = true;
      made(0.5, 0.5, "count", "through").onAck(state, 2);
      expect(state.cwnd).toBe(5);
    });

    test("the option can be set during a run", () => {
      const cc = made();
      cc.configure("reno-slow-start", "through");
      const state = madeState({ cwnd: 50, ssthresh: 50 });
      cc.onAck(state, 2);
      expect(state.cwnd).toBe(52);
    });
  });

  test("without ABE a mark halves cwnd as a loss does (RFC 3168 §6.1.2)", () => {
    const state = madeState({ cwnd: 100 });
    expect([made().ssthreshAfterMark(state), made().ssthreshAfterLoss(state)]).toEqual([50, 50]);
  });

  test("with ABE β_ecn applies only to marks (RFC 8511 §3.1)", () => {
    const state = madeState({ cwnd: 100 });
    expect([made(0.8).ssthreshAfterMark(state), made(0.8).ssthreshAfterLoss(state)]).toEqual([80, 50]);
  });

  test("a mark that ends slow start uses β_ecn too, and a window of 2 stays at 2", () => {
    expect(made(0.8).ssthreshAfterMark(madeState({ cwnd: 64 }))).toBe(51);
    expect(made(0.8).ssthreshAfterMark(madeState({ cwnd: 2 }))).toBe(2);
  });

  test("computing ssthresh does not change the window: the caller carries out the reduction", () => {
    const state = madeState({ cwnd: 100, ssthresh: 77 });
    made().ssthreshAfterMark(state);
    made().ssthreshAfterLoss(state);
    expect([state.cwnd, state.ssthresh]).toEqual([100, 77]);
  });

  test("β_ecn and β_loss can change during a run", () => {
    const cc = made();
    cc.configure("beta-ecn", 0.9);
    cc.configure("beta-loss", 0.6);
    const state = madeState({ cwnd: 100 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([90, 60]);
  });
});

describe("explains its decisions", () => {
  test("a mark is explained by β_ecn", () => {
    expect(onMark(made(0.8), madeState({ cwnd: 101 }))).toEqual({
      sentences: [
        "A mark leaves β_ecn = 0.8 of cwnd, a loss would leave β_loss = 0.5 (ABE, RFC 8511).",
        "All marks of one window of data count once.",
      ],
      formula: "β_ecn × cwnd = 0.8 × 101 = 80.8 → 80 segments",
    });
  });

  test("a loss is explained by β_loss", () => {
    expect(onLoss(made(0.8), madeState({ cwnd: 90 }))).toEqual({
      sentences: ["A loss leaves β_loss = 0.5 of cwnd.", "All losses of one window of data count once."],
      formula: "β_loss × cwnd = 0.5 × 90 = 45 segments",
    });
  });

  test("a timeout is explained by a cwnd of one segment and the new ssthresh", () => {
    expect(onTimeout(made(), madeState({ cwnd: 90 }))).toEqual({
      sentences: [
        "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
        "ssthresh is now 45 segments, β_loss = 0.5 of cwnd: slow start continues up to it.",
      ],
      formula: "β_loss × cwnd = 0.5 × 90 = 45 segments",
    });
  });
});
