/** The door to the simulator: whoever runs scenarios, in a worker, on the command line or in a test. */
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

export { TooLargeRun } from "./net/packet.ts";
export { rehearse } from "./rehearse.ts";
export { Simulation };

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}
