import { describe, expect, test } from "vitest";
import { CRUISE, DRAIN, PROBE_RTT, STARTUP } from "../../../src/engine/cc/bbr-path-model.ts";
import { bbr2 } from "../../../src/engine/cc/bbr2.ts";
import { bbr3 } from "../../../src/engine/cc/bbr3.ts";
import { ask, onTimeout } from "./explained.ts";
import { ALPHA, BURST, BW, GAIN, INFLIGHT_HI, INFLIGHT_LO, MIN_RTT, MODE, madeBbr } from "./made-bbr.ts";
import { MadePath, type PathSettings } from "./made-path.ts";
import { MS, S } from "./made-state.ts";

/** 1000 segments per second and 100 ms: a BDP of 100, 101 with the segment on the wire. */
function made(definition = bbr2, settings: Partial<PathSettings> = {}, values = {}) {
  const cc = madeBbr(definition, values);
  const path = new MadePath(cc, settings);
  return { cc, path, untilMode: (mode: number) => path.runUntil(() => cc.probe(MODE) === mode) };
}

describe.each([
  ["v2", bbr2],
  ["v3", bbr3],
])("BBR%s on a path of its own", (_, definition) => {
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
    // 4.2 segments of the rate, more where it probes, and 22.6 of 64 kB halved once.
    expect(cc.probe(BURST)).toBeGreaterThanOrEqual(26);
    expect(path.state.burst).toBe(cc.probe(BURST));
    expect(path.state.cwnd).toBeGreaterThanOrEqual(78);
    cc.configure("bbr-quantum", "single");
    cc.configure("bbr-budget", false);
    path.runFor(1 * S);
    expect(path.state.burst).toBe(1);
    expect(path.state.cwnd).toBeLessThan(20);
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

  test("a shallow buffer: bounds the flight, and overflows it rarely", () => {
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

  test("a timeout leaves a bound of the window from before", () => {
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
    // The small window would let Reno grow back at once: a probe follows, and lifts the bound.
    state.inLoss = false;
    path.runFor(250 * MS);
    expect(cc.probe(INFLIGHT_LO)).toBe(Number.NaN);
    expect(state.cwnd).toBeGreaterThanOrEqual(before);
  });

  test("loss and mark ask for no reduction; an unknown parameter is said", () => {
    const { cc, path } = made(definition);
    path.state.cwnd = 50;
    expect([cc.ssthreshAfterLoss(path.state), cc.ssthreshAfterMark(path.state)]).toEqual([50, 50]);
    expect(() => cc.configure("beta-ecn", 1)).toThrow("beta-ecn");
  });

  test("parameters take effect in mid-run", () => {
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

  test("on a path longer than 5 ms marks change nothing, unless it is set so", () => {
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
  test("end STARTUP when many ACKs of a round tell of them and more than 2 % are lost", () => {
    const lossy = { rate: 1e5, drops: (seq: number) => seq > 500 && seq % 10 === 0 };
    const { cc, path, untilMode } = made(bbr2, lossy);
    expect(untilMode(DRAIN)).toBe(true);
    expect(cc.probe(BW)).toBeLessThan(50_000);
    expect(cc.probe(INFLIGHT_HI)).toBeGreaterThan(100);
    expect(path.sample.lostTotal).toBeGreaterThan(8);
  });

  test("in CRUISE set lower bounds of 70 %, which the next probe lifts", () => {
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

describe("says why", () => {
  test("STARTUP ended for want of bandwidth, with phase, path and pacing", () => {
    const { cc, path, untilMode } = made();
    untilMode(DRAIN);
    const { ssthresh } = path.state;
    const said = ask(cc, path.state, { event: "slowStartExit", before: ssthresh, after: ssthresh });
    expect(said.sentences[0]).toMatch(/^The bandwidth estimate grew by less than a quarter/);
    expect(said.sentences[2]).toBe(
      "BBRv2 is in DRAIN, at a pacing gain of 0.347, and takes the path for 1000 segments/s with a smallest RTT of 101 ms.",
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
    expect(first).toBe(`${start} STARTUP is over before the bandwidth has stopped growing.`);
  });

  test("a timeout gives the window back within the bound that it leaves", () => {
    const { cc, path, untilMode } = made(bbr3);
    untilMode(CRUISE);
    const { cwnd } = path.state;
    expect(onTimeout(cc, path.state, { owns: true }).sentences[2]).toBe(
      `The window from before, ${cwnd} segments, is back when the repair is over, as far as allowed by inflight_lo = ${cwnd} segments.`,
    );
  });
});
