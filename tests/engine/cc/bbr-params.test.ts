import { expect, test } from "vitest";
import { BbrSettings, bbrParams } from "../../../src/engine/cc/bbr-params.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { MS, S } from "./made-state.ts";

const declared = bbrParams({ startupGain: 2.885, probeRttIntervalS: 10, cite: "text" });

test("settings take every declared value, times in ns", () => {
  const settings = new BbrSettings(defaultsOf(declared));
  expect(settings).toMatchObject({
    startupGain: 2.885,
    drainGain: 0.347,
    cwndGain: 2,
    probeRttIntervalNs: 10 * S,
    probeRttTimeNs: 200 * MS,
    quantumBy: "kernel",
  });
  expect(settings.set("bbr-cwnd-gain", 3)).toBe(true);
  expect(settings.cwndGain).toBe(3);
});

test("a parameter that is not theirs is left to others, a missing value is said", () => {
  expect(new BbrSettings(defaultsOf(declared)).set("beta-ecn", 1)).toBe(false);
  expect(() => new BbrSettings({})).toThrow("bbr-startup-gain");
});
