import { describe, expect, test } from "vitest";
import {
  type Change,
  defaultScenario,
  type FlowSpec,
  type Scenario,
  scenarioFromUrl,
  setTraffic,
} from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { networkOf } from "../contract/witness.ts";
import { plainTcp } from "./plain-tcp.ts";

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(plainTcp(fragment));
  expect(problems).toEqual([]);
  return scenario;
}

describe("time", () => {
  test("advances to the requested time, with or without an event, and not beyond the end", () => {
    const simulation = new Simulation(scenarioOf("duration=10s"));
    expect([simulation.nowS, simulation.done]).toEqual([0, false]);
    expect(simulation.advance(3.3333)).toBe(true);
    expect(simulation.nowS).toBe(3.3333);
    expect(simulation.advance(99)).toBe(true);
    expect([simulation.nowS, simulation.done]).toEqual([10, true]);
  });

  test("stops after the given number of events, before the requested time", () => {
    const simulation = new Simulation(scenarioOf("duration=10s"));
    expect(simulation.advance(10, 50)).toBe(false);
    // The loop has processed 49 events and one check of receivers, at which ten packets had arrived.
    expect([simulation.results().events, networkOf(simulation).settled]).toEqual([59, 10]);
    expect([simulation.nowS > 0, simulation.nowS < 1]).toEqual([true, true]);
  });

  test("never goes back: a request for an earlier time has no effect, and a finished run stays finished", () => {
    const simulation = runScenario(scenarioOf("duration=2s"));
    expect(simulation.advance(1)).toBe(true);
    expect([simulation.nowS, simulation.done]).toEqual([2, true]);
  });

  test("a step is one event, and events occur in order of time", () => {
    const simulation = new Simulation(scenarioOf("duration=1s&flows=2"));
    let last = 0;
    for (let i = 1; !simulation.done; i++) {
      simulation.stepEvent();
      expect(simulation.nowS).toBeGreaterThanOrEqual(last);
      last = simulation.nowS;
      if (!simulation.done) expect(simulation.results().events).toBe(i);
    }
    expect(last).toBe(1);
  });

  test("a step to the next signal ends just after a mark, a drop or a reduction", () => {
    const simulation = new Simulation(scenarioOf("duration=60s"));
    expect(simulation.stepToSignal()).toBe(true);
    expect(simulation.pathState().links[0].marks).toBe(1);
    const markedS = simulation.nowS;
    simulation.stepToSignal();
    expect(simulation.snapshot().flowEvents.timeS).toHaveLength(1);
    // The mark takes effect after its packet's way to the receiver and the echo's way back.
    expect(simulation.nowS - markedS).toBeCloseTo(0.1, 3);
  });

  test("without signals, a step goes to the end, or up to the limit of events", () => {
    const simulation = new Simulation(scenarioOf("duration=2s&aqm=droptail&size=20kB"));
    expect(simulation.stepToSignal(10)).toBe(false);
    expect(simulation.stepToSignal()).toBe(true);
    expect(simulation.done).toBe(true);
  });
});

