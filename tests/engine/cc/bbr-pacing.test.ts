import { describe, expect, test } from "vitest";
import { BbrPacing } from "../../../src/engine/cc/bbr-pacing.ts";
import { MS, madeState } from "./made-state.ts";

/** What the tests do not say otherwise. */
const STARTUP = { startupGain: 2.885 };

function pacingWith(gain: number): BbrPacing {
  const pacing = new BbrPacing();
  pacing.gain = gain;
  return pacing;
}

describe("pacing (Linux tcp_bbr.c, draft-ietf-ccwg-bbr-05 §5.6.2)", () => {
  test("begins with the initial window over the first round-trip time, times the STARTUP gain, less 1 %", () => {
    const state = madeState({ cwnd: 10, srttNs: 100 * MS });
    pacingWith(2.885).set(state, { bw: 0 }, STARTUP, false);
    expect(state.pacingRate).toBeCloseTo(0.99 * 2.885 * 100, 6);
  });

  test("after a handshake begins at once: by the SYN's round trip, or by 1 ms where it measured none", () => {
    const [measured, unknown] = [
      madeState({ cwnd: 10, srttNs: 50 * MS }),
      madeState({ cwnd: 10, srttNs: 0 }),
    ];
    pacingWith(2.885).start(measured, STARTUP);
    pacingWith(2.885).start(unknown, STARTUP);
    expect([measured.pacingRate, unknown.pacingRate]).toEqual(
      [0.99 * 2.885 * 200, 0.99 * 2.885 * 10_000].map((rate) => expect.closeTo(rate, 6)),
    );
  });

  test("paces at 99 % of gain times bandwidth", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = pacingWith(1.25);
    pacing.set(state, { bw: 1000 }, STARTUP, true);
    expect(state.pacingRate).toBeCloseTo(1237.5, 6);
    pacing.gain = 0.75;
    pacing.set(state, { bw: 1000 }, STARTUP, true);
    expect(state.pacingRate).toBeCloseTo(742.5, 6);
  });

  test("until the pipe has been full the rate does not fall", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = pacingWith(2);
    pacing.set(state, { bw: 1000 }, STARTUP, false);
    pacing.set(state, { bw: 900 }, STARTUP, false);
    expect(state.pacingRate).toBeCloseTo(1980, 6);
  });
});
