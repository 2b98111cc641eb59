import { describe, expect, test } from "vitest";
import {
  AckAggregation,
  BbrMinRtt,
  BbrPacing,
  BbrProbeRtt,
  BbrRound,
  BbrWindow,
  bdpMultiple,
  FullPipe,
  isRestart,
  MaxBwOfCycles,
  MaxBwOfRounds,
} from "../../../../src/engine/cc/bbr/core.ts";
import type { SenderState } from "../../../../src/engine/tcp/sender-state.ts";
import { MS, madeSample, madeState, S } from "../made.ts";

test("the bandwidth-delay product is in whole segments, rounded up; 10 while no RTT is known", () => {
  expect(bdpMultiple(1000, Number.POSITIVE_INFINITY, 2)).toBe(10);
  const at = (bw: number, gain: number) => bdpMultiple(bw, 100 * MS, gain);
  expect([at(1000, 1), at(825.5, 1), at(825.5, 2)]).toEqual([100, 83, 166]);
  // In floating point, 1.1 · 300 · 0.1 is 33.000000000000004.
  expect(at(300, 1.1)).toBe(33);
});

describe("rounds by deliveries (draft-ietf-ccwg-bbr-05 §5.5.1)", () => {
  test("a round is over when a segment sent after its start is delivered", () => {
    const round = new BbrRound();
    const starts = (deliveredTotal: number, priorDelivered: number) => {
      round.update(madeSample({ deliveredTotal, priorDelivered }));
      return round.isStart;
    };
    expect(starts(1, 0)).toBe(true);
    // These segments were sent in the initial window, before anything was delivered.
    expect([starts(2, 0), starts(10, 0)]).toEqual([false, false]);
    expect(starts(11, 1)).toBe(true);
    expect([starts(12, 10), starts(30, 11)]).toEqual([false, true]);
    expect(round.count).toBe(3);
  });

  test("an ACK without a rate sample does not count", () => {
    const round = new BbrRound();
    round.update(madeSample({ intervalNs: 0, priorDelivered: 50 }));
    expect([round.isStart, round.count]).toEqual([false, 0]);
  });

  test("restart: the segments in flight belong to the previous round", () => {
    const round = new BbrRound();
    round.start(500);
    round.update(madeSample({ deliveredTotal: 600, priorDelivered: 499 }));
    expect(round.isStart).toBe(false);
    round.update(madeSample({ deliveredTotal: 601, priorDelivered: 500 }));
    expect(round.isStart).toBe(true);
  });
});

describe("maximum over rounds (BBRv1, Linux tcp_bbr.c)", () => {
  test("is the highest sample of the current round and the ten before", () => {
    const filter = new MaxBwOfRounds();
    filter.take(900, 1);
    filter.take(1000, 1);
    filter.take(800, 1);
    for (let round = 2; round <= 11; round++) {
      filter.take(700 + round, round);
      expect(filter.value).toBe(1000);
    }
    filter.take(650, 12);
    expect(filter.value).toBe(711);
  });

  test("only samples replace older ones", () => {
    const filter = new MaxBwOfRounds();
    filter.take(1000, 1);
    expect(filter.value).toBe(1000);
    filter.take(10, 50);
    expect(filter.value).toBe(10);
  });
});

describe("maximum over cycles (draft-ietf-ccwg-bbr-05 §5.5.5)", () => {
  test("is the highest sample of this cycle and the last", () => {
    const filter = new MaxBwOfCycles();
    filter.take(1000);
    filter.advance();
    filter.take(500);
    expect(filter.value).toBe(1000);
    filter.advance();
    expect(filter.value).toBe(500);
  });

  test("a cycle without samples does not replace the last one", () => {
    const filter = new MaxBwOfCycles();
    filter.take(1000);
    filter.advance();
    filter.advance();
    filter.advance();
    expect(filter.value).toBe(1000);
  });
});

