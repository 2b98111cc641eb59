import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import { rateModelOverlays } from "../../../src/engine/theory/overlay-rate-model.ts";
import { made } from "./made-scenario.ts";

function compare(url: string) {
  const scenario = made(url);
  const results = runScenario(scenario).results();
  return rateModelOverlays(scenario, results).map(({ id, group, value }) => {
    const flows = results.flows.filter((flow) => flow.group === group);
    const goodput = flows.reduce((sum, flow) => sum + flow.goodputBps, 0) / flows.length / 1e6;
    return { id, ratio: value.form === "constant" ? value.value / goodput : Number.NaN };
  });
}

describe("rate models for what a run measured", () => {
  test.each([
    ["losses in a short queue", "aqm=droptail&limit=40p&flow=ecn=off&duration=200s", "padhye-rate"],
    ["random losses", "aqm=droptail&loss=0.01&flow=ecn=off&duration=200s", "padhye-rate"],
    ["marks", "duration=200s", "kwon-rate"],
    ["marks with β_ecn 0.8, ten flows", "capacity=50&flow=count=10,beta-ecn=0.8&duration=200s", "kwon-rate"],
  ])("%s: within 15 per cent of the goodput", (_, url, id) => {
    const [compared] = compare(url);
    expect(compared.id).toBe(id);
    expect(Math.abs(compared.ratio - 1)).toBeLessThan(0.15);
  });

  test("per group of NewReno flows", () => {
    const compared = compare("flow=rtt=40ms&flow=cc=cubic&flow=rtt=120ms");
    expect(compared).toHaveLength(2);
    for (const { ratio } of compared) expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
  });

  test("nothing without results, with few signals, or where the model's answer to losses is another", () => {
    expect(rateModelOverlays(made(""), null)).toEqual([]);
    expect(compare("aqm=droptail&duration=20s&warmup=15s")).toEqual([]);
    expect(compare("aqm=droptail&limit=40p&beta-loss=0.7&flow=ecn=off")).toEqual([]);
  });
});
