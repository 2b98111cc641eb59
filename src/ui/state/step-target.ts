/** Where a step through a finished run leads. */
import { isCut, type Scenario, type Snapshot } from "../../engine/index.ts";
import { durationOf, type StepKind } from "./store.ts";
import { linkIndex } from "./watched-link.ts";

/** The shortest base round-trip time of the flows, in s. */
export function shortestRttS(snapshot: Snapshot): number {
  return Math.min(...snapshot.results.flows.map((flow) => flow.rttMs)) / 1000;
}

/** Marks and losses are those of the watched link. */
export function stepTarget(
  snapshot: Snapshot,
  watch: string | null,
  scenario: Scenario,
  playheadS: number,
  direction: 1 | -1,
  kind: StepKind,
): number {
  if (kind === "rtt") return playheadS + direction * shortestRttS(snapshot);
  const edge = direction === 1 ? durationOf(scenario) : 0;
  const signal =
    neighbour(snapshot.links[linkIndex(snapshot.links, watch)].events.timeS, playheadS, direction) ?? edge;
  if (kind === "signal") return signal;
  const own = neighbour(reductionTimes(snapshot), playheadS, direction) ?? edge;
  return direction === 1 ? Math.min(signal, own) : Math.max(signal, own);
}

function reductionTimes(snapshot: Snapshot): Float64Array {
  const { timeS, kind } = snapshot.flowEvents;
  return timeS.filter((_, i) => isCut(kind[i]));
}

/** A step must get away from where it stands, although the playhead is rounded on its way through the controls. */
const SAME_TIME_S = 1e-6;

/** The nearest time after (or before) `atS` in an ascending list; null where there is none. */
export function neighbour(times: Float64Array, atS: number, direction: 1 | -1): number | null {
  let low = 0;
  let high = times.length;
  const bound = atS + direction * SAME_TIME_S;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction === 1 ? times[middle] <= bound : times[middle] < bound) low = middle + 1;
    else high = middle;
  }
  const index = direction === 1 ? low : low - 1;
  return index >= 0 && index < times.length ? times[index] : null;
}
