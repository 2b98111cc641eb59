import { describe, expect, test } from "vitest";
import { activeIntervals, demandBps } from "../../../src/engine/theory/offered-traffic.ts";
import { stagesOf } from "../../../src/engine/theory/scenario-stages.ts";
import { made } from "./made-scenario.ts";

function intervals(url: string, group = 0) {
  const scenario = made(url);
  return activeIntervals(scenario, stagesOf(scenario), group).map(({ fromS, toS }) => [fromS, toS]);
}

describe("when a flow has something to send", () => {
  test("from its start to its stop, or to the end", () => {
    expect(intervals("flow=start=10s,stop=40s")).toEqual([[10, 40]]);
    expect(intervals("flow=start=10s&duration=60s")).toEqual([[10, 60]]);
    expect(intervals("flow=start=70s&duration=60s")).toEqual([]);
  });

  test("a stop can be moved on the way, but not after it has come", () => {
    expect(intervals("set=30s:flow1.stop=50s")).toEqual([[0, 50]]);
    expect(intervals("flow=stop=20s&set=30s:flow1.stop=50s")).toEqual([[0, 20]]);
  });

  test("by turns with fixed periods; with random ones it counts as always on", () => {
    const onOff = "flow=traffic=on-off,start=2s,on-time=5s,off-time=3s";
    expect(intervals(`${onOff}&duration=20s`)).toEqual([
      [2, 7],
      [10, 15],
      [18, 20],
    ]);
    expect(intervals(`${onOff},periods=exponential&duration=20s`)).toEqual([[2, 20]]);
  });

  test("periods can change on the way, from the next turn on", () => {
    const url = "flow=traffic=on-off,on-time=4s,off-time=4s&duration=20s&set=9s:on-time=1s";
    expect(intervals(url)).toEqual([
      [0, 4],
      [8, 12],
      [16, 17],
    ]);
  });
});

describe("how much a flow wants", () => {
  const wants = (flow: string) => {
    const { flows, tcp } = made(`flow=${flow}`);
    return demandBps(flows[0], tcp);
  };

  test("bulk and on/off want all", () => {
    expect(wants("traffic=bulk")).toBeUndefined();
    expect(wants("traffic=on-off")).toBeUndefined();
  });

  test("constant bit rate: its rate and the headers", () => {
    expect(wants("traffic=cbr,cbr-rate=0.5Mbps,cbr-packet=1000B")).toBeCloseTo(5e5 * 1.052, 6);
  });

  test("short flows: arrivals times their mean size", () => {
    expect(wants("traffic=poisson,arrival-rate=10,transfer-size=10kB")).toBeCloseTo((8e5 * 1500) / 1448, 6);
  });

  test("web pages: a session's bytes over its gaps", () => {
    const rate = wants(
      "traffic=http,transfer-size=10kB,page-objects=4,session-pages=10,object-gap=0.01s,page-gap=1s,session-gap=5s",
    );
    expect(rate).toBeCloseTo(((40 * 8e4) / (10 * 0.03 + 9 + 5)) * (1500 / 1448), 6);
  });
});
