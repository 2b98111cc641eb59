import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import {
  MOST_CONNECTIONS_OF_A_FLOW,
  MOST_CONNECTIONS_OF_A_RUN,
  mayConnect,
} from "../../src/engine/network.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { networkOf } from "../contract/witness.ts";
import { plainTcp } from "./plain-tcp.ts";

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(plainTcp(fragment));
  expect(problems).toEqual([]);
  return scenario;
}

describe("packets on their route", () => {
  test("pass every link of the route, with one transmission and one delay each: the round trip is the sum", () => {
    // The flow sends one segment. Its transmission time does not count, because a packet is passed on when its
    // transmission starts.
    const url = "path=parking-lot&hops=4&delay=10ms&flow=cc=newreno,rtt=10ms,size=100B&duration=1s&warmup=0s";
    const { flows } = runScenario(scenarioOf(url)).results();
    expect(flows[0].rttMs).toBe(90);
    expect(flows[0].fctS).toBeCloseTo(0.09, 9);
  });

  test("wait only at the bottleneck", () => {
    const url =
      "path=parking-lot&hops=3&capacity=20Mbps&link=id=hop2,capacity=5Mbps&flow=cc=cubic&duration=20s&aqm=droptail&limit=100p";
    const { links, flows } = runScenario(scenarioOf(url)).results();
    const [first, narrow, last] = links.map(({ sojournMs }) => sojournMs?.p50 ?? 0);
    expect(narrow).toBeGreaterThan(50);
    expect([first < 2, last < 2]).toEqual([true, true]);
    expect(links[1].utilisation).toBeGreaterThan(0.98);
    expect(links[0].utilisation).toBeCloseTo(links[1].utilisation / 4, 1);
    expect(flows[0].goodputBps / 1e6).toBeGreaterThan(4.6);
  });

  test("each link uses the scenario's queue or its own", () => {
    const { links } = networkOf(
      new Simulation(scenarioOf("path=parking-lot&hops=2&aqm=pie&link=id=hop2,aqm=droptail,limit=7p")),
    );
    expect(links.map(({ definition }) => definition.id)).toEqual(["pie", "droptail"]);
    expect(links.map(({ sharesQueue }) => sharesQueue)).toEqual([true, false]);
    expect(links[1].queue.params.limit).toBe("7p");
  });

  test("ACKs queue in the links of the reverse path, and data of the other direction waits with them", () => {
    const url = "reverse-capacity=0.3Mbps&flow=cc=newreno&duration=20s&aqm=droptail&limit=100p";
    const alone = runScenario(scenarioOf(url)).results();
    expect(alone.links[1].packets).toBeGreaterThan(1000);
    // Every second segment of 1500 bytes at 10 Mbps causes an ACK of 52 bytes, which is more than 0.3 Mbps: the
    // return path is the bottleneck.
    expect(alone.links[1].utilisation).toBeGreaterThan(0.5);
    const beside = runScenario(scenarioOf(`${url}&flow=cc=newreno,route=reverse`)).results();
    expect(beside.links[1].sojournMs?.p50).toBeGreaterThan(2 * (alone.links[1].sojournMs?.p50 ?? 0));
    expect(beside.flows[0].goodputBps).toBeLessThan(alone.flows[0].goodputBps);
    expect(beside.flows[1].goodputBps).toBeGreaterThan(0);
  });
});

describe("random numbers", () => {
  test("every link, flow and sender has its own stream, so draws of one do not affect another", () => {
    const url =
      "path=parking-lot&hops=2&aqm=pie&flow=cc=newreno,route=hop1&flow=cc=newreno,route=hop2&duration=20s";
    const plain = runScenario(scenarioOf(url)).results();
    const lossy = runScenario(scenarioOf(`${url}&link=id=hop2,loss=0.01`)).results();
    expect(lossy.links[0]).toEqual(plain.links[0]);
    expect(lossy.flows[0]).toEqual(plain.flows[0]);
    expect(lossy.links[1]).not.toEqual(plain.links[1]);
  });

  test("a sender draws the same numbers, whichever flow opened connections before it", () => {
    const url = "path=parking-lot&hops=2&duration=20s&flow=cc=bbr1,route=hop2,start=3s";
    const alone = runScenario(scenarioOf(url)).results().flows[0];
    const later = runScenario(scenarioOf(`${url}&flow=cc=newreno,traffic=poisson,route=hop1`)).results();
    expect(later.flows[0]).toEqual(alone);
  });
});

