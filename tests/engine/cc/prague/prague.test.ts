import { describe, expect, test } from "vitest";
import type { CongestionControl } from "../../../../src/engine/cc/congestion-control.ts";
import { prague } from "../../../../src/engine/cc/prague/prague.ts";
import { RandomStream } from "../../../../src/engine/core/random.ts";
import { ECT1 } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import { Harness } from "../../tcp/harness.ts";
import { ask, type MadeState, MS, madeControl, madeState, onLoss, onMark, onTimeout } from "../made.ts";

/** Creates Prague with a transition so long that flows still grow at the rate of their own RTT. */
const made = (values: ParamValues = {}) => madeControl(prague, { "prague-transition": 500, ...values });
const latest = (values: ParamValues = {}) => madeControl(prague, values);
const alpha = (cc: CongestionControl) => cc.probe(0);
const window = (cc: CongestionControl) => cc.probe(1);

/**
 * Runs round trips of `rttMs` in which the window is acknowledged segment by segment. The first segments of each
 * window are marked.
 */
class Rounds {
  readonly state: MadeState;
  nowNs = 0;
  private readonly cc: CongestionControl;
  private readonly sample = new AckSample();
  private readonly rttNs: number;

  constructor(cc: CongestionControl, cwnd: number, ssthresh = cwnd, rttMs = 50) {
    this.cc = cc;
    this.rttNs = rttMs * MS;
    this.state = madeState({ cwnd, ssthresh, srttNs: this.rttNs, minRttNs: this.rttNs, cwndLimited: true });
  }

  next(marked = 0): this {
    const { state, sample, cc } = this;
    const size = state.cwnd;
    let left = marked;
    state.nxt = state.una + size;
    for (let i = 0; i < size; i++) {
      this.nowNs += this.rttNs / size;
      sample.delivered = sample.acked = 1;
      sample.marked = left-- > 0 ? 1 : 0;
      sample.deliveredTotal++;
      sample.markedTotal += sample.marked;
      state.una++;
      if (i === size - 1) state.nxt = state.una + state.cwnd;
      if (i === 0 && marked > 0) cc.ssthreshAfterMark(state.at(this.nowNs));
      cc.onSample?.(state.at(this.nowNs), sample);
    }
    return this;
  }
}

