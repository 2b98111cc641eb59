import { describe, expect, test } from "vitest";
import { adaptiveAbe, betaFor, QueueEstimate } from "../../../../src/engine/cc/adaptive-abe/adaptive-abe.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { ask, MS, madeControl, madeState, onLoss, onMark, resultsOf, roundTrip } from "../made.ts";

const BETA = 0;
const QUEUE_MS = 1;
const GROWTH = 2;

describe("β for a queue", () => {
  test.each([
    [0.2, 0, 0.8],
    [0.2, 0.25, 0.85],
    [0.5, 0.25, 0.625],
    [0, 0.25, 0.98],
  ])(
    "with %s of the round trip as queue, of which %s may stay, %s of 100 segments are kept",
    (share, residue, beta) => {
      expect(betaFor(share, residue, 100, 2)).toBeCloseTo(beta, 12);
    },
  );

  test("a small window is reduced by at least two segments", () => {
    expect(betaFor(0.05, 0.25, 8, 2)).toBe(0.75);
    expect(betaFor(0.05, 0.25, 8, 0)).toBeCloseTo(0.9625, 12);
  });
});

/** Returns a flow that knows a path of 100 ms and receives a mark at `rttMs`. */
function atMark(cwnd: number, rttMs: number, values: ParamValues = {}) {
  const cc = madeControl(adaptiveAbe, values);
  const state = madeState({ cwnd, una: 1, nxt: cwnd });
  const sampled = (ms: number) => {
    state.una = state.nxt + 1;
    state.nxt = state.una + cwnd;
    for (let i = 0; i < 5; i++) cc.onRttSample(state, ms * MS);
  };
  sampled(100);
  sampled(rttMs);
  const ssthresh = cc.ssthreshAfterMark(state);
  return { cc, state, sampled, ssthresh };
}

describe("a mark", () => {
  test("an RTT of 125 ms instead of 100 reduces cwnd such that half of the queue's fifth stays", () => {
    const { cc, ssthresh } = atMark(100, 125);
    expect(ssthresh).toBe(90);
    expect(cc.probe(BETA)).toBeCloseTo(0.9, 12);
    expect(cc.probe(QUEUE_MS)).toBeCloseTo(25, 9);
  });

  test("a reduction never goes below β_loss", () => {
    expect(atMark(200, 400).ssthresh).toBe(125);
    expect(atMark(200, 400, { "adaptive-residue": 0 }).ssthresh).toBe(100);
    expect(atMark(200, 400, { "beta-loss": 0.7 }).ssthresh).toBe(140);
  });

  test("a short queue keeps at most β_ecn of cwnd", () => {
    expect(atMark(1000, 100.5).ssthresh).toBe(970);
    expect(atMark(1000, 100.5, { "beta-ecn": 0.9 }).ssthresh).toBe(900);
  });

  test("β_ecn applies if it is below β_loss", () => {
    expect(atMark(100, 125, { "beta-ecn": 0.4, "beta-loss": 0.5 }).ssthresh).toBe(40);
  });

  test("before the first RTT sample a mark reduces as a loss does", () => {
    expect(madeControl(adaptiveAbe).ssthreshAfterMark(madeState({ cwnd: 100 }))).toBe(50);
  });
});

test("a loss keeps β_loss (RFC 8511 §3.1: ABE is for marks only)", () => {
  const { cc, state } = atMark(100, 105);
  expect(cc.ssthreshAfterLoss(state)).toBe(50);
});

