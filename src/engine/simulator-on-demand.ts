/**
 * The door to the simulator for the browser's worker: it comes with the algorithms of the default scenario, so that the
 * first plots wait for no other's code, and fetches the rest, as one piece, for the first scenario that names another.
 */
import { Algorithms } from "./algorithms.ts";
import * as disciplines from "./aqm/at-hand.ts";
import * as controls from "./cc/at-hand.ts";
import { declareTopologies } from "./scenario/declared.ts";
import type { QueueSpec, Scenario } from "./scenario/scenario.ts";
import * as topologies from "./topologies/at-hand.ts";
import * as kindsOfTraffic from "./traffic/at-hand.ts";

export type { Algorithms } from "./algorithms.ts";
export { rehearse } from "./rehearse.ts";
export { Simulation } from "./simulation.ts";

const atHand = new Algorithms(
  Object.values(disciplines),
  Object.values(controls),
  Object.values(kindsOfTraffic),
);

/** Enough for the scenario as it is; a change made live may name others. */
export function algorithmsFor(scenario: Scenario): Algorithms | Promise<Algorithms> {
  const named = isAtHand(scenario) ? atHand : fetchNamed();
  const isAlone = scenario.flows.length === 1 && scenario.flows[0].count === 1;
  return isAlone ? named : fetchSharing(named);
}

export function fetchEveryAlgorithm(): Promise<Algorithms> {
  return fetchSharing(fetchNamed());
}

async function fetchNamed(): Promise<Algorithms> {
  const { everyAlgorithm, everyTopology } = await import("./every-algorithm.ts");
  declareTopologies(everyTopology);
  return everyAlgorithm;
}

/** With what is worked out of how flows share. */
async function fetchSharing(named: Algorithms | Promise<Algorithms>): Promise<Algorithms> {
  const [algorithms, { sharing }] = await Promise.all([named, import("./trace/sharing.ts")]);
  return algorithms.withSharing(sharing);
}

function isAtHand({ queue, path, flows, changes }: Scenario): boolean {
  const has = (list: readonly { readonly id: string }[], id: unknown) => list.some((one) => one.id === id);
  const isQueue = (spec: QueueSpec | null) => spec === null || has(atHand.disciplines, spec.aqm);
  return (
    isQueue(queue) &&
    has(Object.values(topologies), path.topology) &&
    path.links.every((link) => isQueue(link.queue)) &&
    flows.every(({ cc, traffic }) => has(atHand.controls, cc) && has(atHand.kindsOfTraffic, traffic)) &&
    changes.every(({ id, value }) => {
      if (id === "aqm") return has(atHand.disciplines, value);
      return id !== "cc" || has(atHand.controls, value);
    })
  );
}
