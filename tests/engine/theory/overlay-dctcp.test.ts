import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import { dctcpOverlays } from "../../../src/engine/theory/overlay-dctcp.ts";
import { made } from "./made-scenario.ts";

describe("DCTCP's cycle, as an overlay", () => {
  test("two flows at 1 Gbps, 1 ms and K = 20: the queue below 22 packets, α and period by the closed form", () => {
    const overlays = dctcpOverlays(made("aqm=step&step=20p&capacity=1Gbps&flow=cc=dctcp,count=2,rtt=1ms"));
    const window = (1e9 / 12_000 / 1000 + 20) / 2;
    const [queue, alpha, period] = overlays.map(({ value }) => value);
    expect(queue).toMatchObject({ form: "band", high: 22 });
    expect(alpha.form === "constant" && alpha.value).toBeCloseTo(Math.sqrt(2 / window), 12);
    const roundTripS = 1e-3 + 20 * 12e-6;
    const swing = Math.sqrt(2 * window) / 2;
    expect(period.form === "constant" && period.value).toBeCloseTo(swing * roundTripS, 9);
  });

  test("for DCTCP over step marking only", () => {
    expect(dctcpOverlays(made("aqm=step"))).toEqual([]);
    expect(dctcpOverlays(made("aqm=codel&cc=dctcp"))).toEqual([]);
    expect(dctcpOverlays(made("aqm=step&aqm-ecn=off&cc=dctcp"))).toEqual([]);
  });

  // Windows do not move quite together, and a queue of whole packets takes a burst of each flow.
  test.each([
    "aqm=step&step=20p&capacity=1Gbps&flow=cc=dctcp,count=2,rtt=1ms&duration=5s",
    "aqm=step&step=40p&capacity=1Gbps&flow=cc=dctcp,count=2,rtt=1ms&duration=5s",
    "aqm=step&step=20p&flow=cc=dctcp,rtt=100ms&duration=200s&delayed-ack=1",
  ])("the simulation agrees in its mean and largest queue: %s", (url) => {
    const scenario = made(url);
    const [{ value }] = dctcpOverlays(scenario);
    if (value.form !== "band") throw new Error("the queue is a band");
    const { mean, max } = runScenario(scenario).results().links[0].queuePackets;
    expect(Math.abs(mean / ((value.low + value.high) / 2) - 1)).toBeLessThan(0.1);
    expect(Math.abs(max - value.high)).toBeLessThan(4);
  });
});
