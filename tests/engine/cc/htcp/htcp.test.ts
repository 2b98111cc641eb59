import { describe, expect, test } from "vitest";
import { HtcpThroughput, htcp, htcpIncrease, rttScaled } from "../../../../src/engine/cc/htcp/htcp.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type MadeState, MS, madeControl, madeState, onLoss, onMark, resultsOf, S } from "../made.ts";

const ALPHA = 0;
const BETA = 1;

describe("growth by the time since the last signal (draft-leith-tcp-htcp-06)", () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 11.25],
    [3, 22],
    [11, 126],
  ])("after %s s: %s segments in a round trip, before the scaling with β", (seconds, increase) => {
    expect(htcpIncrease(seconds)).toBeCloseTo(increase, 9);
  });

  test.each([
    [100, 20],
    [200, 40],
    [400, 40],
    [50, 10],
    [10, 2],
    [1, 2],
  ])("RTT scaling at %s ms makes 20 segments %s (Linux, from 10 ms to 200 ms)", (rttMs, scaled) => {
    expect(rttScaled(20, rttMs * MS, false)).toBeCloseTo(scaled, 9);
  });

  test.each([
    [7, 104, 8],
    [1, 104, 1],
    [7, 44, 3],
    [11, 24, 2],
    [11, 204, 22],
  ])("in whole numbers: %s segments at %s ms are %s, the scale in eighths", (increase, rttMs, scaled) => {
    expect(rttScaled(increase, rttMs * MS, true)).toBe(scaled);
  });

  test("RTT scaling never goes below NewReno's growth", () => {
    expect([rttScaled(1, 10 * MS, false), rttScaled(1, 10 * MS, true)]).toEqual([1, 1]);
  });
});

/** The draft's values, without the kernel's ticks and scaling. */
const EXACT: ParamValues = { "rtt-tick": 0, "htcp-rtt-scaling": false };

/** A flow at a steady rate. In each round trip, the RTT rises from 100 ms to `maxRttMs`. */
class Flow {
  readonly cc;
  readonly state: MadeState;
  nowNs = 0;

  constructor(values: ParamValues = {}, cwnd = 100) {
    this.cc = madeControl(htcp, { ...EXACT, ...values });
    this.state = madeState({ cwnd, ssthresh: cwnd });
  }

  /** cwnd is kept constant, so that the rate stays at cwnd per 100 ms. */
  rounds(n: number, maxRttMs = 100): this {
    const { cc, state } = this;
    const { cwnd } = state;
    for (let i = 0; i < n; i++) {
      for (let a = 1; a <= 10; a++) {
        this.nowNs += 10 * MS;
        state.una += cwnd / 10;
        cc.onRttSample(state.at(this.nowNs), (100 + ((maxRttMs - 100) * (a - 1)) / 9) * MS);
        cc.onAck(state.at(this.nowNs), cwnd / 10);
        state.cwnd = cwnd;
      }
    }
    return this;
  }

  /** Returns the window that a loss leaves of 1000 segments. */
  loss(): number {
    const kept = this.cc.ssthreshAfterLoss(madeState({ cwnd: 1000 }).at(this.nowNs));
    return kept / 1000;
  }

  /** Returns α after an ACK that arrives `ms` after the last one, with cwnd one larger. */
  alphaAfter(ms: number): number {
    this.nowNs += ms * MS;
    this.state.cwndCredit = 1e6;
    this.cc.onAck(this.state.at(this.nowNs), 1);
    return this.cc.probe(ALPHA);
  }
}

