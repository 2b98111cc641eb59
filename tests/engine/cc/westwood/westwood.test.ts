import { describe, expect, test } from "vitest";
import { westwood } from "../../../../src/engine/cc/westwood/westwood.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import { MS, madeControl, madeState, onLoss, onMark, onTimeout, resultsOf, roundTrip } from "../made.ts";

const BANDWIDTH = 0;
const WINDOW = 1;

/**
 * Sends ACKs of `perAck` segments each, `gapMs` apart. The first ACK starts a sample, as if a sample had ended just
 * before.
 */
class Acks {
  readonly cc;
  readonly state;
  private readonly sample = new AckSample();
  private nowNs = 0;

  constructor(values: ParamValues = {}, rttMs = 100) {
    this.cc = madeControl(westwood, { "rtt-tick": 0, ...values });
    this.state = madeState({ cwnd: 200 });
    this.next(1, 0, 0);
    this.next(1, 0, 0, rttMs);
    this.next(1, 0, 0);
  }

  next(acks: number, gapMs: number, perAck = 1, rttMs = -1): number {
    for (let i = 0; i < acks; i++) {
      this.nowNs += gapMs * MS;
      const rttNs = rttMs < 0 ? -1 : rttMs * MS;
      Object.assign(this.sample, { nowNs: this.nowNs, delivered: perAck, rttNs });
      this.cc.onSample?.(this.state.at(this.nowNs), this.sample);
    }
    return this.cc.probe(BANDWIDTH);
  }

  /** Returns the reduction after a mark at `cwnd`, with its target and its final value. */
  reduction(cwnd: number): [number, number, number] {
    const { cc, state } = this;
    state.cwnd = cwnd;
    state.cwnd = state.ssthresh = cc.ssthreshAfterMark(state);
    const first = state.cwnd;
    cc.onReductionEnd?.(state);
    return [first, state.cwnd, state.ssthresh];
  }
}

/**
 * Returns ACKs after one first ACK and `samples` samples of 51 ACKs in 102 ms each, at an RTT of 100 ms. Each sample
 * measures 500 segments per second: the ACK that ends a sample counts in the next one.
 */
function warm(values: ParamValues = {}, samples = 20): Acks {
  const acks = new Acks(values);
  acks.next(1, 0);
  acks.next(51 * samples, 2);
  return acks;
}

describe("bandwidth estimate (Linux tcp_westwood.c)", () => {
  test("has no value before the first sample, which takes longer than a round trip", () => {
    const acks = new Acks();
    expect(acks.next(50, 2)).toBeNaN();
    // The sample lasts 102 ms and has 50 of 51 segments, because the ACK that ends a sample belongs to the next one.
    expect(acks.next(1, 2)).toBeCloseTo(50 / 0.102, 9);
  });

  test("on a short path a sample takes longer than 50 ms", () => {
    const acks = new Acks({}, 4);
    expect(acks.next(50, 1)).toBeNaN();
    expect(acks.next(1, 1)).toBeCloseTo(50 / 0.051, 9);
  });

  test("with ticks of 4 ms a sample takes thirteen ticks, more than HZ/20 = 12", () => {
    const acks = new Acks({ "rtt-tick": 4 }, 4);
    expect(acks.next(51, 1)).toBeNaN();
    // 51 · 1448 bytes in thirteen ticks are 5680 bytes per tick.
    expect(acks.next(1, 1)).toBeCloseTo((5680 * 250) / 1448, 9);
  });

  test("with ticks each step drops the fraction of a byte per tick (westwood_do_filter)", () => {
    const acks = new Acks({ "rtt-tick": 4 }, 4);
    const bytes = () => (acks.next(1, 1) * 1448) / 250;
    acks.next(51, 1);
    expect(bytes()).toBeCloseTo(5680, 6);
    // With 52 segments, later samples are 5792 bytes per tick. The first filter gives (7 · 5680 + 5792) / 8 = 5694,
    // the second (7 · 5680 + 5694) / 8 = 5681.75.
    acks.next(51, 1);
    expect(bytes()).toBeCloseTo(5681, 6);
    // The first filter stops less than eight bytes before its target, and the second one equally close to the first.
    acks.next(199 * 52 - 1, 1);
    expect(bytes()).toBeCloseTo(5778, 6);
  });

  test("the first sample starts with the connection, a round trip before its first ACK, and excludes that ACK", () => {
    const cc = madeControl(westwood, { "rtt-tick": 0 });
    const state = madeState({ cwnd: 10 });
    const sample = new AckSample();
    for (const [ms, delivered] of [
      [100, 2],
      [100, 4],
      [101, 1],
    ]) {
      Object.assign(sample, { nowNs: ms * MS, delivered, rttNs: 100 * MS });
      cc.onSample?.(state.at(ms * MS), sample);
    }
    expect(cc.probe(BANDWIDTH)).toBeCloseTo(4 / 0.101, 9);
  });

  test("delayed ACKs and SACK count by their deliveries", () => {
    expect(new Acks().next(26, 4, 2)).toBeCloseTo(50 / 0.104, 9);
  });

  test("two filters of 7/8 each follow a step: by 1/64 with the first sample, by 40 % with ten", () => {
    const acks = new Acks();
    // 51 ACKs make one sample, so 80 · 51 ACKs complete 80 samples at the first rate; the last ACK starts the next sample.
    const before = acks.next(51 * 80, 2);
    expect(before).toBeCloseTo(500, 1);
    // This sample lasts 101 ms: one ACK came at the old rate and 100 at the new one.
    const after = acks.next(101, 1);
    expect(after - before).toBeCloseTo((1000 - 500) / 64, 1);
    const tenth = acks.next(9 * 101, 1);
    // Two filters in series reach the share 1 − (7/8)^n·(1 + n/8) of a step after n samples.
    expect(tenth).toBeGreaterThan(500 + 500 * 0.35);
    expect(tenth).toBeLessThan(500 + 500 * 0.5);
    expect(acks.next(100 * 101, 1)).toBeCloseTo(1000, 1);
  });

  test("with weight 1 the estimate is the last sample", () => {
    const acks = new Acks({ "westwood-weight": 1 });
    acks.next(51, 2);
    expect(acks.next(2 * 101, 1)).toBeCloseTo(1000, 9);
  });
});

