import { describe, expect, test } from "vitest";
import { westwood } from "../../../src/engine/cc/westwood.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { onLoss, onMark, onTimeout } from "./explained.ts";
import { madeControl, resultsOf } from "./made-control.ts";
import { MS, madeState, roundTrip } from "./made-state.ts";

const BANDWIDTH = 0;
const WINDOW = 1;

/** ACKs of `perAck` segments each, `gapMs` apart. */
class Acks {
  readonly cc;
  readonly state;
  private readonly sample = new AckSample();
  private nowNs = 0;

  constructor(values: ParamValues = {}, srttMs = 100) {
    this.cc = madeControl(westwood, values);
    this.state = madeState({ cwnd: 200, srttNs: srttMs * MS });
    this.next(1, 0, 0);
  }

  next(acks: number, gapMs: number, perAck = 1, rttMs = 100): number {
    for (let i = 0; i < acks; i++) {
      this.nowNs += gapMs * MS;
      Object.assign(this.sample, { nowNs: this.nowNs, delivered: perAck, rttNs: rttMs * MS });
      this.cc.onSample?.(this.state.at(this.nowNs), this.sample);
    }
    return this.cc.probe(BANDWIDTH);
  }
}

describe("bandwidth estimate (Linux tcp_westwood.c)", () => {
  test("there is none before the first sample, which takes longer than a round trip", () => {
    const acks = new Acks();
    expect(acks.next(50, 2)).toBeNaN();
    expect(acks.next(1, 2)).toBeCloseTo(500, 9);
  });

  test("a sample takes longer than 50 ms on a short path", () => {
    const acks = new Acks({}, 4);
    expect(acks.next(50, 1)).toBeNaN();
    expect(acks.next(1, 1)).toBeCloseTo(1000, 9);
  });

  test("delayed ACKs and SACK count by what they deliver", () => {
    expect(new Acks().next(26, 4, 2)).toBeCloseTo(500, 9);
  });

  test("two filters of 7/8 each follow a step: 1/64 of it with the first sample, 27 % with ten", () => {
    const acks = new Acks();
    acks.next(51, 2);
    expect(acks.next(101, 1)).toBeCloseTo(500 + 500 / 64, 6);
    const tenth = acks.next(9 * 101, 1);
    // 1 - (7/8)^n·(1 + n/8) for two in a row, each sample through both
    expect(tenth).toBeGreaterThan(500 + 500 * 0.35);
    expect(tenth).toBeLessThan(500 + 500 * 0.45);
    expect(acks.next(100 * 101, 1)).toBeCloseTo(1000, 1);
  });

  test("with weight 1 it is the last sample", () => {
    const acks = new Acks({ "westwood-weight": 1 });
    acks.next(51, 2);
    expect(acks.next(101, 1)).toBeCloseTo(1000, 9);
  });
});

