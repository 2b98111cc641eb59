import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { CWR, OPEN } from "../../../src/engine/tcp/loss-recovery.ts";
import { noteRoom } from "../../../src/engine/tcp/sender.ts";
import { madeState } from "../cc/made.ts";
import { range } from "./conformance/scripted.ts";
import { Harness, MS } from "./harness.ts";
import { plainNewReno } from "./lone-sender.ts";

describe("the window", () => {
  test("the initial window is sent at the start, and no more (RFC 6928)", () => {
    const harness = new Harness({ sender: { initialWindow: 10 } }).start();
    expect(harness.seqs()).toEqual(range(0, 10));
    expect([harness.state.inflight, harness.state.cwndLimited]).toEqual([10, true]);
  });

  test("each ACK in slow start releases two segments (RFC 5681 §3.1)", () => {
    const harness = new Harness({ sender: { initialWindow: 4 } }).start().run(100);
    expect(harness.seqs(100)).toEqual([4, 5]);
    harness.run(103);
    expect(harness.seqs(100)).toEqual(range(4, 12));
    expect(harness.state.cwnd).toBe(8);
  });

  test("the round-trip time of an empty path is exactly rtt", () => {
    const harness = new Harness({ rttMs: 80, segments: 1 }).start().run(80);
    expect([harness.state.una, harness.state.srttNs]).toEqual([1, 80 * MS]);
  });

  test("cwnd does not grow while the application does not use it fully (RFC 5681 §3.1, RFC 7661 §4.1)", () => {
    const harness = new Harness({ segments: 5 }).start().run(200);
    expect(harness.state.cwnd).toBe(10);
    for (let round = 0; round < 5; round++) {
      harness.sender.dataEnd += 5;
      harness.start().run(200 * (round + 2));
    }
    expect([harness.state.una, harness.state.cwnd, harness.state.cwndLimited]).toEqual([30, 10, false]);
  });

  test("cwnd grows again as soon as the window is full", () => {
    const harness = new Harness({ segments: 5 }).start().run(200);
    harness.sender.dataEnd = Number.POSITIVE_INFINITY;
    harness.start().run(300);
    expect(harness.state.cwnd).toBeGreaterThan(10);
  });
});

