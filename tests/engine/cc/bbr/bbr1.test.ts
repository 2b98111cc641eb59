import { describe, expect, test } from "vitest";
import { bbr1, LongTermRate } from "../../../../src/engine/cc/bbr/bbr1.ts";
import { BbrRound } from "../../../../src/engine/cc/bbr/core.ts";
import { BBR_PHASE } from "../../../../src/engine/cc/bbr/params.ts";
import { ask, MS, madeControl, madeSample, madeState, onLoss, onMark, onTimeout, S } from "../made.ts";
import { MadePath, type PathSettings } from "../made-path.ts";
import { BURST_OF_V1, BW, GAIN, MIN_RTT, MODE } from "./made-bbr.ts";

const STARTUP = 0;
const DRAIN = 1;
const PROBE_BW = 2;
const PROBE_RTT = 3;

/**
 * Creates a control on a path of 1000 segments per second and 100 ms. The BDP is 100 segments, or 101 with the
 * segment on the wire.
 */
function made(settings: Partial<PathSettings> = {}, values = {}, draw = 0.5) {
  const cc = madeControl(bbr1, values, draw);
  const path = new MadePath(cc, settings);
  const untilMode = (mode: number) => path.runUntil(() => cc.probe(MODE) === mode);
  return { cc, path, untilMode };
}

describe("STARTUP and DRAIN (Linux tcp_bbr.c)", () => {
  test("STARTUP doubles deliveries each round and paces at 2.885 times the bandwidth", () => {
    const { cc, path } = made({ rate: 1e6 });
    path.runFor(450 * MS);
    expect([cc.probe(MODE), cc.probe(GAIN)]).toEqual([STARTUP, 2.885]);
    const deliveredBefore = path.sample.deliveredTotal;
    path.runFor(100 * MS);
    const growth = path.sample.deliveredTotal / deliveredBefore;
    expect(growth).toBeGreaterThan(1.8);
    expect(growth).toBeLessThan(2.3);
  });

  test("it ends after three rounds without a quarter more of bandwidth", () => {
    const { cc, path } = made();
    const round = new BbrRound();
    let [bw, rounds] = [0, 0];
    path.runUntil(() => {
      round.update(path.sample);
      if (round.isStart) rounds++;
      if (cc.probe(BW) >= 1.25 * bw && round.isStart) [bw, rounds] = [cc.probe(BW), 0];
      return cc.probe(MODE) === DRAIN;
    });
    expect(rounds).toBe(3);
    expect(cc.probe(BW)).toBeCloseTo(1000, 0);
    expect(path.queue).toBeGreaterThan(100);
    expect(path.queue).toBeLessThan(230);
  });

  test("DRAIN paces at 0.347 of the bandwidth until about the BDP is in flight", () => {
    const { cc, path, untilMode } = made();
    untilMode(DRAIN);
    expect(cc.probe(GAIN)).toBe(0.347);
    expect(path.state.pacingRate).toBeCloseTo(0.99 * 347, 0);
    untilMode(PROBE_BW);
    // The flight is the BDP, the allowance for three bursts of two segments, and the segments that are delivered
    // before the next one leaves.
    expect(path.state.inflight).toBeGreaterThan(100);
    expect(path.state.inflight).toBeLessThanOrEqual(108 + 3);
    expect(path.state.ssthresh).toBeGreaterThan(100);
  });

  test("an application without data does not end STARTUP", () => {
    const { cc, path } = made({ rate: 1e6 });
    path.runFor(250 * MS);
    path.settings.isSilent = true;
    path.runFor(2 * S);
    expect(cc.probe(MODE)).toBe(STARTUP);
  });
});

