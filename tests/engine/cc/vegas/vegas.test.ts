import { describe, expect, test } from "vitest";
import { vegas } from "../../../../src/engine/cc/vegas/vegas.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import type { SenderState } from "../../../../src/engine/tcp/sender-state.ts";
import { ask, MS, madeControl, madeState, onLoss, onMark, resultsOf } from "../made.ts";

const DIFF = 0;
const BASE_RTT = 1;

/** Runs round trips with equal RTTs. Each ends with the first ACK of data that was sent after its start. */
class Rounds {
  readonly cc;
  readonly state: SenderState;
  private end = 0;

  constructor(fields: Partial<SenderState>, values: ParamValues = {}) {
    this.cc = madeControl(vegas, values);
    this.state = madeState({ ...fields, nxt: 1000 });
    this.end = this.state.nxt;
    this.next(100, 4);
  }

  /** Runs one round trip with `samples` ACKs of one segment each. Returns cwnd. */
  next(rttMs: number, samples = 10): number {
    const { cc, state } = this;
    for (let i = 0; i < samples; i++) {
      const isLast = i === samples - 1;
      state.una = isLast ? this.end + 1 : state.una + 1;
      if (isLast) state.nxt = state.una + 1000;
      cc.onRttSample(state, rttMs * MS);
      cc.onAck(state, 1);
    }
    this.end = state.nxt;
    return state.cwnd;
  }
}

const avoiding = (cwnd: number, values: ParamValues = {}) => new Rounds({ cwnd, ssthresh: cwnd }, values);

describe("congestion avoidance: Diff = cwnd·(RTT - BaseRTT)/BaseRTT, once per round trip", () => {
  test.each([
    [100, "grows by one", 1],
    [101.9, "grows by one: 1 in the queue, rounded down", 1],
    [102, "stays: α are in the queue", 0],
    [104.9, "stays: β are in the queue, rounded down", 0],
    [105, "shrinks by one", -1],
    [150, "shrinks by one, however long the queue", -1],
  ])("at 100 segments and an RTT of %s ms instead of 100 cwnd %s", (rttMs, _, change) => {
    const rounds = avoiding(100);
    const before = rounds.state.cwnd;
    // cwnd has grown to 101 in the first round trip after the RTT became known.
    expect(before).toBe(101);
    rounds.state.cwnd = 100;
    expect(rounds.next(rttMs) - 100).toBe(change);
    expect(rounds.cc.probe(DIFF)).toBeCloseTo(rttMs - 100, 9);
  });

  test("the smallest RTT of the round trip counts, so delayed ACKs have no effect", () => {
    const rounds = avoiding(100);
    const { cc, state } = rounds;
    cc.onRttSample(state, 101 * MS);
    const before = state.cwnd;
    expect(rounds.next(140) - before).toBe(1);
  });

  test("with fewer than three samples it grows like NewReno", () => {
    const rounds = avoiding(3);
    const before = rounds.state.cwnd;
    for (let i = 0; i < 6; i++) rounds.next(150, 2);
    expect(rounds.state.cwnd).toBeGreaterThan(before);
  });

  test("cwnd never goes below two segments", () => {
    const rounds = avoiding(4, { "vegas-beta": 0, "vegas-alpha": 0 });
    for (let i = 0; i < 20; i++) rounds.next(200);
    expect([rounds.state.cwnd, rounds.state.inSlowStart]).toEqual([2, false]);
  });

  test("ssthresh decreases with cwnd, so that a shrinking window does not lead back to slow start", () => {
    const rounds = avoiding(100);
    for (let i = 0; i < 5; i++) rounds.next(120);
    expect([rounds.state.cwnd, rounds.state.inSlowStart]).toEqual([96, false]);
  });
});

test("ssthresh rises to three quarters of cwnd, and never falls (Linux tcp_current_ssthresh)", () => {
  const rounds = avoiding(100);
  rounds.state.ssthresh = 60;
  expect([rounds.next(100), rounds.state.ssthresh]).toEqual([102, 76]);
  rounds.state.ssthresh = 90;
  expect([rounds.next(103), rounds.state.ssthresh]).toEqual([102, 90]);
});

describe("slow start", () => {
  test("cwnd grows with each ACK while at most γ segments are in the queue", () => {
    const rounds = new Rounds({ cwnd: 20 });
    expect(rounds.state.cwnd).toBe(24);
    expect([rounds.next(100), rounds.next(102)]).toEqual([34, 44]);
  });

  test("more than γ segments in the queue end slow start, with the window that the rate needs without a queue", () => {
    const rounds = new Rounds({ cwnd: 57 });
    expect(rounds.state.cwnd).toBe(61);
    // Nine ACKs let cwnd grow to 70. Then Diff is 17.5, so cwnd becomes 70·100/125 + 1.
    expect(rounds.next(125)).toBe(57);
    expect([rounds.state.ssthresh, rounds.state.inSlowStart]).toEqual([57, false]);
  });
});

