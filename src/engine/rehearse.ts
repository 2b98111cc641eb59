/** A small run that continues alongside the real runs. It keeps the machine code compiled for one run available for the next. */
import { TooLargeRun } from "./net/packet.ts";
import { resolvePath } from "./scenario/path.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

/**
 * Number of events that each call runs. They take some milliseconds before the code is compiled, and a fraction of a millisecond
 * afterwards. With only 500 events, runs of BBRv1 allocated 17 bytes per packet.
 */
const REHEARSED_EVENTS = 1000;

let rehearsal: { readonly algorithms: string; readonly simulation: Simulation } | null = null;

/**
 * Continues a small run with the scenario's algorithms, whose results are not used. Called before each real run, for two reasons.
 * V8 specialises code for the values that it has seen; while all times are 0, it takes them for small integers and must recompile
 * in the second run. The small run takes the place of the first run. V8 also discards code for a class if a garbage collection
 * finds no object of that class; the small run keeps such objects alive. Without it, the first run after a pause takes ten times
 * as long.
 */
export function rehearse(scenario: Scenario): void {
  // A custom program would need a sandbox for this, and would use up part of its limits. Such scenarios are skipped.
  if (scenario.programs !== undefined) return;
  const algorithms = algorithmsOf(scenario);
  if (rehearsal === null || rehearsal.algorithms !== algorithms || rehearsal.simulation.done)
    rehearsal = { algorithms, simulation: new Simulation(withSingleFlows(scenario)) };
  try {
    rehearsal.simulation.advance(Number.POSITIVE_INFINITY, REHEARSED_EVENTS);
  } catch (error) {
    // The real run reports this error, together with its results up to then.
    if (!(error instanceof TooLargeRun)) throw error;
  }
}

function algorithmsOf({ path, queue, flows }: Scenario): string {
  const queues = resolvePath(path).links.map((link) => (link.queue ?? queue).aqm);
  return [...new Set([...queues, ...flows.flatMap(({ cc, traffic }) => [cc, traffic])])].join();
}

/** Reduces each group to one flow. All classes are still used, with little memory. */
function withSingleFlows(scenario: Scenario): Scenario {
  return { ...scenario, flows: scenario.flows.map((flow) => ({ ...flow, count: 1 })) };
}
