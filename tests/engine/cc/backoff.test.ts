import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut } from "../../../src/engine/cc/backoff.ts";
import {
  boundSentence,
  cutFormula,
  explainBackoff,
  explainTimeout,
  fractionSentence,
  loweredBy,
} from "../../../src/engine/cc/backoff-story.ts";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { textOf } from "../../../src/engine/explain/facts.ts";
import { read } from "../explain/asking.ts";
import { madeControl, madeState } from "./made.ts";

describe("the multiplicative decrease", () => {
  test("keeps β_ecn of cwnd on a mark and β_loss on a loss (ABE, RFC 8511 §3.1), also after a live change", () => {
    const abe = madeControl(newreno, { "beta-ecn": 0.8, "beta-loss": 0.5 });
    const left = () =>
      [abe.ssthreshAfterMark, abe.ssthreshAfterLoss].map((f) => f.call(abe, madeState({ cwnd: 100 })));
    expect(left()).toEqual([80, 50]);
    abe.configure("beta-ecn", 0.9);
    expect(left()).toEqual([90, 50]);
  });

  test.each([
    [101.5, 0.8, 81],
    [100, 0.8, 80],
    [9, 0.5, 4],
    [10, 0.7, 7],
    [100, 0.7, 70],
    [1000, 0.57, 570],
    [3, 0.99, 2],
  ])("cwnd %s at β %s becomes %s: whole segments, rounded down", (cwnd, beta, after) => {
    expect(cut(madeState({ cwnd }), beta)).toBe(after);
  });

  test.each([1, 2, 3])(
    "cwnd %s is reduced to 2 segments, never below (RFC 8511 §3.1, RFC 5681 §3.1 eq. 4)",
    (cwnd) => {
      expect(cut(madeState({ cwnd }), 0.5)).toBe(2);
    },
  );

  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [5, 4, 4],
    [100, 4, 50],
  ])("cwnd %s is reduced to %3$s if the minimum window is %s", (cwnd, minCwnd, after) => {
    expect(cut(madeState({ cwnd, minCwnd }), 0.5)).toBe(after);
  });

  test("is exact for every cwnd and every β in steps of a hundredth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100_000 }), fc.integer({ min: 30, max: 99 }), (cwnd, percent) => {
        const exact = Math.max(2, Number((BigInt(cwnd) * BigInt(percent)) / 100n));
        expect(cut(madeState({ cwnd }), percent / 100)).toBe(exact);
      }),
      { numRuns: 2000 },
    );
  });
});

const MARK = { event: "ecnReduction", before: 90, after: 72 } as const;
const LOSS = { event: "lossReduction", before: 90, after: 45 } as const;

describe("the explained fraction", () => {
  test("of a mark is compared with that of a loss: equal, gentler (ABE), harsher", () => {
    expect(
      [0.5, 0.8, 0.4].map((betaEcn) => textOf(fractionSentence({ betaEcn, betaLoss: 0.5 }, MARK))),
    ).toEqual([
      "A mark leaves β_ecn = 0.5 of cwnd, as a loss does (RFC 3168).",
      "A mark leaves β_ecn = 0.8 of cwnd, a loss would leave β_loss = 0.5 (ABE, RFC 8511).",
      "A mark leaves β_ecn = 0.4 of cwnd, a loss would leave β_loss = 0.5.",
    ]);
  });

  test("of a loss is named alone", () => {
    expect(textOf(fractionSentence({ betaEcn: 0.8, betaLoss: 0.5 }, LOSS))).toBe(
      "A loss leaves β_loss = 0.5 of cwnd.",
    );
  });
});

describe("other explanations", () => {
  test("once per window of data", () => {
    expect([MARK, LOSS].map((decision) => textOf(boundSentence(madeState({}), decision, 45)))).toEqual([
      "All marks of one window of data count once.",
      "All losses of one window of data count once.",
    ]);
  });

  test("a recovery without progress reduces again", () => {
    expect(textOf(boundSentence(madeState({ inRecovery: true }), LOSS, 45))).toBe(
      "Nothing was delivered for two round trips, so this recovery reduces cwnd once more.",
    );
  });

  test("the minimum window applies, and 10 × 0.7 is 7 despite binary fractions", () => {
    const state = madeState({ minCwnd: 7 });
    expect([10 * 0.7, 6.9].map((wanted) => textOf(boundSentence(state, MARK, wanted)))).toEqual([
      "All marks of one window of data count once.",
      "A cut never leaves less than 7 segments.",
    ]);
  });
});

test("the formula shows the effect of whole segments and of the minimum window on the product", () => {
  const cut = { name: "β_ecn", beta: 0.8 };
  expect([cutFormula(cut, 90, 72), cutFormula(cut, 101, 80), cutFormula(cut, 2, 2)]).toEqual([
    "β_ecn × cwnd = 0.8 × 90 = 72 segments",
    "β_ecn × cwnd = 0.8 × 101 = 80.8 → 80 segments",
    "β_ecn × cwnd = 0.8 × 2 = 1.6 → 2 segments",
  ]);
});

describe("a timeout", () => {
  const rto = { event: "rto", before: 90, after: 1 } as const;
  const FIRST =
    "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.";

  test("that lowers ssthresh is explained", () => {
    const state = madeState({ ssthresh: 45, timeoutLowered: true });
    const to = loweredBy({ name: "β_loss", beta: 0.5 }, state, rto);
    expect(read(explainTimeout(state, rto, to, ["More."]))).toEqual({
      sentences: [
        FIRST,
        "ssthresh is now 45 segments, β_loss = 0.5 of cwnd: slow start continues up to it.",
        "More.",
      ],
      formula: "β_loss × cwnd = 0.5 × 90 = 45 segments",
    });
  });

  test("in a window that was already reduced is explained, with and without an ssthresh", () => {
    const to = { what: "", formula: "" };
    expect(read(explainTimeout(madeState({ ssthresh: 45 }), rto, to))).toEqual({
      sentences: [FIRST, "ssthresh stays at 45 segments: it had been lowered for this window already."],
    });
    expect(read(explainTimeout(madeState({}), rto, to))).toEqual({ sentences: [FIRST] });
    // cwnd counts segments that may still be in flight, so it can start above 1.
    const [first] = read(explainTimeout(madeState({}), { ...rto, after: 3 }, to)).sentences;
    expect(first).toContain("so cwnd starts again at 3 segments.");
  });
});

test("an end of slow start without a signal is not explained", () => {
  const decision = { event: "slowStartExit", before: 90, after: 90 } as const;
  expect(explainBackoff({ betaEcn: 0.5, betaLoss: 0.5 }, madeState({}), decision)).toBeNull();
});
