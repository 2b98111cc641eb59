/**
 * Measurements that need a process of their own. `measure.ts` starts it: `garbage CASE…` measures the memory allocated in steady
 * runs, `cold CASE` the first runs of a process. The result is printed as JSON.
 */
// This import must come first. It declares all algorithms, so that cases can name them.

import { getHeapStatistics } from "node:v8";
import type { Scenario } from "../../engine/index.ts";
import { runScenario, Simulation } from "../../engine/simulator.ts";
import { namedScenarios } from "./cases.ts";
import type { FirstRuns } from "./measure.ts";
import { timed } from "./measure.ts";

/** Number of runs before the measurement, so that the code is compiled. Before that, each number is an object. */
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

function firstRuns(subject: Scenario): FirstRuns {
  const run = () => runScenario(subject).results().packets;
  return [timed(run).nsPerPacket, timed(run).nsPerPacket];
}

/**
 * Returns the growth of the heap in bytes per packet, in the middle of a run, where nothing is set up or summarised. The process
 * must have so much memory for young objects that no garbage is collected during the run.
 */
function garbageOf(source: Scenario): number {
  for (let i = 0; i < WARM_UP_RUNS; i++) runScenario(source);
  const durationS = Number(source.run.duration);
  const simulation = new Simulation(source);
  simulation.advance(durationS * 0.5);
  // Reading results allocates memory. It is therefore done before and after the measured part.
  const packetsBefore = simulation.results().packets;
  const bytesBefore = getHeapStatistics().used_heap_size;
  simulation.advance(durationS * 0.95);
  const bytes = getHeapStatistics().used_heap_size - bytesBefore;
  return bytes / (simulation.results().packets - packetsBefore);
}
