import { describe, expect, test } from "vitest";
import { CRUISE, DOWN, PROBE_RTT, REFILL, STARTUP, UP } from "../../../src/engine/cc/bbr-path-model.ts";
import { madeModel } from "./made-bbr.ts";
import { madeSample } from "./made-sample.ts";
import { MS, madeState } from "./made-state.ts";

describe("lower bounds (google/bbr tcp_bbr2.c, draft-ietf-ccwg-bbr-05 §5.5.10.3)", () => {
  const state = madeState({ cwnd: 200 });

  test("a round with losses keeps 70 % of bandwidth and window, not less than the round delivered", () => {
    const model = madeModel();
    model.mode = CRUISE;
    model.signals.lossInRound = true;
    model.adaptLowerBounds(state);
    expect([model.bwLo, model.inflightLo, model.bw]).toEqual([700, 140, 700]);
    Object.assign(model.signals, { bwLatest: 650, inflightLatest: 60 });
    model.adaptLowerBounds(state);
    expect([model.bwLo, model.inflightLo]).toEqual([650, 98]);
  });

  test("a round with marks cuts by α/3 and leaves the bandwidth alone", () => {
    const model = madeModel();
    model.mode = CRUISE;
    Object.assign(model.ecn, { isEligible: true, alpha: 0.3 });
    model.signals.markInRound = true;
    model.adaptLowerBounds(state);
    expect([model.inflightLo, model.bwLo, model.bw]).toEqual([180, Number.POSITIVE_INFINITY, 1000]);
  });

  test("marks that come from a path too long for them change nothing", () => {
    const model = madeModel();
    model.mode = CRUISE;
    model.signals.markInRound = true;
    model.adaptLowerBounds(state);
    expect(model.inflightLo).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ["STARTUP", STARTUP],
    ["REFILL", REFILL],
    ["UP", UP],
  ] as const)("%s pushes on whatever is lost", (_, mode) => {
    const model = madeModel();
    model.mode = mode;
    model.signals.lossInRound = true;
    model.adaptLowerBounds(state);
    expect(model.bwLo).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("a flight is too large", () => {
  const flight = (lost: number, inflightAtSend = 100) =>
    madeSample({ lostTotal: 10 + lost, priorLost: 10, inflightAtSend });

  test("with more than 2 % of it lost", () => {
    const model = madeModel();
    expect([0, 2, 3].map((lost) => model.isInflightTooHigh(flight(lost)))).toEqual([false, false, true]);
    expect(model.isInflightTooHigh(flight(1, 20))).toBe(true);
  });

  test("with more than the share set", () => {
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
      return model.bounded(500);
    });
    expect(bounded).toEqual([100, 85, 100, 100, 85]);
  });

  test("inflight_lo binds everywhere, four segments are the least, and STARTUP has no upper bound", () => {
    const model = madeModel();
    model.inflightHi = 100;
    model.mode = STARTUP;
    expect(model.bounded(500)).toBe(500);
    model.mode = CRUISE;
    model.inflightLo = 50;
    expect(model.bounded(500)).toBe(50);
    model.inflightLo = 1;
    expect(model.bounded(500)).toBe(4);
  });

  test("headroom is a segment at least", () => {
    const model = madeModel({ "bbr-headroom": 0 });
    model.inflightHi = 20;
    expect(model.inflightWithHeadroom).toBe(19);
  });

  test("PROBE_RTT halves the BDP, to four segments at least", () => {
    const model = madeModel();
    expect(model.probeRttWindow).toBe(50);
    model.bwLo = 50;
    model.boundBandwidth();
    expect(model.probeRttWindow).toBe(4);
  });

  test("UP aims two segments above the BDP", () => {
    const model = madeModel();
    model.mode = CRUISE;
    expect([model.inflight(1000, 1), model.inflight(10, 1)]).toEqual([100, 4]);
    model.mode = UP;
    expect([model.inflight(1000, 1.25), model.inflight(10, 1)]).toEqual([127, 6]);
  });
});

describe("room for bursts (bbr_quantization_budget of google/bbr v2alpha and v3)", () => {
  /** A bandwidth of 4310 segments per second, as 50 Mbps have, and 1 ms: a BDP of 5. */
  function onShortPath(values = {}) {
    const model = madeModel(values);
    model.rates.take(4310);
    model.boundBandwidth();
    model.minRtt.take(madeSample({ rttNs: 1 * MS }));
    model.quantum.take(madeState({ pacingRate: 4267 }), model.minRtt.minRttNs);
    model.mode = CRUISE;
    return model;
  }

  test("three bursts of 26 at 50 Mbps and 1 ms, where the BDP is five; not rounded to pairs", () => {
    const model = onShortPath();
    expect(model.minRtt.bdp(model.bw, 1)).toBe(5);
    expect([model.quantum.room, model.least]).toEqual([26, 78]);
    expect([model.inflight(model.bw, 1), model.inflight(model.bw, 2), model.withFloor(99)]).toEqual([
      78, 78, 99,
    ]);
  });

  test("UP aims two above, and what is wanted in flight is never more than cwnd", () => {
    const model = onShortPath();
    expect([model.targetInflight(200), model.targetInflight(40)]).toEqual([78, 40]);
    model.mode = UP;
    expect(model.inflight(model.bw, 1.25)).toBe(80);
  });

  test("neither PROBE_RTT's window nor what the bounds allow has a part in it", () => {
    const model = onShortPath();
    model.inflightLo = 10;
    expect([model.probeRttWindow, model.bounded(500)]).toEqual([4, 10]);
  });

  test("can be left out, and goes with the quantum", () => {
    expect(onShortPath({ "bbr-budget": false }).least).toBe(4);
    expect(onShortPath({ "bbr-quantum": "rate" }).least).toBe(12);
    expect(onShortPath({ "bbr-quantum": "single" }).least).toBe(78);
  });

  test("settings that change live are taken", () => {
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
  model.rates.advance();
  model.probeRtt.enter(900);
  model.probeRtt.take(madeState({ inflight: 4 }), madeSample({ deliveredTotal: 900 }), 4, model.round);
  model.takeRate(madeSample({ deliveredTotal: 904, priorDelivered: 900, intervalNs: 100 * MS }));
  model.rates.advance();
  expect(model.rates.max).toBe(1000);
  model.takeRate(madeSample({ deliveredTotal: 1100, priorDelivered: 900, intervalNs: 100 * MS }));
  expect(model.rates.max).toBe(2000);
});
