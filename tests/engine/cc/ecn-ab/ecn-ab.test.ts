import { describe, expect, test } from "vitest";
import { ecnAb } from "../../../../src/engine/cc/ecn-ab/ecn-ab.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { madeControl, madeState, onLoss, onMark, onTimeout } from "../made.ts";

function afterMark(cwnd: number, values = {}) {
  const cc = madeControl(ecnAb, values);
  const state = madeState({ cwnd });
  state.ssthresh = cc.ssthreshAfterMark(state);
  state.cwnd = state.ssthresh;
  const acknowledge = (acks: number) => {
    for (let i = 0; i < acks; i++) cc.onAck(state, 1);
  };
  return { cc, state, acknowledge };
}

describe("after a mark (Kwon & Fahmy, fig. 1)", () => {
  test("cwnd 40 becomes 35, and five windows bring one segment: α 0.2, β 0.875", () => {
    const { state, acknowledge } = afterMark(40);
    expect(state.cwnd).toBe(35);
    acknowledge(174);
    expect(state.cwnd).toBe(35);
    acknowledge(1);
    expect(state.cwnd).toBe(36);
    acknowledge(180);
    expect(state.cwnd).toBe(37);
  });

  test("a fraction beyond whole segments counts: 41 becomes 35.875, an eighth short of 36", () => {
    const { state, acknowledge } = afterMark(41);
    expect(state.cwnd).toBe(35);
    acknowledge(21);
    expect(state.cwnd).toBe(35);
    acknowledge(1);
    expect(state.cwnd).toBe(36);
  });

  test("credit earned before a mark is reduced, not lost", () => {
    const { cc, state, acknowledge } = afterMark(64);
    acknowledge(140);
    // cwnd including its fraction is 56.5 before the mark.
    state.ssthresh = cc.ssthreshAfterMark(state);
    state.cwnd = state.ssthresh;
    expect(state.cwnd).toBe(49);
    // cwnd including its fraction is 49.4375 after the reduction.
    acknowledge(Math.ceil((0.5625 * 49) / 0.2) - 1);
    expect(state.cwnd).toBe(49);
    acknowledge(1);
    expect(state.cwnd).toBe(50);
  });

  test.each([
    [1, 0.5, 20],
    [0.8, 0.5789, 23.156],
    [0.4, 0.7647, 30.588],
    [0.1, 0.9355, 37.42],
  ])("with α %s and β %s 40 becomes %s, and α of a segment is regained per window", (alpha, beta, exact) => {
    const { state, acknowledge } = afterMark(40, {
      "ab-alpha": alpha,
      "beta-ecn": beta,
    });
    const cwnd = Math.floor(exact);
    expect(state.cwnd).toBe(cwnd);
    acknowledge(Math.ceil(((cwnd + 1 - exact) * cwnd) / alpha) - 1);
    expect(state.cwnd).toBe(cwnd);
    acknowledge(1);
    expect(state.cwnd).toBe(cwnd + 1);
  });

  test("no mark reduces cwnd below two segments, fractions included", () => {
    const { state, acknowledge } = afterMark(2);
    expect(state.cwnd).toBe(2);
    acknowledge(9);
    expect(state.cwnd).toBe(2);
    acknowledge(1);
    expect(state.cwnd).toBe(3);
  });
});

describe("a mark in slow start", () => {
  const inSlowStart = (values: ParamValues, cwnd: number) => {
    const cc = madeControl(ecnAb, values);
    return { cc, ssthresh: cc.ssthreshAfterMark(madeState({ cwnd, ssthresh: 1000 })) };
  };

  test("leaves β_ecn, or half as in ns-2 for any β", () => {
    expect(inSlowStart({}, 40).ssthresh).toBe(35);
    expect(inSlowStart({ "ab-slow-start": "half" }, 40).ssthresh).toBe(20);
  });

  test("is a mark like any other: α is in force; later ones leave β_ecn", () => {
    const { cc } = inSlowStart({ "ab-slow-start": "half" }, 40);
    expect([cc.probe(0), cc.ssthreshAfterMark(madeState({ cwnd: 40, ssthresh: 20 }))]).toEqual([0.2, 35]);
  });

  test("also after a timeout", () => {
    const { cc } = inSlowStart({ "ab-slow-start": "half" }, 40);
    cc.onTimeout(madeState({}));
    expect(cc.ssthreshAfterMark(madeState({ cwnd: 16, ssthresh: 20 }))).toBe(8);
  });
});

describe("reductions to whole segments (ns-2 without precisionReduce_)", () => {
  test("a fraction beyond whole segments does not count: 41 becomes 35, and a whole one must be earned", () => {
    const { state, acknowledge } = afterMark(41, { "ab-cut": "whole" });
    expect(state.cwnd).toBe(35);
    // The fraction grows by 0.2/35 + 0.2/35.0057 + …, so that a whole segment needs slightly more than five windows
    // of 35.
    acknowledge(177);
    expect(state.cwnd).toBe(35);
    acknowledge(1);
    expect(state.cwnd).toBe(36);
  });

  test("credit earned before a mark is lost", () => {
    const { cc, state, acknowledge } = afterMark(64, { "ab-cut": "whole" });
    acknowledge(270);
    // cwnd is 56 and a fraction of 0.96. If the fraction counted, the reduced window would be 56.96 · 0.875 = 49.84.
    state.ssthresh = cc.ssthreshAfterMark(state);
    state.cwnd = state.ssthresh;
    expect(state.cwnd).toBe(49);
    acknowledge(247);
    expect(state.cwnd).toBe(49);
    acknowledge(1);
    expect(state.cwnd).toBe(50);
  });

  test("a small window grows by less than α per round trip: its fraction counts as window", () => {
    const { state, acknowledge } = afterMark(3, { "ab-cut": "whole", "ab-alpha": 1 });
    expect(state.cwnd).toBe(2);
    // cwnd including its fraction, after each acknowledged segment: 2 → 2.5 → 2.9 → 3.24.
    acknowledge(2);
    expect(state.cwnd).toBe(2);
    acknowledge(1);
    expect(state.cwnd).toBe(3);
  });
});

