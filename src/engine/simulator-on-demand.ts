/**
 * The simulator for a browser's worker. The algorithms of the default scenario are loaded from the start. The code of any other
 * algorithm is loaded when a scenario needs it, or after the first run has been shown.
 */
import { QUEUES_AT_ONCE, QUEUES_ON_DEMAND } from "./aqm/on-demand.ts";
import { CONTROLS_AT_ONCE, CONTROLS_ON_DEMAND } from "./cc/on-demand.ts";
import { registeredControls, registeredQueues, registeredTraffic } from "./registered.ts";
import { resolvePath } from "./scenario/path.ts";
import type { Scenario } from "./scenario/scenario.ts";
import { TRAFFIC_AT_ONCE, TRAFFIC_ON_DEMAND } from "./traffic/on-demand.ts";

export { rehearse } from "./rehearse.ts";
export { Simulation } from "./simulation.ts";

registeredQueues.add(QUEUES_AT_ONCE);
registeredControls.add(CONTROLS_AT_ONCE);
registeredTraffic.add(TRAFFIC_AT_ONCE);

/** Loads the code of the algorithms that a scenario uses at any time of the run. Returns null if all of it is already loaded. */
export function loadAlgorithmsOf({ queue, path, flows, changes }: Scenario): Promise<void> | null {
  const changed = (id: string) => changes.flatMap((one) => (one.id === id ? [String(one.value)] : []));
  const linkQueues = resolvePath(path).links.flatMap((link) => (link.queue === null ? [] : [link.queue.aqm]));
  return together([
    ...fetched(registeredQueues, QUEUES_ON_DEMAND, [queue.aqm, ...linkQueues, ...changed("aqm")]),
    ...fetched(registeredControls, CONTROLS_ON_DEMAND, [...flows.map(({ cc }) => cc), ...changed("cc")]),
    ...fetched(
      registeredTraffic,
      TRAFFIC_ON_DEMAND,
      flows.map(({ traffic }) => traffic),
    ),
  ]);
}

/** Loads the code of all algorithms. Returns null if all of the code is already loaded. */
export function loadAllAlgorithms(): Promise<void> | null {
  return together([
    ...fetched(registeredQueues, QUEUES_ON_DEMAND),
    ...fetched(registeredControls, CONTROLS_ON_DEMAND),
    ...fetched(registeredTraffic, TRAFFIC_ON_DEMAND),
  ]);
}

/** The part of a registry that is needed to load algorithms. */
interface Registered<Definition> {
  hasCode(id: string): boolean;
  add(definitions: readonly Definition[]): unknown;
}

/**
 * Starts to load the code that is missing. Returns one promise per algorithm. Ids that are not in `onDemand` are skipped: they
 * belong to custom programs, to algorithms loaded from the start, or are errors that the run will report.
 */
function fetched<Definition>(
  registered: Registered<Definition>,
  onDemand: Readonly<Record<string, () => Promise<Definition>>>,
  ids: readonly string[] = Object.keys(onDemand),
): Promise<unknown>[] {
  return [...new Set(ids)]
    .filter((id) => Object.hasOwn(onDemand, id) && !registered.hasCode(id))
    .map(async (id) => registered.add([await onDemand[id]()]));
}

/** Returns a promise that is fulfilled when all given promises are; null if there are none. */
function together(coming: readonly Promise<unknown>[]): Promise<void> | null {
  return coming.length === 0 ? null : Promise.all(coming).then(() => undefined);
}
