/**
 * A few events of a run that nobody sees, before the first one of a process. A compiler of JavaScript bets on what the
 * fields of objects hold, by the objects that it has seen. In a first run a time is 0, a small integer, until it is a
 * time; the bets of code that was compiled meanwhile are lost when the second run makes its objects, and all of it is
 * compiled anew. After a rehearsal the first run's objects are as all others will be.
 */
import type { Simulation } from "./simulation.ts";

/** Past the start of the flows, some samples and some signals; some thousandths of a second. */
const EVENTS = 2000;

let isRehearsed = false;

/** The first time, of a simulation that is of no further use. */
export function rehearse(create: () => Simulation): void {
  if (isRehearsed) return;
  isRehearsed = true;
  create().advance(Number.POSITIVE_INFINITY, EVENTS);
}