describe("as tcp_prague.c 0.7 (2024)", () => {
  test("α is 0 until the first mark, which halves the window once", () => {
    const cc = latest();
    const rounds = new Rounds(cc, 40).next();
    expect(alpha(cc)).toBe(0);
    const before = window(cc);
    rounds.next(1);
    expect(window(cc)).toBeLessThan(before / 2 + 2.5);
    expect(window(cc)).toBeGreaterThan(before / 2);
    expect(alpha(cc)).toBeCloseTo(1 / 41 / 16, 6);
    const halved = window(cc);
    rounds.next(1);
    expect(window(cc)).toBeGreaterThan(halved);
  });

  test("explains the halving for the first mark", () => {
    const cc = latest();
    const { state } = new Rounds(cc, 41).next();
    const said = onMark(cc, state, true);
    expect(said.sentences[0]).toMatch(
      /^This is the first mark: α still has its initial value, and Prague halves its window of 42 segments\.$/,
    );
    expect(said.formula).toBe("window / 2 = 42 / 2 = 21 segments");
  });

  test("grows by 1500 bytes per round trip, counting the fraction of the window", () => {
    const grown = (mssBytes: number) => {
      const cc = latest();
      const rounds = new Rounds(cc, 20);
      rounds.state.mssBytes = rounds.state.segmentBytes = mssBytes;
      rounds.next();
      return window(cc) - 20;
    };
    expect(grown(1436)).toBeCloseTo(1, 1);
    expect(grown(686)).toBeCloseTo(2, 0);
  });

  test("after four rounds, round trips below 25 ms count as 25 ms, and round trips above 100 ms are not scaled", () => {
    const growthOfRound = (rttMs: number, rounds: number) => {
      const cc = latest();
      const made = new Rounds(cc, 50, 50, rttMs);
      for (let i = 1; i < rounds; i++) made.next();
      const before = window(cc);
      made.next();
      return window(cc) - before;
    };
    expect(growthOfRound(5, 3)).toBeCloseTo(1, 1);
    expect(growthOfRound(5, 8)).toBeCloseTo(1 / 25, 2);
    expect(growthOfRound(120, 8)).toBeCloseTo(1, 1);
  });

  test("paces whole segments; only the payload counts for the rate", () => {
    const cc = latest();
    const rounds = new Rounds(cc, 20);
    rounds.state.mssBytes = rounds.state.segmentBytes = 1436;
    rounds.state.inflight = 7;
    rounds.next();
    expect(window(cc)).toBeGreaterThan(20.9);
    expect(rounds.state.pacingRate).toBeCloseTo(((Math.floor(window(cc)) / 0.05) * 1500) / 1436, 6);
    rounds.state.inflight = 30;
    rounds.next();
    expect(rounds.state.pacingRate).toBeCloseTo(((30 / 0.05) * 1500) / 1436, 6);
    expect(rounds.state.hasPacingCredit).toBe(true);
  });

  /** Returns a control whose window has four segments or fewer after many marks, at a round trip of 10 ms. */
  function small() {
    const cc = latest();
    const rounds = new Rounds(cc, 6, 6, 10);
    rounds.state.mssBytes = rounds.state.segmentBytes = 1436;
    for (let i = 0; i < 60; i++) rounds.next(rounds.state.cwnd);
    const packetBytes = () => rounds.state.segmentBytes + 64;
    return { cc, rounds, packetBytes, bytesPerS: () => (window(cc) / 0.01) * packetBytes() };
  }

  test("a window of up to four segments is a rate, which falls to 100 kbps, below two segments per round trip", () => {
    const { cc, rounds, bytesPerS } = small();
    expect(rounds.state.cwnd).toBe(2);
    expect(window(cc)).toBeLessThan(1);
    for (let i = 0; i < 100; i++) rounds.next(rounds.state.cwnd);
    expect(bytesPerS()).toBeCloseTo(12_500, 3);
  });

  test("at a low rate, segments become smaller, so that two packets leave in each 25 ms; window and rate keep their bytes", () => {
    const { rounds, packetBytes, bytesPerS } = small();
    // The smallest packet has 150 bytes of payload and options, and 52 bytes of headers.
    expect(packetBytes()).toBe(202);
    const half = () => Math.ceil((bytesPerS() * 0.025) / 2);
    let sizes = 0;
    while (packetBytes() < 1500) {
      const [before, least] = [packetBytes(), half()];
      rounds.next();
      expect(half()).toBeGreaterThan(least);
      if (packetBytes() === before) continue;
      sizes++;
      expect(packetBytes()).toBeGreaterThanOrEqual(Math.min(1500, least));
      expect(packetBytes()).toBeLessThanOrEqual(half());
    }
    expect(sizes).toBeGreaterThan(1);
  });

  test("such a rate grows by 1500 bytes per 25 ms and round, and varies by 3 % around its value", () => {
    const { cc, rounds, packetBytes, bytesPerS } = small();
    const { state } = rounds;
    const perPacket = () => 60_000 / Math.ceil((bytesPerS() * 0.025) / packetBytes());
    const [before, most, acks] = [bytesPerS(), perPacket(), state.cwnd];
    rounds.next();
    expect(bytesPerS() - before).toBeGreaterThan(acks * perPacket());
    expect(bytesPerS() - before).toBeLessThanOrEqual(acks * most + 1e-6);
    const rates = new Set<number>();
    for (let i = 0; i < 10 && state.cwnd <= 4; i++) {
      rounds.next();
      const wirePerPayload = packetBytes() / state.segmentBytes;
      rates.add(Math.round((state.pacingRate / (window(cc) / 0.01) / wirePerPayload) * 1000));
    }
    expect([...rates].sort()).toEqual([1031, 969]);
  });
});

