import { describe, expect, test } from "vitest";
import { RedSettings, redParams } from "../../../../src/engine/aqm/red/settings.ts";
import { defaultsOf } from "../../../../src/engine/scenario/places.ts";

const VALUES = defaultsOf(redParams({ weight: 0.002 }));

describe("RED's settings", () => {
  test("are read from the declared parameters", () => {
    expect(new RedSettings(VALUES)).toMatchObject({
      min: { packets: 14, bytes: Number.POSITIVE_INFINITY },
      max: { packets: 42, bytes: Number.POSITIVE_INFINITY },
      maxP: 0.1,
      gentle: true,
      weight: 0.002,
      wait: true,
      meanPacketBytes: 1500,
      marking: true,
      dropsFromMax: false,
      marksForced: false,
    });
  });

  test("accept only their own parameters, and report any other", () => {
    const settings = new RedSettings(VALUES);
    for (const param of redParams({ weight: null })) expect(settings.set(param.id, param.default)).toBe(true);
    expect(settings.weight).toBeNull();
    expect(settings.set("limit", "10p")).toBe(false);
  });

  test.each([
    ["mark-unforced", false, false],
    ["drop", true, false],
    ["mark", false, true],
  ])("above the upper threshold: %s", (value, dropsFromMax, marksForced) => {
    const settings = new RedSettings({ ...VALUES, "red-above-max": value });
    expect([settings.dropsFromMax, settings.marksForced]).toEqual([dropsFromMax, marksForced]);
  });

  test("throw if a value is missing at the start", () => {
    const { "red-pmax": _, ...rest } = VALUES;
    expect(() => new RedSettings(rest)).toThrow("parameter red-pmax must be a number");
  });
});
