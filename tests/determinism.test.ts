/** The same scenario gives the same bits: on every machine, in every JS engine, from one version to the next. */
import { describe, expect, test } from "vitest";
import { presets, runScenario, scenarioFromUrl, scenarioToUrl } from "../src/engine/index.ts";
import { expectGolden } from "./golden/golden-file.ts";

describe("determinism", () => {
  test("the presets give the digests that are written down", () => {
    const lines = presets.map(({ id, scenario }) => `${runScenario(scenario).digest()}  ${id}`);
    expectGolden("digests", `${lines.join("\n")}\n`);
  });

  test.each(presets.map(({ id, scenario }) => [id, scenario] as const))(
    "%s gives the same digest again, also by way of its link and of JSON",
    (_, scenario) => {
      const digest = runScenario(scenario).digest();
      expect(runScenario(scenarioFromUrl(scenarioToUrl(scenario)).scenario).digest()).toBe(digest);
      expect(runScenario(JSON.parse(JSON.stringify(scenario))).digest()).toBe(digest);
    },
  );

  test("no two presets share a digest", () => {
    const digests = presets.map(({ scenario }) => runScenario(scenario).digest());
    expect(new Set(digests).size).toBe(presets.length);
  });
});
