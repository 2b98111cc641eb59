/** Entry point of the simulator, for callers that run scenarios: workers, the command line and tests. */
import "./algorithms.ts";
import { rehearse } from "./rehearse.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

export { MOST_BYTES } from "./load.ts";
export { TooLargeRun } from "./net/packet.ts";
export { rehearse, Simulation };

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  rehearse(scenario);
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}
