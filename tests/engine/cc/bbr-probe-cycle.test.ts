import { describe, expect, test } from "vitest";
import { CRUISE, DOWN, REFILL, UP } from "../../../src/engine/cc/bbr-path-model.ts";
import { BbrProbeCycle } from "../../../src/engine/cc/bbr-probe-cycle.ts";
import type { BbrRules } from "../../../src/engine/cc/bbr-rules.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import type { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { madeModel } from "./made-bbr.ts";
import { madeSample } from "./made-sample.ts";
import { MS, madeState, S } from "./made-state.ts";

/** A cycle at BDP 100, told of one ACK after the other. */
function madeCycle(draw = 0.5, values: ParamValues = {}, rules: Partial<BbrRules> = {}) {
  const model = madeModel(values, rules);
  const cycle = new BbrProbeCycle(model, () => draw);
  const state = madeState({ cwnd: 200 });
  let deliveredTotal = 1000;
  const ack = (nowNs: number, fields: Partial<AckSample> = {}) => {
    deliveredTotal++;
    const sample = madeSample({ nowNs, deliveredTotal, priorDelivered: 0, ...fields });
    model.round.take(sample);
    if (model.round.isStart) cycle.onRoundStart();
    cycle.update(state, sample);
    return model.mode;
  };
  /** An ACK that begins a round. */
  const round = (nowNs: number, fields: Partial<AckSample> = {}) =>
    ack(nowNs, { priorDelivered: deliveredTotal, ...fields });
  cycle.startDown(madeSample({ deliveredTotal }));
  return { model, cycle, state, ack, round };
}

/** In UP at `nowNs`, after DOWN, CRUISE and REFILL. */
function inUp(nowNs = 3 * S, rules: Partial<BbrRules> = {}) {
  const made = madeCycle(0.5, {}, rules);
  made.ack(1 * MS, { inflightBefore: 100 });
  made.ack(nowNs - 1 * MS);
  expect(made.round(nowNs)).toBe(UP);
  return made;
}

describe("DOWN and CRUISE (google/bbr tcp_bbr2.c, draft-ietf-ccwg-bbr-05 §5.3.3)", () => {
  test("DOWN lasts until no more than the BDP is in flight", () => {
    const { ack } = madeCycle();
    expect(ack(300 * MS, { inflightBefore: 101 })).toBe(DOWN);
    expect(ack(301 * MS, { inflightBefore: 100 })).toBe(CRUISE);
  });

  test("what the path delivers until the next burst may leave has left by then", () => {
    const { state, ack } = madeCycle();
    state.at(300 * MS).departsNs = 305 * MS;
    expect(ack(300 * MS, { inflightBefore: 106 })).toBe(DOWN);
    expect(ack(300 * MS, { inflightBefore: 105 })).toBe(CRUISE);
  });

  test("and no more than inflight_hi less the headroom", () => {
    const { model, ack } = madeCycle();
    model.inflightHi = 100;
    expect(ack(1 * MS, { inflightBefore: 90 })).toBe(DOWN);
    expect(ack(2 * MS, { inflightBefore: 85 })).toBe(CRUISE);
  });

  test.each([
    [0, 2],
    [0.5, 2.5],
    [0.999, 2.999],
  ])("a draw of %s means %s s until the next probe", (draw, waitS) => {
    const { ack } = madeCycle(draw);
    ack(1 * MS);
    expect(ack((waitS - 0.001) * S)).toBe(CRUISE);
    expect(ack((waitS + 0.001) * S)).toBe(REFILL);
  });

  test("the wait can be set", () => {
    const { ack } = madeCycle(0, { "bbr-probe-wait": 10 });
    ack(1 * MS);
    expect([ack(9.9 * S), ack(10.1 * S)]).toEqual([CRUISE, REFILL]);
  });

  test.each([
    ["63 rounds", 0, 1000, 63],
    ["62 rounds, where chance gives one", 0.5, 1000, 62],
    ["as many rounds as the BDP has segments", 0, 200, 20],
  ])("Reno would probe after %s: no later", (_, draw, bw, rounds) => {
    const { model, ack, round } = madeCycle(draw);
    Object.assign(model, { bwLo: bw });
    ack(1 * MS, { inflightBefore: 4 });
    for (let i = 1; i < rounds; i++) expect(round(i * MS)).toBe(CRUISE);
    expect(round(100 * MS)).toBe(REFILL);
  });
});