describe("the receive window (RFC 9293 §3.8.6, RFC 5681 §3.1)", () => {
  const limited = (receiveWindow: number, options: ConstructorParameters<typeof Harness>[0] = {}) =>
    new Harness({ ...options, sender: { initialWindow: 10, ...options.sender, receiveWindow } });

  /** Returns the largest distance between the next segment to send and SND.UNA so far. */
  function mostAhead(harness: Harness, untilMs: number): number {
    let most = 0;
    for (let ms = harness.nowNs / MS; ms <= untilMs; ms++) {
      harness.run(ms);
      most = Math.max(most, harness.state.nxt - harness.state.una);
    }
    return most;
  }

  test("it limits the data beyond the last acknowledged segment, and cwnd stays near it", () => {
    const harness = limited(16).start();
    expect(mostAhead(harness, 2000)).toBe(16);
    expect(harness.state.cwnd).toBeLessThanOrEqual(17);
    expect([harness.state.cwndLimited, harness.sender.rtos]).toEqual([false, 0]);
  });

  test("a receive window that is smaller than cwnd from the start keeps cwnd unchanged (RFC 7661 §4.1)", () => {
    const harness = limited(4).start();
    expect(harness.seqs()).toEqual(range(0, 4));
    expect(mostAhead(harness, 1000)).toBe(4);
    expect(harness.state.una).toBeGreaterThan(30);
    expect(harness.state.cwnd).toBe(10);
  });

  test("a receive window that is never reached has no effect", () => {
    const [free, wide] = [Number.POSITIVE_INFINITY, 100_000].map((window) => {
      const harness = limited(window).dropOnce(30);
      return harness.start().run(3000);
    });
    expect(wide.sent).toEqual(free.sent);
  });

  test("lost segments are sent again although the window is full, but no new data is", () => {
    for (const sack of [true, false]) {
      const harness = limited(10, { sender: { sack } }).drop({ 3: 2 }).start();
      expect(mostAhead(harness, 4000)).toBe(10);
      expect(harness.retransmitted().filter((seq) => seq === 3)).toHaveLength(2);
      expect(harness.state.una).toBeGreaterThan(100);
    }
  });

  test("limited transmit waits for room in it (RFC 3042 §2)", () => {
    const harness = limited(10).dropOnce(0).start().run(103);
    expect(harness.seqs(1)).not.toContain(10);
  });

  test("a recovery without room for new data sends its rescue retransmission (RFC 6675 §4 NextSeg rules 2 and 4)", () => {
    const harness = limited(10).dropOnce(0).start().run(150);
    expect(harness.retransmitted()).toEqual([0, 9]);
  });

  test("a paced sender does not exceed it, and its samples are not app-limited (Linux tcp_rate_check_app_limited)", () => {
    const samples: boolean[] = [];
    const cc = plainNewReno();
    cc.onSample = (state, sample) => {
      state.pacingRate = 1e4;
      samples.push(sample.isAppLimited);
    };
    const harness = limited(8, { cc, traits: { samples: true, paced: true } }).start();
    expect(mostAhead(harness, 1000)).toBe(8);
    expect(samples.length).toBeGreaterThan(50);
    expect(samples).not.toContain(true);
  });

  test("it can shrink and grow during a transfer", () => {
    const harness = limited(40).start().run(1000);
    harness.sender.settings.receiveWindow = 5;
    harness.run(1200);
    expect(mostAhead(harness, 1500)).toBe(5);
    harness.sender.settings.receiveWindow = Number.POSITIVE_INFINITY;
    harness.run(3000);
    expect(harness.state.cwnd).toBeGreaterThan(60);
  });
});

describe("the minimum window", () => {
  test.each([
    [1, 1],
    [2, 2],
    [4, 4],
  ])(
    "of %s: marks in every round reduce cwnd to %s, and no lower (RFC 5681 §3.1 eq. 4)",
    (minCwnd, least) => {
      for (const recovery of ["prr", "classic"] as const) {
        const harness = new Harness({ sender: { minCwnd, recovery } });
        harness.fate = () => "mark";
        harness.start();
        const ssthreshs: number[] = [];
        for (let ms = 100; ms < 4000; ms += 10) {
          harness.run(ms);
          ssthreshs.push(harness.state.ssthresh);
        }
        expect(Math.min(...ssthreshs)).toBe(least);
        expect(harness.state.una).toBeGreaterThan(30);
      }
    },
  );
});

describe("finite transfers", () => {
  test("end with the last segment, which may be short", () => {
    const harness = new Harness({ segments: 3 });
    harness.sender.lastSegmentBytes = 100;
    const bytes: number[] = [];
    const take = harness.pool.take.bind(harness.pool);
    const taken: ReturnType<typeof take>[] = [];
    harness.pool.take = () => {
      const packet = take();
      taken.push(packet);
      return packet;
    };
    harness.start();
    bytes.push(...taken.map((packet) => packet.bytes));
    expect(bytes).toEqual([1500, 1500, 152]);
    expect(taken.map((packet) => packet.isLast)).toEqual([false, false, true]);
    harness.run(1000);
    expect([harness.state.una, harness.receiver.next]).toEqual([3, 3]);
  });

  test("leave no timer and no packet behind when they end", () => {
    const harness = new Harness({ segments: 40 }).dropOnce(5, 17, 39).start().run(60_000);
    expect([harness.state.una, harness.pool.inUse]).toEqual([40, 0]);
  });

  test("a lost end is repaired once by sending the highest segment, without a timeout (RFC 6675 §4 NextSeg rule 4)", () => {
    const harness = new Harness({ segments: 10 }).dropOnce(0, 9).start().run(1000);
    expect(harness.retransmitted()).toEqual([0, 9]);
    expect([harness.state.una, harness.sender.rtos]).toEqual([10, 0]);
  });

  test("a lost end with nothing after it is repaired by the timer", () => {
    const harness = new Harness({ segments: 10 }).dropOnce(9).start().run(2000);
    expect([harness.state.una, harness.sender.rtos]).toEqual([10, 1]);
  });
});

