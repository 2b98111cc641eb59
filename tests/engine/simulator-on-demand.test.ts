/** The simulator that comes with the default scenario's algorithms alone, and fetches the others. */
import { expect, test } from "vitest";
import { presets, type Scenario, scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { algorithmsFor, fetchEveryAlgorithm, Simulation } from "../../src/engine/simulator-on-demand.ts";

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

test.each([
  ["another queue", "#v=1&aqm=pie"],
  ["another sender", "#v=1&cc=cubic"],
  ["another kind of traffic", "#v=1&traffic=cbr"],
  ["a sender of a second group", "#v=1&flow=cc=newreno&flow=cc=dctcp"],
  ["a change to another queue", "#v=1&set=5s:aqm=red"],
  ["a change to another sender", "#v=1&set=5s:cc=bbr1"],
  ["another path", "#v=1&path=parking-lot"],
  ["the queue of one link", "#v=1&path=gfc-2&link=id=R1-R2,aqm=pie"],
])("%s is waited for", async (_, fragment) => {
  const reading = scenarioFromUrl(fragment);
  expect([fragment, reading.problems]).toEqual([fragment, []]);
  const { scenario } = reading;
  const waiting = algorithmsFor(scenario);
  expect(waiting).toBeInstanceOf(Promise);
  const { disciplines, controls, kindsOfTraffic } = await fetchEveryAlgorithm();
  expect(await waiting).toMatchObject({ disciplines, controls, kindsOfTraffic });
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
