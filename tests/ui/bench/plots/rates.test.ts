import { describe, expect, it } from "vitest";
import {
  capacityLine,
  capacitySteps,
  highestOf,
  rateAt,
  slidingRate,
  whileAlive,
} from "../../../../src/ui/bench/plots/rates.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

/** A run with samples of a link's rate, one a second. */
function runWith(rateMbps: readonly number[]) {
  const snapshot = madeSnapshot();
  const rateBps = Float64Array.from(rateMbps, (mbps) => mbps * 1e6);
  const links = snapshot.links.map((link) => ({ ...link, rateBps }));
  const samples = { ...snapshot.samples, length: rateMbps.length };
  return { snapshot: { ...snapshot, links, samples }, link: 0 };
}

describe("the capacity over time", () => {
  it("has a step where it was recorded to change", () => {
    expect(capacitySteps(runWith([10, 10, 5, 5, 10]))).toEqual([
      { fromS: 0, value: 10 },
      { fromS: 2, value: 5 },
      { fromS: 4, value: 10 },
    ]);
    expect(highestOf(capacitySteps(runWith([3, 7, 5])))).toBe(7);
  });

  it("follows the handle at once: in a whole run at the start, in a live run from now on", () => {
    const run = runWith([10, 10, 5]);
    expect(capacityLine(run, 12, "first")).toEqual({
      steps: [
        { fromS: 0, value: 12 },
        { fromS: 2, value: 5 },
      ],
      handle: { mbps: 12, untilS: 2 },
    });
    const live = capacityLine(run, 4, "last");
    expect(live).toEqual({
      steps: [
        { fromS: 0, value: 10 },
        { fromS: 2, value: 5 },
        { fromS: 100, value: 4 },
      ],
      handle: { mbps: 4, untilS: undefined },
    });
    expect(highestOf(live.steps)).toBe(10);
    expect(capacityLine(run, 5, "last").steps).toEqual(capacitySteps(run));
  });

  it("stays as recorded where a pattern moves it, or where nothing can be dragged", () => {
    const run = runWith([5, 5, 10]);
    expect(capacityLine(run, 10, "none").steps[0].value).toBe(5);
    expect(capacityLine(run, null, "first")).toEqual({ steps: capacitySteps(run), handle: null });
  });

  it("is the handle's before anything was recorded", () => {
    expect(capacityLine(runWith([]), 8, "last").steps).toEqual([{ fromS: 0, value: 8 }]);
  });
});

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
