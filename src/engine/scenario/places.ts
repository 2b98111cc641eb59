/** Where a parameter sits in a scenario, and what can be set there. */
import { LIMIT } from "../aqm/shared-params.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { ECN, RTT_AND_TRAFFIC } from "../traffic/flow-params.ts";
import { congestionControlById, queueDisciplineById } from "./build.ts";
import { PATH_PARAMS } from "./path-params.ts";
import { RUN_PARAMS } from "./run-params.ts";
import type { Scenario } from "./scenario.ts";

export type SharedScope = "run" | "path" | "queue" | "tcp";
export type Place = { readonly scope: SharedScope } | { readonly scope: "flow"; readonly flow: number };

/** The parameters of a queue: the discipline's own, and the limit that every queue has. */
export function queueParams(aqm: string): readonly Param[] {
  return [...queueDisciplineById(aqm).params, LIMIT];
}

/** The parameters of a group of flows, in the order in which `--flow` writes them. */
export function flowParams(cc: string): readonly Param[] {
  return [ECN, ...congestionControlById(cc).params, ...RTT_AND_TRAFFIC];
}

/** What can be set at a place, in menu order. */
export function declaredParams(scenario: Scenario, place: Place): readonly Param[] {
  switch (place.scope) {
    case "run":
      return RUN_PARAMS;
    case "path":
      return PATH_PARAMS;
    case "queue":
      return queueParams(scenario.queue.aqm);
    case "tcp":
      return TCP_PARAMS;
    case "flow":
      return flowParams(flowAt(scenario, place.flow).cc);
  }
}

export function valuesAt(scenario: Scenario, place: Place): ParamValues {
  if (place.scope === "flow") return flowAt(scenario, place.flow).params;
  return place.scope === "queue" ? scenario.queue.params : scenario[place.scope];
}

export function withValues(scenario: Scenario, place: Place, values: ParamValues): Scenario {
  if (place.scope === "queue") return { ...scenario, queue: { ...scenario.queue, params: values } };
  if (place.scope !== "flow") return { ...scenario, [place.scope]: values };
  const flows = scenario.flows.map((spec, i) => (i === place.flow ? { ...spec, params: values } : spec));
  return { ...scenario, flows };
}

export function paramAt(scenario: Scenario, place: Place, id: string): Param {
  const param = declaredParams(scenario, place).find((one) => one.id === id);
  if (param === undefined) throw new Error(`there is no parameter ${id} in ${nameOfPlace(place)}`);
  return param;
}

export function getParam(scenario: Scenario, place: Place, id: string): ParamValue {
  return valuesAt(scenario, place)[paramAt(scenario, place, id).id];
}

export function defaultsOf(params: readonly Param[]): ParamValues {
  return Object.fromEntries(params.map((param) => [param.id, param.default]));
}

function flowAt(scenario: Scenario, flow: number) {
  const spec = scenario.flows[flow];
  if (spec === undefined) throw new Error(`there is no flow ${flow + 1} among ${scenario.flows.length}`);
  return spec;
}

function nameOfPlace(place: Place): string {
  return place.scope === "flow" ? `flow ${place.flow + 1}` : place.scope;
}
