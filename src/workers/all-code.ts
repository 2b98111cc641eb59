/** A source of simulations that has all code from the start: on Node, and in tests. */
import type { Scenario } from "../engine/index.ts";
import type { PacketLog } from "../engine/live-watch.ts";
import type { Simulating, SimulationSource } from "./simulating.ts";

export function withAllCode(
  create: (scenario: Scenario, log?: PacketLog) => Simulating,
  replay: SimulationSource["replay"],
): SimulationSource {
  return { create, complete: async () => create, replay };
}
