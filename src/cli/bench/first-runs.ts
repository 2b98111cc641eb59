/** How long a fresh process takes for a scenario: before anything is compiled, and while it is. */
import type { Scenario } from "../../engine/index.ts";
import { rehearse, runScenario, Simulation } from "../../engine/simulator.ts";
import { timed } from "./timed.ts";

/** ns per packet of the first run, as workers begin it, and of the second. */
export type FirstRuns = readonly [first: number, second: number];

export function firstRuns(scenario: Scenario): FirstRuns {
  const run = () => {
    rehearse(() => new Simulation(scenario));
    return runScenario(scenario).results().packets;
  };
  return [timed(run).nsPerPacket, timed(run).nsPerPacket];
}
