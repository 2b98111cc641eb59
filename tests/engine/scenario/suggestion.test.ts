import { expect, test } from "vitest";
import {
  applySuggestion,
  defaultScenario,
  queueDisciplines,
  scenarioFromUrl,
  setAqm,
  setLinkAqm,
  suggestionAt,
  validateScenario,
} from "../../../src/engine/index.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("an algorithm that suggests nothing leaves the scenario as it is", () => {
  const scenario = defaultScenario();
  for (const place of [{ scope: "queue" }, { scope: "run" }, { scope: "flow", flow: 0 }] as const) {
    expect(suggestionAt(scenario, place)).toBeNull();
    expect(applySuggestion(scenario, place)).toBe(scenario);
  }
});

test("what any discipline suggests is valid, for the scenario's queue and for a link's own", () => {
  const suggesting = queueDisciplines.filter(({ suggestion }) => suggestion !== undefined);
  expect(suggesting.length).toBeGreaterThan(0);
  for (const { id } of suggesting) {
    for (const fragment of [
      "",
      "capacity=50kbps&rtt=2s",
      "capacity=10Gbps&rtt=1us&duration=10s",
      "flows=1000",
    ]) {
      const scenario = applySuggestion(setAqm(read(fragment), id), { scope: "queue" });
      expect(validateScenario(scenario)).toEqual({ scenario, problems: [], kept: [] });
    }
  }
});

test("a link's queue is fitted to the link: PI with other gains on the fast one than on the slow one", () => {
  let scenario = read("path=dc-wan&aqm=pi");
  for (const link of ["dc", "wan"]) {
    scenario = applySuggestion(setLinkAqm(scenario, link, "pi"), { scope: "link-queue", link });
  }
  const gains = scenario.path.links.map(({ queue }) => queue?.params["pi-a"]);
  expect(gains).toHaveLength(2);
  expect(gains[0]).not.toBe(gains[1]);
  expect(scenario.queue.params).toEqual(read("aqm=pi").queue.params);
});