describe("the results of a run", () => {
  test("the round-trip time of an empty path is exactly rtt: a packet is passed on when its transmission starts", () => {
    const { flows } = runScenario(scenarioOf("rtt=37ms&size=1448B&duration=1s&warmup=0s")).results();
    expect(flows[0].fctS).toBe(0.037);
    const endless = runScenario(scenarioOf("rtt=37ms&initial-window=1&duration=1s&warmup=0s")).results();
    expect(endless.flows[0].srttMs?.min).toBe(37);
  });

  test("the same scenario gives the same snapshot, bit for bit", () => {
    const [a, b] = [0, 1].map(() => runScenario(scenarioOf("aqm=pie&flows=3&duration=20s")).snapshot());
    expect(a).toEqual(b);
    expect(a.digest).toMatch(/^[0-9a-f]{16}$/);
  });

  test("another seed gives another run if the scenario has randomness", () => {
    const of = (seed: number) =>
      runScenario(scenarioOf(`aqm=pie&duration=20s&seed=${seed}`)).results().links[0];
    expect(of(1)).not.toEqual(of(2));
  });

  test("reading a run does not change it", () => {
    const scenario = scenarioOf("flows=2&capacity=7.3Mbps&duration=30s&warmup=7s&set=11s:capacity=4.7Mbps");
    const looked = new Simulation(scenario);
    for (let s = 0.777; !looked.done; s += 0.777) {
      looked.advance(s);
      looked.snapshot();
      looked.pathState();
    }
    const unlooked = runScenario(scenario);
    expect(looked.results()).toEqual(unlooked.results());
    expect(looked.snapshot()).toEqual(unlooked.snapshot());
  });

  test("a snapshot stays unchanged when the run continues", () => {
    const simulation = new Simulation(scenarioOf("duration=10s"));
    simulation.advance(2);
    const snapshot = simulation.snapshot();
    const copy = structuredClone(snapshot);
    simulation.advance(10);
    expect(snapshot).toEqual(copy);
  });

  test("the series of a flow end at the current time, and its cwnd starts with the initial window", () => {
    const simulation = new Simulation(scenarioOf("duration=10s"));
    simulation.advance(4);
    const [flow] = simulation.snapshot().flows;
    expect(flow.cwnd.min[0]).toBe(10);
    expect(flow.cwnd.length * flow.cwnd.bucketS).toBeGreaterThanOrEqual(4);
    expect((flow.cwnd.length - 1) * flow.cwnd.bucketS).toBeLessThanOrEqual(4);
  });
});

describe("flows start and stop", () => {
  test("a flow starts and stops at its times", () => {
    const url = "flow=cc=newreno&flow=cc=newreno,start=5s,stop=8s&duration=20s";
    const { samples } = runScenario(scenarioOf(url)).snapshot();
    const of = (s: number) => samples.receivedBytes[1][Math.round(s / samples.intervalS)];
    expect([of(5), of(20) - of(9.5)]).toEqual([0, 0]);
    expect(of(8)).toBeGreaterThan(0);
  });

  test("the copies of a group start within the start jitter of the first", () => {
    const starts = runScenario(scenarioOf("flows=20&start-jitter=50ms&start=1s&duration=2s"))
      .results()
      .flows.map(({ startS }) => startS);
    expect(starts[0]).toBe(1);
    expect(Math.min(...starts)).toBe(1);
    expect(Math.max(...starts)).toBeLessThan(1.05);
    expect(new Set(starts).size).toBe(20);
  });

  test("a finite transfer ends, and the others take its share", () => {
    const url = "flow=cc=newreno&flow=cc=newreno,size=1MB&duration=60s&warmup=0s";
    const { flows } = runScenario(scenarioOf(url)).results();
    expect(flows[1].bytesReceived).toBe(1e6);
    expect(flows[1].fctS).not.toBeNull();
    expect(flows[0].fctS).toBeNull();
  });

  test("a flow that never starts does not affect the others, because each flow has its own random numbers", () => {
    const url = "aqm=pie&flow=cc=newreno,count=3&duration=20s";
    const alone = runScenario(scenarioOf(url)).results();
    const beside = runScenario(scenarioOf(`${url}&flow=cc=cubic,start=100s`)).results();
    expect(beside.links).toEqual(alone.links);
    expect(beside.flows.slice(0, 3)).toEqual(alone.flows);
    expect(beside.flows[3].packetsSent).toBe(0);
  });
});

