/** The same scenario gives the same bits: on every machine, in every JS engine, from one version to the next. */
import { describe, expect, test } from "vitest";
import { presets, runScenario, scenarioFromUrl, scenarioToUrl } from "../src/engine/index.ts";
import { expectGolden } from "./golden/golden-file.ts";

const runs = presets.map(({ id, scenario }) => ({ id, scenario, digest: runScenario(scenario).digest() }));

describe("determinism", () => {
  test("the presets give the digests that are written down", () => {
    expectGolden("digests", `${runs.map(({ id, digest }) => `${digest}  ${id}`).join("\n")}\n`);
  });

  test.each(runs)(
    "$id gives the same digest again, also by way of its link and of JSON",
    ({ scenario, digest }) => {
      expect(runScenario(scenarioFromUrl(scenarioToUrl(scenario)).scenario).digest()).toBe(digest);
      expect(runScenario(JSON.parse(JSON.stringify(scenario))).digest()).toBe(digest);
    },
  );

  test("no two presets share a digest", () => {
    expect(new Set(runs.map(({ digest }) => digest)).size).toBe(presets.length);
  });
});
