/**
 * Tests links whose jitter reorders packets: the application gets every byte exactly once, and late packets do not
 * count as lost.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { cases } from "../effort.ts";
import { networkOf } from "./witness.ts";

function resultsOf(settings: string) {
  return runScenario(scenarioFromUrl(`v=2&${settings}`).scenario).results();
}

describe("a path that reorders", () => {
  test("delivers every byte once and in order, and accounts for every packet, whatever is late, lost or marked", () => {
    const path = fc.record({
      jitter: fc.integer({ min: 0, max: 60 }),
      loss: fc.constantFrom(0, 0.01, 0.05),
      seed: fc.integer({ min: 1, max: 1000 }),
      ecn: fc.constantFrom("on", "off"),
      sack: fc.constantFrom("on", "off"),
    });
    fc.assert(
      fc.property(path, ({ jitter, loss, seed, ecn, sack }) => {
        const settings = `jitter=${jitter}ms&jitter-overtakes=on&loss=${loss}&seed=${seed}&ecn=${ecn}&sack=${sack}`;
        const { scenario } = scenarioFromUrl(
          `v=2&${settings}&traffic=bulk&size=300kB&capacity=5Mbps&duration=60s`,
        );
        const simulation = new Simulation(scenario);
        simulation.advance(60);
        const [flow] = simulation.results().flows;
        expect(flow.fctS).toBeGreaterThan(0);
        const network = networkOf(simulation);
        expect(network.flows[0].receivedBytes).toBe(300_000);
        expect(network.pool.inUse).toBe(0);
      }),
      cases(20),
    );
  });

  test("RACK distinguishes late packets from lost ones: goodput is within a tenth of that without jitter", () => {
    const still = resultsOf("ecn=off&duration=30s").flows[0];
    const jittered = resultsOf("ecn=off&duration=30s&jitter=20ms&jitter-overtakes=on").flows[0];
    expect(jittered.goodputBps).toBeGreaterThan(0.9 * still.goodputBps);
    expect(jittered.retransmissions).toBeLessThanOrEqual(2 * still.retransmissions);
  });

  test("a sender that counts three SACKed segments treats late packets as lost, and goodput falls to a fifth", () => {
    const [flow] = resultsOf("ecn=off&duration=30s&jitter=20ms&jitter-overtakes=on&rack-losses=off").flows;
    expect(flow.goodputBps).toBeLessThan(2e6);
    expect(flow.retransmissions).toBeGreaterThan(100);
  });
});
