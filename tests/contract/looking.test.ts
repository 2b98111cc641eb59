/**
 * Tests that reading the state has no side effects. Receivers are brought up to date only when they are read, and
 * results must not depend on when this happens.
 */
import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";

/**
 * Scenarios with flows of different round trips, some of which start and end, and one flow whose ACKs wait in a
 * queue.
 */
const SCENARIOS: readonly (readonly [string, string])[] = [
  ["one flow", "duration=3s"],
  ["two groups", "flow=cc=newreno,rtt=20ms&flow=cc=cubic,rtt=150ms&duration=3s"],
  [
    "delayed ACKs",
    "delayed-ack=2&quick-acks=0&flow=cc=newreno,rtt=90ms&flow=cc=newreno,rtt=10ms&duration=3s",
  ],
  ["paced flows", "flow=cc=bbr1,rtt=40ms&flow=cc=cubic,rtt=40ms&duration=3s"],
  ["ACKs that queue", "reverse-capacity=1Mbps&flow=cc=newreno&duration=3s"],
  ["datagrams", "flow=cc=newreno&flow=traffic=cbr,cbr-rate=2Mbps&duration=3s"],
  ["connections used anew", "flow=cc=newreno&flow=traffic=poisson,arrival-rate=20,rtt=10ms&duration=3s"],
  ["losses on the way", "flow=cc=newreno&flow=cc=cubic,rtt=30ms&loss=0.02&jitter=3ms&duration=3s"],
  ["routes of their own", "path=parking-lot&hops=3&flow=cc=newreno&flow=cc=cubic,route=hop2&duration=3s"],
];

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(`${fragment}&warmup=0s`);
  expect(problems).toEqual([]);
  return scenario;
}

function expectSame(simulation: Simulation, scenario: Scenario): void {
  const alone = runScenario(scenario);
  expect(simulation.results()).toEqual(alone.results());
  expect(simulation.snapshot().samples).toEqual(alone.snapshot().samples);
  expect(simulation.digest()).toBe(alone.digest());
}

describe.each(SCENARIOS)("%s", (_, fragment) => {
  test("handling events one by one gives the same run with the same number of events", () => {
    const scenario = scenarioOf(fragment);
    const simulation = new Simulation(scenario);
    let steps = 0;
    for (; !simulation.done; steps++) simulation.stepEvent();
    // The last step processes no event and ends the run.
    expect(steps - simulation.results().events).toBeLessThanOrEqual(1);
    expectSame(simulation, scenario);
  });

  test("reading results and pictures at any time has no effect", () => {
    const scenario = scenarioOf(fragment);
    const simulation = new Simulation(scenario);
    for (let i = 1; !simulation.done; i++) {
      simulation.advance(i * 0.00137);
      if (i % 3 === 0) simulation.pathState();
      else simulation.results();
    }
    expectSame(simulation, scenario);
  });

  test("the run does not depend on how many events the loop processes at once", () => {
    const scenario = scenarioOf(fragment);
    const simulation = new Simulation(scenario);
    for (let most = 1; !simulation.done; most = (most * 7) % 31) {
      simulation.advance(Number.POSITIVE_INFINITY, most);
      simulation.results();
    }
    expectSame(simulation, scenario);
  });
});

test("a flow that returns finds the others in the same state, whether their state was read or not", () => {
  const on = "flow=cc=newreno,traffic=on-off,on-time=0.3s,off-time=0.3s";
  const scenario = scenarioOf(`flow=cc=newreno&${on}&rtt=100ms&duration=5s`);
  const simulation = new Simulation(scenario);
  for (let i = 1; !simulation.done; i++) {
    simulation.advance(i * 0.001);
    simulation.results();
  }
  expectSame(simulation, scenario);
});

test("no arrival is processed between two flows that start at the same time, whether results are read or not", () => {
  // A packet of the first flow arrives at exactly the time at which the other two flows start.
  const path =
    "path=custom&link=id=s,from=x,to=y,capacity=12Mbps&link=id=a,from=y,to=z,delay=1ms,capacity=12Mbps" +
    "&link=id=b,from=y,to=w,delay=1ms,capacity=12Mbps&path-route=id=a,forward=s+a&path-route=id=b,forward=s+b";
  const flows = "flow=cc=newreno,route=a,rtt=4ms&flow=cc=cubic,route=b,rtt=4ms,count=2,start=3ms";
  const tcp = "initial-window=1&mss=1448B&start-jitter=0ms&delayed-ack=1";
  const scenario = scenarioOf(`${path}&${flows}&${tcp}&duration=1s`);
  const simulation = new Simulation(scenario);
  while (!simulation.done) simulation.stepEvent();
  expectSame(simulation, scenario);
});
