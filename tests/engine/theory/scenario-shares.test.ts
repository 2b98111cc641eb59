import { describe, expect, test } from "vitest";
import {
  activeIntervals,
  asGoodput,
  capacityFactors,
  demandBps,
  factorAt,
  fairSharesOverTime,
  sharesAt,
  stageAt,
  stagesOf,
} from "../../../src/engine/theory/scenario-shares.ts";
import { made } from "./made-scenario.ts";

const mbps = (rates: readonly number[]) => rates.map((rate) => Math.round(rate / 1e4) / 100);

describe("fair shares over a run", () => {
  test("follow flows that join and leave a bottleneck", () => {
    const shares = fairSharesOverTime(made("flow=&flow=start=30s,stop=60s,count=3&duration=100s"));
    expect(shares.timeS).toEqual([0, 30, 60]);
    expect(mbps(shares.maxMinBps[0])).toEqual([10, 2.5, 10]);
    expect(mbps(shares.maxMinBps[1])).toEqual([Number.NaN, 2.5, Number.NaN]);
    expect(mbps(shares.proportionalBps[0])).toEqual([10, 2.5, 10]);
  });

  test("follow a capacity that changes during the run, and one with a pattern", () => {
    const changed = fairSharesOverTime(made("flow=count=2&set=40s:capacity=4"));
    expect(changed.timeS).toEqual([0, 40]);
    expect(mbps(changed.maxMinBps[0])).toEqual([5, 2]);
    const moving = fairSharesOverTime(made("flow=count=2&capacity-pattern=square:20:0.5&duration=50s"));
    expect(moving.timeS).toEqual([0, 10, 20, 30, 40]);
    expect(mbps(moving.maxMinBps[0])).toEqual([5, 2.5, 5, 2.5, 5]);
  });

  test("give constant-bit-rate traffic its rate and the others the rest", () => {
    const { maxMinBps } = fairSharesOverTime(
      made("flow=count=2&flow=traffic=cbr,cbr-rate=1Mbps,cbr-packet=948B"),
    );
    expect(maxMinBps[1][0]).toBeCloseTo(1e6 / 0.948, 3);
    expect(maxMinBps[0][0]).toBeCloseTo((1e7 - 1e6 / 0.948) / 2, 3);
  });

  test("treat flows in the other direction on a separate link", () => {
    const { maxMinBps } = fairSharesOverTime(
      made("reverse-capacity=4&flow=count=2&flow=route=reverse,count=2"),
    );
    expect(mbps(maxMinBps.map(([rate]) => rate))).toEqual([5, 2]);
  });

  test("give the known max-min shares of GFC-2 with its own flows, at a tenth of the rates", () => {
    const scenario = made("path=gfc-2");
    const { timeS, maxMinBps } = fairSharesOverTime(scenario);
    expect(timeS).toEqual([0]);
    const expected: Record<string, number> = { A: 1, B: 0.5, C: 3.5, D: 3.5, E: 3.5, F: 1, G: 0.5, H: 5.25 };
    for (const [group, { params }] of scenario.flows.entries()) {
      const route = params.route === "" ? "A1" : String(params.route);
      expect(maxMinBps[group][0] / 1e6).toBeCloseTo(expected[route[0]], 9);
    }
  });

  test("give the shares of all seven flows for data centre and WAN, and those without the WAN's flows", () => {
    const scenario = made("path=dc-wan");
    const stage = { path: scenario.path, flows: scenario.flows };
    const of = (route: string) =>
      scenario.flows.findIndex(
        ({ params }) => params.route === route || (route === "both" && params.route === ""),
      );
    const all = sharesAt(stage, scenario.tcp, [true, true, true], [1, 1]);
    expect(all.proportionalBps[of("both")] / 1e6).toBeCloseTo(12.15, 2);
    expect(all.proportionalBps[of("wan")] / 1e6).toBeCloseTo(12.62, 2);
    expect(all.proportionalBps[of("dc")] / 1e6).toBeCloseTo(329.3, 1);
    expect(all.maxMinBps[of("both")] / 1e6).toBeCloseTo(12.5, 9);
    const active = scenario.flows.map((_, group) => group !== of("wan"));
    const some = sharesAt(stage, scenario.tcp, active, [1, 1]);
    expect(some.proportionalBps[of("both")] / 1e6).toBeCloseTo(50, 6);
    expect(some.proportionalBps[of("dc")] / 1e6).toBeCloseTo(316.667, 3);
    expect(some.proportionalBps[of("wan")]).toBeNaN();
  });

  test("are goodput without headers", () => {
    const scenario = made("flow=count=2&overhead=52B&mss=1448B");
    const wire = fairSharesOverTime(scenario);
    const goodput = asGoodput(scenario, wire);
    expect(goodput.timeS).toEqual(wire.timeS);
    expect(goodput.maxMinBps[0][0]).toBeCloseTo((5e6 * 1448) / 1500, 3);
    expect(goodput.proportionalBps[0][0]).toBeCloseTo((5e6 * 1448) / 1500, 3);
  });
});