describe("growth, segment by segment (Linux tcp_htcp.c)", () => {
  const segments = (alpha: number, cwnd: number, acked: number) => {
    const flow = new Flow({ "beta-loss": 1 - alpha / 2, "htcp-adaptive-backoff": false }, cwnd);
    flow.alphaAfter(0);
    flow.state.cwnd = cwnd;
    let acks = 0;
    for (; flow.state.cwnd === cwnd; acks++) flow.cc.onAck(flow.state, acked);
    return [acks, flow.state.cwndCredit];
  };

  test("the ACK that brings the segment does not count, nor does the remainder", () => {
    // Ten ACKs of 2 segments count 20. The eleventh adds the segment to cwnd.
    expect(segments(1, 20, 2)).toEqual([11, 0]);
    // Seven ACKs of 3 segments count 21. The excess is dropped.
    expect(segments(1, 20, 3)).toEqual([8, 0]);
    expect(segments(0.5, 20, 2)).toEqual([21, 0]);
  });

  test("α is updated only with the segment: the first one after a reduction comes by the previous α", () => {
    const flow = new Flow({ "htcp-adaptive-backoff": false });
    flow.rounds(1).loss();
    flow.alphaAfter(0);
    expect(flow.alphaAfter(3000)).toBeCloseTo(htcpIncrease(3), 9);
    flow.nowNs += 1000 * MS;
    flow.cc.ssthreshAfterLoss(flow.state.at(flow.nowNs));
    // The increase for Δ = 4 s now applies, and the reduction does not change it.
    expect(flow.cc.probe(ALPHA)).toBeCloseTo(htcpIncrease(4), 9);
    Object.assign(flow.state, { cwnd: 50, ssthresh: 50, cwndCredit: 0 });
    flow.cc.onAck(flow.state.at(flow.nowNs + 100 * MS), 2);
    expect([flow.state.cwnd, flow.cc.probe(ALPHA)]).toEqual([50, htcpIncrease(4)]);
    flow.cc.onAck(flow.state, 2);
    expect([flow.state.cwnd, flow.cc.probe(ALPHA)]).toEqual([51, 1]);
  });

  test("in whole numbers α has no fraction but that of β, and time is in ticks", () => {
    const flow = new Flow({ "rtt-tick": 4, "htcp-adaptive-backoff": false });
    flow.rounds(1).loss();
    flow.alphaAfter(2);
    // Δ is 2.003 s: 1 + 10·1 + 0.25 = 11.25, rounded down.
    expect(flow.alphaAfter(2001)).toBe(11);
    flow.cc.configure("htcp-rtt-scaling", true);
    flow.cc.onRttSample(flow.state, 41 * MS);
    // With an RTT of 44 ms the scale is 18/8, and 11/2.25 = 4.9, rounded down.
    expect(flow.alphaAfter(1)).toBe(4);
  });

  test("slow start is unchanged, and leaves no remainder", () => {
    const state = madeState({ cwnd: 10, ssthresh: 12 });
    const cc = madeControl(htcp);
    cc.onAck(state, 4);
    expect([state.cwnd, state.cwndCredit]).toEqual([12, 0]);
  });
});

describe("time since the last signal", () => {
  test("starts with the first ACK that may grow cwnd again", () => {
    const flow = new Flow({ "htcp-adaptive-backoff": false });
    flow.rounds(1).loss();
    flow.nowNs += 5 * S;
    expect(flow.alphaAfter(0)).toBe(1);
    expect(flow.alphaAfter(1990)).toBeCloseTo(htcpIncrease(1.99), 9);
  });

  test("α is scaled by 2·(1 - β), so that gentler reductions come with slower growth", () => {
    const flow = new Flow({ "htcp-adaptive-backoff": false, "beta-loss": 0.8 });
    flow.rounds(1).loss();
    expect(flow.alphaAfter(100)).toBeCloseTo(0.4, 9);
  });

  test("after a timeout it starts there while the outstanding data is retransmitted, and again at its end", () => {
    const flow = new Flow({ "htcp-adaptive-backoff": false });
    flow.rounds(1);
    flow.cc.onTimeout(flow.state.at(flow.nowNs));
    flow.state.inLoss = true;
    expect(flow.alphaAfter(2000)).toBeCloseTo(htcpIncrease(2), 9);
    flow.state.inLoss = false;
    expect(flow.alphaAfter(10)).toBe(1);
  });
});

describe("ticks of 4 ms (Linux)", () => {
  const ratioAfter = (signals: number, maxRttMs: number, values: ParamValues = {}) => {
    const flow = new Flow({ "rtt-tick": 4, ...values });
    flow.rounds(10, maxRttMs);
    for (let i = 0; i < signals; i++) flow.rounds(10).loss();
    return flow.cc.probe(BETA);
  };

  test("β is in whole 128ths: 100 ms over 116 ms leave 110, limited to 102", () => {
    expect(ratioAfter(3, 116)).toBe(102 / 128);
  });

  test("a recorded queue of 80 ms decreases by at least a tick per signal: 20 ticks, 19, 18, 17, …", () => {
    // At the third signal, 18 ticks of the recorded queue are left: 25·128/43 = 74.4.
    expect(ratioAfter(3, 180)).toBe(74 / 128);
    // At the eleventh signal, 10 ticks are left: 25·128/35 = 91.4. The exact result is smaller.
    expect(ratioAfter(11, 180)).toBe(91 / 128);
    expect(ratioAfter(11, 180, { "rtt-tick": 0 })).toBeCloseTo(100 / (100 + 80 * 0.95 ** 10), 9);
  });

  test("no ratio for RTTs of 10 ms or less, which are three ticks", () => {
    const flow = new Flow({ "rtt-tick": 4 });
    const { cc, state } = flow;
    for (let signal = 0; signal < 5; signal++) {
      for (let i = 0; i < 50; i++) {
        state.una += 50;
        flow.nowNs += 5 * MS;
        cc.onRttSample(state.at(flow.nowNs), 10 * MS);
        cc.onAck(state, 50);
        state.cwnd = 100;
      }
      flow.loss();
    }
    expect(cc.probe(BETA)).toBe(0.5);
    expect(onLoss(cc, madeState({ cwnd: 90, ssthresh: 90 }).at(flow.nowNs)).sentences).toContain(
      "The smallest RTT, 12 ms, has too few ticks of 4 ms to calculate a ratio, so the cut leaves 0.5 of cwnd.",
    );
  });
});

