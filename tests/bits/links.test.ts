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

/** Advice for a failing test. */
const ADD = "add a link to tests/bits/links.txt";

const isFree = (param: Param) => !("fixed" in param && param.fixed !== undefined);

describe("the links whose results must be the same in every browser", () => {
  test("there are at least 250 links, 40 of them for every `npm test`, each once, in the form that the page writes and without faults", () => {
    expect(allLinks.length).toBeGreaterThanOrEqual(250);
    expect(starredLinks.length).toBeGreaterThanOrEqual(40);
    expect(allLinks.filter((link, i) => allLinks.indexOf(link) !== i)).toEqual([]);
    const read = allLinks.map((link) => scenarioFromUrl(`#${link}`));
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.map(({ scenario }) => scenarioToUrl(scenario))).toEqual(allLinks);
  });

  test.each([
    ["all", allLinks],
    ["those with a star", starredLinks],
  ])("%s together contain every queue, sender, kind of traffic and path", (_, links) => {
    const used = links
      .map((link) => scenarioFromUrl(`#${link}`).scenario)
      .flatMap((scenario) => valuesIn(scenario).map(([id]) => id));
    const missing = algorithms.map(({ id }) => id).filter((id) => !used.includes(id));
    expect(missing, `${ADD}, with a star, that uses each of these`).toEqual([]);
  });

  test("together set each declared setting to a value other than its default", () => {
    const apart = new Set<string>();
    for (const [id, values] of scenarios.flatMap(valuesIn)) {
      const params = owners.find((owner) => owner.id === id)?.params ?? [];
      for (const param of params) if (values[param.id] !== param.default) apart.add(`${id} ${param.id}`);
    }
    const all = owners.flatMap(({ id, params }) => params.filter(isFree).map((param) => `${id} ${param.id}`));
    const missing = all.filter((one) => !apart.has(one));
    expect(missing, `${ADD} that sets each of these to a value other than its default`).toEqual([]);
  });

  test("together change the queue, the sender and each changeable setting during a run", () => {
    const changed = new Set(scenarios.flatMap(({ changes }) => changes.map(({ id }) => id)));
    const live = owners.flatMap(({ params }) => params.filter(({ live }) => live !== false));
    const names = ["aqm", "cc", ...live.filter(isFree).map(({ id }) => id)];
    const missing = [...new Set(names)].filter((id) => !changed.has(id));
    expect(missing, `${ADD} that changes each of these during the run ("set=")`).toEqual([]);
  });
});
