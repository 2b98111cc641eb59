import { describe, expect, test } from "vitest";
import { BbrPacing } from "../../../src/engine/cc/bbr-pacing.ts";
import { MS, madeState } from "./made-state.ts";

describe("pacing (Linux tcp_bbr.c, draft-ietf-ccwg-bbr-05 §5.6.2)", () => {
  test("begins with the initial window over the first round-trip time, times the STARTUP gain, less 1 %", () => {
    const state = madeState({ cwnd: 10, srttNs: 100 * MS });
    new BbrPacing().set(state, 0, 2.885, 2.885, false);
    expect(state.pacingRate).toBeCloseTo(0.99 * 2.885 * 100, 6);
  });

  test("paces at 99 % of gain times bandwidth", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = new BbrPacing();
    pacing.set(state, 1000, 1.25, 2.885, true);
    expect(state.pacingRate).toBeCloseTo(1237.5, 6);
    pacing.set(state, 1000, 0.75, 2.885, true);
    expect(state.pacingRate).toBeCloseTo(742.5, 6);
  });

  test("until the pipe has been full the rate does not fall", () => {
    const state = madeState({ cwnd: 10 });
    const pacing = new BbrPacing();
    pacing.set(state, 1000, 2, 2, false);
    pacing.set(state, 900, 2, 2, false);
    expect(state.pacingRate).toBeCloseTo(1980, 6);
  });
});
