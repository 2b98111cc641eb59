/** A first run of a process that is discarded, so that the first visible one is as fast as the others. */
import type { Simulation } from "./simulation.ts";

/** Events of the rehearsal: past the start of the flows, some samples and some signals. They take some milliseconds. */
const REHEARSED_EVENTS = 2000;

let isRehearsed = false;

/**
 * Runs a few events of an unobserved simulation before the first real one of a process; the simulation is then
 * discarded. V8 specialises code for small integers while all times are 0. When real times exceed them, it discards
 * that code and has to recompile it in the second run. After the rehearsal the objects of the first run look like
 * those of all later runs.
 */
export function rehearse(create: () => Simulation): void {
  if (isRehearsed) return;
  isRehearsed = true;
  create().advance(Number.POSITIVE_INFINITY, REHEARSED_EVENTS);
}
