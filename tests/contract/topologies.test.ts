/** Tests the contract of every topology for any parameters. It loops over the registry. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { congestionControls, trafficKinds } from "../../src/engine/algorithms.ts";
import {
  defaultScenario,
  type PathSpec,
  resolvePath,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  setTopology,
  validateScenario,
} from "../../src/engine/index.ts";
import type { Param, ParamValues } from "../../src/engine/params/param.ts";
import { isAllowed } from "../../src/engine/params/value-text.ts";
import { topologies } from "../../src/engine/registered.ts";
import { MOST_FLOWS } from "../../src/engine/scenario/normalise.ts";
import { MOST_LINKS, MOST_ROUTES } from "../../src/engine/scenario/normalise-path.ts";
import { defaultsOf, flowParams } from "../../src/engine/scenario/places.ts";
import { LINK_PARAMS } from "../../src/engine/topologies/link-params.ts";
import type { Topology, TopologyDefinition } from "../../src/engine/topologies/topology.ts";
import { isPathName } from "../../src/engine/topologies/topology.ts";
import { cases } from "../effort.ts";
import { anyValuesOf } from "./sequences.ts";
import { expectSameSliced, runWatched } from "./witness.ts";

/**
 * Returns parameter values with both ends of each range, one parameter at a time and all together, with every option,
 * and with an empty value if allowed.
 */
function extremesOf(params: readonly Param[]): ParamValues[] {
  const usual = defaultsOf(params);
  const ends = params.flatMap((param): ParamValues[] => {
    if (param.kind === "number") {
      const values = [param.min, param.max, ...(param.noneLabel === undefined ? [] : [null])];
      return values.map((value) => ({ [param.id]: value }));
    }
    if (param.kind === "boolean") return [true, false].map((value) => ({ [param.id]: value }));
    if (param.kind === "enum") return param.options.map(({ value }) => ({ [param.id]: value }));
    return [];
  });
  const all = (end: "min" | "max"): ParamValues =>
    Object.fromEntries(
      params.filter((param) => param.kind === "number").map((param) => [param.id, param[end]]),
    );
  return [{}, ...ends, all("min"), all("max")].map((values) => ({ ...usual, ...values }));
}

/**
 * Checks the links from the first node of one link to the last node of another: each link starts where the previous
 * one ends, and occurs once.
 */
function expectChained({ links }: Topology, ids: readonly string[]): { from: string; to: string } {
  const chain = ids.map((id) => links.find((link) => link.id === id));
  expect(chain).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
  for (let i = 1; i < chain.length; i++) expect(chain[i]?.from).toBe(chain[i - 1]?.to);
  return { from: chain[0]?.from ?? "", to: chain[chain.length - 1]?.to ?? "" };
}

function expectValid(topology: Topology): void {
  const { nodes, links, routes } = topology;
  for (const ids of [nodes, links, routes].map((parts) => parts.map(({ id }) => id))) {
    expect(new Set(ids).size).toBe(ids.length);
  }
  for (const { id } of [...links, ...routes]) expect([id, isPathName(id)]).toEqual([id, true]);
  expect([links.length >= 1, links.length <= MOST_LINKS]).toEqual([true, true]);
  expect([routes.length >= 1, routes.length <= MOST_ROUTES]).toEqual([true, true]);
  for (const { from, to, params } of links) {
    expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([from, to]));
    expect(Object.keys(params).sort()).toEqual(LINK_PARAMS.map(({ id }) => id).sort());
    for (const param of LINK_PARAMS) {
      expect([param.id, params[param.id], isAllowed(param, params[param.id])]).toEqual([
        param.id,
        params[param.id],
        true,
      ]);
    }
  }
  for (const { forward, back } of routes) {
    const there = expectChained(topology, forward);
    if (back.length === 0) continue;
    expect(expectChained(topology, back)).toEqual({ from: there.to, to: there.from });
  }
}

function expectFlowsFit({ flows }: TopologyDefinition, values: ParamValues, { routes }: Topology): void {
  const sketches = flows(values);
  const ids = routes.map(({ id }) => id);
  expect(sketches.reduce((sum, { count }) => sum + (count ?? 1), 0)).toBeLessThanOrEqual(MOST_FLOWS);
  for (const { route, cc, traffic, params } of sketches) {
    expect(ids).toContain(route);
    expect([undefined, ...congestionControls.map(({ id }) => id)]).toContain(cc);
    expect([undefined, ...trafficKinds.map(({ id }) => id)]).toContain(traffic);
    const declared = flowParams(cc ?? "newreno", traffic ?? "bulk", undefined);
    for (const [id, value] of Object.entries(params ?? {})) {
      const param = declared.find((one) => one.id === id);
      expect([id, param !== undefined && isAllowed(param, value)]).toEqual([id, true]);
    }
  }
}

const given = topologies.filter(({ isOpen }) => isOpen !== true);

describe.each(given.map((one) => [one.id, one] as const))("%s", (_, definition) => {
  const anyValues = fc.oneof(
    fc.constantFrom(...extremesOf(definition.params)),
    anyValuesOf(definition.params),
  );

  test("its links and nodes exist, and its routes use them", () => {
    fc.assert(
      fc.property(anyValues, (values) => expectValid(definition.build(values))),
      { ...cases(100), examples: extremesOf(definition.params).map((values): [ParamValues] => [values]) },
    );
  });

  test("its flows name routes, algorithms and parameters that exist", () => {
    for (const values of extremesOf(definition.params)) {
      expectFlowsFit(definition, values, definition.build(values));
    }
  });

  test("is a valid scenario with every extreme value, and survives conversion to a link", () => {
    for (const params of extremesOf(definition.params)) {
      const path: PathSpec = { topology: definition.id, params, links: [], routes: [] };
      const { scenario, problems } = validateScenario({ ...defaultScenario(), path, flows: undefined });
      // Only the duration may be changed, for a run that would carry too much.
      expect(problems.filter(({ field }) => field !== "duration")).toEqual([]);
      expect(scenario.path.params).toEqual(params);
      expect(scenarioFromUrl(scenarioToUrl(scenario))).toMatchObject({ scenario, problems: [] });
    }
  });

  test("changes of its parameters during a run leave links and routes unchanged", () => {
    const live = definition.params.filter((param) => param.live !== false);
    const shape = (values: ParamValues) => {
      const { links, routes } = definition.build(values);
      return { links: links.map(({ id, from, to }) => [id, from, to]), routes };
    };
    const usual = defaultsOf(definition.params);
    for (const values of extremesOf(live)) expect(shape({ ...usual, ...values })).toEqual(shape(usual));
  });
});

describe.each(topologies.map((one) => [one.id, one] as const))("a run over %s", (id, { isOpen }) => {
  function scenarioOver(): Scenario {
    const from = isOpen === true ? setTopology(defaultScenario(), "parking-lot") : defaultScenario();
    const scenario = setTopology(from, id);
    return { ...scenario, run: { ...scenario.run, duration: 4, warmup: 1 } };
  }

  test("conserves packets, and every flow delivers its data", () => {
    const simulation = runWatched(scenarioOver(), 1);
    const { flows, links } = simulation.results();
    expect(links.map((link) => link.id)).toEqual(
      resolvePath(simulation.scenario.path).links.map((link) => link.id),
    );
    expect(flows.filter(({ startS, bytesReceived }) => startS < 3 && bytesReceived === 0)).toEqual([]);
  });

  test("gives the same digest in slices of any length", () => {
    expectSameSliced(scenarioOver(), 997);
  });
});
