import { describe, expect, test } from "vitest";
import { BbrProbeRtt, isRestart } from "../../../src/engine/cc/bbr-probe-rtt.ts";
import { BbrRound } from "../../../src/engine/cc/bbr-round.ts";
import { madeSample } from "./made-sample.ts";
import { MS, madeState } from "./made-state.ts";

function entered(durationNs = 200 * MS) {
  const round = new BbrRound();
  const probe = new BbrProbeRtt(durationNs);
  probe.enter(1000);
  const ack = (deliveredTotal: number, priorDelivered: number, inflight: number, nowNs: number) => {
    const sample = madeSample({ nowNs, deliveredTotal, priorDelivered });
    round.take(sample);
    return probe.take(madeState({ inflight }), sample, 4, round);
  };
  return { probe, ack };
}

describe("PROBE_RTT (Linux tcp_bbr.c, draft-ietf-ccwg-bbr-05 §5.3.4.3)", () => {
  test("lasts 200 ms from where only four segments are in flight", () => {
    const { ack } = entered();
    expect(ack(1001, 900, 99, 0)).toBe(false);
    expect(ack(1096, 990, 4, 90 * MS)).toBe(false);
    expect(ack(1098, 1096, 4, 190 * MS)).toBe(false);
    expect(ack(1100, 1098, 4, 289 * MS)).toBe(false);
    expect(ack(1102, 1100, 4, 291 * MS)).toBe(true);
  });

  test("and a round trip at least", () => {
    const { ack } = entered();
    ack(1096, 990, 4, 0);
    expect(ack(1098, 1090, 4, 900 * MS)).toBe(false);
    expect(ack(1100, 1096, 4, 1000 * MS)).toBe(true);
  });

  test("what was sent under the small window understates the bandwidth; what was sent before and after does not", () => {
    const { probe, ack } = entered();
    ack(1096, 990, 4, 0);
    const understates = (priorDelivered: number) => probe.understates(madeSample({ priorDelivered }));
    expect([999, 1000, 1100, 1101].map(understates)).toEqual([false, true, true, false]);
    expect(probe.understates(madeSample({ priorDelivered: 5, isAppLimited: true }))).toBe(true);
  });

  test("nothing is small before the first one", () => {
    expect(new BbrProbeRtt(1).understates(madeSample({ priorDelivered: 0 }))).toBe(false);
  });

  test("the first segment after a silence of the application makes a probe needless", () => {
    const restart = { deliveredTotal: 50, priorDelivered: 49, isAppLimited: true };
    expect(isRestart(madeSample(restart))).toBe(true);
    expect(isRestart(madeSample({ ...restart, isAppLimited: false }))).toBe(false);
    expect(isRestart(madeSample({ ...restart, priorDelivered: 40 }))).toBe(false);
  });
});