describe("REFILL and UP", () => {
  test("REFILL lifts the lower bounds and lasts one round", () => {
    const { model, ack, round } = madeCycle();
    ack(1 * MS);
    Object.assign(model, { bwLo: 500, inflightLo: 50 });
    expect(ack(3 * S)).toBe(REFILL);
    expect([model.bwLo, model.inflightLo]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(ack(3.05 * S)).toBe(REFILL);
    expect(round(3.1 * S)).toBe(UP);
  });

  test("v2: UP ends with 1.25 BDP in flight (and two segments), after one RTT at least", () => {
    const { ack } = inUp();
    expect(ack(3.05 * S, { inflightBefore: 200 })).toBe(UP);
    expect(ack(3.11 * S, { inflightBefore: 125 })).toBe(UP);
    expect(ack(3.12 * S, { inflightBefore: 126 })).toBe(DOWN);
  });

  test("v2: the burst that leaves next counts as in flight", () => {
    const { model, ack } = inUp();
    model.quantum.room = 26;
    expect(ack(3.11 * S, { inflightBefore: 100 })).toBe(UP);
    expect(ack(3.12 * S, { inflightBefore: 101 })).toBe(DOWN);
  });

  test("v3: UP ends when the bandwidth grows no more, not by the flight", () => {
    const { model, ack } = inUp(3 * S, { plateauEndsProbe: true });
    expect(ack(3.2 * S, { inflightBefore: 200 })).toBe(UP);
    for (let i = 0; i < 4; i++) model.fullPipe.take(1000, true);
    expect(ack(3.3 * S)).toBe(DOWN);
  });

  test("v3: while inflight_hi holds the flow back, that the bandwidth does not grow means nothing", () => {
    const { model, state, ack } = inUp(3 * S, { plateauEndsProbe: true });
    model.inflightHi = 200;
    Object.assign(state, { cwnd: 200, cwndLimited: true });
    for (let i = 0; i < 4; i++) model.fullPipe.take(1000, true);
    expect([ack(3.3 * S), model.fullPipe.isFull]).toEqual([UP, false]);
  });

  test("inflight_hi grows by 1, 2, 4 … segments a round while the window is used up at it", () => {
    const { model, state, ack, round } = inUp();
    model.inflightHi = 100;
    Object.assign(state, { cwnd: 100, cwndLimited: true });
    // cwnd was 200 when UP began: 200 segments for the first.
    const grownAfter = (acks: number) => {
      const before = model.inflightHi;
      for (let i = 0; i < acks; i++) {
        ack(3 * S);
        state.cwnd = model.inflightHi;
      }
      return model.inflightHi - before;
    };
    expect(grownAfter(200)).toBe(1);
    round(3 * S);
    expect(grownAfter(100)).toBe(2);
    round(3 * S);
    expect(grownAfter(100)).toBe(4);
  });

  test("it does not grow while the window is not used up, or below it", () => {
    const { model, state, ack } = inUp();
    model.inflightHi = 150;
    for (const fields of [
      { cwnd: 150, cwndLimited: false },
      { cwnd: 149, cwndLimited: true },
    ]) {
      Object.assign(state, fields);
      for (let i = 0; i < 500; i++) ack(3 * S);
      expect(model.inflightHi).toBe(150);
    }
  });
});

describe("probing too high", () => {
  const lossy = { lostTotal: 3, inflightAtSend: 120, inflightBefore: 110 };

  test("more than 2 % lost: inflight_hi is what was in flight, and DOWN follows", () => {
    const { model, ack } = inUp();
    expect(ack(3.05 * S, lossy)).toBe(DOWN);
    expect(model.inflightHi).toBe(120);
  });

  test("but no less than 70 % of what UP aims at: the BDP and two segments", () => {
    const { model, ack } = inUp();
    ack(3.05 * S, { ...lossy, inflightAtSend: 40 });
    expect(model.inflightHi).toBe(71);
  });

  test("once per probe: the samples that follow do not lower it again", () => {
    const { model, ack } = inUp();
    ack(3.05 * S, lossy);
    ack(3.06 * S, { ...lossy, inflightAtSend: 90 });
    expect(model.inflightHi).toBe(120);
  });

  test("losses in CRUISE do not touch it", () => {
    const { model, ack } = madeCycle();
    ack(1 * MS);
    ack(2 * MS, lossy);
    expect(model.inflightHi).toBe(Number.POSITIVE_INFINITY);
  });

  test("half of the flight marked: the same, and the bandwidth stays", () => {
    const { model, ack } = inUp();
    Object.assign(model.ecn, { isEligible: true, alpha: 0.3 });
    const marks = { priorDelivered: 901, deliveredTotal: 1001, markedTotal: 50 };
    expect(ack(3.05 * S, { ...marks, inflightAtSend: 120, inflightBefore: 110 })).toBe(DOWN);
    expect([model.inflightHi, model.bw]).toEqual([120, 1000]);
  });

  test("a higher flight that proves safe raises inflight_hi in any phase", () => {
    const { model, ack } = madeCycle();
    model.inflightHi = 100;
    ack(1 * MS, { inflightBefore: 85, inflightAtSend: 110 });
    expect([model.mode, model.inflightHi]).toEqual([CRUISE, 110]);
  });

  test("the next probe stops at inflight_hi out of caution, and goes on at once when that was safe", () => {
    const { model, ack, round } = inUp();
    ack(3.05 * S, lossy);
    round(3.2 * S);
    ack(3.3 * S, { inflightBefore: 90 });
    ack(6 * S);
    round(6.1 * S);
    expect(model.mode).toBe(UP);
    expect(ack(6.15 * S, { inflightBefore: 119, inflightAtSend: 120 })).toBe(DOWN);
    expect(round(6.3 * S, { inflightBefore: 119 })).toBe(REFILL);
  });

  test("a timeout while probing lowers inflight_hi to 70 % of what UP aims at", () => {
    const { model, cycle } = inUp();
    cycle.onTimeout(200);
    expect(model.inflightHi).toBe(71);
    const quiet = madeCycle();
    quiet.cycle.onTimeout(200);
    expect(quiet.model.inflightHi).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("after the probe", () => {
  test("the samples of the cycle before the last are forgotten", () => {
    const { model, ack, round } = inUp();
    model.rates.advance();
    model.rates.take(800);
    ack(3.2 * S, { inflightBefore: 200 });
    expect([model.mode, model.rates.max]).toEqual([DOWN, 1000]);
    round(3.3 * S);
    expect(model.rates.max).toBe(800);
  });

  test("v3 probes at once when marks cease without a loss; v2 does not", () => {
    const [v2, v3] = [0, 0.5].map((reprobeShare) => {
      const { model, ack } = madeCycle(0.5, {}, { reprobeShare });
      ack(1 * MS);
      Object.assign(model.ecn, { isEligible: true });
      model.inflightHi = 100;
      model.signals.markInCycle = true;
      return ack(2 * MS, { inflightBefore: 80 });
    });
    expect([v2, v3]).toEqual([CRUISE, REFILL]);
  });
});