describe("a run is divided into stages at its changes", () => {
  test("without changes it is one stage", () => {
    expect(stagesOf(made(""))).toHaveLength(1);
  });

  test("each change applies from its time on, to the flows that it names", () => {
    const scenario = made("flow=cc=newreno&flow=cc=newreno&set=20s:capacity=5&set=30s:flow2.rtt=50ms");
    const stages = stagesOf(scenario);
    expect(stages.map(({ fromS }) => fromS)).toEqual([0, 20, 30]);
    expect(stageAt(stages, 19).path.params.capacity).toBe(10);
    expect(stageAt(stages, 20).path.params.capacity).toBe(5);
    expect(stageAt(stages, 29).flows.map(({ params }) => params.rtt)).toEqual([100, 100]);
    expect(stageAt(stages, 30).flows.map(({ params }) => params.rtt)).toEqual([100, 50]);
  });

  test("changes at one time make one stage", () => {
    const stages = stagesOf(made("set=20s:capacity=5&set=20s:beta-ecn=0.8"));
    expect(stages.map(({ fromS }) => fromS)).toEqual([0, 20]);
    expect([stages[1].path.params.capacity, stages[1].flows[0].params["beta-ecn"]]).toEqual([5, 0.8]);
  });
});

describe("capacity over time", () => {
  test("without a pattern it stays as declared", () => {
    expect(capacityFactors("", 100)).toEqual([{ fromS: 0, factor: 1 }]);
  });

  test("a square wave is full in the first half of each period, and has its value in the second", () => {
    const steps = capacityFactors("square:10:0.5", 25);
    expect(steps.map(({ fromS }) => fromS)).toEqual([0, 5, 10, 15, 20]);
    expect([0, 4.9, 5, 12, 17, 24].map((t) => factorAt(steps, t))).toEqual([1, 1, 0.5, 1, 0.5, 1]);
  });

  test("steps leave it unchanged before the first one; if repeated, the last one applies until then", () => {
    const once = capacityFactors("2:0.5;6:2", 100);
    expect([0, 2, 6, 99].map((t) => factorAt(once, t))).toEqual([1, 0.5, 2, 2]);
    const again = capacityFactors("2:0.5;6:2;repeat:10", 25);
    expect([0, 2, 6, 11, 12, 21].map((t) => factorAt(again, t))).toEqual([1, 0.5, 2, 2, 0.5, 2]);
  });

  test("a pattern that is too fast to be drawn counts with its mean", () => {
    expect(capacityFactors("square:0.02:0.5", 3600)).toEqual([{ fromS: 0, factor: 0.75 }]);
    const [{ factor }] = capacityFactors("0.01:0.5;0.02:2;repeat:0.04", 3600);
    expect(factor).toBeCloseTo((0.5 * 0.01 + 2 * 0.03) / 0.04, 12);
  });
});

function intervals(url: string, group = 0) {
  const scenario = made(url);
  return activeIntervals(scenario, stagesOf(scenario), group).map(({ fromS, toS }) => [fromS, toS]);
}

describe("when a flow has something to send", () => {
  test("from its start to its stop, or to the end of the run", () => {
    expect(intervals("flow=start=10s,stop=40s")).toEqual([[10, 40]]);
    expect(intervals("flow=start=10s&duration=60s")).toEqual([[10, 60]]);
    expect(intervals("flow=start=70s&duration=60s")).toEqual([]);
  });

  test("a stop can be moved during the run, but not after it has happened", () => {
    expect(intervals("set=30s:flow1.stop=50s")).toEqual([[0, 50]]);
    expect(intervals("flow=stop=20s&set=30s:flow1.stop=50s")).toEqual([[0, 20]]);
  });

  test("alternating with fixed periods; with random periods it counts as always on", () => {
    const onOff = "flow=traffic=on-off,start=2s,on-time=5s,off-time=3s";
    expect(intervals(`${onOff}&duration=20s`)).toEqual([
      [2, 7],
      [10, 15],
      [18, 20],
    ]);
    expect(intervals(`${onOff},periods=exponential&duration=20s`)).toEqual([[2, 20]]);
  });

  test("periods can change during the run, from the next period on", () => {
    const url = "flow=traffic=on-off,on-time=4s,off-time=4s&duration=20s&set=9s:on-time=1s";
    expect(intervals(url)).toEqual([
      [0, 4],
      [8, 12],
      [16, 17],
    ]);
  });
});

describe("the demand of a flow", () => {
  const wants = (flow: string) => {
    const { flows, tcp } = made(`flow=${flow}`);
    return demandBps(flows[0], tcp);
  };

  test("bulk and on/off traffic has no upper limit", () => {
    expect(wants("traffic=bulk")).toBeUndefined();
    expect(wants("traffic=on-off")).toBeUndefined();
  });

  test("constant bit rate needs its rate and the headers", () => {
    expect(wants("traffic=cbr,cbr-rate=0.5Mbps,cbr-packet=1000B")).toBeCloseTo(5e5 * 1.052, 6);
  });

  test("short flows need the arrival rate times the mean size", () => {
    expect(wants("traffic=poisson,arrival-rate=10,transfer-size=10kB")).toBeCloseTo((8e5 * 1500) / 1448, 6);
  });

  test("web pages need the bytes of a session divided by its duration", () => {
    const rate = wants(
      "traffic=http,transfer-size=10kB,page-objects=4,session-pages=10,object-gap=0.01s,page-gap=1s,session-gap=5s",
    );
    expect(rate).toBeCloseTo(((40 * 8e4) / (10 * 0.03 + 9 + 5)) * (1500 / 1448), 6);
  });
});
