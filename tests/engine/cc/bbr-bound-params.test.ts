import { expect, test } from "vitest";
import { BbrBoundSettings, bbrBoundParams } from "../../../src/engine/cc/bbr-bound-params.ts";
import { bbrParams } from "../../../src/engine/cc/bbr-params.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { MS, S } from "./made-state.ts";

const declared = [
  ...bbrParams({ startupGain: 2.77, probeRttIntervalS: 5, cite: "text" }),
  ...bbrBoundParams(0.91, "text"),
];

test("settings take every declared value", () => {
  const settings = new BbrBoundSettings(defaultsOf(declared));
  expect(settings).toMatchObject({
    startupGain: 2.77,
    lossThresh: 0.02,
    beta: 0.7,
    headroom: 0.15,
    downGain: 0.91,
    probeWaitNs: 2 * S,
    ecnMaxRttNs: 5 * MS,
    ecnThresh: 0.5,
    ecnFactor: 1 / 3,
    ecnAlphaGain: 1 / 16,
    hasBudget: true,
  });
  for (const { id, default: value } of declared) expect([id, settings.set(id, value)]).toEqual([id, true]);
  expect(settings.set("bbr-policer", true)).toBe(false);
});

test("ECN up to any RTT", () => {
  const settings = new BbrBoundSettings(defaultsOf(declared));
  settings.set("bbr-ecn-max-rtt", null);
  expect(settings.ecnMaxRttNs).toBe(Number.POSITIVE_INFINITY);
});
