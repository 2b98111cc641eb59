import { describe, expect, it } from "vitest";
import {
  capacityLine,
  capacitySteps,
  highestOf,
  rateAt,
  slidingRate,
  whileAlive,
} from "../../../src/ui/plots/sliding-rates.ts";
import { madeSnapshot } from "../core/made-runs.ts";

/** Returns a run with one sample of a link's rate per second. */
function runWith(rateMbps: readonly number[]) {
  const snapshot = madeSnapshot();
  const rateBps = Float64Array.from(rateMbps, (mbps) => mbps * 1e6);
  const links = snapshot.links.map((link) => ({ ...link, rateBps }));
  const samples = { ...snapshot.samples, length: rateMbps.length };
  return { snapshot: { ...snapshot, links, samples }, link: 0 };
}

const steps = (...all: [fromS: number, value: number][]) => all.map(([fromS, value]) => ({ fromS, value }));

describe("the capacity over time", () => {
  it("has a step at each recorded change", () => {
    expect(capacitySteps(runWith([10, 10, 5, 5, 10]))).toEqual(steps([0, 10], [2, 5], [4, 10]));
    expect(highestOf(capacitySteps(runWith([3, 7, 5])))).toBe(7);
  });

  it.each([
    ["follows the handle at once in a whole run, at the start", 12, "first", steps([0, 12], [2, 5]), 2],
    ["and in a live run from now on", 4, "last", steps([0, 10], [2, 5], [100, 4]), undefined],
    ["stays where it is that of the handle", 5, "last", steps([0, 10], [2, 5]), undefined],
    ["stays as recorded where a pattern moves it", 12, "none", steps([0, 10], [2, 5]), 2],
  ] as const)("%s", (_, mbps, held, line, untilS) => {
    expect(capacityLine(runWith([10, 10, 5]), mbps, held)).toEqual({ steps: line, handle: { mbps, untilS } });
  });

  it("stays as recorded if nothing can be dragged, and is the handle's before anything was recorded", () => {
    const run = runWith([5, 5, 10]);
    expect(capacityLine(run, null, "first")).toEqual({ steps: capacitySteps(run), handle: null });
    expect(capacityLine(runWith([]), 8, "last").steps).toEqual(steps([0, 8]));
  });
});

/** At 10 Mbps, 125,000 bytes arrive every 0.1 s. */
const steady = Float64Array.from({ length: 51 }, (_, sample) => sample * 125_000);

describe("the rate over a sliding window", () => {
  it("is the bytes of the window over its length, of at least one sample", () => {
    const rate = slidingRate(steady, 51, 0.1, 1);
    expect([0, 1, 50].map((sample) => rate.mbps[sample])).toEqual([
      Number.NaN,
      expect.closeTo(10),
      expect.closeTo(10),
    ]);
    expect([2.51, 9].map((timeS) => rateAt(rate, timeS))).toEqual([expect.closeTo(10), Number.NaN]);
    expect(slidingRate(steady, 51, 0.1, 0.01).windowS).toBeCloseTo(0.1);
  });

  it("forgets a burst after the window and not before", () => {
    const burst = Float64Array.from({ length: 31 }, (_, sample) => (sample >= 10 ? 125_000 : 0));
    const { mbps } = slidingRate(burst, 31, 0.1, 1);
    const one = expect.closeTo(1);
    expect([9, 10, 19, 20].map((sample) => mbps[sample])).toEqual([0, one, one, 0]);
  });

  it("is absent while the flow is not active", () => {
    const { mbps } = whileAlive(slidingRate(steady, 51, 0.1, 1), { startS: 1, stopS: 3 });
    expect([9, 10, 40, 41].map((sample) => Number.isNaN(mbps[sample]))).toEqual([true, false, false, true]);
  });
});