describe("PROBE_BW", () => {
  /** Returns the gain of each phase that starts within `spanNs`, and its length in ms. */
  function phases(path: MadePath, gainNow: () => number, spanNs: number): [number, number][] {
    const seen: [number, number][] = [];
    let gain = Number.NaN;
    let sinceNs = path.nowNs;
    path.runUntil(() => {
      if (gainNow() !== gain) {
        seen.push([gain, (path.nowNs - sinceNs) / MS]);
        gain = gainNow();
        sinceNs = path.nowNs;
      }
      return false;
    }, path.nowNs + spanNs);
    return seen.slice(2);
  }

  test("cycles 5/4, 3/4 and six times 1, each for about a round trip", () => {
    const { cc, path, untilMode } = made();
    untilMode(PROBE_BW);
    const seen = phases(path, () => cc.probe(GAIN), 5 * S);
    expect(seen.length).toBeGreaterThan(9);
    for (const [gain, lengthMs] of seen) {
      if (gain === 1.25) {
        expect(lengthMs).toBeGreaterThan(100);
        expect(lengthMs).toBeLessThan(200);
      } else if (gain === 0.75) expect(lengthMs).toBeLessThanOrEqual(103);
      else {
        expect(gain).toBe(1);
        expect(lengthMs).toBeGreaterThan(600);
        expect(lengthMs).toBeLessThan(620);
      }
    }
  });

  test.each([
    [0, 1],
    [0.6, 1],
    [0.99, 1.25],
  ])("a draw of %s starts the cycle at gain %s, never at 3/4", (draw, gain) => {
    const { cc, untilMode } = made({}, {}, draw);
    untilMode(PROBE_BW);
    expect(cc.probe(GAIN)).toBe(gain);
  });

  test("the window is two BDPs and the allowance, even; the queue stays below a third of the BDP", () => {
    const { path, untilMode } = made();
    untilMode(PROBE_BW);
    path.runFor(1 * S);
    path.maxQueue = 0;
    path.runFor(5 * S);
    expect(path.state.cwnd).toBeGreaterThanOrEqual(202 + 6);
    expect(path.state.cwnd).toBeLessThanOrEqual(202 + 6 + 10);
    expect(path.maxQueue).toBeGreaterThan(20);
    expect(path.maxQueue).toBeLessThan(37);
  });

  test("uses the link", () => {
    const { path, untilMode } = made();
    untilMode(PROBE_BW);
    const before = path.sample.deliveredTotal;
    path.runFor(5 * S);
    expect(path.sample.deliveredTotal - before).toBeGreaterThan(4950);
  });

  test("finds more bandwidth within a few cycles, and less within ten rounds", () => {
    const { cc, path, untilMode } = made();
    untilMode(PROBE_BW);
    path.settings.rate = 2000;
    path.runFor(6 * S);
    expect(cc.probe(BW)).toBeCloseTo(2000, -2);
    path.settings.rate = 500;
    // The flight of the faster path fills the queue, so rounds take almost one second.
    path.runFor(15 * S);
    expect(cc.probe(BW)).toBeCloseTo(500, -2);
  });
});

describe("PROBE_RTT", () => {
  test("comes 10 s after the smallest RTT, takes four segments for 200 ms, and restores the window", () => {
    const { cc, path, untilMode } = made();
    path.runFor(5 * S);
    const cwndBefore = path.state.cwnd;
    untilMode(PROBE_RTT);
    expect(path.nowNs / S).toBeGreaterThan(10);
    expect(path.nowNs / S).toBeLessThan(11);
    expect(path.state.cwnd).toBe(4);
    const startNs = path.nowNs;
    untilMode(PROBE_BW);
    // The queue of the previous flight drains first, and the last round has to end.
    expect((path.nowNs - startNs) / MS).toBeGreaterThan(300);
    expect((path.nowNs - startNs) / MS).toBeLessThan(450);
    expect(path.state.cwnd).toBeGreaterThan(cwndBefore - 12);
    expect(cc.probe(MIN_RTT)).toBeCloseTo(101, 0);
    const endNs = path.nowNs;
    untilMode(PROBE_RTT);
    expect((path.nowNs - endNs) / S).toBeCloseTo(10, 1);
  });

  test("its deliveries do not count for the bandwidth", () => {
    const { cc, path, untilMode } = made();
    untilMode(PROBE_RTT);
    path.runFor(2 * S);
    expect(cc.probe(BW)).toBeCloseTo(1000, 0);
  });

  test("interval and duration can be set", () => {
    const { cc, path, untilMode } = made({}, { "bbr-probe-rtt-interval": 3, "bbr-probe-rtt-time": 500 });
    untilMode(PROBE_RTT);
    expect(path.nowNs / S).toBeLessThan(4.5);
    const startNs = path.nowNs;
    untilMode(PROBE_BW);
    expect((path.nowNs - startNs) / MS).toBeGreaterThan(600);
    cc.configure("bbr-probe-rtt-interval", 1);
    const endNs = path.nowNs;
    untilMode(PROBE_RTT);
    expect((path.nowNs - endNs) / S).toBeLessThan(1.3);
  });
});

