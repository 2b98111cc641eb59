import { describe, expect, it } from "vitest";
import {
  delayLevel,
  HIGHEST_HZ,
  LOWEST_HZ,
  pitchHz,
  roundReach,
  rustleGain,
  rustleHz,
  semitonesOfHalf,
  toneGain,
  volumeGain,
} from "../../../../src/ui/bench/sound/sound-mapping.ts";

describe("the pitch of a window", () => {
  it("goes from 110 to 880 Hz over the reach, whatever that is", () => {
    expect([LOWEST_HZ, HIGHEST_HZ]).toEqual([110, 880]);
    for (const reach of [
      { low: 8, high: 256 },
      { low: 1, high: 65536 },
    ]) {
      expect(pitchHz(reach.low, reach)).toBeCloseTo(110);
      expect(pitchHz(reach.high, reach)).toBeCloseTo(880);
    }
    expect(pitchHz(32, { low: 32, high: 64 })).toBeCloseTo(440);
  });

  it("falls by the same interval for the same ratio, wherever: an octave for half where there is room", () => {
    const wide = { low: 8, high: 256 };
    const ratio = (from: number) => pitchHz(from / 2, wide) / pitchHz(from, wide);
    expect(ratio(200)).toBeCloseTo(ratio(40));
    expect(semitonesOfHalf(wide)).toBeCloseTo(7.2);
    expect(semitonesOfHalf({ low: 32, high: 128 })).toBe(12);
    expect(12 * Math.log2(ratio(100))).toBeCloseTo(-7.2);
  });

  it("is none without a window", () => {
    for (const none of [0, Number.NaN]) {
      expect(pitchHz(none, { low: 1, high: 2 })).toBeNaN();
      expect(toneGain(pitchHz(none, { low: 1, high: 2 }))).toBe(0);
    }
  });

  it("is on one scale for two runs that differ a little", () => {
    expect(roundReach(9, 170)).toEqual({ low: 8, high: 256 });
    expect(roundReach(10, 190)).toEqual({ low: 8, high: 256 });
    expect(roundReach(64, 64)).toEqual({ low: 64, high: 128 });
    expect(roundReach(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBeNull();
  });
});

describe("the rustle of a queue", () => {
  it("is louder and brighter the longer packets wait, and none where none does", () => {
    const levels = [0, 1, 2, 16, 255].map((ms) => delayLevel(ms, 255));
    expect(levels.map((level) => Number(level.toFixed(3)))).toEqual([0, 0.125, 0.198, 0.511, 1]);
    expect(levels.map((level) => Number(rustleGain(level).toFixed(2)))).toEqual([0, 0.09, 0.14, 0.36, 0.7]);
    expect(levels.map(rustleHz).map(Math.round)).toEqual([300, 357, 395, 609, 1200]);
    expect([delayLevel(Number.NaN, 64), delayLevel(5, 0)]).toEqual([0, 0]);
  });
});

describe("loudness", () => {
  it("gives low notes more, and half of the volume a quarter of the amplitude", () => {
    expect(toneGain(LOWEST_HZ)).toBeGreaterThan(1.5 * toneGain(HIGHEST_HZ));
    expect([0, 50, 100].map(volumeGain)).toEqual([0, 0.25, 1]);
  });
});
