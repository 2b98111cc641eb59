import { describe, expect, test } from "vitest";
import {
  addFlow,
  type BooleanParam,
  defaultScenario,
  type NumberParam,
  removeFlow,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  setCc,
  setParam,
  setTopology,
  topologies,
  validateScenario,
} from "../../../src/engine/index.ts";
import { carryOver } from "../../../src/engine/scenario/replace.ts";

const WEIGHT: NumberParam = {
  kind: "number",
  id: "weight",
  label: "Weight",
  unit: "ratio",
  default: 0.5,
  min: 0,
  max: 1,
  step: 0.1,
  scale: "linear",
  help: "How much it counts.",
};
const SWITCH: BooleanParam = {
  kind: "boolean",
  id: "switch",
  label: "Switch",
  default: true,
  help: "On or off.",
};

test("values set by the user stay, all others become the new defaults", () => {
  const to = [{ ...WEIGHT, default: 0.8 }, SWITCH];
  expect(carryOver([WEIGHT, SWITCH], { weight: 0.5, switch: false }, to)).toEqual({
    weight: 0.8,
    switch: false,
  });
  expect(carryOver([WEIGHT], { weight: 0.6 }, to)).toEqual({ weight: 0.6, switch: true });
});

test("a value that the new one does not allow becomes its default", () => {
  expect(carryOver([WEIGHT], { weight: 0.2 }, [{ ...WEIGHT, min: 0.3 }])).toEqual({ weight: 0.5 });
});

test("a switch with only one valid value takes it", () => {
  const fixed: BooleanParam = { ...SWITCH, fixed: { value: true, why: "It reads marks." } };
  expect(carryOver([SWITCH], { switch: false }, [fixed])).toEqual({ switch: true });
  expect(carryOver([WEIGHT], { weight: 1 }, [fixed])).toEqual({ switch: true });
});

const isValid = (scenario: Scenario) =>
  expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });

test("from any path to any other the scenario stays valid", () => {
  for (const { id } of topologies) {
    for (const { id: next } of topologies) isValid(setTopology(setTopology(defaultScenario(), id), next));
  }
});

test("the previous scenario does not change", () => {
  const { scenario } = scenarioFromUrl("path=parking-lot&flow=cc=cubic&link=id=hop1,loss=0.1");
  expect(setTopology(scenario, "parking-lot")).toBe(scenario);
});

test("values set by the user that both declare stay", () => {
  const scenario = setParam(defaultScenario(), { scope: "path" }, "capacity", 20);
  const lot = setTopology(scenario, "parking-lot");
  expect(lot.path.params).toMatchObject({ capacity: 20, hops: 3 });
  expect(setTopology(lot, "dumbbell").path.params.capacity).toBe(20);
});

describe("flows", () => {
  test("come with a path that has its own, and are removed with it while they are unchanged", () => {
    const gfc = setTopology(defaultScenario(), "gfc-2");
    expect(gfc.flows).toHaveLength(12);
    expect(setTopology(gfc, "dumbbell").flows).toEqual(defaultScenario().flows);
  });

  test("stay if the user changed them, on the path's first route", () => {
    const touched = setCc(setTopology(defaultScenario(), "parking-lot"), 1, "cubic");
    const back = setTopology(touched, "dumbbell");
    expect(back.flows.map(({ cc, params }) => [cc, params.route])).toEqual([
      ["newreno", ""],
      ["cubic", ""],
      ["newreno", ""],
      ["newreno", ""],
    ]);
    isValid(back);
  });

  test("are omitted from a link if they are the path's own and unchanged", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    expect(scenarioToUrl(lot)).toBe("v=2&path=parking-lot");
    expect(scenarioToUrl(setCc(lot, 0, "cubic"))).toBe(
      "v=2&path=parking-lot&flow=cc=cubic,rtt=10ms&flow=cc=newreno,rtt=10ms,route=hop1&flow=cc=newreno,rtt=10ms,route=hop2&flow=cc=newreno,rtt=10ms,route=hop3",
    );
    const alone = [3, 2, 1].reduce((scenario, flow) => removeFlow(scenario, flow), lot);
    expect(scenarioToUrl(alone)).toBe("v=2&path=parking-lot&flow=cc=newreno,rtt=10ms");
    expect(scenarioFromUrl(scenarioToUrl(alone)).scenario).toEqual(alone);
  });

  test("short forms are applied to the path's own", () => {
    const { scenario, problems } = scenarioFromUrl("path=parking-lot&cc=cubic&beta-ecn=0.85");
    expect(problems).toEqual([]);
    expect(scenario.flows).toHaveLength(4);
    for (const { cc, params } of scenario.flows) {
      expect(cc).toBe("cubic");
      expect(params["beta-ecn"]).toBe(0.85);
    }
    expect(scenario.flows[3].params.route).toBe("hop3");
  });

  test("a flow added to another path takes its first route", () => {
    const more = addFlow(setTopology(defaultScenario(), "parking-lot"));
    expect(more.flows[4].params.route).toBe("");
    isValid(more);
  });
});

test("settings and changes of links are removed with the links", () => {
  const { scenario } = scenarioFromUrl(
    "path=parking-lot&hops=4&link=id=hop4,loss=0.1&set=5s:link.hop4.loss=0.2&set=6s:rtt=5ms",
  );
  expect(scenario.changes).toHaveLength(2);
  const fewer = setParam(scenario, { scope: "path" }, "hops", 2);
  expect(fewer.path.links).toEqual([]);
  expect(fewer.changes.map(({ atS }) => atS)).toEqual([6]);
  isValid(fewer);
  isValid(setTopology(scenario, "dumbbell"));
});
