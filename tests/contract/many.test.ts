/** Tests large runs: a thousand flows, ten links, thousands of short flows, and a mixture of all these. */
import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { Witness } from "./witness.ts";

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(fragment);
  expect(problems).toEqual([]);
  return scenario;
}

/** Runs a scenario under observation, and reads its state in the middle and at the end. */
function run(fragment: string): Simulation {
  const scenario = scenarioOf(fragment);
  const simulation = new Simulation(scenario);
  const witness = new Witness(simulation);
  for (const part of [0.5, 1]) {
    simulation.advance(part * Number(scenario.run.duration));
    witness.expectConserved();
    witness.expectSound();
  }
  expect(simulation.done).toBe(true);
  return simulation;
}

describe("a thousand flows", () => {
  const simulation = run("flows=1000&capacity=100Mbps&rtt=80ms&aqm=pie&duration=20s&start-jitter=2s");
  const snapshot = simulation.snapshot();
  const { flows, links, fairness } = snapshot.results;

  test("all flows have results, and together they fill the link", () => {
    expect(flows).toHaveLength(1000);
    // At eight segments per second for each flow, a few flows are still waiting for a timeout.
    expect(flows.filter(({ bytesReceived }) => bytesReceived > 0).length).toBeGreaterThan(950);
    const goodputBps = flows.reduce((sum, flow) => sum + flow.goodputBps, 0);
    expect(links[0].utilisation).toBeGreaterThan(0.98);
    expect(goodputBps).toBeGreaterThan(0.9 * 100e6 * (1448 / 1500));
    expect(goodputBps).toBeLessThan(100e6);
    expect(fairness.jain).toBeGreaterThan(0.5);
    expect(fairness.convergenceS).toHaveLength(999);
  });

  test("series are kept for some of the flows only, samples for all", () => {
    expect(snapshot.flows).toHaveLength(20);
    expect(snapshot.samples.receivedBytes).toHaveLength(1000);
    expect(simulation.pathState().cwnd).toHaveLength(1000);
  });
});

describe("ten links in a row", () => {
  const { links, flows } = run("path=parking-lot&hops=10&capacity=10Mbps&delay=5ms&duration=30s").results();

  test("all flows have results, and all links are busy", () => {
    expect(links.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `hop${i + 1}`));
    for (const { utilisation, packets, sojournMs } of links) {
      expect([utilisation > 0.85, utilisation < 1.001]).toEqual([true, true]);
      expect(packets).toBeGreaterThan(10_000);
      expect(sojournMs?.n).toBe(packets);
    }
  });

  test("the flow over all links gets the smallest share, because it gets the marks of all ten", () => {
    const [long, ...crossing] = flows;
    expect([long.route, crossing.length, long.rttMs]).toEqual(["long", 10, 110]);
    expect(long.goodputBps).toBeGreaterThan(0);
    for (const { goodputBps } of crossing) expect(goodputBps).toBeGreaterThan(2 * long.goodputBps);
  });
});

describe("thousands of short flows", () => {
  // 100 transfers of 10 kB per second are 8 Mbps of payload.
  const url =
    "traffic=poisson&arrival-rate=100&transfer-size=10kB&size-distribution=exponential&capacity=20Mbps&rtt=20ms&duration=60s&warmup=10s";

  test("start, transfer and end: the expected number of flows, each with a completion time", () => {
    const simulation = run(url);
    const { flows, links } = simulation.results();
    const [{ responses, goodputBps }] = flows;
    expect(responses?.n).toBeGreaterThan(4700);
    expect(responses?.n).toBeLessThan(5300);
    expect(responses?.refused).toBe(0);
    // Ten kilobytes are seven segments. This is less than the initial window, so a transfer takes one round trip.
    expect(responses?.p50S).toBeGreaterThan(0.02);
    expect(responses?.p50S).toBeLessThan(0.05);
    expect(goodputBps / 8e6).toBeGreaterThan(0.9);
    expect(goodputBps / 8e6).toBeLessThan(1.1);
    expect(links[0].utilisation).toBeCloseTo(goodputBps / 20e6, 1);
  });

  test("accumulate above the link's capacity, and more than a thousand at once are refused", () => {
    const { flows, links } = run(url.replace("capacity=20Mbps", "capacity=2Mbps")).results();
    expect(links[0].utilisation).toBeGreaterThan(0.95);
    expect(flows[0].responses?.refused).toBeGreaterThan(100);
  });
});

describe("web pages, constant bit rate and files over GFC-2 in both directions", () => {
  const url = [
    "path=gfc-2&both-ways=on&aqm=pie&duration=20s&warmup=5s",
    "flow=cc=newreno,route=A1,count=2",
    "flow=cc=cubic,route=C,size=2MB,count=3,start=2s",
    "flow=cc=newreno,traffic=http,route=G,count=10",
    "flow=cc=bbr1,traffic=http,route=B1-back,count=4",
    "flow=traffic=cbr,route=E,cbr-rate=2Mbps,count=2",
    "flow=traffic=cbr,route=D-back,cbr-rate=0.3Mbps",
    "flow=cc=prague,route=B2",
  ].join("&");

  test("all flows deliver what they offer, with results for each kind", () => {
    const { links, flows } = run(url).results();
    expect(links).toHaveLength(12);
    expect(flows).toHaveLength(23);
    const of = (traffic: string) => flows.filter((flow) => flow.traffic === traffic);
    for (const { responses, fctS } of of("http")) {
      expect(responses?.n).toBeGreaterThan(0);
      expect(fctS).toBeNull();
    }
    for (const { goodputBps, cc } of of("cbr")) {
      expect(cc).toBe("udp");
      expect(goodputBps).toBeGreaterThan(0.25e6);
    }
    const files = of("bulk").filter(({ cc }) => cc === "cubic");
    expect(files.map(({ fctS }) => fctS !== null && fctS > 0)).toEqual([true, true, true]);
    for (const { utilisation } of links) expect(utilisation).toBeLessThan(1.001);
  });
});