describe("losses and marks", () => {
  test("the first round of a recovery sends one segment for each delivered; then the window is restored", () => {
    const { path, untilMode } = made({ drops: (seq) => seq === 5000 });
    untilMode(PROBE_BW);
    path.runUntil(() => path.state.inRecovery);
    // The window is the number of segments in flight, plus the segment that this ACK acknowledged.
    const { cwnd, inflight } = path.state;
    expect(cwnd).toBe(inflight + 1);
    path.runUntil(() => !path.state.inRecovery);
    path.runFor(100 * MS);
    expect(path.state.cwnd).toBeGreaterThan(200);
  });

  test("a recovery that follows a timeout conserves packets too", () => {
    const { cc, path, untilMode } = made({ drops: (seq) => seq === 5000 });
    untilMode(PROBE_BW);
    const { state } = path;
    path.runUntil(() => state.una === 4999);
    cc.ssthreshAfterLoss(state.at(path.nowNs));
    cc.onTimeout(state.at(path.nowNs));
    state.inLoss = true;
    path.runUntil(() => true);
    expect(state.phase).not.toBe(BBR_PHASE.conserving);
    // The next ACK shows that segment 5000 is lost.
    state.inLoss = false;
    path.runUntil(() => true);
    expect(state.phase).toBe(BBR_PHASE.conserving);
    expect(state.cwnd).toBe(state.inflight + 1);
  });

  test("a share of random losses costs no throughput", () => {
    const { path, untilMode } = made({ drops: (seq) => seq % 50 === 0 });
    untilMode(PROBE_BW);
    const before = path.sample.deliveredTotal;
    path.runFor(5 * S);
    expect(path.sample.deliveredTotal - before).toBeGreaterThan(4800);
  });

  test("marks are no signals", () => {
    const delivered = [1e9, 1].map((markAbove) => {
      const { path } = made({ markAbove });
      path.runFor(8 * S);
      return path.sample.deliveredTotal;
    });
    expect(delivered[1]).toBe(delivered[0]);
  });

  test("a path that loses a fifth at a steady rate is considered policed: no more probing", () => {
    const policed = { limit: 2 };
    const gains = [true, false].map((policer) => {
      const { cc, path } = made(policed, { "bbr-policer": policer });
      const seen = new Set<number>();
      path.runFor(3 * S);
      path.runUntil(
        () => {
          seen.add(cc.probe(GAIN));
          return false;
        },
        path.nowNs + 3 * S,
      );
      return seen.has(1.25);
    });
    expect(gains).toEqual([false, true]);
  });

  test("a timeout is a loss that resets the record of the bandwidth's growth: STARTUP continues", () => {
    const { cc, path } = made({ rate: 1e6 });
    path.runFor(450 * MS);
    const { state } = path;
    const before = state.cwnd;
    expect(cc.ssthreshAfterLoss(state.at(path.nowNs))).toBe(before);
    cc.onTimeout(state.at(path.nowNs));
    Object.assign(state, { cwnd: 1, inLoss: true });
    path.runFor(100 * MS);
    expect(state.cwnd).toBeGreaterThanOrEqual(4);
    state.inLoss = false;
    path.runUntil(() => true);
    expect(state.cwnd).toBeGreaterThanOrEqual(before);
    expect(cc.probe(MODE)).toBe(STARTUP);
  });

  test("loss and mark cause no reduction", () => {
    const { cc, path } = made();
    path.state.cwnd = 50;
    expect([cc.ssthreshAfterLoss(path.state), cc.ssthreshAfterMark(path.state)]).toEqual([50, 50]);
  });
});

test("probes are NaN before the first sample", () => {
  const cc = madeControl(bbr1);
  expect([MODE, BW, MIN_RTT].map((index) => cc.probe(index))).toEqual([STARTUP, Number.NaN, Number.NaN]);
});

test("the send quantum is set with the pacing rate, shown by a probe, and can change live", () => {
  const { cc, path, untilMode } = made({ rate: 4310, rttNs: 0.7 * MS });
  untilMode(PROBE_BW);
  path.runFor(1 * S);
  // The pacing rate gives 4.1 segments. Half of the largest burst (64 kB are 45.2 segments) is added: 26.7, rounded down.
  expect(cc.probe(BURST_OF_V1)).toBe(26);
  const { cwnd, burst } = path.state;
  expect(burst).toBe(Math.floor(cwnd / 2));
  cc.configure("bbr-quantum", "rate");
  path.runFor(10 * MS);
  expect(path.state.burst).toBe(4);
  cc.configure("bbr-quantum", "single");
  path.runFor(10 * MS);
  expect([path.state.burst, cc.probe(BURST_OF_V1)]).toEqual([1, 1]);
  // cwnd has room for three bursts. Their size is computed from the rate alone (bbr_tso_segs_goal), whatever the
  // setting of bursts.
  expect(path.state.cwnd).toBe(cwnd);
});