describe("the pipe is full (draft-ietf-ccwg-bbr-05 §5.3.1.2)", () => {
  test("after three rounds without a quarter more, and not before", () => {
    const pipe = new FullPipe();
    for (const rate of [100, 200, 400, 499, 499]) pipe.check(rate, true);
    expect(pipe.isReached).toBe(false);
    pipe.check(499, true);
    expect([pipe.isReached, pipe.isFull]).toEqual([true, true]);
  });

  test("growth by a quarter, over any number of rounds, restarts the count", () => {
    const pipe = new FullPipe();
    for (const rate of [100, 110, 120, 125, 125, 125]) pipe.check(rate, true);
    expect(pipe.isReached).toBe(false);
    pipe.check(130, true);
    expect(pipe.isReached).toBe(true);
  });

  test("samples within a round can show growth, but do not count as rounds", () => {
    const pipe = new FullPipe();
    pipe.check(100, true);
    for (let i = 0; i < 50; i++) pipe.check(100, false);
    expect(pipe.isFull).toBe(false);
    pipe.check(130, false);
    for (let i = 0; i < 3; i++) pipe.check(130, true);
    expect(pipe.isFull).toBe(true);
  });

  test("a restart looks for growth again and does not reset that the pipe was full", () => {
    const pipe = new FullPipe();
    for (let i = 0; i < 4; i++) pipe.check(100, true);
    pipe.reset(100);
    expect([pipe.isReached, pipe.isFull]).toEqual([true, false]);
    for (let i = 0; i < 3; i++) pipe.check(100, true);
    expect(pipe.isFull).toBe(true);
  });
});

const sample = (rttNs: number, nowNs: number) => madeSample({ rttNs, nowNs });

describe("the smallest round-trip time", () => {
  test("v1: expires after 10 s, when the current sample replaces it and a probe is due (Linux tcp_bbr.c)", () => {
    const filter = new BbrMinRtt(10 * S, 0);
    filter.update(sample(100 * MS, 0));
    filter.update(sample(120 * MS, 10 * S));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([100 * MS, false]);
    filter.update(sample(120 * MS, 10 * S + 1));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([120 * MS, true]);
    filter.update(sample(105 * MS, 11 * S));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([105 * MS, false]);
  });

  test("v2, v3: a probe is due every 5 s, a minimum is kept for 10 s (draft-ietf-ccwg-bbr-05 §5.3.4.3)", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.update(sample(100 * MS, 0));
    filter.update(sample(120 * MS, 5.1 * S));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([100 * MS, true]);
    filter.update(sample(110 * MS, 5.2 * S));
    expect(filter.minRttNs).toBe(100 * MS);
    filter.update(sample(115 * MS, 10.1 * S));
    expect(filter.minRttNs).toBe(110 * MS);
  });

  test("a probe that has just ended is followed by a whole interval, also if it found nothing smaller", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.update(sample(100 * MS, 0));
    filter.update(sample(101 * MS, 5.1 * S));
    filter.onProbed(sample(-1, 5.4 * S));
    filter.update(sample(102 * MS, 10.3 * S));
    expect(filter.isProbeRttExpired).toBe(false);
    filter.update(sample(102 * MS, 10.5 * S));
    expect(filter.isProbeRttExpired).toBe(true);
  });

  test("only a smaller sample delays the probe; ACKs without one do nothing", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.update(sample(100 * MS, 0));
    filter.update(sample(100 * MS, 4 * S));
    filter.update(sample(-1, 5.1 * S));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([100 * MS, true]);
    filter.update(sample(99 * MS, 5.2 * S));
    filter.update(sample(120 * MS, 10.1 * S));
    expect([filter.minRttNs, filter.isProbeRttExpired]).toEqual([99 * MS, false]);
  });
});

test("Linux bbr_init: the handshake's measurement is the first sample, and expires like any other", () => {
  const filter = new BbrMinRtt(10 * S, 0);
  const state = madeState({ minRttNs: 100 * MS });
  filter.start(state);
  expect(filter.minRttNs).toBe(100 * MS);
  filter.update(sample(130 * MS, 5 * S));
  expect(filter.minRttNs).toBe(100 * MS);
  filter.update(sample(120 * MS, 10 * S + 1));
  expect(filter.minRttNs).toBe(120 * MS);
});

