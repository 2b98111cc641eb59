import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import { redOverlays } from "../../../src/engine/theory/overlay-red.ts";
import { made } from "./made-scenario.ts";

function values(url: string): number[] {
  return redOverlays(made(url)).map(({ value }) => (value.form === "constant" ? value.value : Number.NaN));
}

describe("equilibrium with RED, as an overlay", () => {
  test("for equal NewReno flows over RED only", () => {
    expect(values("aqm=red&flow=count=10")).toHaveLength(2);
    for (const url of ["aqm=red", "aqm=ared&flow=count=10", "aqm=red&flow=cc=cubic,count=10"]) {
      expect(values(url)).toEqual([]);
    }
    expect(values("aqm=red&flow=rtt=50ms&flow=rtt=60ms")).toEqual([]);
  });

  test("thresholds in bytes count in packets", () => {
    const [queue, p] = values("aqm=red&red-min=21000B&red-max=63000B&flow=count=10");
    const [same, sameP] = values("aqm=red&red-min=14p&red-max=42p&flow=count=10");
    expect(queue).toBeCloseTo(same, 9);
    expect(p).toBeCloseTo(sameP, 9);
  });

  // A mean-field model: the average smooths over many cuts, and signals do not come alone. β 0.8 answers a second mark of
  // the same round trip with nothing, too, and so little that there often is one.
  test.each([
    ["aqm=red&flow=count=10", 0.06],
    ["aqm=red&flow=count=20", 0.05],
    ["aqm=red&flow=count=20,rtt=20ms", 0.03],
    ["aqm=red&flow=count=20,beta-ecn=0.8", 0.15],
    ["aqm=red&flow=count=40,ecn=off", 0.1],
    ["aqm=red&red-above-max=drop&flow=count=40,rtt=20ms", 0.03],
    ["aqm=red&red-wait=off&flow=count=10", 0.03],
    ["aqm=red&red-wait=off&flow=count=20,rtt=20ms", 0.03],
    ["aqm=red&red-wait=off&flow=count=40,ecn=off", 0.06],
  ])("the simulation agrees in its mean queue: %s", (url, tolerance) => {
    const [queue] = values(url);
    const { links } = runScenario(made(url)).results();
    expect(Math.abs(links[0].queuePackets.mean / queue - 1)).toBeLessThan(tolerance);
  });
});