describe("bursts (tcp_prague.c, prague_tso_segs)", () => {
  const burst = (cwnd: number, rttMs: number, values = {}) =>
    new Rounds(made({ "prague-bursts": true, ...values }), cwnd, cwnd, rttMs).next().state.burst;

  test.each([
    ["two segments below 98 Mbps", 400, 50, 2],
    ["0.24 ms of the rate above: 1 Gbps", 4130, 50, 21],
    ["no more than half the window, here of eleven", 10, 0.1, 5],
    ["half a window of three is one", 2, 0.1, 1],
  ])("%s", (_, cwnd, rttMs, segments) => {
    expect(burst(cwnd, rttMs)).toBe(segments);
  });

  test("with bursts off, segments leave one by one", () => {
    expect(burst(4130, 50, { "prague-bursts": false })).toBe(1);
  });

  test("the setting can change during a run", () => {
    const cc = made();
    const rounds = new Rounds(cc, 400).next();
    expect(rounds.state.burst).toBe(1);
    cc.configure("prague-bursts", true);
    expect(rounds.next().state.burst).toBe(2);
  });
});

describe("growth", () => {
  test("one segment per round trip, for ACKs without a mark", () => {
    const cc = made();
    const rounds = new Rounds(cc, 20);
    rounds.next();
    expect(window(cc)).toBeCloseTo(21, 1);
    expect(rounds.state.cwnd).toBe(21);
  });

  test("continues during the response to a mark: with half of a round marked, half a segment", () => {
    const cc = made({ "prague-g": 0.001 });
    const rounds = new Rounds(cc, 20);
    rounds.next();
    const before = window(cc);
    rounds.next(10);
    // α was 1, so half of the window is removed. Eleven unmarked ACKs then add slightly less than one segment.
    expect(window(cc) - before / 2).toBeGreaterThan(0.4);
    expect(window(cc) - before / 2).toBeLessThan(1.1);
  });

  test("slow start doubles the window, but not while the window is not fully used", () => {
    const cc = made();
    const rounds = new Rounds(cc, 10, Number.POSITIVE_INFINITY);
    expect(rounds.next().state.cwnd).toBe(20);
    rounds.state.cwndLimited = false;
    expect(rounds.next().state.cwnd).toBe(20);
  });

  test("stops during loss recovery", () => {
    const cc = made();
    const rounds = new Rounds(cc, 20);
    rounds.next();
    rounds.state.inRecovery = true;
    const before = window(cc);
    rounds.next();
    expect(window(cc)).toBe(before);
  });
});

describe("α", () => {
  test("moves by g towards the share of marks, once per round trip", () => {
    const cc = made();
    const rounds = new Rounds(cc, 20).next();
    const size = rounds.state.cwnd;
    rounds.next(5);
    expect(alpha(cc)).toBeCloseTo(5 / size / 16, 12);
  });
});

describe("reductions", () => {
  test("a mark removes α/2 of the window with its fraction; cwnd follows by one segment per ACK", () => {
    const cc = made({ "prague-g": 1 });
    const { state } = new Rounds(cc, 40).next(1).next(8);
    const [before, { cwnd }] = [window(cc), state];
    const left = before * (1 - alpha(cc) / 2);
    expect(cc.ssthreshAfterMark(state.at(1e9))).toBe(Math.ceil(left));
    expect([window(cc), state.cwnd]).toEqual([left, cwnd]);
    cc.onSample?.(state.at(1e9), new AckSample());
    expect(state.cwnd).toBe(cwnd - 1);
  });

  test("a small α reduces the window by a fraction of a segment", () => {
    const cc = made({ "prague-g": 1 });
    const rounds = new Rounds(cc, 40).next(1).next(1).next(1);
    const before = window(cc);
    cc.ssthreshAfterMark(rounds.state.at(1e12));
    expect(before - window(cc)).toBeGreaterThan(0);
    expect(before - window(cc)).toBeLessThan(1);
  });

  test("a mark in slow start ends it", () => {
    const cc = made();
    const { state } = new Rounds(cc, 10, Number.POSITIVE_INFINITY).next(1);
    expect([Number.isFinite(state.ssthresh), state.inSlowStart]).toEqual([true, false]);
  });

  test("a loss halves for any α", () => {
    const cc = made({ "prague-g": 1 });
    const { state } = new Rounds(cc, 40).next(1).next(1);
    const before = window(cc);
    cc.ssthreshAfterLoss(state.at(1e9));
    expect(window(cc)).toBeCloseTo(before / 2, 9);
  });

  test("cwnd never falls below two segments", () => {
    const cc = made({ "prague-g": 1 });
    const { state } = new Rounds(cc, 2).next(2).next(2);
    for (let i = 1; i < 20; i++) expect(cc.ssthreshAfterMark(state.at(i * 1e9))).toBe(2);
    expect(window(cc)).toBeLessThan(2);
  });
});

