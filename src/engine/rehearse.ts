/**
 * A small run that is kept together with the real runs, so that the code compiled for one run is still available for
 * the next run.
 */
import { TooLargeRun } from "./net/packet.ts";
import { resolvePath } from "./scenario/path.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { Simulation } from "./simulation.ts";

/**
 * Number of events of each call. They take some milliseconds before the code is compiled, and a fraction of a
 * millisecond afterwards. With 500 events, runs of BBRv1 allocated 17 bytes per packet.
 */
const REHEARSED_EVENTS = 1000;

let rehearsal: { readonly algorithms: string; readonly simulation: Simulation } | null = null;

/**
 * Continues a small, unobserved run with the scenario's algorithms; called before each run. V8 specialises code for
 * the objects that it has seen. While all times are 0, V8 takes them for small integers and has to recompile in the
 * second run; the rehearsal acts as the first run. When a garbage collection finds no object of a class, V8 discards
 * the code compiled for it: the rehearsal keeps such objects alive. Without it, the first run after a pause takes ten
 * times as long.
 */
export function rehearse(scenario: Scenario): void {
  // A custom program would keep a sandbox and count calls, so such scenarios are not rehearsed.
  if (scenario.programs !== undefined) return;
  const algorithms = algorithmsOf(scenario);
  if (rehearsal === null || rehearsal.algorithms !== algorithms || rehearsal.simulation.done)
    rehearsal = { algorithms, simulation: new Simulation(withSingleFlows(scenario)) };
  try {
    rehearsal.simulation.advance(Number.POSITIVE_INFINITY, REHEARSED_EVENTS);
  } catch (error) {
    // The real run will report this error, together with the results up to that point.
    if (!(error instanceof TooLargeRun)) throw error;
  }
}

function algorithmsOf({ path, queue, flows }: Scenario): string {
  const queues = resolvePath(path).links.map((link) => (link.queue ?? queue).aqm);
  return [...new Set([...queues, ...flows.flatMap(({ cc, traffic }) => [cc, traffic])])].join();
}

/** Reduces each group to one flow: all classes are used, with little memory. */
function withSingleFlows(scenario: Scenario): Scenario {
  return { ...scenario, flows: scenario.flows.map((flow) => ({ ...flow, count: 1 })) };
}
