import { describe, expect, test } from "vitest";
import { bbr2 } from "../../../../src/engine/cc/bbr/bbr2.ts";
import { bbr3 } from "../../../../src/engine/cc/bbr/bbr3.ts";
import { BbrProbeCycle } from "../../../../src/engine/cc/bbr/machine.ts";
import {
  type BbrRules,
  CRUISE,
  DOWN,
  DRAIN,
  PROBE_RTT,
  REFILL,
  STARTUP,
  UP,
} from "../../../../src/engine/cc/bbr/path-model.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import type { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import { ask, MS, madeControl, madeSample, madeState, onTimeout, S } from "../made.ts";
import { MadePath, type PathSettings } from "../made-path.ts";
import { ALPHA, BURST, BW, GAIN, INFLIGHT_HI, INFLIGHT_LO, MIN_RTT, MODE, madeModel } from "./made-bbr.ts";

/**
 * Creates a control on a path of 1000 segments per second and 100 ms. The BDP is 100 segments, or 101 with the
 * segment on the wire.
 */
function made(definition = bbr2, settings: Partial<PathSettings> = {}, values = {}) {
  const cc = madeControl(definition, values);
  const path = new MadePath(cc, settings);
  return { cc, path, untilMode: (mode: number) => path.runUntil(() => cc.probe(MODE) === mode) };
}

