/** Another algorithm in the place of one: what was set by hand and both declare stays, the rest takes the new one's defaults. */

import { queueDisciplineById } from "../algorithms.ts";
import { carryOver } from "./carry-over.ts";
import { flowParams, queueParams } from "./places.ts";
import type { FlowSpec, QueueSpec } from "./scenario.ts";

export function withAqm(queue: QueueSpec, aqm: string): QueueSpec {
  const params = carryOver(queueParams(queue.aqm), queue.params, queueParams(queueDisciplineById(aqm).id));
  return { aqm, params };
}

export function withCc(spec: FlowSpec, cc: string): FlowSpec {
  return withAlgorithms(spec, cc, spec.traffic);
}

export function withTraffic(spec: FlowSpec, traffic: string): FlowSpec {
  return withAlgorithms(spec, spec.cc, traffic);
}

function withAlgorithms(spec: FlowSpec, cc: string, traffic: string): FlowSpec {
  const params = carryOver(flowParams(spec.cc, spec.traffic), spec.params, flowParams(cc, traffic));
  return { ...spec, cc, traffic, params };
}
