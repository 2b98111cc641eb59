import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { networkOf } from "../contract/witness.ts";
import { plainTcp } from "./plain-tcp.ts";

const MS = 1e6;

function networkFor(fragment: string) {
  const { scenario, problems } = scenarioFromUrl(plainTcp(fragment));
  expect(problems).toEqual([]);
  return networkOf(new Simulation(scenario));
}

describe("the route of a group's packets", () => {
  test("is the first route of the path unless it names another", () => {
    const { groups, links } = networkFor("path=parking-lot&hops=3&flow=cc=newreno&flow=cc=cubic,route=hop2");
    expect(groups.map(({ route }) => route)).toEqual(["long", "hop2"]);
    expect(groups[0].forward).toEqual(links);
    expect(groups[1].forward).toEqual([links[1]]);
    expect(groups[1].firstHop).toBe(links[1].port);
  });

  test("ACKs return over links if the route has return links, otherwise directly over the flow's own path", () => {
    const [both] = networkFor("reverse-capacity=1Mbps").groups;
    expect(both.back.map(({ id }) => id)).toEqual(["reverse"]);
    expect(both.firstHopBack).toBe(both.back[0].port);
    const [ideal] = networkFor("").groups;
    expect(ideal.firstHopBack).toBe(ideal.acks);
  });
});

describe("propagation", () => {
  test("takes half of the round-trip time after the last link and half on the way back, in total exactly the round-trip time", () => {
    const [group] = networkFor("rtt=0.001ms").groups;
    expect([group.data.delayNs, group.acks.delayNs]).toEqual([500, 500]);
    const [odd] = networkFor("rtt=33.333333ms").groups;
    expect(odd.data.delayNs + odd.acks.delayNs).toBe(33_333_333);
    expect(odd.propagationNs).toBe(33_333_333);
  });

  test("without return links, ACKs take as long as the forward links", () => {
    const [long, , second] = networkFor(
      "path=parking-lot&hops=3&delay=10ms&link=id=hop2,delay=25ms&flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=20ms,route=hop1&flow=cc=newreno,rtt=20ms,route=hop2",
    ).groups;
    expect([long.data.delayNs, long.acks.delayNs]).toEqual([10 * MS, 55 * MS]);
    expect(long.propagationNs).toBe((20 + 2 * 45) * MS);
    expect(second.propagationNs).toBe((20 + 2 * 25) * MS);
  });

  test("return links have their own delays", () => {
    const [group] = networkFor("reverse-capacity=1Mbps&link=id=reverse,delay=7ms&rtt=20ms").groups;
    expect(group.acks.delayNs).toBe(10 * MS);
    expect(group.propagationNs).toBe(27 * MS);
  });

  test("follows changes of the round-trip time and of a link's delay", () => {
    const { scenario } = scenarioFromUrl("path=parking-lot&hops=2&flow=cc=newreno,rtt=20ms&duration=3s");
    const changes: Scenario["changes"] = [
      { atS: 1, flow: 0, link: null, id: "rtt", value: 40 },
      { atS: 2, flow: null, link: "hop2", id: "delay", value: 30 },
    ];
    const simulation = new Simulation({ ...scenario, changes });
    const [group] = networkOf(simulation).groups;
    const seen = [0.5, 1.5, 2.5].map((s) => {
      simulation.advance(s);
      return group.propagationNs / MS;
    });
    expect(seen).toEqual([60, 80, 120]);
  });
});