describe.each([
  ["v2", bbr2],
  ["v3", bbr3],
])("BBR%s alone on a path", (_, definition) => {
  test("STARTUP, DRAIN, then CRUISE without a queue", () => {
    const { cc, path, untilMode } = made(definition);
    expect(cc.probe(MODE)).toBe(STARTUP);
    expect(untilMode(DRAIN)).toBe(true);
    expect(path.queue).toBeGreaterThan(80);
    expect(cc.probe(GAIN)).toBe(0.347);
    expect(untilMode(CRUISE)).toBe(true);
    path.runFor(200 * MS);
    expect(path.queue).toBeLessThan(4);
    expect(cc.probe(BW)).toBeCloseTo(1000, 0);
    expect(cc.probe(MIN_RTT)).toBeCloseTo(101, 0);
  });

  test("PROBE_RTT after 5 s without a smaller RTT: half the BDP for 200 ms, then CRUISE", () => {
    const { path, untilMode } = made(definition);
    untilMode(CRUISE);
    expect(untilMode(PROBE_RTT)).toBe(true);
    expect(path.nowNs / S).toBeGreaterThan(5);
    expect(path.nowNs / S).toBeLessThan(6);
    path.runFor(1 * MS);
    expect(path.state.cwnd).toBeLessThanOrEqual(51);
    const startNs = path.nowNs;
    untilMode(CRUISE);
    expect((path.nowNs - startNs) / MS).toBeGreaterThan(200);
    expect((path.nowNs - startNs) / MS).toBeLessThan(420);
    expect(path.state.cwnd).toBeGreaterThan(150);
    path.runFor(300 * MS);
    expect(path.state.inflight).toBeGreaterThan(95);
  });

  test("the send quantum is set with the pacing rate, and cwnd has room for three", () => {
    const { cc, path } = made(definition, { rate: 4310, rttNs: 0.7 * MS });
    path.runFor(3 * S);
    // The rate gives a burst of 4.2 segments, more during a probe. The largest burst of 64 kB is 22.6 segments,
    // halved once.
    expect(cc.probe(BURST)).toBeGreaterThanOrEqual(26);
    expect(path.state.burst).toBe(cc.probe(BURST));
    expect(path.state.cwnd).toBeGreaterThanOrEqual(78);
    cc.configure("bbr-quantum", "single");
    path.runFor(1 * S);
    expect(path.state.burst).toBe(1);
  });

  test("uses the link", () => {
    const { path } = made(definition);
    path.runFor(3 * S);
    const before = path.sample.deliveredTotal;
    path.runFor(20 * S);
    expect((path.sample.deliveredTotal - before) / 20_000).toBeGreaterThan(0.94);
  });

  test("finds more bandwidth at the next probe", () => {
    const { cc, path, untilMode } = made(definition);
    untilMode(CRUISE);
    path.settings.rate = 1200;
    path.runFor(8 * S);
    expect(cc.probe(BW)).toBeCloseTo(1200, -2);
  });

  test("a shallow buffer: limits the flight, and overflows it rarely", () => {
    const { cc, path, untilMode } = made(definition, { limit: 30 });
    untilMode(CRUISE);
    path.runFor(10 * S);
    const [lostBefore, deliveredBefore] = [path.dropped, path.sample.deliveredTotal];
    path.runFor(20 * S);
    expect(cc.probe(INFLIGHT_HI)).toBeGreaterThan(80);
    expect(cc.probe(INFLIGHT_HI)).toBeLessThan(150);
    const delivered = path.sample.deliveredTotal - deliveredBefore;
    expect((path.dropped - lostBefore) / delivered).toBeLessThan(0.02);
    expect(delivered).toBeGreaterThan(17_000);
  });

  test("a timeout leaves a bound of the previous window", () => {
    const { cc, path, untilMode } = made(definition);
    untilMode(CRUISE);
    path.runFor(200 * MS);
    const { state } = path;
    const before = state.cwnd;
    cc.ssthreshAfterLoss(state.at(path.nowNs));
    cc.onTimeout(state.at(path.nowNs));
    expect(cc.probe(INFLIGHT_LO)).toBe(before);
    Object.assign(state, { cwnd: 1, inLoss: true });
    path.runUntil(() => true);
    expect(state.cwnd).toBeGreaterThanOrEqual(4);
    expect(state.cwnd).toBeLessThan(before);
    // With the small window, Reno would be allowed to probe soon. A probe follows and removes the lower bound.
    state.inLoss = false;
    path.runFor(250 * MS);
    expect(cc.probe(INFLIGHT_LO)).toBe(Number.NaN);
    expect(state.cwnd).toBeGreaterThanOrEqual(before);
  });

  test("loss and mark cause no reduction", () => {
    const { cc, path } = made(definition);
    path.state.cwnd = 50;
    expect([cc.ssthreshAfterLoss(path.state), cc.ssthreshAfterMark(path.state)]).toEqual([50, 50]);
  });

  test("parameters take effect during a run", () => {
    const { cc, path, untilMode } = made(definition);
    untilMode(CRUISE);
    path.runFor(500 * MS);
    expect(path.state.cwnd).toBeGreaterThan(200);
    cc.configure("bbr-cwnd-gain", 1.5);
    path.runFor(100 * MS);
    expect(path.state.cwnd).toBeLessThan(170);
    cc.configure("bbr-probe-rtt-interval", 0.5);
    path.runFor(100 * MS);
    expect(cc.probe(MODE)).toBe(PROBE_RTT);
  });
});

describe("marks on a short path (1 ms, 4000 segments per second, marked above 20)", () => {
  const short = { rate: 4000, rttNs: 1 * MS, markAbove: 20 };

  test.each([
    ["v2", bbr2],
    ["v3", bbr3],
  ])("BBR%s keeps near the threshold, and the link busy", (_, definition) => {
    const { cc, path } = made(definition, short);
    path.runFor(2 * S);
    path.maxQueue = 0;
    const before = path.sample.deliveredTotal;
    path.runFor(10 * S);
    expect(path.maxQueue).toBeLessThan(40);
    expect((path.sample.deliveredTotal - before) / 40_000).toBeGreaterThan(0.9);
    expect(path.sample.markedTotal === 0 || cc.probe(ALPHA) < 1).toBe(true);
  });

  test("two rounds with half of the segments marked end STARTUP early, with a bound", () => {
    const deep = { rate: 100_000, rttNs: 4 * MS, markAbove: 20 };
    const [marked, unmarked] = [deep, { ...deep, markAbove: 1e9 }].map((settings) => {
      const { cc, path, untilMode } = made(bbr2, settings);
      untilMode(DRAIN);
      return [path.nowNs, cc.probe(INFLIGHT_HI)];
    });
    expect(marked[0]).toBeLessThan(unmarked[0]);
    expect(marked[1]).toBeGreaterThanOrEqual(390);
    expect(unmarked[1]).toBe(Number.NaN);
  });

  test("on a path longer than 5 ms marks have no effect, unless set so", () => {
    const long = { markAbove: 0, limit: 1e9 };
    const deliveredWith = (values: object, settings: Partial<PathSettings>) => {
      const { path } = made(bbr2, settings, values);
      path.runFor(5 * S);
      return path.sample.deliveredTotal;
    };
    const unmarked = deliveredWith({}, {});
    expect(deliveredWith({}, long)).toBe(unmarked);
    expect(deliveredWith({ "bbr-ecn-max-rtt": null }, long)).not.toBe(unmarked);
  });
});

