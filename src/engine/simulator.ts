/** The door to the simulator with all algorithms, for whoever need not count bytes: command line, workers of Node, tests. */
import "./every-declaration.ts";

export { TooLargeRun } from "./net/packet.ts";
export { rehearse } from "./rehearse.ts";

import { everyAlgorithm } from "./every-algorithm.ts";
import { changing } from "./scenario/apply-change.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation as Simulating } from "./simulation.ts";
import { sharing } from "./trace/sharing.ts";
import type { Witness } from "./why/witness.ts";

const algorithms = everyAlgorithm.with({ sharing, changing });

export class Simulation extends Simulating {
  constructor(scenario: Scenario, witness?: Witness) {
    super(scenario, algorithms, witness);
  }
}

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}
