import { describe, expect, test } from "vitest";
import { jainIndex, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";

const started = (url: string) => new Simulation(scenarioFromUrl(url).scenario);

describe("how evenly flows share", () => {
  test("counts the flows that have started, from the goodputs that are measured", () => {
    const simulation = started(
      "duration=40s&warmup=5s&flow=cc=newreno,stop=4s&flow=cc=cubic&flow=cc=cubic,start=20s",
    );
    simulation.advance(10);
    expect(simulation.results().fairness.sharing).toMatchObject({ flows: [1], jain: 1 });
    simulation.advance(40);
    const { flows, fairness } = simulation.results();
    expect(fairness.sharing.flows).toEqual([1, 2]);
    expect(fairness.sharing.jain).toBe(jainIndex([flows[1].goodputBps, flows[2].goodputBps]));
  });

  test("the snapshot's F(t) excludes thin flows, like the results", () => {
    const simulation = started("duration=30s&aqm=fq-codel&flow=cc=newreno&flow=cc=newreno&flow=traffic=cbr");
    simulation.advance(30);
    const { samples, results } = simulation.snapshot();
    const [join] = results.fairness.sharing.joins;
    expect(join.flows).toEqual([0, 1]);
    expect(samples.jainRunning[samples.length - 1]).toBeGreaterThan(0.99);
    const first = samples.jainRunning.findIndex((value) => value >= Math.fround(0.95));
    expect(first * samples.intervalS - join.startS).toBeCloseTo(join.firstS ?? Number.NaN, 6);
  });

  test("without thin flows the first time at 0.95 is the one that was recorded", () => {
    const simulation = started("duration=60s&flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=20ms,start=10s");
    simulation.advance(60);
    const { convergenceS, sharing } = simulation.results().fairness;
    expect(sharing.joins[0].firstS).toBeCloseTo(convergenceS[0] ?? Number.NaN, 6);
  });
});

function sharing(url: string) {
  const { scenario, problems } = scenarioFromUrl(`duration=20s&warmup=5s&${url}`);
  expect(problems).toEqual([]);
  return runScenario(scenario).results().fairness.sharing;
}

describe("thin flows", () => {
  test("a call that competes with two downloads is thin; Jain's index is that of the downloads", () => {
    const { flows, thin, jain } = sharing("aqm=fq-codel&flow=cc=cubic&flow=cc=newreno&flow=traffic=cbr");
    expect([flows, thin]).toEqual([[0, 1], [2]]);
    expect(jain).toBeGreaterThan(0.95);
  });

  test("web pages and short flows with a small demand are thin, bulk data never is", () => {
    const url = "flow=cc=cubic&flow=traffic=http,cc=newreno&flow=traffic=poisson,cc=newreno,arrival-rate=5";
    expect(sharing(url).thin).toEqual([1, 2]);
    expect(sharing("flow=cc=cubic&flow=cc=newreno,size=100kB").thin).toEqual([]);
  });

  test("a flow with the demand of an equal share counts, and so does a flow that gets less than its demand", () => {
    expect(sharing("flow=cc=cubic&flow=traffic=cbr,cbr-rate=4.7Mbps").thin).toEqual([1]);
    expect(sharing("flow=cc=cubic&flow=traffic=cbr,cbr-rate=5Mbps").thin).toEqual([]);
    expect(sharing("loss=0.2&flow=cc=cubic&flow=traffic=cbr").thin).toEqual([]);
  });

  test("headers count: small datagrams need more of the link than their payload", () => {
    expect(sharing("flow=cc=cubic&flow=traffic=cbr,cbr-rate=3Mbps,cbr-packet=20B").thin).toEqual([]);
  });

  test("a flow with a larger demand later is not thin", () => {
    const flows = "flow=cc=cubic&flow=traffic=cbr";
    expect(sharing(`${flows}&set=10s:cbr-rate=8Mbps`).thin).toEqual([]);
    expect(sharing(`${flows}&set=10s:cbr-rate=1Mbps`).thin).toEqual([1]);
  });

  test("the equal share is that of the link that leaves its flows the least", () => {
    const url = "path=parking-lot&hops=2&link=id=hop2,capacity=1Mbps";
    const flows = "flow=cc=newreno&flow=traffic=cbr,cbr-rate=0.6Mbps,route=";
    expect(sharing(`${url}&${flows}hop1`).thin).toEqual([1]);
    expect(sharing(`${url}&${flows}hop2`).thin).toEqual([]);
  });

  test("if all are thin, all count", () => {
    const { flows, thin } = sharing("flow=traffic=cbr&flow=traffic=cbr,cbr-rate=1Mbps");
    expect([flows, thin]).toEqual([[0, 1], []]);
  });

  test("a call that has just started is thin at once", () => {
    const url = "duration=20s&flow=cc=cubic&flow=traffic=cbr,start=10s";
    const simulation = new Simulation(scenarioFromUrl(url).scenario);
    simulation.advance(10.05);
    expect(simulation.results().fairness.sharing.thin).toEqual([1]);
  });
});
