/**
 * The registered algorithms as what is declared of them: what reading, checking and changing scenarios needs. Those of
 * the default scenario are known from the start, so that a page's first plots wait for no word on the others; importing
 * `every-declaration.ts` declares them all. Nothing may keep what it took from these lists before that.
 */
import * as disciplines from "../aqm/at-hand-declarations.ts";
import type { QueueDisciplineDeclaration } from "../aqm/queue-discipline.ts";
import * as controls from "../cc/at-hand-declarations.ts";
import type { CongestionControlDeclaration } from "../cc/congestion-control.ts";
import { byId } from "../params/by-id.ts";
import * as topologies from "../topologies/at-hand.ts";
import type { TopologyDefinition } from "../topologies/topology.ts";
import * as kindsOfTraffic from "../traffic/at-hand-declarations.ts";
import type { TrafficDeclaration } from "../traffic/traffic.ts";

/** The same arrays before and after. */
export const declaredDisciplines: QueueDisciplineDeclaration[] = Object.values(disciplines);
export const declaredControls: CongestionControlDeclaration[] = Object.values(controls);
export const declaredTraffic: TrafficDeclaration[] = Object.values(kindsOfTraffic);
/** Whole definitions: what topologies declare and what they build is one, because the page draws what is built. */
export const declaredTopologies: TopologyDefinition[] = Object.values(topologies);

/** How often something has been declared: what is derived from the lists is derived anew then. */
let times = 0;

export function declareAll(
  allDisciplines: readonly QueueDisciplineDeclaration[],
  allControls: readonly CongestionControlDeclaration[],
  allTraffic: readonly TrafficDeclaration[],
  allTopologies: readonly TopologyDefinition[],
): void {
  declaredDisciplines.splice(0, Number.POSITIVE_INFINITY, ...allDisciplines);
  declaredControls.splice(0, Number.POSITIVE_INFINITY, ...allControls);
  declaredTraffic.splice(0, Number.POSITIVE_INFINITY, ...allTraffic);
  declareTopologies(allTopologies);
}

/** For a simulator, which asks for nothing else that is declared. */
export function declareTopologies(all: readonly TopologyDefinition[]): void {
  declaredTopologies.splice(0, Number.POSITIVE_INFINITY, ...all);
  times++;
}

/** Something made of the lists, made once as long as they stay. */
export function ofDeclared<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly times: number } | null = null;
  return () => {
    if (made?.times !== times) made = { value: make(), times };
    return made.value;
  };
}

export function queueDisciplineById(id: string): QueueDisciplineDeclaration {
  return byId(declaredDisciplines, id, "queue discipline");
}

export function congestionControlById(id: string): CongestionControlDeclaration {
  return byId(declaredControls, id, "congestion control");
}

export function trafficById(id: string): TrafficDeclaration {
  return byId(declaredTraffic, id, "kind of traffic");
}

export function topologyById(id: string): TopologyDefinition {
  return byId(declaredTopologies, id, "topology");
}