test("throughput counts acknowledged segments, whether cwnd may grow by them or not", () => {
  const flow = new Flow();
  for (let signal = 0; signal < 3; signal++) {
    for (let i = 0; i < 100; i++) {
      flow.state.una += 10;
      flow.nowNs += 10 * MS;
      flow.cc.onRttSample(flow.state.at(flow.nowNs), 100 * MS);
      if (i === 0) flow.cc.onAck(flow.state, 0);
    }
    flow.loss();
  }
  expect(flow.cc.probe(BETA)).toBe(0.8);
});

describe("adaptive backoff (Linux tcp_htcp.c)", () => {
  test("smallest over largest RTT, from the third signal at the same throughput on", () => {
    const flow = new Flow();
    const cuts = [1, 2, 3].map(() => flow.rounds(10, 115).loss());
    expect(cuts.slice(0, 2)).toEqual([0.5, 0.5]);
    // The recorded largest RTT decayed twice by 5 %, and was then measured again.
    expect(cuts[2]).toBeCloseTo(0.8, 9);
    expect(flow.cc.probe(BETA)).toBe(0.8);
  });

  test.each([
    [140, 0.714],
    [110, 0.8],
    [260, 0.5],
  ])("a largest RTT of %s ms instead of 100 leaves %s: within 0.5 and 0.8", (maxRttMs, kept) => {
    const flow = new Flow();
    for (let i = 0; i < 4; i++) flow.rounds(10, maxRttMs).loss();
    expect(flow.rounds(10, maxRttMs).loss()).toBeCloseTo(kept, 2);
  });

  test("a throughput that has changed by more than a fifth brings 0.5 back", () => {
    const flow = new Flow();
    for (let i = 0; i < 4; i++) flow.rounds(10, 140).loss();
    flow.state.cwnd = 140;
    expect(flow.rounds(20, 140).loss()).toBe(0.5);
  });

  test("a single RTT more than 20 ms above the largest so far is an outlier", () => {
    const flow = new Flow();
    for (let i = 0; i < 4; i++) flow.rounds(10, 120).loss();
    flow.rounds(9, 120);
    flow.cc.onRttSample(flow.state.at(flow.nowNs), 400 * MS);
    expect(flow.rounds(1, 120).loss()).toBe(0.8);
  });

  test("off: β_loss and β_ecn apply", () => {
    const flow = new Flow({ "htcp-adaptive-backoff": false, "beta-ecn": 0.7 });
    for (let i = 0; i < 4; i++) flow.rounds(10, 110).loss();
    expect(flow.rounds(10, 110).loss()).toBe(0.5);
    expect(flow.cc.ssthreshAfterMark(madeState({ cwnd: 1000 }).at(flow.nowNs))).toBe(700);
  });

  test("β_ecn is the least that a mark leaves (RFC 8511 §3.1)", () => {
    const flow = new Flow({ "beta-ecn": 0.9 });
    expect([flow.cc.ssthreshAfterMark(madeState({ cwnd: 1000 })), flow.loss()]).toEqual([900, 0.5]);
  });
});

test("regains a fast long path sooner than NewReno", () => {
  const of = (cc: string) =>
    resultsOf(`cc=${cc}&capacity=100Mbps&rtt=100ms&aqm=droptail&limit=100p&ecn=off&duration=60s&warmup=10s`);
  expect(of("htcp").links[0].utilisation).toBeGreaterThan(of("newreno").links[0].utilisation + 0.1);
});

test("every parameter can change during a run", () => {
  const flow = new Flow();
  flow.cc.configure("htcp-adaptive-backoff", false);
  flow.cc.configure("beta-loss", 0.6);
  expect(flow.rounds(1).loss()).toBe(0.6);
  flow.cc.configure("htcp-rtt-scaling", true);
  flow.alphaAfter(0);
  expect(flow.alphaAfter(2000)).toBeCloseTo(0.8 * htcpIncrease(2), 9);
  flow.cc.configure("rtt-tick", 4);
  expect(flow.alphaAfter(0)).toBeCloseTo(0.8 * 11, 9);
});

