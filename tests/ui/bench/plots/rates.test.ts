import { describe, expect, it } from "vitest";
import { rateAt, slidingRate, whileAlive } from "../../../../src/ui/bench/plots/rates.ts";

/** 10 Mbps: 125,000 bytes per 0.1 s. */
const steady = Float64Array.from({ length: 51 }, (_, sample) => sample * 125_000);

describe("the rate over a sliding window", () => {
  it("is the bytes of the window over its length", () => {
    const rate = slidingRate(steady, 51, 0.1, 1);
    expect(rate.mbps[0]).toBeNaN();
    expect(rate.mbps[1]).toBeCloseTo(10);
    expect(rate.mbps[50]).toBeCloseTo(10);
    expect(rateAt(rate, 2.51)).toBeCloseTo(10);
    expect(rateAt(rate, 9)).toBeNaN();
  });

  it("forgets a burst after the window and not before", () => {
    const burst = Float64Array.from({ length: 31 }, (_, sample) => (sample >= 10 ? 125_000 : 0));
    const { mbps } = slidingRate(burst, 31, 0.1, 1);
    expect(mbps[9]).toBe(0);
    expect(mbps[10]).toBeCloseTo(1);
    expect(mbps[19]).toBeCloseTo(1);
    expect(mbps[20]).toBe(0);
  });

  it("uses one sample where the window is shorter than the interval", () => {
    expect(slidingRate(steady, 51, 0.1, 0.01).windowS).toBeCloseTo(0.1);
  });

  it("is absent while the flow is", () => {
    const alive = whileAlive(slidingRate(steady, 51, 0.1, 1), { startS: 1, stopS: 3 });
    expect(alive.mbps[9]).toBeNaN();
    expect(alive.mbps[10]).toBeCloseTo(10);
    expect(alive.mbps[40]).toBeCloseTo(10);
    expect(alive.mbps[41]).toBeNaN();
  });
});