describe("growth after a mark: 3·(1 - β)/(1 + β) up to the window before it (RFC 9438 §4.3)", () => {
  function reduced(values: ParamValues = {}) {
    const made = atMark(100, 125, { "adaptive-residue": 0.25, ...values });
    Object.assign(made.state, { cwnd: 85, ssthresh: 85, cwndCredit: 0 });
    return made;
  }

  test("with β 0.85 cwnd grows by 0.243 segments per round trip", () => {
    const { cc, state } = reduced();
    expect(cc.probe(GROWTH)).toBeCloseTo(0.45 / 1.85, 9);
    for (let i = 0; i < 60; i++) roundTrip(cc, state, 0);
    // Growing by 15 segments takes 62 round trips. NewReno with β = 0.5 would take 50.
    expect(state.cwnd).toBeGreaterThanOrEqual(98);
    expect(state.cwnd).toBeLessThanOrEqual(100);
  });

  test("above the old window, and after a loss or a timeout, growth is NewReno's", () => {
    const beyond = reduced();
    beyond.state.cwnd = 100;
    roundTrip(beyond.cc, beyond.state, 0);
    expect(beyond.state.cwnd).toBe(101);
    for (const signal of ["ssthreshAfterLoss", "onTimeout"] as const) {
      const { cc, state } = reduced();
      cc[signal](state);
      roundTrip(cc, state, 0);
      expect([state.cwnd, cc.probe(GROWTH)]).toEqual([86, 1]);
    }
  });

  test("if the option is off, growth is NewReno's at once", () => {
    const { cc, state } = reduced({ "adaptive-fair-growth": false });
    roundTrip(cc, state, 0);
    expect(state.cwnd).toBe(86);
  });

  test("never faster than NewReno, and slow start is unchanged", () => {
    const { cc, state } = atMark(100, 400, { "beta-loss": 0.3, "adaptive-residue": 0 });
    expect(cc.probe(GROWTH)).toBe(1);
    Object.assign(state, { cwnd: 10, ssthresh: 50 });
    cc.onAck(state, 4);
    expect(state.cwnd).toBe(14);
  });
});

test("a path that has become longer is measured within four reductions", () => {
  const { cc, state, sampled } = atMark(1000, 110);
  for (let i = 0; i < 3; i++) {
    sampled(300);
    expect(cc.ssthreshAfterMark(state)).toBe(666);
  }
  sampled(300);
  expect(cc.ssthreshAfterMark(state)).toBe(970);
});

describe("in a run, against fixed values (docs/adaptive-beta.md)", () => {
  const TIME = "duration=200s&warmup=50s";
  const link = (cc: string, path: string) => {
    const { utilisation, sojournMs } = resultsOf(`cc=${cc}&${path}&${TIME}`).links[0];
    return { utilisation, p90: sojournMs?.p90 ?? Number.NaN };
  };

  test.each([20, 100, 400])(
    "with CoDel at %s ms the link is fuller than with β_ecn 0.8, and the queue is no longer than with 0.9",
    (rtt) => {
      const path = `rtt=${rtt}ms`;
      const [adaptive, mild, gentle] = ["adaptive-abe", "newreno&beta-ecn=0.8", "newreno&beta-ecn=0.9"].map(
        (cc) => link(cc, path),
      );
      expect(adaptive.utilisation).toBeGreaterThan(mild.utilisation - 0.001);
      expect(adaptive.p90).toBeLessThanOrEqual(gentle.p90 * 1.05);
    },
  );

  test("with PIE at 200 ms the link is fuller than with β_ecn 0.8, and the queue is shorter", () => {
    const [adaptive, mild] = ["adaptive-abe", "newreno&beta-ecn=0.8"].map((cc) =>
      link(cc, "aqm=pie&rtt=200ms"),
    );
    expect(adaptive.utilisation).toBeGreaterThan(mild.utilisation + 0.03);
    expect(adaptive.p90).toBeLessThan(mild.p90);
  });

  test("next to NewReno with β 0.5 it takes less than twice as much", () => {
    const { flows } = resultsOf("flow=cc=adaptive-abe&flow=cc=newreno&duration=400s&warmup=100s");
    expect(flows[0].goodputBps / flows[1].goodputBps).toBeLessThan(2);
  });
});

test("every parameter can change during a run", () => {
  const { cc, state } = atMark(100, 125);
  cc.configure("adaptive-residue", 0);
  expect(cc.ssthreshAfterMark(state)).toBe(80);
  cc.configure("adaptive-least-cut", 10);
  expect(cc.ssthreshAfterMark(madeState({ cwnd: 40 }))).toBe(30);
  cc.configure("beta-ecn", 0.6);
  expect(cc.ssthreshAfterMark(state)).toBe(60);
  cc.configure("beta-loss", 0.55);
  expect(cc.ssthreshAfterLoss(state)).toBe(55);
  cc.configure("adaptive-fair-growth", false);
  expect(cc.probe(GROWTH)).toBe(1);
});

