/**
 * The garbage of a steady run: how much the heap grows per packet in the middle of a run, where nothing is set up and
 * nothing is summed up. Only true in a process whose young generation holds all of it: see measure-apart.ts.
 */
import { getHeapStatistics } from "node:v8";
import type { Scenario } from "../../engine/index.ts";
import { runScenario, Simulation } from "../../engine/simulator.ts";

/** Until all that is hot has been compiled for good; numbers in code that is not are objects. */
const WARM_UP_RUNS = 20;
/** Shares of the run's duration. */
const FROM = 0.3;
const UNTIL = 0.95;

/** Bytes per packet. */
export function garbageOf(scenario: Scenario): number {
  for (let i = 0; i < WARM_UP_RUNS; i++) runScenario(scenario);
  const { duration } = scenario.run;
  if (typeof duration !== "number") throw new Error("the run has no duration");
  const simulation = new Simulation(scenario);
  simulation.advance(duration * FROM);
  // Results allocate: they are taken outside of what is measured.
  const packetsBefore = simulation.results().packets;
  const bytesBefore = getHeapStatistics().used_heap_size;
  simulation.advance(duration * UNTIL);
  const bytes = getHeapStatistics().used_heap_size - bytesBefore;
  return bytes / (simulation.results().packets - packetsBefore);
}
