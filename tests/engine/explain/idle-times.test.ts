import { expect, test } from "vitest";
import { IdleTimes } from "../../../src/engine/explain/idle-times.ts";
import { witnessOf } from "../../../src/engine/explain/witness.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { networkOf } from "../../contract/witness.ts";

/** One flow that ends after 1000 segments, another one some seconds later. */
const { scenario } = scenarioFromUrl(
  "flow=cc=newreno,size=1448000&flow=cc=newreno,start=6,size=1448000&capacity=10Mbps&duration=10s",
);

function idleOf() {
  const found: IdleTimes[] = [];
  const simulation = new Simulation(
    scenario,
    witnessOf({
      begin(network) {
        found[0] = new IdleTimes(network, 0);
      },
      leavesQueue: (_link, sojournNs) => found[0].leaves(sojournNs),
      signal() {},
      event() {},
    }),
  );
  const { port } = networkOf(simulation).links[0];
  const seen: number[] = [];
  for (let s = 0; s < 10; s += 0.0001) {
    simulation.advance(s);
    if (!port.isSending) seen.push(s);
  }
  return { idle: found[0], seen };
}

test("pauses within a round trip or so are one stretch, longer ones stand apart", () => {
  const { idle, seen } = idleOf();
  const within = (from: number, to: number) => seen.filter((s) => s >= from && s < to).length * 0.0001;
  // The pause before the second flow counts when its first packet comes; what follows the last packet is no pause yet.
  expect(idle.stretches.length).toBeGreaterThanOrEqual(2);
  const [first] = idle.stretches;
  expect(first.fromNs).toBeGreaterThan(0);
  expect(idle.idleNsWithin(0, 0.4e9) / 1e9).toBeCloseTo(within(0, 0.4), 2);
  const last = idle.stretches[idle.stretches.length - 1];
  expect(last.toNs / 1e9).toBeGreaterThan(6);
  expect(idle.between(1e9, 2e9)?.toNs).toBe(idle.stretches.find((one) => one.toNs > 1e9)?.toNs);
  expect(idle.between(9.5e9, 10e9)).toBeNull();
  // What comes later is not of the time before.
  expect(idle.between(0, first.fromNs)).toBeNull();
});