describe("explains its decisions", () => {
  /** Returns the explanation of a reduction from 90 segments, by default after a loss. */
  const cutOf = (flow: Flow, cut = onLoss) =>
    cut(flow.cc, madeState({ cwnd: 90, ssthresh: 90 }).at(flow.nowNs));
  const left = (flow: Flow) => cutOf(flow).sentences.at(-2);

  test("from the third signal at one throughput on 100 ms over 140 ms is β", () => {
    const flow = new Flow();
    for (let i = 0; i < 2; i++) flow.rounds(10, 140).loss();
    expect(cutOf(flow.rounds(10, 140))).toEqual({
      sentences: [
        "After Δ = 990 ms without a signal, cwnd grew by α = 1 segment per round trip.",
        "Smallest over largest RTT is 100 ms/140 ms = 0.714, limited to between 0.5 and 0.8: a cut to this fraction empties the queue.",
        "All losses of one window of data count once.",
      ],
      formula: "β × cwnd = 0.714 × 90 = 64.3 → 64 segments",
    });
  });

  test("until then, and after a change, half is left", () => {
    const flow = new Flow();
    const said = [left(flow.rounds(10, 140)), left(flow.rounds(10, 140))];
    flow.state.cwnd = 200;
    expect([...said, left(flow.rounds(10, 140))]).toEqual([
      "There is no throughput of an earlier signal to compare with, so the cut leaves 0.5 of cwnd.",
      "The throughput has been steady for only one signal instead of two, so the cut leaves 0.5 of cwnd.",
      "The throughput differs by more than a fifth from that at the previous signal, so the cut leaves 0.5 of cwnd.",
    ]);
  });

  test("a larger β_ecn applies, and without adaptive backoff only β_ecn", () => {
    const flow = new Flow({ "beta-ecn": 0.85 });
    for (let i = 0; i < 2; i++) flow.rounds(10, 140).loss();
    const mark = cutOf(flow.rounds(10, 140), onMark);
    expect([mark.sentences[1], mark.formula]).toEqual([
      "Smallest over largest RTT is 100 ms/140 ms = 0.714, which is not above β_ecn = 0.85.",
      "β_ecn × cwnd = 0.85 × 90 = 76.5 → 76 segments",
    ]);
    const fixed = new Flow({ "htcp-adaptive-backoff": false });
    expect(left(fixed.rounds(10))).toBe("A loss leaves β_loss = 0.5 of cwnd.");
  });

  test("in slow start there was no Δ", () => {
    expect(onLoss(madeControl(htcp), madeState({ cwnd: 90 })).sentences).toHaveLength(2);
  });
});

/** Periods between signals, each with several round trips of 100 ms and a steady rate. */
class Epochs {
  private readonly throughput = new HtcpThroughput();
  private nowNs = 0;

  /**
   * Runs one period, in whose round trips the windows have these sizes. Returns whether the signal at its end finds a
   * steady throughput.
   */
  next(windows: readonly number[]): boolean {
    const startNs = this.nowNs;
    for (const window of windows) {
      for (let a = 0; a < 10; a++) {
        this.nowNs += 10 * MS;
        this.throughput.take(this.nowNs, window, window / 10, 100 * MS, this.nowNs - startNs);
      }
    }
    const isSteady = this.throughput.isSteady();
    this.throughput.restart(this.nowNs);
    return isSteady;
  }
}

const equal = (window: number, rounds = 12) => Array.from({ length: rounds }, () => window);

test("the first signal has nothing to compare with", () => {
  expect(new Epochs().next(equal(100))).toBe(false);
});

describe("the throughput is steady if its maximum is within a fifth of the previous one (Linux tcp_htcp.c)", () => {
  test.each([
    [100, true],
    [119, true],
    [125, false],
    [81, true],
    [75, false],
  ])("100 segments in a round trip, then %s: %s", (window, isSteady) => {
    const epochs = new Epochs();
    epochs.next(equal(100));
    expect(epochs.next(equal(window, 40))).toBe(isSteady);
  });
});

test.each([
  [1, true],
  [4, false],
])("%s round trips at one and a half times the rate are smoothed: %s", (rounds, isSteady) => {
  const epochs = new Epochs();
  epochs.next(equal(100));
  expect(epochs.next([...equal(100), ...equal(150, rounds), ...equal(100, 3)])).toBe(isSteady);
});

test("deliveries during the answer to the signal do not count", () => {
  const throughput = new HtcpThroughput();
  const later = (ms: number) => {
    for (let i = 1; i <= 30; i++) throughput.take((ms + i * 10) * MS, 100, 10, 100 * MS, i * 10 * MS);
  };
  later(0);
  throughput.isSteady();
  // After two seconds of silence, the rate is the same as before.
  throughput.restart(2300 * MS);
  later(2300);
  expect(throughput.isSteady()).toBe(true);
});