describe("losses", () => {
  test("end STARTUP when many ACKs of a round report them and more than 2 % are lost", () => {
    const lossy = { rate: 1e5, drops: (seq: number) => seq > 500 && seq % 10 === 0 };
    const { cc, path, untilMode } = made(bbr2, lossy);
    expect(untilMode(DRAIN)).toBe(true);
    expect(cc.probe(BW)).toBeLessThan(50_000);
    expect(cc.probe(INFLIGHT_HI)).toBeGreaterThan(100);
    expect(path.sample.lostTotal).toBeGreaterThan(8);
  });

  test("in CRUISE set lower bounds of 70 %, which the next probe removes", () => {
    const { cc, path, untilMode } = made();
    untilMode(CRUISE);
    path.runFor(300 * MS);
    let drop = true;
    path.settings.drops = () => {
      const now = drop;
      drop = false;
      return now;
    };
    const { cwnd } = path.state;
    path.runFor(400 * MS);
    expect(cc.probe(INFLIGHT_LO)).toBe(Math.floor(0.7 * cwnd));
    path.runFor(3 * S);
    expect(cc.probe(INFLIGHT_LO)).toBe(Number.NaN);
  });
});

describe("explains its decisions", () => {
  test("STARTUP ended for lack of bandwidth growth, with phase, path and pacing", () => {
    const { cc, path, untilMode } = made();
    untilMode(DRAIN);
    const { ssthresh } = path.state;
    const said = ask(cc, path.state, { event: "slowStartExit", before: ssthresh, after: ssthresh });
    expect(said.sentences[0]).toMatch(/^The bandwidth estimate grew by less than a quarter/);
    expect(said.sentences[2]).toBe(
      "BBRv2 is in DRAIN, at a pacing gain of 0.347, and estimates the path at 1000 segments/s with a minimum RTT of 101 ms.",
    );
  });

  test.each([
    ["losses", { limit: 30 }, "A round had losses at 8 ACKs or more, and a flight lost more than 2 %, so"],
    [
      "marks",
      { rttNs: 2 * MS, markAbove: 2 },
      "Two rounds in a row had 50 % or more of their segments marked, so",
    ],
  ])("STARTUP ended for %s", (_, settings, start) => {
    const { cc, path, untilMode } = made(bbr2, settings);
    untilMode(DRAIN);
    const [first] = ask(cc, path.state, { event: "slowStartExit", before: 1, after: 1 }).sentences;
    expect(first).toBe(`${start} STARTUP ends before the bandwidth has stopped growing.`);
  });

  test("a timeout restores the window within the bound that it leaves", () => {
    const { cc, path, untilMode } = made(bbr3);
    untilMode(CRUISE);
    const { cwnd } = path.state;
    expect(onTimeout(cc, path.state, { owns: true }).sentences[2]).toBe(
      `The previous window, ${cwnd} segments, is restored after loss recovery, as far as allowed by inflight_lo = ${cwnd} segments.`,
    );
  });
});