function entered(durationNs = 200 * MS) {
  const round = new BbrRound();
  const probe = new BbrProbeRtt(durationNs);
  probe.enter(1000);
  const ack = (deliveredTotal: number, priorDelivered: number, inflight: number, nowNs: number) => {
    const sample = madeSample({ nowNs, deliveredTotal, priorDelivered });
    round.update(sample);
    return probe.handle(madeState({ inflight }), sample, 4, round);
  };
  return { probe, ack };
}

describe("PROBE_RTT (Linux tcp_bbr.c, draft-ietf-ccwg-bbr-05 §5.3.4.3)", () => {
  test("lasts 200 ms from the time when only four segments are in flight", () => {
    const { ack } = entered();
    expect(ack(1001, 900, 99, 0)).toBe(false);
    expect(ack(1096, 990, 4, 90 * MS)).toBe(false);
    expect(ack(1098, 1096, 4, 190 * MS)).toBe(false);
    expect(ack(1100, 1098, 4, 289 * MS)).toBe(false);
    expect(ack(1102, 1100, 4, 291 * MS)).toBe(true);
  });

  test("and at least a round trip", () => {
    const { ack } = entered();
    ack(1096, 990, 4, 0);
    expect(ack(1098, 1090, 4, 900 * MS)).toBe(false);
    expect(ack(1100, 1096, 4, 1000 * MS)).toBe(true);
  });

  test("segments sent under the small window understate the bandwidth; those sent before and after do not", () => {
    const { probe, ack } = entered();
    ack(1096, 990, 4, 0);
    const isAppLimited = (priorDelivered: number) => probe.isAppLimited(madeSample({ priorDelivered }));
    expect([999, 1000, 1100, 1101].map(isAppLimited)).toEqual([false, true, true, false]);
    expect(probe.isAppLimited(madeSample({ priorDelivered: 5, isAppLimited: true }))).toBe(true);
  });

  test("nothing is reduced before the first one", () => {
    expect(new BbrProbeRtt(1).isAppLimited(madeSample({ priorDelivered: 0 }))).toBe(false);
  });

  test("the first segment after a pause of the application makes a probe unnecessary", () => {
    const restart = { deliveredTotal: 50, priorDelivered: 49, isAppLimited: true };
    expect(isRestart(madeSample(restart))).toBe(true);
    expect(isRestart(madeSample({ ...restart, isAppLimited: false }))).toBe(false);
    expect(isRestart(madeSample({ ...restart, priorDelivered: 40 }))).toBe(false);
  });
});

const ack = (delivered: number, nowNs: number) => madeSample({ delivered, nowNs });

describe("aggregated ACKs (draft-ietf-ccwg-bbr-05 §5.5.9)", () => {
  test("evenly spaced ACKs need allowance for only one of them", () => {
    const aggregation = new AckAggregation();
    for (let i = 1; i <= 100; i++) aggregation.update(ack(2, i * 2 * MS), 1000, 100, false);
    expect(aggregation.extraAcked(1000)).toBeLessThanOrEqual(4);
  });

  test("deliveries at once beyond the bandwidth are added, up to 100 ms of the bandwidth and the window", () => {
    const lump = (cwnd: number, bw: number) => {
      const aggregation = new AckAggregation();
      aggregation.update(ack(1, 100 * MS), bw, cwnd, false);
      aggregation.update(ack(60, 100 * MS), bw, cwnd, false);
      return aggregation.extraAcked(bw);
    };
    expect([lump(100, 1000), lump(40, 1000), lump(100, 300)]).toEqual([61, 40, 30]);
  });

  test("expires after five to ten rounds", () => {
    const aggregation = new AckAggregation();
    let nowNs = 0;
    aggregation.update(ack(50, nowNs), 1000, 100, true);
    const roundsUntilForgotten = () => {
      for (let round = 1; ; round++) {
        nowNs += 100 * MS;
        aggregation.update(ack(1, nowNs), 1000, 100, true);
        if (aggregation.extraAcked(1000) < 50) return round;
      }
    };
    const rounds = roundsUntilForgotten();
    expect(rounds).toBeGreaterThanOrEqual(5);
    expect(rounds).toBeLessThanOrEqual(10);
  });
});

