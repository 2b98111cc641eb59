import { describe, expect, test } from "vitest";
import { PieSettings, pieParams } from "../../../../src/engine/aqm/pie/settings.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";

const VALUES: ParamValues = {
  target: 15,
  update: 16,
  "max-burst": 150,
  "pie-alpha": 0.125,
  "pie-beta": 1.25,
  "aqm-ecn": true,
  "pie-ecn-drop": false,
};

describe("PIE's settings (RFC 8033 §4)", () => {
  test("take times in ms and gains per second", () => {
    expect(new PieSettings(VALUES)).toMatchObject({
      targetNs: 15e6,
      updateNs: 16e6,
      maxBurstNs: 150e6,
      alphaPerS: 0.125,
      betaPerS: 1.25,
      marking: true,
      dropsAboveTenPercent: false,
    });
  });

  test("accept only their own parameters, and report any other", () => {
    const settings = new PieSettings(VALUES);
    expect([settings.set("target", 20), settings.set("limit", "10p")]).toEqual([true, false]);
    expect(settings).toMatchObject({ targetNs: 20e6, updateNs: 16e6 });
  });

  test("throw if a value is missing at the start", () => {
    const { target: _, ...rest } = VALUES;
    expect(() => new PieSettings(rest)).toThrow("parameter target must be a number");
  });

  test("a kernel's ticks lengthen the update period, whichever of the two is set first", () => {
    const settings = new PieSettings({ ...VALUES, "update-tick": 4 });
    expect(settings.updateNs).toBe(20e6);
    settings.set("update", 30);
    expect(settings.updateNs).toBe(36e6);
    settings.set("update-tick", 1);
    expect(settings.updateNs).toBe(31e6);
    settings.set("update-tick", null);
    expect(settings.updateNs).toBe(30e6);
  });

  test("a kernel before 4.8 does not round the period to ticks", () => {
    const ids = (ticks: boolean) =>
      pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks }).map(({ id }) => id);
    expect([ids(true).includes("update-tick"), ids(false).includes("update-tick")]).toEqual([true, false]);
  });
});