describe("the window after a signal: bandwidth times smallest RTT", () => {
  test("500/s and 100 ms: 50 segments, from whatever window, for a loss as for a mark", () => {
    const { cc } = warm();
    for (const cwnd of [60, 120, 1000]) {
      const state = madeState({ cwnd });
      expect([cc.ssthreshAfterLoss(state), cc.ssthreshAfterMark(state)]).toEqual([50, 50]);
    }
    expect(cc.probe(WINDOW)).toBeCloseTo(50, 9);
  });

  test("a signal never raises the window, and two segments stay", () => {
    const { cc } = warm();
    expect(cc.ssthreshAfterLoss(madeState({ cwnd: 30 }))).toBe(30);
    expect(cc.ssthreshAfterLoss(madeState({ cwnd: 1 }))).toBe(2);
  });

  test("a longer RTT later changes nothing, a shorter one does", () => {
    const acks = warm();
    acks.next(10, 2, 1, 180);
    expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(50);
    acks.next(1, 2, 1, 80);
    expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(40);
  });

  test("after a timeout the next RTT is the smallest; until then cuts are NewReno's", () => {
    const acks = warm();
    acks.cc.onTimeout(acks.state);
    expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(100);
    acks.next(1, 2, 1, 160);
    expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(80);
  });

  test("without an estimate β_loss and β_ecn hold", () => {
    const cc = madeControl(westwood, { "beta-ecn": 0.8 });
    const state = madeState({ cwnd: 100 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([80, 50]);
  });

  /** 500 segments per second at an RTT of 100 ms. */
  function warm(): Acks {
    const acks = new Acks();
    acks.next(510, 2);
    return acks;
  }
});

test("growth is NewReno's", () => {
  const cc = madeControl(westwood);
  const state = madeState({ cwnd: 50, ssthresh: 50 });
  roundTrip(cc, state, 0);
  expect(state.cwnd).toBe(51);
});

test("a buffer of a fifth of the BDP is enough for a full link, where NewReno needs all of it", () => {
  const path = "aqm=droptail&limit=17p&ecn=off&duration=100s&warmup=40s";
  const of = (cc: string) => resultsOf(`cc=${cc}&${path}`).links[0].utilisation;
  expect(of("westwood")).toBeGreaterThan(of("newreno") + 0.03);
  expect(of("westwood")).toBeGreaterThan(0.97);
});

test("every parameter can change in mid-run", () => {
  const acks = new Acks();
  acks.cc.configure("beta-loss", 0.7);
  expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(140);
  acks.next(51, 2);
  acks.cc.configure("westwood-weight", 1);
  expect(acks.next(101, 1)).toBeCloseTo(1000, 9);
  expect(() => acks.cc.configure("target", 5)).toThrow("no parameter target");
});

describe("says why", () => {
  test("500 segments/s times 100 ms are 50 segments", () => {
    const acks = new Acks();
    acks.next(51, 2);
    Object.assign(acks.state, { cwnd: 90 });
    expect(onMark(acks.cc, acks.state)).toEqual({
      sentences: [
        "By its estimates of bandwidth, BWE = 500 segments/s, and smallest RTT, 100 ms, the path holds 50 segments without a queue.",
        "Westwood+ cuts to that, for a mark as for a loss.",
        "All marks of one window of data count once.",
      ],
      formula: "BWE × RTT_min = 500 segments/s × 100 ms = 50 segments",
    });
  });

  test("a window below that is not cut", () => {
    const acks = new Acks();
    acks.next(51, 2);
    Object.assign(acks.state, { cwnd: 40 });
    const { sentences, formula } = onLoss(acks.cc, acks.state);
    expect([sentences[1], sentences.length, formula]).toEqual([
      "That is no less than cwnd, so nothing is given up.",
      2,
      "BWE × RTT_min = 500 segments/s × 100 ms = 50 → 40 segments",
    ]);
  });

  test("without an estimate it is NewReno's cut", () => {
    expect(onLoss(new Acks().cc, madeState({ cwnd: 90 }))).toEqual({
      sentences: [
        "There is no estimate of the path yet.",
        "A loss leaves β_loss = 0.5 of cwnd.",
        "All losses of one window of data count once.",
      ],
      formula: "β_loss × cwnd = 0.5 × 90 = 45 segments",
    });
  });

  test("a timeout tells of the estimate that was in force, and that the RTT is measured anew", () => {
    const acks = new Acks();
    acks.next(51, 2);
    Object.assign(acks.state, { cwnd: 90 });
    expect(onTimeout(acks.cc, acks.state)).toEqual({
      sentences: [
        "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
        "ssthresh is now 50 segments, bandwidth estimate times smallest RTT: slow start leads there.",
        "The smallest RTT is measured anew, because the path may have changed.",
      ],
      formula: "BWE × RTT_min = 500 segments/s × 100 ms = 50 segments",
    });
    expect(onTimeout(new Acks().cc, madeState({ cwnd: 90 })).formula).toBe(
      "β_loss × cwnd = 0.5 × 90 = 45 segments",
    );
  });
});
