import { expect, test } from "vitest";
import { bbr1 } from "../../../../src/engine/cc/bbr/bbr1.ts";
import { bbr2 } from "../../../../src/engine/cc/bbr/bbr2.ts";
import { bbr3 } from "../../../../src/engine/cc/bbr/bbr3.ts";
import { BbrSettings } from "../../../../src/engine/cc/bbr/params.ts";
import { defaultsOf } from "../../../../src/engine/scenario/places.ts";
import { MS, S } from "../made.ts";
import { madeSettings } from "./made-bbr.ts";

test.each([bbr1, bbr2, bbr3])("$label's settings accept every declared value, and no other", ({ params }) => {
  const settings = new BbrSettings(params, defaultsOf(params));
  for (const { id, default: value } of params) expect([id, settings.set(id, value)]).toEqual([id, true]);
  expect(settings.set("beta-ecn", 1)).toBe(false);
  expect(() => new BbrSettings(params, {})).toThrow("bbr-startup-gain");
});

test("times are in ns, and ECN may count up to any RTT", () => {
  const settings = madeSettings({ "bbr-probe-rtt-interval": 7, "bbr-ecn-max-rtt": null });
  expect(settings).toMatchObject({
    probeRttIntervalNs: 7 * S,
    probeRttTimeNs: 200 * MS,
    probeWaitNs: 2 * S,
    ecnMaxRttNs: Number.POSITIVE_INFINITY,
  });
});
