import { describe, expect, it } from "vitest";
import { mixOf, settingsOf, settingsText } from "../../../../src/ui/bench/sound/sound-settings.ts";

describe("what is kept of the sound", () => {
  it("is read as it was written, and says nothing of whether it is on", () => {
    const chosen = { volume: 35, tone: true, rustle: false, ticks: true };
    expect(settingsText(chosen)).toBe("volume=35&tone=on&rustle=off&ticks=on");
    expect(settingsOf(settingsText(chosen))).toEqual(chosen);
  });

  it("is as usual where it cannot be read", () => {
    const usual = { volume: 60, tone: true, rustle: true, ticks: true };
    for (const text of [null, "", "volume=101", "volume=-1", "volume=NaN&tone=%", "{}"])
      expect(settingsOf(text)).toEqual(usual);
  });

  it("is how loud each voice is", () => {
    expect(mixOf({ volume: 50, tone: true, rustle: false, ticks: true })).toEqual({
      volume: 0.25,
      tone: 1,
      rustle: 0,
      ticks: 1,
    });
  });
});
