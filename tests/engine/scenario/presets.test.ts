import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { presets, scenarioToUrl, validateScenario } from "../../../src/engine/index.ts";
import { snapshotOf, triedPresets } from "../../preset-runs.ts";
import { saidIn, settingsIn } from "../../teaching/claims.ts";
import { PRESET_CLAIMS } from "./preset-claims.ts";

test("each sentence of a preset has claims, and no other sentence has claims", () => {
  expect(Object.keys(PRESET_CLAIMS).sort()).toEqual(presets.map(({ id }) => id).sort());
  for (const [id, claims] of Object.entries(PRESET_CLAIMS)) expect(Object.keys(claims), id).not.toEqual([]);
});

test("each number and each absolute word in a sentence is a setting or has a claim", () => {
  const bare = presets.flatMap(({ id, sentence, scenario }) => {
    const settings = settingsIn(scenario);
    const claims = Object.keys(PRESET_CLAIMS[id]).join("; ").toLowerCase();
    const { numbers, words } = saidIn(sentence);
    const left = [...numbers, ...words].filter((one) => !settings.includes(one) && !claims.includes(one));
    return left.map((one) => `${id}: ${one}`);
  });
  expect(bare).toEqual([]);
});

describe.each(triedPresets.map((preset) => [preset.id, preset] as const))("%s", (id, preset) => {
  test.each(Object.entries(PRESET_CLAIMS[id]))("%s", (_, isTrue) => {
    expect(isTrue({ ...snapshotOf(preset), preset })).toBe(true);
  });
});

const traces = resolve(import.meta.dirname, "../../../public/traces");

test("the first preset is the default scenario", () => {
  expect(scenarioToUrl(presets[0].scenario)).toBe("v=2");
});

test("every preset is valid, differs from the others, and has one sentence and one question", () => {
  expect(presets.length).toBeGreaterThanOrEqual(8);
  for (const { id, label, scenario, sentence, question } of presets) {
    expect(validateScenario(scenario), id).toEqual({ scenario, problems: [], isOld: false });
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(label.length, id).toBeLessThan(30);
    expect(sentence, id).toMatch(/^[A-Z][^?]*\.$/);
    expect(question, id).toMatch(/^[A-Z][^?]*\?$/);
  }
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
  expect(new Set(presets.map(({ scenario }) => scenarioToUrl(scenario))).size).toBe(presets.length);
});

test("the kernel's trace that a preset names exists", () => {
  const named = presets.flatMap(({ trace }) => trace ?? []);
  expect(named).toHaveLength(5);
  for (const trace of named) expect(existsSync(join(traces, `${trace}.csv`)), trace).toBe(true);
});
