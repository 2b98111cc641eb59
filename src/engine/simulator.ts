/** The door to the simulator: whoever runs scenarios, in a worker, on the command line or in a test. */
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

export { MOST_BYTES } from "./load.ts";
export { TooLargeRun } from "./net/packet.ts";
export { Simulation };

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}

/** Past the start of the flows, some samples and some signals; some thousandths of a second. */
const REHEARSED_EVENTS = 2000;

let isRehearsed = false;

/**
 * The first time: a few events of a run that nobody sees, before the first one of a process; the simulation is of no further use. A compiler of JavaScript bets on what the
 * fields of objects hold, by the objects that it has seen. In a first run a time is 0, a small integer, until it is a
 * time; the bets of code that was compiled meanwhile are lost when the second run makes its objects, and all of it is
 * compiled anew. After a rehearsal the first run's objects are as all others will be.
 */
export function rehearse(create: () => Simulation): void {
  if (isRehearsed) return;
  isRehearsed = true;
  create().advance(Number.POSITIVE_INFINITY, REHEARSED_EVENTS);
}