describe("limited transmit (RFC 3042)", () => {
  test("each of the first two duplicate ACKs releases a new segment, cwnd unchanged; the third a retransmission", () => {
    const harness = new Harness().dropOnce(0).start().run(102);
    expect(harness.seqs(100)).toEqual([10, 11]);
    expect(harness.state.cwnd).toBe(10);
    harness.run(103);
    expect(harness.seqs(103)).toEqual([0]);
  });

  test("if it is off, the first two duplicate ACKs release nothing", () => {
    const harness = new Harness({ sender: { limitedTransmit: false } }).dropOnce(0).start().run(102);
    expect(harness.seqs(100)).toEqual([]);
    harness.run(103);
    expect(harness.seqs(103)).toEqual([0]);
  });

  test("without SACK it works by counting duplicate ACKs", () => {
    const harness = new Harness({ sender: { sack: false } }).dropOnce(0).start().run(103);
    expect(harness.seqs(100)).toEqual([10, 11, 0]);
  });
});

describe("another congestion control during a run", () => {
  test("continues with the current window, and provides what the new control needs", () => {
    const harness = new Harness().start().run(150);
    const { cwnd } = harness.state;
    harness.sender.switchCongestionControl(plainNewReno(), { samples: true, feedback: "dctcp" }, null);
    expect([harness.state.cwnd, harness.sender.rate === null]).toEqual([cwnd, false]);
    harness.sender.switchCongestionControl(plainNewReno(), newreno, null);
    expect(harness.sender.rate).toBeNull();
  });

  test("samples of segments in flight at that time count from their own transmission, and may be too low", () => {
    const harness = new Harness({ segments: 30, sender: { initialWindow: 10 } }).start().run(50);
    const cc = plainNewReno();
    const seen: [number, number, boolean][] = [];
    cc.onSample = (_, { deliveredTotal, intervalNs, isAppLimited }) =>
      seen.push([deliveredTotal, intervalNs / MS, isAppLimited]);
    harness.sender.switchCongestionControl(cc, { samples: true }, null);
    harness.run(101);
    expect(seen).toEqual([
      [1, 100, true],
      [2, 101, true],
    ]);
  });

  test("the count of marks starts from its current value", () => {
    const harness = new Harness({ ecn: true }).start().markOnce(0, 1, 2);
    harness.run(102);
    const cc = plainNewReno();
    const marked: number[] = [];
    cc.onSample = (_, sample) => marked.push(sample.marked);
    harness.sender.switchCongestionControl(cc, { samples: true, feedback: "accurate" }, null);
    harness.receiver.setFeedback({ feedback: "accurate" });
    harness.markOnce(harness.state.nxt + 2);
    harness.run(160);
    expect(marked.reduce((sum, n) => sum + n, 0)).toBe(0);
    harness.run(260);
    expect(marked.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  test("the recovery of a control that sets cwnd itself ends with its current window", () => {
    const harness = new Harness({ traits: { ownsCwnd: true }, sender: { initialWindow: 20 } })
      .dropOnce(3)
      .start();
    while (!harness.state.inRecovery) harness.run(harness.nowNs / MS + 1);
    harness.sender.switchCongestionControl(plainNewReno(), newreno, null);
    harness.run(600);
    expect([harness.state.una > 20, harness.state.ssthresh]).toEqual([true, 20]);
  });

  test("but with at least the minimum window, after a timeout that left one segment (RFC 5681 §3.1 eq. 4)", () => {
    const harness = new Harness({ traits: { ownsCwnd: true }, sender: { initialWindow: 20, minCwnd: 2 } })
      .dropOnce(3)
      .start();
    while (!harness.state.inRecovery) harness.run(harness.nowNs / MS + 1);
    harness.state.cwnd = 1;
    harness.sender.switchCongestionControl(plainNewReno(), newreno, null);
    expect(harness.state.ssthresh).toBe(2);
  });
});

test("counts sent segments, and retransmissions separately", () => {
  const harness = new Harness({ segments: 50 }).dropOnce(3, 4, 20).start().run(5000);
  expect([harness.sender.packetsSent, harness.sender.retransmissions]).toEqual([53, 3]);
});

/** Sends 100 segments, then nothing for `pauseMs`, then more. */
function paused(pauseMs: number, options: ConstructorParameters<typeof Harness>[0] = {}): Harness {
  const harness = new Harness({ segments: 100, ...options }).start();
  let ms = 0;
  while (harness.state.una < 100) harness.run(++ms);
  harness.run(ms + pauseMs);
  harness.sender.dataEnd = 1000;
  return harness;
}

describe("data after a pause (RFC 5681 §4.1)", () => {
  test("after a pause longer than a timeout, cwnd is the initial window again, and ssthresh stays", () => {
    const harness = paused(3000);
    expect(harness.state.cwnd).toBeGreaterThan(50);
    harness.state.ssthresh = 70;
    const sent = harness.sent.length;
    harness.sender.resume();
    expect([harness.state.cwnd, harness.state.ssthresh, harness.sent.length - sent]).toEqual([10, 70, 10]);
  });

  test("after a shorter pause cwnd stays", () => {
    const harness = paused(50);
    const { cwnd } = harness.state;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(cwnd);
  });

  test("a window below the initial window stays: min(IW, cwnd)", () => {
    const harness = paused(3000);
    harness.state.cwnd = 4;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(4);
  });

  test("ssthresh becomes at least three quarters of the old window (RFC 7661 §4.4, Linux tcp_current_ssthresh)", () => {
    const restarted = (cwnd: number, ssthresh: number) => {
      const harness = paused(3000);
      Object.assign(harness.state, { cwnd, ssthresh });
      harness.sender.resume();
      return [harness.state.cwnd, harness.state.ssthresh];
    };
    expect(restarted(61, 20)).toEqual([10, 45]);
    expect(restarted(61, 50)).toEqual([10, 50]);
    expect(restarted(61, Number.POSITIVE_INFINITY)).toEqual([10, Number.POSITIVE_INFINITY]);
  });

  test("a pending reduction continues, as in Linux: the ACK that ends it sets cwnd to its ssthresh", () => {
    const harness = new Harness({ segments: 200, ecn: true });
    // An ACK of the last window reports a mark. No data is sent afterwards, so no ACK passes the end of the
    // reduction.
    harness.fate = ({ seq }) => (seq === 150 ? "mark" : "deliver");
    harness.start();
    let ms = 0;
    while (harness.state.una < 200) harness.run(++ms);
    expect(harness.sender.congestion).toBe(CWR);
    const { ssthresh } = harness.state;
    expect(ssthresh).toBeGreaterThan(20);
    harness.run(ms + 3000);
    harness.sender.dataEnd = 1000;
    // cwnd is set above the reduced value. ssthresh must not change.
    harness.state.cwnd = 2 * ssthresh;
    harness.sender.resume();
    expect([harness.state.cwnd, harness.state.ssthresh, harness.sender.congestion]).toEqual([
      10,
      ssthresh,
      CWR,
    ]);
    harness.run(ms + 3000 + 100 + 2);
    expect(harness.state.una).toBeGreaterThan(200);
    expect(harness.sender.congestion).toBe(OPEN);
    expect(harness.state.cwnd).toBeGreaterThanOrEqual(ssthresh);
  });

  test("the restart has no effect if it is switched off, or if the congestion control sets cwnd itself", () => {
    for (const options of [{ sender: { idleRestart: false } }, { traits: { ownsCwnd: true } }]) {
      const harness = paused(3000, options);
      harness.state.cwnd = 60;
      harness.sender.resume();
      expect(harness.state.cwnd).toBe(60);
    }
  });

  test("the restart has no effect while packets are in flight", () => {
    const harness = new Harness({ segments: 20, sender: { initialWindow: 20 } })
      .drop({ 0: 20 })
      .start()
      .run(50);
    harness.state.cwnd = 60;
    harness.sender.dataEnd = 30;
    harness.clock.nowNs += 5000 * MS;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(60);
  });

  test("the congestion control is told the length of the pause", () => {
    const pauses: number[] = [];
    const cc = plainNewReno();
    cc.onIdle = (_, idleNs) => pauses.push(idleNs / MS);
    const harness = paused(3000, { cc });
    const last = Math.max(...harness.sent.map(({ atMs }) => atMs));
    harness.sender.resume();
    expect(pauses).toEqual([harness.nowNs / MS - last]);
  });
});

/**
 * Returns the state of a sender in slow start that sent up to `nxt` and then stopped for a reason other than cwnd.
 */
function stopped(una: number, nxt: number, nxtBefore: number, fields: Parameters<typeof madeState>[0] = {}) {
  const state = madeState({ cwnd: 10, una, nxt, ...fields });
  noteRoom(state, nxtBefore, false);
  return state;
}

describe("what is known about the use of cwnd (Linux tcp_cwnd_validate)", () => {
  test("the sender stores the maximum in flight, and until when it is valid", () => {
    const state = stopped(0, 6, 0);
    expect([state.mostOut, state.usedUntil, state.cwndLimited, state.mayGrow]).toEqual([6, 6, false, true]);
  });

  test("a smaller value does not replace it while the data in flight at that time is not acknowledged; a larger value does", () => {
    const known = { mostOut: 6, usedUntil: 6 };
    expect([stopped(4, 7, 6, known).mostOut, stopped(0, 7, 6, known).mostOut]).toEqual([6, 7]);
    expect(stopped(6, 7, 6, known).mostOut).toBe(1);
  });

  test("a window that was full counts as full until all data in flight at that time is acknowledged", () => {
    const full = { cwndLimited: true, usedUntil: 10 };
    expect(stopped(9, 12, 10, full)).toMatchObject({ cwndLimited: true, mayGrow: true });
    expect(stopped(10, 12, 10, full)).toMatchObject({ cwndLimited: false, mostOut: 2, mayGrow: false });
  });

  test("without transmissions there is no value", () => {
    expect(stopped(10, 10, 10, { cwndLimited: true, usedUntil: 10 }).cwndLimited).toBe(true);
  });
});

test("in slow start a window grows to twice what was in flight; in congestion avoidance only a full window grows", () => {
  const state = madeState({ cwnd: 10, mostOut: 6 });
  expect([state.mayGrow, Object.assign(state, { cwnd: 12 }).mayGrow]).toEqual([true, false]);
  expect(Object.assign(state, { cwnd: 11, ssthresh: 11 }).mayGrow).toBe(false);
});

describe("with app-limited-growth off", () => {
  test("only the last attempt to send counts; if pacing delays it, the last window counts", () => {
    const state = madeState({ cwndLimited: true, una: 2, nxt: 10, usedUntil: 5, remembersUse: false });
    noteRoom(state, 9, true);
    expect(state.cwndLimited).toBe(true);
    noteRoom(state, 9, false);
    expect([state.cwndLimited, state.mostOut]).toEqual([false, 0]);
  });
});