describe("explains its decisions", () => {
  const DRAINING =
    "BBRv1 is in DRAIN, at a pacing gain of 0.347, and estimates the path at 1000 segments/s with a minimum RTT of 101 ms.";
  const formula = "BDP = 1000 segments/s × 101 ms = 101 segments";

  test("STARTUP ended, with its estimate of the path", () => {
    const { cc, path, untilMode } = made();
    untilMode(DRAIN);
    const { ssthresh } = path.state;
    // The value is the BDP plus three bursts of two segments, rounded to whole pairs.
    expect(ssthresh).toBe(108);
    expect(ask(cc, path.state, { event: "slowStartExit", before: ssthresh, after: ssthresh })).toEqual({
      sentences: [
        "The bandwidth estimate grew by less than a quarter in three rounds, so the path is full and STARTUP ends.",
        "DRAIN paces at 0.347 of the bandwidth until at most 108 segments are in flight.",
        DRAINING,
      ],
      formula,
    });
  });

  test("marks and losses are no signals, and a timeout restores the window", () => {
    const { cc, path, untilMode } = made();
    untilMode(DRAIN);
    const cwnd = `${path.state.cwnd} segments`;
    expect(onMark(cc, path.state, true)).toEqual({
      sentences: [DRAINING, `BBRv1 does not treat a mark as a congestion signal: cwnd stays at ${cwnd}.`],
      formula,
    });
    expect(onLoss(cc, path.state, true)).toEqual({
      sentences: [
        DRAINING,
        `BBRv1 does not treat a loss as a congestion signal: in the first round of loss recovery only as much leaves as arrives, then cwnd returns to ${cwnd}.`,
      ],
      formula,
    });
    expect(onTimeout(cc, path.state, { owns: true })).toEqual({
      sentences: [
        "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
        DRAINING,
        `The previous window, ${cwnd}, is restored after loss recovery.`,
      ],
      formula,
    });
  });

  test("before the first sample it has no estimate", () => {
    expect(onMark(madeControl(bbr1), madeState({ cwnd: 10 }), true)).toEqual({
      sentences: [
        "BBRv1 is in STARTUP and has no estimate of the path yet.",
        "BBRv1 does not treat a mark as a congestion signal: cwnd stays at 10 segments.",
      ],
    });
  });
});

/** A path with rounds of 100 ms that delivers segments at `rate` and loses the share `share` of them. */
class LossyPath {
  readonly longTerm = new LongTermRate();
  private delivered = 0;
  private lost = 0;
  private nowNs = 0;

  rounds(count: number, rate: number, share: number, isAppLimited = false): void {
    for (let i = 0; i < count; i++) {
      this.nowNs += 100 * MS;
      this.delivered += rate / 10;
      const lost = (share * rate) / 10;
      this.lost += lost;
      const sample = madeSample({
        nowNs: this.nowNs,
        deliveredTotal: this.delivered,
        lostTotal: this.lost,
        lost,
        isAppLimited,
      });
      if (this.longTerm.isUsed) this.longTerm.countRound(sample);
      else this.longTerm.update(sample, lost, true);
    }
  }
}

describe("a policer (Linux tcp_bbr.c)", () => {
  test("is assumed after two intervals of four rounds at one rate, with more than a fifth lost in each", () => {
    const path = new LossyPath();
    path.rounds(7, 1000, 0.25);
    expect(path.longTerm.isUsed).toBe(false);
    path.rounds(1, 1100, 0.25);
    expect(path.longTerm.isUsed).toBe(true);
    expect(path.longTerm.rate).toBeGreaterThan(1000);
    expect(path.longTerm.rate).toBeLessThan(1100);
  });

  test.each([
    ["less than a fifth is lost", 0.15, 1000],
    ["the rates differ by more than an eighth", 0.25, 1300],
  ])("is not assumed if %s", (_, share, laterRate) => {
    const path = new LossyPath();
    path.rounds(5, 1000, share);
    path.rounds(4, laterRate, share);
    expect(path.longTerm.isUsed).toBe(false);
  });

  test("its rate applies for 48 rounds", () => {
    const path = new LossyPath();
    path.rounds(8, 1000, 0.25);
    path.rounds(47, 1000, 0);
    expect(path.longTerm.isUsed).toBe(true);
    path.rounds(1, 1000, 0);
    expect(path.longTerm.isUsed).toBe(false);
  });

  test("an application that has nothing to send ends the interval", () => {
    const path = new LossyPath();
    path.rounds(6, 1000, 0.25);
    path.rounds(1, 1000, 0.25, true);
    path.rounds(4, 1000, 0.25);
    expect(path.longTerm.isUsed).toBe(false);
  });
});