describe("changes", () => {
  test("of one link do not affect the others, and the link then has its own queue", () => {
    const url = "path=parking-lot&hops=2&aqm=codel&flow=cc=newreno&duration=10s";
    const simulation = new Simulation(
      scenarioOf(`${url}&set=2s:link.hop2.aqm=droptail&set=4s:aqm=pie&set=6s:link.hop1.capacity=3Mbps`),
    );
    const { links } = networkOf(simulation);
    const at = (s: number) => {
      simulation.advance(s);
      return links.map(({ definition, port }) => `${definition.id} ${port.rateBps / 1e6}`);
    };
    expect(at(1)).toEqual(["codel 10", "codel 10"]);
    expect(at(3)).toEqual(["codel 10", "droptail 10"]);
    expect(at(5)).toEqual(["pie 10", "droptail 10"]);
    expect(at(7)).toEqual(["pie 3", "droptail 10"]);
  });

  test("of a parameter of the topology affect all its links, except values set for one link", () => {
    const simulation = new Simulation(
      scenarioOf("path=parking-lot&hops=2&link=id=hop2,capacity=4Mbps&duration=10s&set=2s:capacity=20Mbps"),
    );
    simulation.advance(3);
    expect(networkOf(simulation).links.map(({ port }) => port.rateBps / 1e6)).toEqual([20, 4]);
  });

  test("a pattern over time continues if a change gives the link another capacity", () => {
    const simulation = new Simulation(
      scenarioOf("capacity=10Mbps&capacity-pattern=square:2:0.5&duration=10s&set=4.5s:capacity=20Mbps"),
    );
    const [{ port }] = networkOf(simulation).links;
    const seen = [0.5, 1.5, 2.5, 3.5, 4.7, 5.5, 6.5].map((s) => {
      simulation.advance(s);
      return port.rateBps / 1e6;
    });
    expect(seen).toEqual([10, 5, 10, 5, 20, 10, 20]);
  });
});

describe("connections", () => {
  test("a flow that opens several connections has an end for each of them", () => {
    const network = networkOf(runScenario(scenarioOf("traffic=poisson&arrival-rate=50&duration=5s")));
    expect(network.ends.length).toBeGreaterThan(2);
    expect(new Set(network.flowOfEnd)).toEqual(new Set([0]));
    expect(network.ends.map(({ index }) => index)).toEqual(network.ends.map((_, i) => i));
  });

  test("connections are reused, so many short flows need few of them", () => {
    const simulation = runScenario(
      scenarioOf("traffic=poisson&arrival-rate=50&rtt=10ms&duration=20s&warmup=0s"),
    );
    const { ends } = networkOf(simulation);
    const [{ responses }] = simulation.results().flows;
    expect(responses?.n).toBeGreaterThan(800);
    expect(ends.length).toBeLessThan((responses?.n ?? 0) / 4);
  });
});

describe("another connection", () => {
  test("may be opened while the flow and the run are below their limits", () => {
    expect(mayConnect(MOST_CONNECTIONS_OF_A_FLOW - 1, MOST_CONNECTIONS_OF_A_RUN - 1)).toBe(true);
    expect(mayConnect(MOST_CONNECTIONS_OF_A_FLOW, 0)).toBe(false);
    expect(mayConnect(1, MOST_CONNECTIONS_OF_A_RUN)).toBe(false);
  });

  test("may be opened by a flow that has none, however many the others have", () => {
    expect(mayConnect(0, 10 * MOST_CONNECTIONS_OF_A_RUN)).toBe(true);
  });
});

describe("arrivals beyond the capacity", () => {
  const { scenario, problems } = scenarioFromUrl(
    "capacity=0.05Mbps&flow=traffic=poisson,arrival-rate=3000,transfer-size=1GB,size-distribution=fixed,count=25&flow=start=0.9s&duration=1s&warmup=0s",
  );
  const simulation = runScenario(scenario);

  test("stop at the limit of open connections of a run, and the refused ones are counted", () => {
    expect(problems).toEqual([]);
    const { flows } = networkOf(simulation);
    const open = flows.map(({ connections }) => connections.length);
    expect(open.slice(0, 25).reduce((sum, one) => sum + one, 0)).toBe(MOST_CONNECTIONS_OF_A_RUN);
    expect(Math.max(...open)).toBeLessThanOrEqual(MOST_CONNECTIONS_OF_A_FLOW);
    // Even the last flow to start has got its first connection.
    expect(open[25]).toBe(1);
    const results = simulation.results().flows;
    const refused = results.reduce((sum, flow) => sum + (flow.refused ?? 0), 0);
    expect(refused).toBeGreaterThan(50_000);
    expect(refused + MOST_CONNECTIONS_OF_A_RUN).toBeLessThan(80_000);
  });

  test("are reported if no request was answered, but not by a flow without refused requests", () => {
    const [first, ...others] = simulation.results().flows;
    expect([first.responses, first.refused]).toEqual([null, expect.any(Number)]);
    expect("refused" in others[24]).toBe(false);
  });
});