describe("explains its decisions", () => {
  const said = (cwnd: number, rttMs: number, values: ParamValues = {}) => {
    const { cc, state, ssthresh } = atMark(cwnd, rttMs, values);
    return ask(cc, state, { event: "ecnReduction", before: cwnd, after: ssthresh });
  };

  test("explains a mark at 125 ms instead of 100 ms: half of the queue's fifth stays", () => {
    expect(said(100, 125)).toEqual({
      sentences: [
        "The smallest RTT of this round trip is 125 ms, the smallest recent RTT 100 ms: 20 % of the round trip is queueing delay.",
        "The cut removes that queue except for 50 %, so that the link stays busy: β_ecn = 0.9.",
        "All marks of one window of data count once.",
      ],
      formula: "1 − max(0.2 × (1 − 0.5), 2/100) = 0.9; β_ecn × cwnd = 0.9 × 100 = 90 segments",
    });
  });

  test("names the bound that applied", () => {
    const choices = [said(200, 400, { "adaptive-residue": 0 }), said(1000, 100.5), said(8, 101)];
    expect(choices.map(({ sentences }) => sentences[1])).toEqual([
      "A mark never reduces cwnd more than a loss does: β_ecn = 0.5.",
      "β_ecn = 0.97 is the largest allowed, so cwnd is reduced a little more than the queue requires.",
      "The queue is so short that the minimum cut of 2 segments applies: β_ecn = 0.75.",
    ]);
  });

  test("without an RTT a mark counts as a loss", () => {
    expect(onMark(madeControl(adaptiveAbe), madeState({ cwnd: 100 }))).toEqual({
      sentences: [
        "There is no RTT yet, so the mark counts as a loss.",
        "All marks of one window of data count once.",
      ],
      formula: "β_ecn × cwnd = 0.5 × 100 = 50 segments",
    });
  });

  test("a loss leaves β_loss", () => {
    const { formula } = onLoss(madeControl(adaptiveAbe), madeState({ cwnd: 100 }));
    expect(formula).toBe("β_loss × cwnd = 0.5 × 100 = 50 segments");
  });
});

class Rounds {
  readonly queue = new QueueEstimate();
  private readonly state = madeState({ una: 1, nxt: 1 });

  /** Runs one round trip in which these RTTs are measured. */
  next(...rttsMs: number[]): QueueEstimate {
    const { state, queue } = this;
    state.una = state.nxt + 1;
    state.nxt = state.una + 100;
    for (const rttMs of rttsMs) queue.take(state, rttMs * MS);
    return queue;
  }
}

test("before the first sample the probes have no value", () => {
  expect(new QueueEstimate().share).toBeNaN();
});

describe("the queue's share of the round trip", () => {
  test("is a fifth at 125 ms on a path of 100 ms", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(125, 125, 125, 125).share).toBeCloseTo(0.2, 12);
  });

  test("uses the smallest RTT of the round trip, because bursts and delayed ACKs only add to it", () => {
    const rounds = new Rounds();
    rounds.next(100, 140, 140, 140);
    expect(rounds.next(180, 110, 170, 150).presentNs).toBe(110 * MS);
  });

  test("includes the previous round trip if the round trip has less than four samples", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(125, 125, 125).share).toBe(0);
    rounds.next(125, 125, 125, 125);
    expect(rounds.next(150).share).toBeCloseTo(0.2, 12);
  });

  test("is 0 without a queue", () => {
    expect(new Rounds().next(100, 100, 100, 100).share).toBe(0);
  });
});

describe("the path's RTT is the smallest since two to four reductions ago", () => {
  test("a longer path is measured within four reductions, not within three", () => {
    const rounds = new Rounds();
    rounds.next(20, 20, 20, 20);
    for (let i = 0; i < 3; i++) {
      expect(rounds.next(210, 210, 210, 200).pathNs).toBe(20 * MS);
      rounds.queue.onReduction();
    }
    rounds.next(210, 210, 210, 200);
    rounds.queue.onReduction();
    expect(rounds.next(220, 220, 220, 220).share).toBeCloseTo(1 / 11, 12);
  });

  test("a shorter path is measured at once", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(50, 50, 50, 50).pathNs).toBe(50 * MS);
  });

  test("without reductions the minimum is never dropped", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    for (let i = 0; i < 100; i++) rounds.next(130, 130, 130, 130);
    expect(rounds.queue.pathNs).toBe(100 * MS);
  });
});
