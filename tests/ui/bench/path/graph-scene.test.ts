import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  resolvePath,
  type Scenario,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { graphLayout } from "../../../../src/ui/bench/path/graph-layout.ts";
import { graphScene, routesOf } from "../../../../src/ui/bench/path/graph-scene.ts";
import { laneLabels, spokenGraph } from "../../../../src/ui/bench/path/graph-words.ts";

function sceneOf(scenario: Scenario) {
  const layout = graphLayout(resolvePath(scenario.path), routesOf(scenario), 776);
  const flows = scenario.flows.flatMap(({ count }, group) =>
    Array.from({ length: count }, () => ({ group })),
  );
  return graphScene(scenario, flows, layout);
}

const lot = setTopology(defaultScenario(), "parking-lot");

describe("the way of a flow's packets", () => {
  it("ends on its last link, in proportion to what is the link's delay and what the flow's own", () => {
    const [long, first] = sceneOf(lot).flows;
    // 10 ms a hop, 5 ms of the flow's own each way.
    expect(long).toMatchObject({ last: 2, lastBack: null });
    expect(long.lastShare).toBeCloseTo(2 / 3);
    expect(first.last).toBe(0);
  });

  it("comes back over the links of the way back where there are any", () => {
    const both = setParam(defaultScenario(), { scope: "path" }, "reverse-capacity", 5);
    const two = setParam(addFlow(both), { scope: "flow", flow: 1 }, "route", "reverse");
    const [forward, reverse] = sceneOf(two).flows;
    expect(forward).toMatchObject({ last: 0, lastBack: 1, lastShare: 0, lastBackShare: 0 });
    expect(reverse).toMatchObject({ last: 1, lastBack: 0 });
  });

  it("has a place for each flow of a group", () => {
    const gfc = setTopology(defaultScenario(), "gfc-2");
    expect(sceneOf(gfc).flows).toHaveLength(22);
  });
});

describe("the scale of a queue", () => {
  it("is the link's own: a faster link has more packets in the same delay", () => {
    const { scales } = sceneOf(setTopology(defaultScenario(), "dc-wan"));
    const [wan, dc] = scales;
    expect(dc.packetsPerMark).toBeGreaterThan(wan.packetsPerMark);
  });
});

describe("the words of a path", () => {
  it("name links, disciplines and who passes them", () => {
    const words = spokenGraph(lot);
    expect(words).toContain("Hop 1 from R1 to R2, 10 Mbps, CoDel");
    expect(words).toContain("long: 1 flow of NewReno over Hop 1, Hop 2, Hop 3");
  });

  it("call a lane by its route, its number, and what tells it from the others", () => {
    const gfc = setTopology(defaultScenario(), "gfc-2");
    expect([0, 6].map((group) => laneLabels(gfc)[group])).toEqual(["A1", "C 1 to 3"]);
    const mixed = { ...lot, flows: lot.flows.map((flow, i) => (i === 0 ? { ...flow, cc: "cubic" } : flow)) };
    expect(laneLabels(mixed)[0]).toBe("long (CUBIC)");
  });
});
