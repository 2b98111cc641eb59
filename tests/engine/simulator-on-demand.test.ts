/** The simulator that comes with the default scenario's algorithms alone, and fetches the others. */
import { expect, test } from "vitest";
import type { Algorithms } from "../../src/engine/algorithms.ts";
import { disciplinesOnDemand } from "../../src/engine/aqm/on-demand.ts";
import { controlsOnDemand } from "../../src/engine/cc/on-demand.ts";
import { everyAlgorithm } from "../../src/engine/every-algorithm.ts";
import { presets, type Scenario, scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { declaredTopologies, declareTopologies, topologyById } from "../../src/engine/scenario/declared.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { algorithmsFor, fetchEveryAlgorithm, Simulation } from "../../src/engine/simulator-on-demand.ts";
import * as topologies from "../../src/engine/topologies/registry.ts";
import { trafficOnDemand } from "../../src/engine/traffic/on-demand.ts";

const read = (fragment: string): Scenario => scenarioFromUrl(fragment).scenario;

test("what the default scenario names is there at once, and no more than that", () => {
  const scenario = read("");
  const algorithms = algorithmsFor(scenario);
  if (algorithms instanceof Promise) throw new Error("the default scenario has to wait for code");
  const { disciplines, controls, kindsOfTraffic } = algorithms;
  const names = [disciplines, controls, kindsOfTraffic].map((list) => list.map(({ id }) => id));
  const [{ cc, traffic }] = scenario.flows;
  expect(names).toEqual([[scenario.queue.aqm], [cc], [traffic]]);
});

const idsOf = ({ disciplines, controls, kindsOfTraffic }: Algorithms) =>
  [disciplines, controls, kindsOfTraffic].map((list) => list.map(({ id }) => id).sort());

test.each([
  ["another queue", "#v=2&aqm=pie", ["pie"]],
  ["another sender", "#v=2&cc=cubic", ["cubic"]],
  ["another kind of traffic", "#v=2&traffic=cbr", ["cbr"]],
  ["a sender of a second group", "#v=2&flow=cc=newreno&flow=cc=dctcp", ["dctcp"]],
  ["one sender in two groups", "#v=2&flow=cc=cubic&flow=cc=cubic", ["cubic"]],
  ["a change to another queue", "#v=2&set=5s:aqm=red", ["red"]],
  ["a change to another sender", "#v=2&set=5s:cc=bbr1", ["bbr1"]],
  ["the queue of one link", "#v=2&path=gfc-2&link=id=R1-R2,aqm=pie", ["pie"]],
])("%s is waited for, and comes alone", async (_, fragment, names) => {
  const reading = scenarioFromUrl(fragment);
  expect([fragment, reading.problems]).toEqual([fragment, []]);
  const waiting = algorithmsFor(reading.scenario);
  expect(waiting).toBeInstanceOf(Promise);
  const atHand = algorithmsFor(read("")) as Algorithms;
  expect(
    idsOf(await waiting)
      .flat()
      .sort(),
  ).toEqual([...idsOf(atHand).flat(), ...names].sort());
});

test("another path is waited for; a simulator then knows all", async () => {
  const scenario = read("#v=2&path=parking-lot");
  declareTopologies([topologies.dumbbell]);
  expect(() => topologyById("parking-lot")).toThrow("unknown topology");
  const algorithms = await algorithmsFor(scenario);
  expect(declaredTopologies).toEqual(Object.values(topologies));
  expect(algorithms.sharing).not.toBeNull();
});

test("the code of changes in mid-run is waited for where there are some", async () => {
  const algorithms = await algorithmsFor(read("#v=2&set=5s:capacity=5"));
  expect(algorithms.changing.applyChange).toBeTypeOf("function");
  const atHand = algorithmsFor(read("")) as Algorithms;
  expect(() => atHand.changing).toThrow("changes in mid-run");
});

test("all together are the registered ones", async () => {
  expect(idsOf(await fetchEveryAlgorithm())).toEqual(idsOf(everyAlgorithm));
});

test.each([
  ["queue disciplines", disciplinesOnDemand],
  ["congestion controls", controlsOnDemand],
  ["kinds of traffic", trafficOnDemand],
])("the %s that come on demand stand under their own names", async (_, pieces) => {
  for (const [id, fetch] of Object.entries(pieces)) expect((await fetch()).id).toBe(id);
});

test("runs are the same as with all code from the start", async () => {
  const preset = presets.find(({ id }) => id === "l4s")!;
  for (const fragment of ["", scenarioToUrl(preset.scenario)]) {
    const whole = read(fragment);
    const scenario = { ...whole, run: { ...whole.run, duration: 2, warmup: 0 } };
    const simulation = new Simulation(scenario, await algorithmsFor(scenario));
    simulation.advance(Number.POSITIVE_INFINITY);
    expect(simulation.digest()).toBe(runScenario(scenario).digest());
  }
});
