/**
 * Collects the deliberate deviations from the defining texts, and the effects that no run models. Only cards, notes and documents
 * use them.
 */
import { QUEUE_DEVIATIONS } from "./aqm/deviations.ts";
import { CONTROL_DEVIATIONS } from "./cc/deviations.ts";
import type { Deviation } from "./params/algorithm.ts";
import { TOPOLOGY_DEVIATIONS } from "./topologies/deviations.ts";
import { TRAFFIC_DEVIATIONS } from "./traffic/deviations.ts";

export { LEFT_OUT } from "./left-out.ts";
export { NETWORK_DEVIATIONS } from "./net/deviations.ts";
export { TCP_DEVIATIONS } from "./tcp/deviations.ts";

const BY_ID: Readonly<Record<string, readonly Deviation[]>> = {
  ...QUEUE_DEVIATIONS,
  ...CONTROL_DEVIATIONS,
  ...TRAFFIC_DEVIATIONS,
  ...TOPOLOGY_DEVIATIONS,
};

/** Returns the deviations of the algorithm, kind of traffic or topology with that id; empty for a custom program. */
export function deviationsOf(id: string): readonly Deviation[] {
  return Object.hasOwn(BY_ID, id) ? BY_ID[id] : [];
}

/** Ids that have deviations. */
export const DEVIATING: readonly string[] = Object.keys(BY_ID);
