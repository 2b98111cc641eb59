import { describe, expect, test } from "vitest";
import { jainIndex, scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";

const started = (url: string) => new Simulation(scenarioFromUrl(url).scenario);

describe("how evenly flows share", () => {
  test("counts the flows that have begun, and of the goodputs that are measured", () => {
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

  test("the snapshot's F(t) leaves thin flows out, like the figures", () => {
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
