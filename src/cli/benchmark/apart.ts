/**
 * What needs a separate process, started by `measure.ts`: `garbage CASE…`, the garbage of steady runs, or `cold CASE`, the
 * first runs of a process. Prints the result as JSON.
 */
// First: it declares all algorithms, and the cases name them.

import { getHeapStatistics } from "node:v8";
import type { Scenario } from "../../engine/index.ts";
import { rehearse, runScenario, Simulation } from "../../engine/simulator.ts";
import { namedScenarios } from "./cases.ts";
import { timed } from "./measure.ts";

/** ns per packet of the first run, as workers begin it, and of the second: before anything is compiled, and while it is. */
export type FirstRuns = readonly [first: number, second: number];

/** Enough to compile what is hot: numbers in code that is not compiled are objects. */
const WARM_UP_RUNS = 2;

const [what, ...names] = process.argv.slice(2);
const chosen = namedScenarios().filter(({ name }) => names.includes(name));
if (chosen.length < names.length) throw new Error(`not all of these are cases: ${names.join("; ")}`);
process.stdout.write(
  JSON.stringify(
    what === "cold"
      ? firstRuns(chosen[0].scenario)
      : Object.fromEntries(chosen.map(({ name, scenario }) => [name, garbageOf(scenario)])),
  ),
);

function firstRuns(of: Scenario): FirstRuns {
  const run = () => {
    rehearse(() => new Simulation(of));
    return runScenario(of).results().packets;
  };
  return [timed(run).nsPerPacket, timed(run).nsPerPacket];
}

/**
 * Bytes per packet by which the heap grows in the middle of a run, where nothing is set up and nothing is summed up. Only
 * true in a process whose young generation holds all of it.
 */
function garbageOf(of: Scenario): number {
  for (let i = 0; i < WARM_UP_RUNS; i++) runScenario(of);
  const durationS = Number(of.run.duration);
  const simulation = new Simulation(of);
  simulation.advance(durationS * 0.5);
  // Results allocate: they are taken outside of what is measured.
  const packetsBefore = simulation.results().packets;
  const bytesBefore = getHeapStatistics().used_heap_size;
  simulation.advance(durationS * 0.95);
  const bytes = getHeapStatistics().used_heap_size - bytesBefore;
  return bytes / (simulation.results().packets - packetsBefore);
}