describe("a reduction first goes to β, and ends at bandwidth times smallest RTT (Linux CA_EVENT_COMPLETE_CWR)", () => {
  test("500 segments/s and 100 ms give 50 segments, from any window", () => {
    const acks = warm();
    expect([60, 120, 1000].map((cwnd) => acks.reduction(cwnd))).toEqual([
      [30, 50, 50],
      [60, 50, 50],
      [500, 50, 50],
    ]);
    expect(acks.cc.probe(WINDOW)).toBeCloseTo(50, 1);
  });

  test("the window may be larger than before the signal, and is at least two segments", () => {
    const acks = warm();
    expect(acks.reduction(30)).toEqual([15, 50, 50]);
    acks.state.minCwnd = 70;
    expect(acks.reduction(200)).toEqual([100, 70, 70]);
  });

  test("a longer RTT later has no effect, a shorter one takes effect with the next ACK", () => {
    const acks = warm();
    acks.next(10, 2, 1, 180);
    expect(acks.reduction(100)[1]).toBe(50);
    acks.next(1, 2, 1, 80);
    expect(acks.reduction(100)[1]).toBe(50);
    acks.next(1, 2, 1, 180);
    expect(acks.reduction(100)[1]).toBe(40);
  });

  test("RTTs are rounded up to whole ticks of 4 ms: 20 ms are five ticks, slightly more are six", () => {
    const of = (rttMs: number, tick: number) => {
      const acks = new Acks({ "rtt-tick": tick }, rttMs);
      acks.next(1, 0);
      acks.next(26 * 20, 2);
      return acks.reduction(100)[1];
    };
    expect([of(20, 4), of(20.02, 4), of(20.02, 0), of(20.02, 1)]).toEqual([10, 12, 10, 10]);
  });

  test("a timeout lowers ssthresh to the estimate, and the last RTT becomes the smallest", () => {
    const acks = warm();
    const { cc, state } = acks;
    acks.next(1, 2, 1, 160);
    Object.assign(state, { cwnd: 200, ssthresh: 100, timeoutLowered: true });
    cc.onTimeout(state);
    expect(state.ssthresh).toBe(50);
    expect(acks.reduction(90)).toEqual([45, 45, 45]);
    acks.next(1, 2, 1, 300);
    expect(acks.reduction(200)[1]).toBe(80);
  });

  test("a second timeout of the same window has no effect", () => {
    const acks = warm();
    Object.assign(acks.state, { ssthresh: 33, timeoutLowered: false });
    acks.cc.onTimeout(acks.state);
    expect([acks.state.ssthresh, acks.reduction(100)[1]]).toEqual([33, 50]);
  });

  test("without an estimate β_loss and β_ecn apply until the end of the reduction", () => {
    const cc = madeControl(westwood, { "beta-ecn": 0.8 });
    const state = madeState({ cwnd: 100 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([80, 50]);
    Object.assign(state, { cwnd: 80, ssthresh: 80, timeoutLowered: true });
    cc.onReductionEnd?.(state);
    cc.onTimeout(state);
    expect([state.cwnd, state.ssthresh]).toEqual([80, 80]);
  });
});

test("cwnd grows like NewReno", () => {
  const cc = madeControl(westwood);
  const state = madeState({ cwnd: 50, ssthresh: 50 });
  roundTrip(cc, state, 0);
  expect(state.cwnd).toBe(51);
});

describe("with the estimate at once (Grieco & Mascolo 2004)", () => {
  const atOnce = () => warm({ "westwood-set-at": "start" });

  test("a reduction sets the window to the estimate, from any window, and the end of the reduction sets nothing", () => {
    expect([60, 120, 1000].map((cwnd) => atOnce().reduction(cwnd))).toEqual([
      [50, 50, 50],
      [50, 50, 50],
      [50, 50, 50],
    ]);
  });

  test("a signal never raises the window, and at least two segments remain", () => {
    expect([atOnce().reduction(30)[0], atOnce().reduction(1)[0]]).toEqual([30, 2]);
  });

  test("a buffer of a fifth of the BDP keeps the link full, whereas NewReno needs a whole BDP", () => {
    const path = "aqm=droptail&limit=17p&ecn=off&duration=100s&warmup=40s";
    const of = (flow: string) => resultsOf(`${flow}&${path}`).links[0].utilisation;
    const paper = of("cc=westwood&westwood-set-at=start");
    expect(paper).toBeGreaterThan(of("cc=newreno") + 0.03);
    expect(paper).toBeGreaterThan(0.97);
    // Linux's jump to the estimate sends a burst, half of which is lost in such a buffer.
    expect(of("cc=westwood&westwood-set-at=end")).toBeLessThan(0.8);
  });
});

test("every parameter can change during a run", () => {
  const acks = new Acks();
  acks.cc.configure("beta-loss", 0.7);
  expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(140);
  acks.next(51, 2);
  acks.cc.configure("westwood-weight", 1);
  expect(acks.next(2 * 101, 1)).toBeCloseTo(1000, 9);
  acks.cc.configure("westwood-set-at", "start");
  expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(100);
  acks.cc.configure("rtt-tick", 8);
  acks.next(1, 1, 1, 33);
  acks.next(1, 1);
  expect(acks.cc.ssthreshAfterLoss(acks.state)).toBe(40);
  acks.cc.configure("rtt-tick", 0);
  expect(acks.cc.probe(BANDWIDTH)).toBeCloseTo(1000, 9);
});

describe("explains its decisions", () => {
  const measured = (values: ParamValues = {}) => warm(values, 1);

  test("explains β first, and then the window when the reduction is complete", () => {
    const acks = measured();
    Object.assign(acks.state, { cwnd: 90 });
    expect(onMark(acks.cc, acks.state)).toEqual({
      sentences: [
        "A mark leaves β_ecn = 0.5 of cwnd, as a loss does (RFC 3168).",
        "When the reduction is complete, cwnd and ssthresh are set to what the path holds without a queue, BWE × RTT_min: currently 500 segments/s × 100 ms = 50 segments.",
        "All marks of one window of data count once.",
      ],
      formula: "β_ecn × cwnd = 0.5 × 90 = 45 segments",
    });
  });

  test("explains the estimate at once: 500 segments/s times 100 ms are 50 segments", () => {
    const acks = measured({ "westwood-set-at": "start" });
    Object.assign(acks.state, { cwnd: 90 });
    expect(onMark(acks.cc, acks.state)).toEqual({
      sentences: [
        "With the estimated bandwidth, BWE = 500 segments/s, and the smallest RTT, 100 ms, the path holds 50 segments without a queue.",
        "Westwood+ reduces cwnd to that size, after a mark and after a loss.",
        "All marks of one window of data count once.",
      ],
      formula: "BWE × RTT_min = 500 segments/s × 100 ms = 50 segments",
    });
  });

  test("explains that a window below the estimate is not reduced", () => {
    const acks = measured({ "westwood-set-at": "start" });
    Object.assign(acks.state, { cwnd: 40 });
    const { sentences, formula } = onLoss(acks.cc, acks.state);
    expect([sentences[1], sentences.length, formula]).toEqual([
      "That is not less than cwnd, so cwnd is not reduced.",
      2,
      "BWE × RTT_min = 500 segments/s × 100 ms = 50 → 40 segments",
    ]);
  });

  test("explains NewReno's reduction without an estimate", () => {
    for (const values of [{}, { "westwood-set-at": "start" }])
      expect(onLoss(new Acks(values).cc, madeState({ cwnd: 90 }))).toEqual({
        sentences: [
          "A loss leaves β_loss = 0.5 of cwnd.",
          "There is no estimate of the path yet that could replace this value.",
          "All losses of one window of data count once.",
        ],
        formula: "β_loss × cwnd = 0.5 × 90 = 45 segments",
      });
  });

  test("explains a timeout by the current estimate, and says that the RTT is measured again", () => {
    for (const values of [{}, { "westwood-set-at": "start" }]) {
      const acks = measured(values);
      Object.assign(acks.state, { cwnd: 90 });
      expect(onTimeout(acks.cc, acks.state)).toEqual({
        sentences: [
          "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
          "ssthresh is now 50 segments, bandwidth estimate times smallest RTT: slow start continues up to it.",
          "The smallest RTT is measured again, because the path may have changed.",
        ],
        formula: "BWE × RTT_min = 500 segments/s × 100 ms = 50 segments",
      });
    }
    expect(onTimeout(new Acks().cc, madeState({ cwnd: 90 })).formula).toBe(
      "β_loss × cwnd = 0.5 × 90 = 45 segments",
    );
    const second = onTimeout(measured().cc, madeState({ cwnd: 1, ssthresh: 50 }), { lowers: false });
    expect(second.sentences).toHaveLength(2);
  });
});
