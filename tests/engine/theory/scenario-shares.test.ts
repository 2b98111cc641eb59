import { describe, expect, test } from "vitest";
import { asGoodput, fairSharesOverTime, sharesAt } from "../../../src/engine/theory/scenario-shares.ts";
import { made } from "./made-scenario.ts";

const mbps = (rates: readonly number[]) => rates.map((rate) => Math.round(rate / 1e4) / 100);

describe("fair shares over a run", () => {
  test("flows that join and leave a bottleneck", () => {
    const shares = fairSharesOverTime(made("flow=&flow=start=30s,stop=60s,count=3&duration=100s"));
    expect(shares.timeS).toEqual([0, 30, 60]);
    expect(mbps(shares.maxMinBps[0])).toEqual([10, 2.5, 10]);
    expect(mbps(shares.maxMinBps[1])).toEqual([Number.NaN, 2.5, Number.NaN]);
    expect(mbps(shares.proportionalBps[0])).toEqual([10, 2.5, 10]);
  });

  test("a capacity that changes on the way, and one that follows a pattern", () => {
    const changed = fairSharesOverTime(made("flow=count=2&set=40s:capacity=4"));
    expect(changed.timeS).toEqual([0, 40]);
    expect(mbps(changed.maxMinBps[0])).toEqual([5, 2]);
    const moving = fairSharesOverTime(made("flow=count=2&capacity-pattern=square:20:0.5&duration=50s"));
    expect(moving.timeS).toEqual([0, 10, 20, 30, 40]);
    expect(mbps(moving.maxMinBps[0])).toEqual([5, 2.5, 5, 2.5, 5]);
  });

  test("constant bit rate takes what it asks for and leaves the rest", () => {
    const { maxMinBps } = fairSharesOverTime(
      made("flow=count=2&flow=traffic=cbr,cbr-rate=1Mbps,cbr-packet=948B"),
    );
    expect(maxMinBps[1][0]).toBeCloseTo(1e6 / 0.948, 3);
    expect(maxMinBps[0][0]).toBeCloseTo((1e7 - 1e6 / 0.948) / 2, 3);
  });

  test("flows the other way have a link of their own", () => {
    const { maxMinBps } = fairSharesOverTime(
      made("reverse-capacity=4&flow=count=2&flow=route=reverse,count=2"),
    );
    expect(mbps(maxMinBps.map(([rate]) => rate))).toEqual([5, 2]);
  });

  test("GFC-2 with the flows that it comes with: the known max-min shares, at a tenth", () => {
    const scenario = made("path=gfc-2");
    const { timeS, maxMinBps } = fairSharesOverTime(scenario);
    expect(timeS).toEqual([0]);
    const expected: Record<string, number> = { A: 1, B: 0.5, C: 3.5, D: 3.5, E: 3.5, F: 1, G: 0.5, H: 5.25 };
    for (const [group, { params }] of scenario.flows.entries()) {
      const route = params.route === "" ? "A1" : String(params.route);
      expect(maxMinBps[group][0] / 1e6).toBeCloseTo(expected[route[0]], 9);
    }
  });

  test("data centre and WAN: the shares of all seven flows, and without the WAN's", () => {
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

  test("as goodput the headers are off", () => {
    const scenario = made("flow=count=2&overhead=52B&mss=1448B");
    const wire = fairSharesOverTime(scenario);
    const goodput = asGoodput(scenario, wire);
    expect(goodput.timeS).toEqual(wire.timeS);
    expect(goodput.maxMinBps[0][0]).toBeCloseTo((5e6 * 1448) / 1500, 3);
    expect(goodput.proportionalBps[0][0]).toBeCloseTo((5e6 * 1448) / 1500, 3);
  });
});
