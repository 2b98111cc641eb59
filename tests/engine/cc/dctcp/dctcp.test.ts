import { describe, expect, test } from "vitest";
import type { CongestionControl } from "../../../../src/engine/cc/congestion-control.ts";
import { dctcp } from "../../../../src/engine/cc/dctcp/dctcp.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import type { SenderState } from "../../../../src/engine/tcp/sender-state.ts";
import { Harness } from "../../tcp/harness.ts";
import { madeControl, madeState, onLoss, onMark, roundTrip } from "../made.ts";

/** Creates DCTCP with a real number for α, as in RFC 8257. */
const made = (values: ParamValues = {}) => madeControl(dctcp, { "dctcp-alpha": "real", ...values });
const asLinux = (values: ParamValues = {}) => madeControl(dctcp, values);
const alpha = (cc: CongestionControl) => cc.probe(0);

/** Acknowledges windows of `cwnd` segments one by one, some of which are marked. */
class Windows {
  readonly state: SenderState;
  private readonly sample = new AckSample();
  private readonly cc: CongestionControl;

  constructor(cc: CongestionControl, cwnd: number) {
    this.cc = cc;
    this.state = madeState({ cwnd, ssthresh: cwnd });
  }

  next(marked: number): this {
    const { state, sample } = this;
    state.nxt = state.una + state.cwnd;
    for (let i = 0; i < state.cwnd; i++) {
      sample.delivered = 1;
      sample.marked = i < marked ? 1 : 0;
      sample.deliveredTotal++;
      sample.markedTotal += sample.marked;
      state.una++;
      if (i === state.cwnd - 1) state.nxt = state.una + state.cwnd;
      this.cc.onSample?.(state, sample);
    }
    return this;
  }
}

describe("α as Linux counts it, in whole 1/1024 (tcp_dctcp.c dctcp_update_alpha)", () => {
  const parts = (cc: CongestionControl) => alpha(cc) * 1024;

  test("a window with less than one mark in 64 adds nothing, one in 64 adds 1/1024", () => {
    const after = (marked: number) => {
      const cc = asLinux();
      const windows = new Windows(cc, 128);
      for (let i = 0; i < 200; i++) windows.next(0);
      expect(parts(cc)).toBe(0);
      windows.next(marked);
      return parts(cc);
    };
    expect([1, 2, 3, 4].map(after)).toEqual([0, 1, 1, 2]);
    // With α as a real number, a single mark counts.
    const real = made();
    const windows = new Windows(real, 128);
    for (let i = 0; i < 200; i++) windows.next(0);
    const before = parts(real);
    windows.next(1);
    expect(parts(real)).toBeGreaterThan(before);
  });

  test("below 16/1024 it falls to 0 at once", () => {
    const cc = asLinux();
    const windows = new Windows(cc, 40);
    const seen = Array.from({ length: 80 }, () => parts(windows.next(0) && cc));
    // Each window removes one sixteenth of α, rounded down. The very first ACK counts as a window.
    expect(seen.slice(0, 2)).toEqual([900, 844]);
    const at = seen.indexOf(0);
    expect(seen[at - 1]).toBe(15);
    expect(seen.every(Number.isInteger)).toBe(true);
  });

  test("a mark reduces by α/2 of whole segments, and at α = 0 by nothing", () => {
    const cutAt = (marked: number) => {
      const cc = asLinux({ "dctcp-g": 1 });
      const { state } = new Windows(cc, 40).next(0).next(marked);
      return cc.ssthreshAfterMark(state);
    };
    // The reductions are ⌊40 · 409/2048⌋ = 7 and ⌊40 · 51/2048⌋ = 0.
    expect([cutAt(16), cutAt(2), cutAt(0)]).toEqual([33, 40, 40]);
  });
});

describe("α (RFC 8257 §3.3)", () => {
  test("starts at 1: the first mark halves", () => {
    const cc = made();
    expect([alpha(cc), cc.ssthreshAfterMark(madeState({ cwnd: 40 }))]).toEqual([1, 20]);
  });

  test("moves by g towards the share of marks, once per window: F = 0.25 makes 1 to 0.953", () => {
    const cc = made();
    const windows = new Windows(cc, 40);
    // The very first ACK counts as a window.
    windows.next(40).next(10);
    expect(alpha(cc)).toBeCloseTo(1 - 0.75 / 16, 12);
  });

  test("is constant until a window is over", () => {
    const cc = made();
    const windows = new Windows(cc, 40).next(0);
    const before = alpha(cc);
    windows.state.nxt = windows.state.una + 40;
    const sample = Object.assign(new AckSample(), {
      delivered: 39,
      deliveredTotal: 79,
      marked: 39,
      markedTotal: 39,
    });
    windows.state.una += 39;
    cc.onSample?.(windows.state, sample);
    expect(alpha(cc)).toBe(before);
  });

  test("converges to the share if that is constant", () => {
    const cc = made();
    const windows = new Windows(cc, 50);
    for (let i = 0; i < 300; i++) windows.next(10);
    expect(alpha(cc)).toBeCloseTo(0.2, 6);
  });

  test("g of 1 is the share of the last window", () => {
    const cc = made({ "dctcp-g": 1 });
    new Windows(cc, 50).next(50).next(5);
    expect(alpha(cc)).toBeCloseTo(0.1, 12);
  });
});