describe("after a loss", () => {
  test("the window is halved and the slope is 1 again", () => {
    const { cc, state, acknowledge } = afterMark(40);
    expect([cc.probe(0), cc.ssthreshAfterLoss(state)]).toEqual([0.2, 17]);
    Object.assign(state, { cwnd: 17, ssthresh: 17 });
    acknowledge(17);
    expect([cc.probe(0), state.cwnd]).toEqual([1, 18]);
  });

  test("also after a timeout", () => {
    const { cc, state } = afterMark(40);
    cc.onTimeout(state);
    expect(cc.probe(0)).toBe(1);
  });
});

test("before any signal the slope is 1, and slow start is NewReno's also after a mark", () => {
  const cc = madeControl(ecnAb);
  const state = madeState({ cwnd: 20, ssthresh: 20 });
  for (let i = 0; i < 20; i++) cc.onAck(state, 1);
  expect(state.cwnd).toBe(21);
  cc.ssthreshAfterMark(state);
  Object.assign(state, { cwnd: 5, ssthresh: 10 });
  cc.onAck(state, 4);
  expect(state.cwnd).toBe(9);
});

test.each([
  [0.5, 1],
  [0.5789, 0.8],
  [0.7647, 0.4],
  [0.875, 0.2],
  [0.9355, 0.1],
  [0.99, 0.015],
])("the suggestion for β_ecn %s is α %s: the pairs of table IV", (beta, alpha) => {
  const { suggestion } = ecnAb;
  const path = { packetsPerS: 833, rttS: 0.1, flows: 1 };
  const values = suggestion?.values(path, { "beta-ecn": beta });
  expect(values?.["ab-alpha"]).toBeCloseTo(alpha, 3);
});

test.each(["exact", "whole"])("no reduction (%s) leaves less than the least window", (how) => {
  for (const minCwnd of [1, 2, 4]) {
    const cc = madeControl(ecnAb, { "ab-cut": how, "beta-ecn": 0.5 });
    expect(cc.ssthreshAfterMark(madeState({ cwnd: 1, minCwnd }))).toBe(minCwnd);
  }
});

test("every parameter can change during a run", () => {
  const { cc, state, acknowledge } = afterMark(40);
  cc.configure("ab-alpha", 1);
  acknowledge(35);
  expect(state.cwnd).toBe(36);
  cc.configure("beta-ecn", 0.5);
  cc.configure("beta-loss", 0.75);
  expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([18, 27]);
  cc.configure("ab-slow-start", "half");
  cc.configure("ab-cut", "whole");
  cc.configure("beta-ecn", 0.9);
  expect(cc.ssthreshAfterMark(madeState({ cwnd: 36, ssthresh: 50 }))).toBe(18);
});

describe("explains its decisions", () => {
  test("a mark left β of 41 segments, and the effect on growth", () => {
    expect(onMark(madeControl(ecnAb), madeState({ cwnd: 41, ssthresh: 41 }))).toEqual({
      sentences: [
        "A mark leaves β_ecn = 0.875 of cwnd, a loss would leave β_loss = 0.5 (Kwon & Fahmy).",
        "From now until the next loss cwnd grows by α = 0.2 segments in a round trip.",
        "All marks of one window of data count once.",
      ],
      formula: "β_ecn × cwnd = 0.875 × 41 = 35.9 → 35 segments",
    });
  });

  test("the earned fraction is part of the reduced window, unless whole segments are set", () => {
    const formula = (values = {}) => {
      const { cc, state, acknowledge } = afterMark(64, values);
      acknowledge(140);
      return onMark(cc, state).formula;
    };
    expect(formula()).toBe("β_ecn × cwnd = 0.875 × 56.5 = 49.4 → 49 segments");
    expect(formula({ "ab-cut": "whole" })).toBe("β_ecn × cwnd = 0.875 × 56 = 49 segments");
  });

  test("half in slow start as in ns-2; and the effect of a loss and a timeout", () => {
    const cc = madeControl(ecnAb, { "ab-slow-start": "half" });
    const mark = onMark(cc, madeState({ cwnd: 40 }));
    expect([mark.sentences[0], mark.formula]).toEqual([
      "In slow start a mark halves cwnd, regardless of β_ecn (as in ns-2).",
      "0.5 × cwnd = 0.5 × 40 = 20 segments",
    ]);
    expect(onLoss(cc, madeState({ cwnd: 40 }))).toEqual({
      sentences: [
        "A loss leaves β_loss = 0.5 of cwnd.",
        "From now until the next mark cwnd grows by one segment in a round trip.",
        "All losses of one window of data count once.",
      ],
      formula: "β_loss × cwnd = 0.5 × 40 = 20 segments",
    });
    expect(onTimeout(cc, madeState({ cwnd: 40 })).sentences.slice(1)).toEqual([
      "ssthresh is now 20 segments, β_loss = 0.5 of cwnd: slow start continues up to it.",
      "Above ssthresh, cwnd grows by one segment per round trip again.",
    ]);
  });
});
