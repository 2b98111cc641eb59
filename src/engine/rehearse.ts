/** A small run that is kept beside the real ones, so that the code compiled for a run is still there for the next one. */
import { TooLargeRun } from "./net/packet.ts";
import { resolvePath } from "./scenario/path.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

/** Events of each call: some milliseconds before the code is compiled, some microseconds later. */
const REHEARSED_EVENTS = 500;

let rehearsal: { readonly algorithms: string; readonly simulation: Simulation } | null = null;

/**
 * Continues a small, unobserved run with the scenario's algorithms; called before each run. V8 specialises code for the
 * objects that it has seen. While all times are 0 it takes them for small integers and has to recompile in the second run:
 * the rehearsal takes the place of the first one. And when a garbage collection finds no object of a class, V8 discards the
 * code compiled for it: the rehearsal keeps such objects alive. Without it, the first run after a pause takes ten times as
 * long.
 */
export function rehearse(scenario: Scenario): void {
  // A custom program keeps a sandbox and counts its calls.
  if (scenario.programs !== undefined) return;
  const algorithms = algorithmsOf(scenario);
  if (rehearsal === null || rehearsal.algorithms !== algorithms || rehearsal.simulation.done)
    rehearsal = { algorithms, simulation: new Simulation(withSingleFlows(scenario)) };
  try {
    rehearsal.simulation.advance(Number.POSITIVE_INFINITY, REHEARSED_EVENTS);
  } catch (error) {
    // The run itself reports it, with the results up to then.
    if (!(error instanceof TooLargeRun)) throw error;
  }
}

function algorithmsOf({ path, queue, flows }: Scenario): string {
  const queues = resolvePath(path).links.map((link) => (link.queue ?? queue).aqm);
  return [...new Set([...queues, ...flows.flatMap(({ cc, traffic }) => [cc, traffic])])].join();
}

/** Keeps one flow of each group: all classes in little memory. */
function withSingleFlows(scenario: Scenario): Scenario {
  return { ...scenario, flows: scenario.flows.map((flow) => ({ ...flow, count: 1 })) };
}