describe("reductions", () => {
  test("a mark reduces by α/2, in whole segments as in Linux: less than one stays", () => {
    const cc = made({ "dctcp-g": 1 });
    new Windows(cc, 10).next(10).next(2);
    expect([8, 10, 15, 40].map((cwnd) => cc.ssthreshAfterMark(madeState({ cwnd })))).toEqual([8, 9, 14, 36]);
  });

  test("a loss halves for any α (RFC 8257 §3.5)", () => {
    const cc = made({ "dctcp-g": 1 });
    new Windows(cc, 10).next(0).next(0);
    expect([alpha(cc), cc.ssthreshAfterLoss(madeState({ cwnd: 40 }))]).toEqual([0, 20]);
  });

  test("none goes below two segments", () => {
    const cc = made();
    const state = madeState({ cwnd: 3 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([2, 2]);
  });
});

test("grows like NewReno (RFC 8257 §3.4)", () => {
  const cc = made();
  const start = madeState({ cwnd: 10 });
  roundTrip(cc, start, 0);
  const steady = madeState({ cwnd: 20, ssthresh: 20 });
  roundTrip(cc, steady, 0);
  expect([start.cwnd, steady.cwnd]).toEqual([20, 21]);
});

test("takes new values during a run", () => {
  const cc = made();
  cc.configure("beta-loss", 0.7);
  cc.configure("dctcp-g", 1);
  expect(cc.ssthreshAfterLoss(madeState({ cwnd: 10 }))).toBe(7);
  new Windows(cc, 10).next(10).next(1);
  expect(alpha(cc)).toBeCloseTo(0.1, 12);
});

test("on a path that marks one segment in ten: small reductions, many of them, and α at a tenth", () => {
  const cc = made();
  const traits = { samples: true, feedback: "dctcp" } as const;
  const harness = new Harness({ cc, traits, sender: { initialWindow: 50 } });
  harness.state.ssthresh = 50;
  harness.fate = ({ seq }) => (seq % 10 === 0 ? "mark" : "deliver");
  harness.start().run(20_000);
  expect(alpha(cc)).toBeCloseTo(0.1, 1);
  const late = harness.events.filter(({ atMs }) => atMs > 10_000);
  expect(late.length).toBeGreaterThan(20);
  for (const { before, after } of late) expect(before - after).toBeLessThan(0.1 * before);
});

describe("explains its decisions", () => {
  test("a fifth of the last window was marked, so a tenth of 40 segments is given up", () => {
    const cc = made({ "dctcp-g": 1 });
    new Windows(cc, 10).next(10).next(2);
    expect(onMark(cc, madeState({ cwnd: 40 }))).toEqual({
      sentences: [
        "In the last complete window 20 % of the segments were marked; α, their moving average, is 0.2.",
        "DCTCP reduces cwnd by half of that share, α/2.",
        "All marks of one window of data count once.",
      ],
      formula: "cwnd × (1 − α/2) = 40 × (1 − 0.2/2) = 36 segments",
    });
    const small = onMark(cc, madeState({ cwnd: 8 }));
    expect([small.sentences[2], small.formula]).toEqual([
      "cwnd is not reduced by less than a whole segment.",
      "cwnd × (1 − α/2) = 8 × (1 − 0.2/2) = 7.2 → 8 segments",
    ]);
  });

  test("the very first mark halves", () => {
    const { sentences, formula } = onMark(made(), madeState({ cwnd: 40 }));
    expect([sentences[0], formula]).toEqual([
      "α still has its initial value, 1: DCTCP treats the first marks as serious congestion.",
      "cwnd × (1 − α/2) = 40 × (1 − 1/2) = 20 segments",
    ]);
    expect(onMark(made(), madeState({ cwnd: 3 })).sentences[2]).toBe(
      "A cut never leaves less than 2 segments.",
    );
  });

  test("a loss halves", () => {
    expect(onLoss(made(), madeState({ cwnd: 40 }))).toEqual({
      sentences: [
        "A loss leaves β_loss = 0.5 of cwnd, whatever α is (RFC 8257 §3.5).",
        "All losses of one window of data count once.",
      ],
      formula: "β_loss × cwnd = 0.5 × 40 = 20 segments",
    });
  });
});