/** Settings of STARTUP that the tests use. */
const STARTUP = { startupGain: 2.885 };

function pacingWith(gain: number): BbrPacing {
  const pacing = new BbrPacing();
  pacing.gain = gain;
  return pacing;
}

describe("pacing (Linux tcp_bbr.c, draft-ietf-ccwg-bbr-05 §5.6.2)", () => {
  test("starts with the initial window over the first round-trip time, times the STARTUP gain, less 1 %", () => {
    const state = madeState({ cwnd: 10, srttNs: 100 * MS });
    pacingWith(2.885).set(state, { bw: 0 }, STARTUP, false);
    expect(state.pacingRate).toBeCloseTo(0.99 * 2.885 * 100, 6);
  });

  test("starts at once after a handshake: with the SYN's round trip, or with 1 ms if it measured none", () => {
    const [measured, unknown] = [
      madeState({ cwnd: 10, srttNs: 50 * MS }),
      madeState({ cwnd: 10, srttNs: 0 }),
    ];
    pacingWith(2.885).start(measured, STARTUP);
    pacingWith(2.885).start(unknown, STARTUP);
    expect([measured.pacingRate, unknown.pacingRate]).toEqual(
      [0.99 * 2.885 * 200, 0.99 * 2.885 * 10_000].map((rate) => expect.closeTo(rate, 6)),
    );
  });

  test("paces at 99 % of gain times bandwidth", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = pacingWith(1.25);
    pacing.set(state, { bw: 1000 }, STARTUP, true);
    expect(state.pacingRate).toBeCloseTo(1237.5, 6);
    pacing.gain = 0.75;
    pacing.set(state, { bw: 1000 }, STARTUP, true);
    expect(state.pacingRate).toBeCloseTo(742.5, 6);
  });

  test("until the pipe has been full the rate does not decrease", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = pacingWith(2);
    pacing.set(state, { bw: 1000 }, STARTUP, false);
    pacing.set(state, { bw: 900 }, STARTUP, false);
    expect(state.pacingRate).toBeCloseTo(1980, 6);
  });
});

class Probed extends BbrWindow {
  isProbing = false;

  protected get isProbingRtt(): boolean {
    return this.isProbing;
  }

  get saved(): number {
    return this.priorCwnd;
  }

  repair(): void {
    this.wasInLossRecovery = true;
  }

  onSample(): void {}
  onTimeout(): void {}
  configure(): void {}
  probe(): number {
    return Number.NaN;
  }
}

function stateOf(cwnd: number): SenderState {
  return madeState({ cwnd });
}

describe("the window of a BBR", () => {
  test("is not reduced by losses and marks, but saved", () => {
    const bbr = new Probed();
    expect([bbr.ssthreshAfterLoss(stateOf(40)), bbr.ssthreshAfterMark(stateOf(30))]).toEqual([40, 30]);
    expect(bbr.saved).toBe(30);
  });

  test("while it is small, in a recovery or in PROBE_RTT, only a larger one is saved", () => {
    const [repairing, probing] = [new Probed(), new Probed()];
    for (const bbr of [repairing, probing]) bbr.ssthreshAfterLoss(stateOf(40));
    repairing.repair();
    probing.isProbing = true;
    for (const bbr of [repairing, probing]) {
      bbr.ssthreshAfterLoss(stateOf(4));
      expect(bbr.saved).toBe(40);
      bbr.ssthreshAfterLoss(stateOf(50));
      expect(bbr.saved).toBe(50);
    }
  });
});