describe("changes during a run", () => {
  const everyChange: [string, Scenario["changes"][number]["value"]][] = [
    ["capacity", 5],
    ["aqm", "pie"],
    ["aqm", "droptail"],
    ["target", 20],
    ["limit", "20p"],
    ["cc", "cubic"],
    ["beta-ecn", 0.9],
    ["ecn", false],
    ["rtt", 30],
    ["rtt", 250],
    ["stop", 8],
    ["recovery", "classic"],
    ["delayed-ack", "1"],
    ["quick-acks", 0],
    ["quick-acks-after-ce", 16],
    ["min-rto", 1000],
    ["receive-window", 20],
  ];

  test.each(everyChange)("%s changed to %s has an effect from then on, and none before", (id, value) => {
    const plain = new Simulation(scenarioOf("duration=20s&start=1s"));
    const changed = new Simulation({
      ...scenarioOf("duration=20s&start=1s"),
      changes: [{ atS: 7, flow: null, link: null, id, value }],
    });
    plain.advance(6.99);
    changed.advance(6.99);
    expect(changed.results()).toEqual(plain.results());
    plain.advance(20);
    changed.advance(20);
    // The lower limit of a timeout changes nothing if there are no timeouts.
    if (id !== "min-rto") expect(changed.results()).not.toEqual(plain.results());
  });

  test("a change of TCP applies to connections that are opened later", () => {
    // The second flow opens its connection at 3 s, after the change, so all of its settings are the new ones.
    const url = "duration=12s&start=3s&ecn=off";
    const changed = runScenario(scenarioOf(`${url}&set=1s:receive-window=4`)).results();
    const from = runScenario(scenarioOf(`${url}&receive-window=4`)).results();
    expect(changed.flows).toEqual(from.flows);
    expect(changed.flows).not.toEqual(runScenario(scenarioOf(url)).results().flows);
  });

  test("a change of the kind of reduction applies to one group, and to its later connections", () => {
    const url = "flow=cc=newreno,start=2s&flow=cc=newreno,start=2s&duration=30s";
    const of = (more: string) => runScenario(scenarioOf(`${url}${more}`)).results().flows;
    const second = of("&set=1s:flow2.recovery=classic");
    expect(second).toEqual(
      runScenario(
        scenarioOf(url.replace(/start=2s&duration/, "recovery=classic,start=2s&duration")),
      ).results().flows,
    );
    expect(second).not.toEqual(of(""));
    expect(of("&set=1s:recovery=classic")).toEqual(of("&recovery=classic"));
    expect(of("&recovery=classic")).not.toEqual(second);
  });

  test("a change for one flow applies only to that flow", () => {
    const url = "flow=cc=newreno&flow=cc=newreno&duration=60s";
    const changes: Change[] = [{ atS: 5, flow: 1, link: null, id: "beta-ecn", value: 0.95 }];
    const { flows } = runScenario({ ...scenarioOf(url), changes }).results();
    expect(flows[1].goodputBps).toBeGreaterThan(1.5 * flows[0].goodputBps);
  });

  test("packets that wait when the queue discipline is replaced are neither lost nor sent twice", () => {
    const simulation = runScenario(
      scenarioOf(
        "aqm=droptail&limit=100p&ecn=off&size=3MB&duration=20s&warmup=0s&set=2s:aqm=pie&set=4s:aqm=codel",
      ),
    );
    const { flows } = simulation.results();
    expect(flows[0].bytesReceived).toBe(3e6);
  });
});