describe("round trips below the target (RFC 9331 §4.3)", () => {
  /** Returns the growth of the window, in segments per second, over five rounds after the transition. */
  const growth = (rttMs: number, values = {}) => {
    const cc = made({ "prague-transition": 3, ...values });
    const rounds = new Rounds(cc, 50, 50, rttMs);
    for (let i = 0; i < 5; i++) rounds.next();
    const [before, beforeNs] = [window(cc), rounds.nowNs];
    for (let i = 0; i < 5; i++) rounds.next();
    return (window(cc) - before) / ((rounds.nowNs - beforeNs) / 1e9);
  };

  test("the rate grows as fast as at the target RTT: (RTT/25 ms)² segments per round", () => {
    // The growth of the rate is the growth of the window (segments per second) divided by the RTT. It is equal for
    // RTTs of 5 and 25 ms.
    expect(growth(5) / 5).toBeCloseTo(growth(25) / 25, 1);
  });

  test("at the target RTT and above, and in the first rounds, cwnd grows by one segment per round trip", () => {
    expect(growth(50) * 0.05).toBeCloseTo(1, 1);
    expect(growth(5, { "prague-transition": 500 }) * 0.005).toBeCloseTo(1, 1);
    expect(growth(5, { "prague-rtt": 0 }) * 0.005).toBeCloseTo(1, 1);
  });

  test("marks reduce once per target round trip", () => {
    const cc = made({ "prague-transition": 1, "prague-g": 1 });
    const rounds = new Rounds(cc, 50, 50, 5).next().next().next(20);
    const { state } = rounds;
    const atNs = rounds.nowNs + 25 * MS;
    const first = cc.ssthreshAfterMark(state.at(atNs));
    const second = cc.ssthreshAfterMark(state.at(atNs + 20 * MS));
    const third = cc.ssthreshAfterMark(state.at(atNs + 25 * MS));
    expect([first < state.cwnd, second, third < first]).toEqual([true, state.cwnd, true]);
  });
});

test("paces twice as fast while cwnd is far below ssthresh", () => {
  const rate = (cwnd: number, ssthresh: number) => new Rounds(made(), cwnd, ssthresh).next().state.pacingRate;
  expect(rate(10, 1000)).toBeCloseTo((2 * 20 * 1512) / 1448 / 0.05, 6);
  expect(rate(20, 20)).toBeCloseTo((20 * 1512) / 1448 / 0.05, 6);
});

test("between a real sender and receiver: ECT(1), pacing, one reduction per window, and continued growth", () => {
  const cc = made();
  const harness = new Harness({ cc, traits: prague, sender: { initialWindow: 40 }, gapMs: 0.5 });
  harness.state.ssthresh = 40;
  harness.fate = ({ seq }) => (seq % 20 === 0 ? "mark" : "deliver");
  harness.start().run(20_000);
  expect(new Set(harness.sent.map(({ ecn }) => ecn))).toEqual(new Set([ECT1]));
  expect(alpha(cc)).toBeCloseTo(0.05, 1);
  expect(harness.sender.ecnReductions).toBeGreaterThan(100);
  expect(harness.sender.rtos + harness.sender.retransmissions).toBe(0);
  const late = harness.sent.filter(({ atMs }) => atMs > 10_000).map(({ atMs }) => atMs);
  const gaps = late.slice(1).map((atMs, i) => atMs - late[i]);
  expect(Math.min(...gaps)).toBeGreaterThan(100 / (harness.state.cwnd + 3) / 2);
});

