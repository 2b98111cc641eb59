import { describe, expect, test } from "vitest";
import { bottleneckOf, packetsOf, steadyFlows } from "../../../src/engine/theory/steady-flows.ts";
import { made } from "./made-scenario.ts";

const steady = (url: string) => steadyFlows(made(url));

describe("when a closed form may be taken", () => {
  test("equal long flows over a path that stays as it is", () => {
    expect(steady("")?.count).toBe(1);
    expect(steady("flow=count=3")?.count).toBe(3);
    // A second start within the warm-up makes no other flow.
    expect(steady("flow=count=3&flow=start=5s")?.count).toBe(4);
  });

  test.each([
    "flow=rtt=50ms&flow=rtt=100ms",
    "flow=ecn=on&flow=ecn=off",
    "flow=size=1MB",
    "flow=start=30s",
    "flow=stop=50s",
    "flow=traffic=on-off",
    "set=20s:beta-ecn=0.9",
    "loss=0.01",
    "jitter=5ms",
    "capacity-pattern=square:10:0.5",
  ])("not with %s", (url) => {
    expect(steady(url)).toBeNull();
  });

  test("the bottleneck is the narrowest link of the flow's route", () => {
    const scenario = made("path=gfc-2");
    const longest = scenario.flows.find(({ params }) => params.route === "B3");
    expect(longest).toBeDefined();
    if (longest !== undefined) expect(bottleneckOf(scenario, longest).link.id).toBe("R6-R7");
  });

  test("its product in full packets, and lengths in packets", () => {
    const flows = steady("capacity=10&flow=rtt=100ms&limit=150kB");
    expect(flows?.bdpPackets).toBeCloseTo(83.333, 3);
    expect(flows?.packetsPerS).toBeCloseTo(833.33, 2);
    expect(flows && packetsOf(flows.queue, "limit", flows.packetBytes)).toBe(100);
  });
});
