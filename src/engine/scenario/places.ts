/** Places in a scenario at which parameters have values, and the parameters of each place. */

import { LIMIT } from "../aqm/shared-params.ts";
import type { CongestionControlCard } from "../cc/congestion-control.ts";
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import type { BooleanParam, EnumParam, Param, ParamValue, ParamValues } from "../params/param.ts";
import { congestionControlById, queueDisciplineById, topologyById, trafficById } from "../registered.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import type { LinkSpec } from "../topologies/topology.ts";
import { ECN, EVERY_FLOW, ROUTE, TCP_FLOWS } from "../traffic/flow-params.ts";
import { linkById, resolvePath } from "./path.ts";
import { RUN_PARAMS } from "./run-params.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario.ts";

/** Kinds of places that exist once per scenario, not per flow or link. */
export const SHARED_SCOPES = ["run", "path", "queue", "tcp"] as const;
/** A place that exists once per scenario. */
type SharedScope = (typeof SHARED_SCOPES)[number];
/**
 * A place at which parameters have values. "link-queue" is the queue of one link. It is the scenario's queue until one of its
 * values is set; then the link has its own queue.
 */
export type Place =
  | { readonly scope: SharedScope }
  | { readonly scope: "flow"; readonly flow: number }
  | { readonly scope: "link" | "link-queue"; readonly link: string };

/** Returns the parameters of a queue: those of the discipline, and the limit that every queue has. */
export function queueParams(aqm: string, programs: CustomPrograms): readonly Param[] {
  return [...queueDisciplineById(aqm, programs).params, LIMIT];
}

/** Returns the parameters of a group of flows, in the order in which `--flow` writes them. */
export function flowParams(cc: string, traffic: string, programs: CustomPrograms): readonly Param[] {
  const { params, transport } = trafficById(traffic);
  if (transport !== "tcp") return [...EVERY_FLOW, ...params];
  const control = congestionControlById(cc, programs);
  return [ecnOf(control), ...control.params, ...EVERY_FLOW, ...TCP_FLOWS, ...params];
}

function ecnOf({ needsEcn }: CongestionControlCard): BooleanParam {
  return needsEcn === undefined ? ECN : { ...ECN, fixed: { value: true, why: needsEcn } };
}

/** Returns the parameter that selects one of the path's routes. The empty text selects the first route. */
function routeParam(path: PathSpec): EnumParam {
  const { routes } = resolvePath(path);
  const options = routes.map(({ id, label, forward }, i) => ({
    value: i === 0 ? ROUTE.default : id,
    label,
    help: `Over ${forward.join(", ")}.`,
  }));
  const { maxLength: _, allowed: _allowed, read: _read, ...route } = ROUTE;
  return { ...route, kind: "enum", options };
}

/** Returns the parameters of a place, in menu order. */
export function declaredParams(scenario: Scenario, place: Place): readonly Param[] {
  switch (place.scope) {
    case "run":
      return RUN_PARAMS;
    case "path":
      return topologyById(scenario.path.topology).params;
    case "queue":
      return queueParams(scenario.queue.aqm, scenario.programs);
    case "tcp":
      return TCP_PARAMS;
    case "link":
      return LINK_PARAMS;
    case "link-queue":
      return queueParams(queueOfLink(scenario, place.link).aqm, scenario.programs);
    case "flow": {
      const { cc, traffic } = flowAt(scenario, place.flow);
      const route = routeParam(scenario.path);
      return flowParams(cc, traffic, scenario.programs).map((param) => (param === ROUTE ? route : param));
    }
  }
}

/** Returns the parameter values of a place. */
export function valuesAt(scenario: Scenario, place: Place): ParamValues {
  switch (place.scope) {
    case "run":
    case "tcp":
      return scenario[place.scope];
    case "path":
      return scenario.path.params;
    case "queue":
      return scenario.queue.params;
    case "link":
      return linkAt(scenario, place.link).params;
    case "link-queue":
      return queueOfLink(scenario, place.link).params;
    case "flow":
      return flowAt(scenario, place.flow).params;
  }
}

/** Returns the declaration of a parameter at a place. Throws if the place has no such parameter. */
export function paramAt(scenario: Scenario, place: Place, id: string): Param {
  const param = declaredParams(scenario, place).find((one) => one.id === id);
  if (param === undefined) throw new Error(`there is no parameter ${id} in ${nameOfPlace(place)}`);
  return param;
}

/** Returns the value of a parameter at a place. Throws if the place has no such parameter. */
export function getParam(scenario: Scenario, place: Place, id: string): ParamValue {
  return valuesAt(scenario, place)[paramAt(scenario, place, id).id];
}

/** Returns the queue of a link: its own queue, or the scenario's queue. */
export function queueOfLink(scenario: Scenario, link: string): QueueSpec {
  return linkAt(scenario, link).queue ?? scenario.queue;
}

/** Returns the default values of the parameters. */
export function defaultsOf(params: readonly Param[]): ParamValues {
  return Object.fromEntries(params.map((param) => [param.id, param.default]));
}

function linkAt(scenario: Scenario, link: string): LinkSpec {
  return linkById(resolvePath(scenario.path), link);
}

function flowAt(scenario: Scenario, flow: number): FlowSpec {
  const spec = scenario.flows[flow];
  if (spec === undefined) throw new Error(`there is no flow ${flow + 1} among ${scenario.flows.length}`);
  return spec;
}

function nameOfPlace(place: Place): string {
  if (place.scope === "flow") return `flow ${place.flow + 1}`;
  return "link" in place ? `${place.scope} ${place.link}` : place.scope;
}