describe("explains its decisions", () => {
  test("explains a mark: a fifth of the last round was marked, so the window, including its fraction, is reduced by a tenth", () => {
    const cc = made({ "prague-g": 1 });
    const { state } = new Rounds(cc, 41).next().next().next(8);
    Object.assign(state, { cwnd: Math.ceil(window(cc)) });
    const before = window(cc);
    expect(alpha(cc)).toBeCloseTo(8 / 43, 9);
    const said = onMark(cc, state.at(state.nowNs + 100 * MS), true);
    expect(said.sentences[0]).toBe(
      "In the last complete window 18.6 % of the segments were marked; α, their moving average, is 0.186.",
    );
    expect(before * (1 - 4 / 43)).toBeCloseTo(window(cc), 9);
    const [from, to] = [before, window(cc)].map((segments) => Number(segments.toPrecision(3)));
    expect(said.sentences.slice(1)).toEqual([
      `Prague reduces its window of ${from} segments by half of that share, α/2.`,
      `cwnd follows the window, now ${to} segments, by one segment per ACK.`,
    ]);
    expect(said.formula).toBe(
      `window × (1 − α/2) = ${from} × (1 − 0.186/2) = ${window(cc).toFixed(2)}, rounded up to 21 segments`,
    );
  });

  test("a mark within the target RTT of the last reduction is explained as having no effect, and so is a second mark of a window", () => {
    const cc = made({ "prague-transition": 0 });
    const { state } = new Rounds(cc, 40, 40, 5).next();
    onMark(cc, state, true);
    expect(onMark(cc, state.at(state.nowNs + 10 * MS), true)).toEqual({
      sentences: [
        "The last cut was 10 ms ago, less than the target RTT of 25 ms, so this mark has no effect.",
        "α still has its initial value, 0.",
      ],
    });
    const decision = { event: "ecnReduction", before: 20, after: 20 } as const;
    expect(ask(cc, state.at(state.nowNs + 30 * MS), decision).sentences[0]).toBe(
      "All marks of one window of data count once, so this mark has no further effect.",
    );
  });

  test("explains losses and timeouts by β_loss of the window", () => {
    const loss = "A loss leaves β_loss = 0.5 of the window (RFC 9331 §4.3).";
    const follows = "cwnd follows the window, now 20 segments, by one segment per ACK.";
    const formula = "β_loss × window = 0.5 × 40 = 20 segments";
    expect(onLoss(made(), madeState({ cwnd: 40 }), true)).toEqual({ sentences: [loss, follows], formula });
    const cc = made();
    const state = madeState({ cwnd: 40 });
    const RTO =
      "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.";
    expect(onTimeout(cc, state, { owns: true })).toEqual({ sentences: [RTO, loss, follows], formula });
    expect(onTimeout(cc, state, { owns: true, lowers: false })).toEqual({ sentences: [RTO, follows] });
    // A control that takes over in the middle of a recovery has not received any ACKs yet.
    expect(onTimeout(made(), madeState({}), { owns: true, lowers: false })).toEqual({ sentences: [RTO] });
  });
});

describe("random marks with probability p (docs/theory.md)", () => {
  /** Returns W·p/(1 − p) of a real sender over 300 s, for a round trip of `rttMs`. */
  function windowTimesMarks(values: ParamValues, rttMs: number): number {
    const p = 0.03;
    const random = new RandomStream(1, "marks");
    const cc = latest(values);
    const harness = new Harness({ cc, traits: prague, sender: { initialWindow: 80 }, rttMs, gapMs: 0.001 });
    harness.state.ssthresh = 80;
    harness.fate = () => (random.uniform() < p ? "mark" : "deliver");
    harness.start().run(20_000);
    let [sum, samples] = [0, 0];
    for (let ms = 20_000; ms < 320_000; ms += rttMs) {
      harness.run(ms);
      sum += window(cc);
      samples++;
      harness.sent.length = harness.acks.length = 0;
    }
    return ((sum / samples) * p) / (1 - p);
  }

  test("a cut at the first mark after a round trip makes W·p = 1 + √3", () => {
    expect(Math.abs(windowTimesMarks({ "prague-rtt": 0 }, 50) - (1 + Math.sqrt(3)))).toBeLessThan(0.1);
  });

  test("below the target RTT marks between R and 25 ms delay the next cut: at 20 ms W·p = 2.62", () => {
    expect(Math.abs(windowTimesMarks({}, 20) - 2.62)).toBeLessThan(0.1);
  });
});