describe("signals", () => {
  test("a loss and a mark halve the window, or keep β_loss and β_ecn of it (RFC 8511 §3.1)", () => {
    const state = madeState({ cwnd: 100 });
    expect(madeControl(vegas).ssthreshAfterLoss(state)).toBe(50);
    const abe = madeControl(vegas, { "beta-ecn": 0.8 });
    expect([abe.ssthreshAfterMark(state), abe.ssthreshAfterLoss(state)]).toEqual([80, 50]);
  });

  test("measurements before a reduction do not apply to the window after it", () => {
    const rounds = avoiding(100);
    const { cc, state } = rounds;
    for (let i = 0; i < 5; i++) cc.onRttSample(state, 150 * MS);
    state.cwnd = state.ssthresh = cc.ssthreshAfterLoss(state);
    state.una = state.nxt;
    cc.onAck(state, 1);
    expect(state.cwnd).toBe(50);
  });

  test("after a timeout it grows like NewReno until the outstanding data is acknowledged", () => {
    const rounds = avoiding(100);
    const { cc, state } = rounds;
    state.ssthresh = cc.ssthreshAfterLoss(state);
    cc.onTimeout(state);
    Object.assign(state, { cwnd: 1, inLoss: true });
    rounds.next(300, 5);
    expect(state.cwnd).toBe(6);
  });
});

test("after a pause BaseRTT is measured again (Linux)", () => {
  const rounds = avoiding(100);
  const { cc, state } = rounds;
  expect(cc.probe(BASE_RTT)).toBe(100);
  cc.onIdle?.(state, 5e9);
  expect(cc.probe(BASE_RTT)).toBeNaN();
  rounds.next(200);
  expect(cc.probe(BASE_RTT)).toBe(200);
});

test("two flows fill the link with a few packets each in the queue, without losses", () => {
  const { links } = resultsOf("cc=vegas&flows=2&aqm=droptail&duration=60s&warmup=20s");
  expect(links[0].utilisation).toBeGreaterThan(0.999);
  expect(links[0].drops.overflow).toBe(0);
  expect(links[0].queuePackets.mean).toBeGreaterThan(2);
  expect(links[0].queuePackets.mean).toBeLessThan(11);
});

test("every parameter can change during a run", () => {
  const rounds = avoiding(100);
  rounds.cc.configure("vegas-alpha", 30);
  rounds.cc.configure("vegas-beta", 40);
  const before = rounds.state.cwnd;
  expect(rounds.next(110) - before).toBe(1);
  rounds.cc.configure("vegas-gamma", 50);
  rounds.state.ssthresh = 1000;
  expect(rounds.next(110)).toBe(before + 11);
});

describe("explains its decisions", () => {
  test("explains the end of slow start: 70 segments in 125 ms instead of 100 ms have 17.5 segments in the queue", () => {
    const rounds = new Rounds({ cwnd: 57 });
    rounds.next(125);
    expect(ask(rounds.cc, rounds.state, { event: "slowStartExit", before: 57, after: 57 })).toEqual({
      sentences: [
        "Without a queue, 70 segments in BaseRTT = 100 ms would give a rate of 700 segments/s; in the 125 ms that the round trip took, the actual rate was 560 segments/s.",
        "So Diff, its own part of the queue, is 17.5 segments, more than γ = 1: slow start is over.",
        "cwnd is now 57 segments, enough for the actual rate without a queue.",
      ],
      formula: "Diff = cwnd × (RTT − BaseRTT)/BaseRTT = 70 × (125 ms − 100 ms)/100 ms = 17.5 segments",
    });
  });

  test("explains a mark by β_ecn, for any Diff", () => {
    const rounds = avoiding(100);
    rounds.state.cwnd = 100;
    rounds.next(103);
    expect(onMark(rounds.cc, rounds.state)).toEqual({
      sentences: [
        "A mark leaves β_ecn = 0.5 of cwnd, as a loss does (RFC 3168).",
        "Diff, its own part of the queue, was 3 segments in the last round trip; Vegas aims for α = 2 to β = 4.",
        "All marks of one window of data count once.",
      ],
      formula: "β_ecn × cwnd = 0.5 × 100 = 50 segments",
    });
  });

  test("before the end of the first round trip the probe has no Diff", () => {
    expect(onLoss(madeControl(vegas), madeState({ cwnd: 90 })).sentences).toEqual([
      "A loss leaves β_loss = 0.5 of cwnd.",
      "All losses of one window of data count once.",
    ]);
  });
});
