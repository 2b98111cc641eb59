import { expect, test } from "vitest";
import { applySettings, type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { MOST_CHANGES } from "../../../src/engine/scenario/changes.ts";

/** Applies settings to an existing scenario. url.test.ts tests settings on the default scenario. */
function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(fragment);
  expect(problems).toEqual([]);
  return scenario;
}

test("a named link is changed; the others of a custom path stay", () => {
  const base = scenarioOf("path=custom&link=id=a,capacity=20Mbps&link=id=b,capacity=5Mbps");
  const { scenario, problems } = applySettings(base, [{ key: "link", text: "id=b,capacity=8Mbps" }]);
  expect(problems).toEqual([]);
  expect(scenario.path.links.map(({ id, params }) => [id, params.capacity])).toEqual([
    ["a", 20],
    ["b", 8],
  ]);
});

test("changes are inserted in order of time, up to the limit of a run", () => {
  const base = scenarioOf("set=10s:beta-ecn=0.7&set=30s:beta-ecn=0.9");
  const added = applySettings(base, [{ key: "set", text: "20s:beta-ecn=0.8" }]);
  expect(added.scenario.changes.map(({ atS }) => atS)).toEqual([10, 20, 30]);
  const many = Array.from({ length: MOST_CHANGES }, (_, i) => ({ key: "set", text: `${i}s:beta-ecn=0.8` }));
  const { scenario, problems } = applySettings(base, many);
  expect(scenario.changes).toHaveLength(MOST_CHANGES);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining(`at most ${MOST_CHANGES}, got ${MOST_CHANGES + 2}`),
  ]);
});