/** A cycle at a BDP of 100 that receives single ACKs. */
function madeCycle(draw = 0.5, values: ParamValues = {}, rules: Partial<BbrRules> = {}) {
  const model = madeModel(values, rules);
  const cycle = new BbrProbeCycle(model, () => draw);
  const state = madeState({ cwnd: 200 });
  let deliveredTotal = 1000;
  const ack = (nowNs: number, fields: Partial<AckSample> = {}) => {
    deliveredTotal++;
    const sample = madeSample({ nowNs, deliveredTotal, priorDelivered: 0, ...fields });
    model.round.update(sample);
    if (model.round.isStart) cycle.onRoundStart();
    cycle.update(state, sample);
    return model.mode;
  };
  /** Delivers an ACK that starts a new round. */
  const round = (nowNs: number, fields: Partial<AckSample> = {}) =>
    ack(nowNs, { priorDelivered: deliveredTotal, ...fields });
  cycle.startDown(madeSample({ deliveredTotal }));
  return { model, cycle, state, ack, round };
}

/** Returns a cycle that has passed through DOWN, CRUISE and REFILL and is in UP at `nowNs`. */
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

  test("segments that the path delivers before the next burst may leave count as delivered", () => {
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
  test("REFILL removes the lower bounds and lasts one round", () => {
    const { model, ack, round } = madeCycle();
    ack(1 * MS);
    Object.assign(model, { bwLo: 500, inflightLo: 50 });
    expect(ack(3 * S)).toBe(REFILL);
    expect([model.bwLo, model.inflightLo]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(ack(3.05 * S)).toBe(REFILL);
    expect(round(3.1 * S)).toBe(UP);
  });

  test("v2: UP ends with 1.25 BDP in flight (and two segments), after at least one RTT", () => {
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

  test("v3: UP ends when the bandwidth stops growing, not by the flight", () => {
    const { model, ack } = inUp(3 * S, { plateauEndsProbe: true });
    expect(ack(3.2 * S, { inflightBefore: 200 })).toBe(UP);
    for (let i = 0; i < 4; i++) model.fullPipe.check(1000, true);
    expect(ack(3.3 * S)).toBe(DOWN);
  });

  test("v3: while inflight_hi limits the flight, constant bandwidth has no meaning", () => {
    const { model, state, ack } = inUp(3 * S, { plateauEndsProbe: true });
    model.inflightHi = 200;
    Object.assign(state, { cwnd: 200, cwndLimited: true });
    for (let i = 0; i < 4; i++) model.fullPipe.check(1000, true);
    expect([ack(3.3 * S), model.fullPipe.isFull]).toEqual([UP, false]);
  });

  test("inflight_hi grows by 1, 2, 4 … segments a round while the window is fully used at it", () => {
    const { model, state, ack, round } = inUp();
    model.inflightHi = 100;
    Object.assign(state, { cwnd: 100, cwndLimited: true });
    // cwnd was 200 when UP started, so the first increment takes 200 segments.
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

  test("it does not grow while the window is not fully used, or below it", () => {
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

  test("but at least 70 % of UP's target: the BDP and two segments", () => {
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

  test("losses in CRUISE do not change it", () => {
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

  test("the next probe stops at inflight_hi out of caution, and continues at once if that was safe", () => {
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

  test("a timeout during a probe lowers inflight_hi to 70 % of UP's target", () => {
    const { model, cycle } = inUp();
    cycle.onTimeout(200);
    expect(model.inflightHi).toBe(71);
    const quiet = madeCycle();
    quiet.cycle.onTimeout(200);
    expect(quiet.model.inflightHi).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("after the probe", () => {
  test("the samples of the cycle before the last are dropped", () => {
    const { model, ack, round } = inUp();
    model.maxBw.advance();
    model.maxBw.take(800);
    ack(3.2 * S, { inflightBefore: 200 });
    expect([model.mode, model.maxBw.value]).toEqual([DOWN, 1000]);
    round(3.3 * S);
    expect(model.maxBw.value).toBe(800);
  });

  test("v3 probes at once when marks stop without a loss; v2 does not", () => {
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
