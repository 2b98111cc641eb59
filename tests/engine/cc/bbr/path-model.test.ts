import { describe, expect, test } from "vitest";
import { bdpMultiple } from "../../../../src/engine/cc/bbr/core.ts";
import {
  BbrEcn,
  BbrSignals,
  CRUISE,
  DOWN,
  PROBE_RTT,
  REFILL,
  STARTUP,
  UP,
} from "../../../../src/engine/cc/bbr/path-model.ts";
import { MS, madeSample, madeState } from "../made.ts";
import { madeModel, madeSettings } from "./made-bbr.ts";

describe("lower bounds (google/bbr tcp_bbr2.c, draft-ietf-ccwg-bbr-05 §5.5.10.3)", () => {
  const state = madeState({ cwnd: 200 });

  test("a round with losses keeps 70 % of bandwidth and window, but at least what the round delivered", () => {
    const model = madeModel({}, {}, CRUISE);
    model.signals.lossInRound = true;
    model.adaptLowerBounds(state);
    expect([model.bwLo, model.inflightLo, model.bw]).toEqual([700, 140, 700]);
    Object.assign(model.signals, { bwLatest: 650, inflightLatest: 60 });
    model.adaptLowerBounds(state);
    expect([model.bwLo, model.inflightLo]).toEqual([650, 98]);
  });

  test("a round with marks reduces by α/3 and does not change the bandwidth", () => {
    const model = madeModel({}, {}, CRUISE);
    Object.assign(model.ecn, { isEligible: true, alpha: 0.3 });
    model.signals.markInRound = true;
    model.adaptLowerBounds(state);
    expect([model.inflightLo, model.bwLo, model.bw]).toEqual([180, Number.POSITIVE_INFINITY, 1000]);
  });

  test("marks from a path too long for them have no effect", () => {
    const model = madeModel({}, {}, CRUISE);
    model.signals.markInRound = true;
    model.adaptLowerBounds(state);
    expect(model.inflightLo).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ["STARTUP", STARTUP],
    ["REFILL", REFILL],
    ["UP", UP],
  ] as const)("%s continues at any loss", (_, mode) => {
    const model = madeModel({}, {}, mode);
    model.signals.lossInRound = true;
    model.adaptLowerBounds(state);
    expect(model.bwLo).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("a flight that is too large", () => {
  const flight = (lost: number, inflightAtSend = 100) =>
    madeSample({ lostTotal: 10 + lost, priorLost: 10, inflightAtSend });

  test("with more than 2 % of it lost", () => {
    const model = madeModel();
    expect([0, 2, 3].map((lost) => model.isInflightTooHigh(flight(lost)))).toEqual([false, false, true]);
    expect(model.isInflightTooHigh(flight(1, 20))).toBe(true);
  });

  test("with more than the configured share lost", () => {
    const model = madeModel({ "bbr-loss-thresh": 0.1 });
    expect([10, 11].map((lost) => model.isInflightTooHigh(flight(lost)))).toEqual([false, true]);
  });
});

describe("the window's bounds", () => {
  test("CRUISE and PROBE_RTT leave 15 % of inflight_hi to others, other phases use it all", () => {
    const model = madeModel();
    model.inflightHi = 100;
    const bounded = ([DOWN, CRUISE, REFILL, UP, PROBE_RTT] as const).map((mode) => {
      model.mode = mode;
      return model.boundCwndForModel(500);
    });
    expect(bounded).toEqual([100, 85, 100, 100, 85]);
  });

  test("inflight_lo applies everywhere, four segments are the least, and STARTUP has no upper bound", () => {
    const model = madeModel();
    model.inflightHi = 100;
    model.mode = STARTUP;
    expect(model.boundCwndForModel(500)).toBe(500);
    model.mode = CRUISE;
    model.inflightLo = 50;
    expect(model.boundCwndForModel(500)).toBe(50);
    model.inflightLo = 1;
    expect(model.boundCwndForModel(500)).toBe(4);
  });

  test("headroom is at least a segment", () => {
    const model = madeModel({ "bbr-headroom": 0 });
    model.inflightHi = 20;
    expect(model.inflightWithHeadroom).toBe(19);
  });

  test("PROBE_RTT halves the BDP, but at least four segments", () => {
    const model = madeModel();
    expect(model.probeRttCwnd).toBe(50);
    model.bwLo = 50;
    model.boundBwForModel();
    expect(model.probeRttCwnd).toBe(4);
  });

  test("UP has a target two segments above the BDP", () => {
    const model = madeModel({}, {}, CRUISE);
    expect([model.inflight(1000, 1), model.inflight(10, 1)]).toEqual([100, 4]);
    model.mode = UP;
    expect([model.inflight(1000, 1.25), model.inflight(10, 1)]).toEqual([127, 6]);
  });
});

describe("allowance for bursts (bbr_quantization_budget of google/bbr v2alpha and v3)", () => {
  /** Returns a model of 4310 segments per second (50 Mbps) and 1 ms: a BDP of 5. */
  function onShortPath(values = {}) {
    const model = madeModel(values);
    model.maxBw.take(4310);
    model.boundBwForModel();
    model.minRtt.update(madeSample({ rttNs: 1 * MS }));
    model.quantum.update(madeState({ pacingRate: 4267 }), model.minRtt.minRttNs);
    model.mode = CRUISE;
    return model;
  }

  test("three bursts of 26 at 50 Mbps and 1 ms, where the BDP is five; not rounded to pairs", () => {
    const model = onShortPath();
    expect(bdpMultiple(model.bw, model.minRtt.minRttNs, 1)).toBe(5);
    expect([model.quantum.room, model.least]).toEqual([26, 78]);
    expect([
      model.inflight(model.bw, 1),
      model.inflight(model.bw, 2),
      model.withQuantizationBudget(99),
    ]).toEqual([78, 78, 99]);
  });

  test("UP's target is two above, and the wanted flight is never more than cwnd", () => {
    const model = onShortPath();
    expect([model.targetInflight(200), model.targetInflight(40)]).toEqual([78, 40]);
    model.mode = UP;
    expect(model.inflight(model.bw, 1.25)).toBe(80);
  });

  test("neither PROBE_RTT's window nor the bounds include it", () => {
    const model = onShortPath();
    model.inflightLo = 10;
    expect([model.probeRttCwnd, model.boundCwndForModel(500)]).toEqual([4, 10]);
  });

  test("changes with the quantum", () => {
    expect(onShortPath({ "bbr-quantum": "rate" }).least).toBe(12);
    expect(onShortPath({ "bbr-quantum": "single" }).least).toBe(78);
  });

  test("settings that change live are used", () => {
    const model = onShortPath();
    for (const [id, value] of [
      ["bbr-quantum", "rate"],
      ["bbr-probe-rtt-interval", 7],
      ["bbr-probe-rtt-time", 50],
    ] as const)
      model.settings.set(id, value);
    model.configure();
    expect(model.quantum.by).toBe("rate");
    expect([model.minRtt.probeIntervalNs, model.probeRtt.durationNs]).toEqual([7e9, 50 * MS]);
  });
});

test("samples of PROBE_RTT do not lower the bandwidth, but may raise it", () => {
  const model = madeModel();
  model.maxBw.advance();
  model.probeRtt.enter(900);
  model.probeRtt.handle(madeState({ inflight: 4 }), madeSample({ deliveredTotal: 900 }), 4, model.round);
  model.updateMaxBw(madeSample({ deliveredTotal: 904, priorDelivered: 900, intervalNs: 100 * MS }));
  model.maxBw.advance();
  expect(model.maxBw.value).toBe(1000);
  model.updateMaxBw(madeSample({ deliveredTotal: 1100, priorDelivered: 900, intervalNs: 100 * MS }));
  expect(model.maxBw.value).toBe(2000);
});

/** Returns the state after rounds of 100 segments with these numbers of marks. */
function afterRounds(marks: readonly number[], minRttNs = 1 * MS, values = {}): BbrEcn {
  const ecn = new BbrEcn(madeSettings(values));
  let [deliveredTotal, markedTotal] = [0, 0];
  for (const marked of marks) {
    deliveredTotal += 100;
    markedTotal += marked;
    ecn.endRound(madeSample({ deliveredTotal, markedTotal }), minRttNs);
  }
  return ecn;
}

describe("α (google/bbr tcp_bbr2.c; RFC 8257 §3.3)", () => {
  test("starts at 1 and moves a sixteenth towards each round's share of marks", () => {
    expect(afterRounds([]).alpha).toBe(1);
    expect(afterRounds([0]).alpha).toBeCloseTo(0.9375, 12);
    // 240 · 240 / 256 = 225 parts remain of α, and 16 · 128 / 256 = 8 parts are added.
    expect(afterRounds([0, 50]).alpha).toBe(233 / 256);
    expect(afterRounds([25], MS, { "bbr-ecn-alpha-gain": 1 }).alpha).toBe(0.25);
  });

  test("is in whole parts of 256: shares below a sixteenth add nothing, and it decreases to 0", () => {
    const times = (marked: number) => afterRounds(Array.from({ length: 200 }, () => marked)).alpha;
    expect([0, 6].map(times)).toEqual([0, 0]);
    // A share of 7 % is 17 parts of 256, which adds one part per round: 240 + 1, 225 + 1, ….
    expect(afterRounds([7, 7]).alpha).toBe(226 / 256);
    expect(times(7)).toBe(16 / 256);
  });

  test("a reduction keeps 1 - α/3", () => {
    expect(afterRounds([100]).kept).toBeCloseTo(2 / 3, 12);
    expect(afterRounds([30], MS, { "bbr-ecn-alpha-gain": 1 }).kept).toBeCloseTo(1 - 76 / 256 / 3, 12);
  });
});

describe("eligibility", () => {
  test.each([
    [5, {}, true],
    [5.1, {}, false],
    [100, { "bbr-ecn-max-rtt": null }, true],
  ])("smallest RTT %s ms, %o: %s", (rttMs, values, eligible) => {
    expect(afterRounds([0], rttMs * MS, values).isEligible).toBe(eligible);
  });

  test("marks end STARTUP after two rounds in a row with half of the segments marked", () => {
    expect([afterRounds([50]).endsStartup, afterRounds([50, 49, 50]).endsStartup]).toEqual([false, false]);
    expect(afterRounds([50, 50]).endsStartup).toBe(true);
    expect(afterRounds([50, 50], 100 * MS).endsStartup).toBe(false);
  });

  test("a flight is too large with half of it marked", () => {
    const flight = (marked: number) =>
      madeSample({ deliveredTotal: 200, priorDelivered: 100, markedTotal: 60 + marked, priorMarked: 60 });
    const ecn = afterRounds([0]);
    expect([49, 50].map((marked) => ecn.isTooHigh(flight(marked)))).toEqual([false, true]);
    expect(afterRounds([0], 100 * MS).isTooHigh(flight(100))).toBe(false);
  });
});

test("marks have stopped once a window of data without any is acknowledged", () => {
  const ecn = new BbrEcn(madeSettings());
  const ack = (una: number, marked: number) => {
    ecn.update(madeState({ una, nxt: una + 10 }), madeSample({ marked }));
    return ecn.isQuiet;
  };
  expect([ack(1, 0), ecn.hasMarks]).toEqual([true, false]);
  expect([ack(2, 1), ecn.hasMarks]).toEqual([false, true]);
  expect([ack(12, 0), ack(13, 1), ack(23, 0), ack(24, 0)]).toEqual([false, false, false, true]);
});

describe("signals of a round (draft-ietf-ccwg-bbr-05 §5.5.10.3)", () => {
  test("the round's highest rate and most delivered; a new round starts with its first sample", () => {
    const signals = new BbrSignals();
    const ack = (deliveredTotal: number, priorDelivered: number, intervalNs: number) => {
      const sample = madeSample({ deliveredTotal, priorDelivered, intervalNs });
      signals.update(sample, true);
      const latest = [signals.bwLatest, signals.inflightLatest, signals.isLossRoundStart];
      signals.advance(sample);
      return latest;
    };
    expect(ack(1, 0, 100 * MS)).toEqual([10, 1, false]);
    expect(ack(100, 0, 100 * MS)).toEqual([1000, 100, false]);
    expect(ack(101, 1, 200 * MS)).toEqual([1000, 100, true]);
    expect(ack(102, 2, 200 * MS)).toEqual([500, 100, false]);
  });

  test("a first loss starts its own round, so that it is answered with all that the path delivers", () => {
    const signals = new BbrSignals();
    const starts = (deliveredTotal: number, priorDelivered: number, lost: number) => {
      signals.update(madeSample({ deliveredTotal, priorDelivered, lost }), true);
      return signals.isLossRoundStart;
    };
    expect([starts(100, 1, 0), starts(150, 60, 1)]).toEqual([true, false]);
    // Without the loss, this ACK would have ended the round.
    expect(starts(200, 110, 1)).toBe(false);
    expect([starts(250, 149, 0), starts(251, 150, 0)]).toEqual([false, true]);
    expect([signals.lossInRound, signals.lossInCycle, signals.lossEvents]).toEqual([true, true, 2]);
    signals.endRound();
    expect([signals.lossInRound, signals.lossInCycle]).toEqual([false, true]);
  });

  test("marks count if the path is eligible", () => {
    const signals = new BbrSignals();
    signals.update(madeSample({ marked: 1 }), false);
    expect(signals.markInRound).toBe(false);
    signals.update(madeSample({ marked: 1 }), true);
    expect(signals.markInRound).toBe(true);
  });

  test("a cycle remembers that segments sent since were lost or marked, until it is reset", () => {
    const signals = new BbrSignals();
    signals.advance(madeSample({ lostTotal: 5, priorLost: 4, markedTotal: 9, priorMarked: 8 }));
    expect([signals.lossInCycle, signals.markInCycle]).toEqual([true, true]);
    signals.reset();
    expect([signals.lossInCycle, signals.markInCycle]).toEqual([false, false]);
  });
});