describe("live: changes to a running simulation become part of its scenario", () => {
  const flow: FlowSpec = defaultScenario().flows[0];
  const paramsOf = (traffic: string) => setTraffic(defaultScenario(), 0, traffic).flows[0].params;

  /** Checks that a live session's scenario gives the same result when it runs from the start. */
  function expectReplay(simulation: Simulation): void {
    simulation.advance(Number.POSITIVE_INFINITY);
    const replayed = runScenario(structuredClone(simulation.scenario));
    expect(replayed.results()).toEqual(simulation.results());
    expect(replayed.digest()).toBe(simulation.digest());
  }

  test("a change takes effect at once, or at its time if that is later", () => {
    const simulation = new Simulation(scenarioOf("duration=30s"));
    simulation.advance(5);
    simulation.change({ atS: 0, flow: null, link: null, id: "beta-ecn", value: 0.8 });
    simulation.change({ atS: 20, flow: null, link: null, id: "capacity", value: 5 });
    const [first, second] = simulation.scenario.changes;
    expect(first.atS).toBeGreaterThan(5);
    expect(first.atS).toBeLessThan(5.00001);
    expect(second.atS).toBe(20);
    expectReplay(simulation);
  });

  test("nothing changes after the end, including the scenario", () => {
    const simulation = new Simulation(scenarioOf("duration=3s"));
    simulation.advance(3);
    const { scenario } = simulation;
    const change = { atS: 0, flow: null, link: null, id: "beta-ecn", value: 0.8 };
    expect(() => simulation.change(change)).toThrow("The run has ended");
    expect(() => simulation.addFlow(flow)).toThrow("The run has ended");
    expect(simulation.scenario).toBe(scenario);
  });

  test("a flow joins at once, and the scenario repeats the run", () => {
    const simulation = new Simulation(scenarioOf("aqm=pie&duration=30s"));
    simulation.advance(5.4321);
    simulation.addFlow({ ...flow, count: 2 });
    expect(simulation.scenario.flows).toHaveLength(2);
    expectReplay(simulation);
    expect(simulation.results().flows).toHaveLength(3);
  });

  test.each(["change first", "flow first"])(
    "a change and a new flow at the same pause are repeated (%s)",
    (order) => {
      const simulation = new Simulation(scenarioOf("duration=20s"));
      simulation.advance(5);
      const acts = [
        () => simulation.change({ atS: 0, flow: null, link: null, id: "limit", value: "4p" }),
        () => simulation.addFlow(flow),
      ];
      for (const act of order === "flow first" ? acts.reverse() : acts) act();
      expectReplay(simulation);
    },
  );

  test.each<[string, Change["value"]]>([
    ["beta-ecn", 0.9],
    ["ecn", false],
    ["rtt", 40],
    ["delayed-ack", "1"],
    ["recovery", "classic"],
    ["receive-window", 20],
    ["cc", "cubic"],
    ["capacity", 4],
    ["aqm", "pie"],
  ])("a flow that joins after a change of %s for all replays", (id, value) => {
    const simulation = new Simulation(scenarioOf("duration=20s"));
    simulation.advance(5);
    simulation.change({ atS: 0, flow: null, link: null, id, value });
    simulation.advance(8);
    simulation.addFlow(flow);
    expectReplay(simulation);
  });

  test("a flow that joins after all others were stopped starts, and is repeated", () => {
    const simulation = new Simulation(scenarioOf("duration=20s"));
    simulation.advance(5);
    simulation.change({ atS: 0, flow: null, link: null, id: "stop", value: 5 });
    simulation.advance(8);
    simulation.addFlow(flow);
    expectReplay(simulation);
    const { flows } = simulation.results();
    expect(flows[1].bytesReceived).toBeGreaterThan(1e6);
  });

  test("of several changes of the same setting at one pause the last one applies, and the run is repeated", () => {
    const simulation = new Simulation(scenarioOf("duration=20s"));
    simulation.advance(5);
    for (const value of [0.3, 0.9, 0.6])
      simulation.change({ atS: 0, flow: null, link: null, id: "beta-ecn", value });
    expectReplay(simulation);
  });

  test("changes of one link, its queue, and flows of every kind on other routes are repeated", () => {
    const simulation = new Simulation(scenarioOf("path=parking-lot&hops=3&capacity=5Mbps&duration=12s"));
    simulation.advance(2);
    simulation.change({ atS: 0, flow: null, link: "hop2", id: "aqm", value: "pie" });
    simulation.addFlow({ ...flow, traffic: "cbr", params: { ...paramsOf("cbr"), route: "hop3" } });
    simulation.advance(4);
    simulation.change({ atS: 0, flow: null, link: "hop2", id: "target", value: 30 });
    simulation.addFlow({ ...flow, traffic: "poisson", params: { ...paramsOf("poisson"), route: "hop2" } });
    simulation.change({ atS: 0, flow: null, link: "hop1", id: "capacity", value: 2 });
    simulation.advance(6);
    simulation.change({ atS: 0, flow: null, link: null, id: "aqm", value: "fq-codel" });
    expectReplay(simulation);
    const ids = simulation.snapshot().links.map(({ queue }) => queue.probes.map(({ probe }) => probe.id));
    expect(ids[0]).toEqual(ids[2]);
    expect(ids[1]).not.toEqual(ids[0]);
  });
});
