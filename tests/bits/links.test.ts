/**
 * Checks the list of scenario URLs: the list contains every algorithm, path and setting, and every change during a
 * run.
 */
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  queueDisciplines,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  topologies,
  trafficKinds,
} from "../../src/engine/index.ts";
import type { Param, ParamValues } from "../../src/engine/params/param.ts";
import { allLinks, starredLinks } from "./links.ts";

/** The part of a scenario that a group of settings belongs to. */
interface Owner {
  readonly id: string;
  readonly params: readonly Param[];
}

const shared = (scope: "run" | "tcp"): Owner => ({
  id: scope,
  params: declaredParams(defaultScenario(), { scope }),
});

const algorithms: readonly Owner[] = [
  ...queueDisciplines,
  ...congestionControls,
  ...trafficKinds,
  ...topologies,
];
const owners: readonly Owner[] = [
  ...algorithms,
  shared("run"),
  shared("tcp"),
  { id: "flow", params: declaredParams(defaultScenario(), { scope: "flow", flow: 0 }) },
];

const scenarios = allLinks.map((link) => scenarioFromUrl(`#${link}`).scenario);

/** Returns the values of a scenario, each with the part of the scenario that it belongs to. */
function valuesIn({ run, path, queue, tcp, flows }: Scenario): [string, ParamValues][] {
  return [
    ["run", run],
    ["tcp", tcp],
    [path.topology, path.params],
    [queue.aqm, queue.params],
    ...flows.flatMap(({ cc, traffic, params }): [string, ParamValues][] =>
      [cc, traffic, "flow"].map((id) => [id, params]),
    ),
  ];
}

const isFree = (param: Param) => !("fixed" in param && param.fixed !== undefined);

describe("the links whose results must be the same in every browser", () => {
  test("there are 250 links, forty of them for every `npm test`, each in the form that the page writes and without faults", () => {
    expect([new Set(allLinks).size, new Set(starredLinks).size]).toEqual([250, 40]);
    const read = allLinks.map((link) => scenarioFromUrl(`#${link}`));
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.map(({ scenario }) => scenarioToUrl(scenario))).toEqual(allLinks);
  });

  test.each([
    ["all", allLinks],
    ["the forty", starredLinks],
  ])("%s together contain every queue, sender, kind of traffic and path", (_, links) => {
    const used = links
      .map((link) => scenarioFromUrl(`#${link}`).scenario)
      .flatMap((scenario) => valuesIn(scenario).map(([id]) => id));
    expect(algorithms.map(({ id }) => id).filter((id) => !used.includes(id))).toEqual([]);
  });

  test("together set each declared setting to a value other than its default", () => {
    const apart = new Set<string>();
    for (const [id, values] of scenarios.flatMap(valuesIn)) {
      const params = owners.find((owner) => owner.id === id)?.params ?? [];
      for (const param of params) if (values[param.id] !== param.default) apart.add(`${id} ${param.id}`);
    }
    const all = owners.flatMap(({ id, params }) => params.filter(isFree).map((param) => `${id} ${param.id}`));
    expect(all.filter((one) => !apart.has(one))).toEqual([]);
  });

  test("together change the queue, the sender and each changeable setting during a run", () => {
    const changed = new Set(scenarios.flatMap(({ changes }) => changes.map(({ id }) => id)));
    const live = owners.flatMap(({ params }) => params.filter(({ live }) => live !== false));
    const names = ["aqm", "cc", ...live.filter(isFree).map(({ id }) => id)];
    expect([...new Set(names)].filter((id) => !changed.has(id))).toEqual([]);
  });
});
