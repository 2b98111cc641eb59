import { describe, expect, test } from "vitest";
import { presets } from "../../../src/engine/index.ts";
import { snapshotOf, triedPresets } from "../../preset-runs.ts";
import { PRESET_CLAIMS } from "./preset-claims.ts";

test("there are claims for each preset's sentence, and for no other", () => {
  expect(Object.keys(PRESET_CLAIMS).sort()).toEqual(presets.map(({ id }) => id).sort());
  for (const [id, claims] of Object.entries(PRESET_CLAIMS)) expect(Object.keys(claims), id).not.toEqual([]);
});

describe.each(triedPresets.map((preset) => [preset.id, preset] as const))("%s", (id, preset) => {
  test.each(Object.entries(PRESET_CLAIMS[id]))("%s", (_, isTrue) => {
    expect(isTrue({ ...snapshotOf(preset), preset })).toBe(true);
  });
});
