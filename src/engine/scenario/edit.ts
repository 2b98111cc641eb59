/** Edits of a scenario by hand. Each gives a new, valid scenario; what an edit forces along is seen beside it. */
import type { ParamValue } from "../params/param.ts";
import { allowedText, isAllowed, nameOf } from "../params/value-text.ts";
import { carryOver } from "./apply-change.ts";
import { queueDisciplineById } from "./build.ts";
import { DEFAULT_CC, defaultFlow, withDuration } from "./defaults.ts";
import { settle } from "./limits.ts";
import { flowParams, type Place, paramAt, queueParams, valuesAt, withValues } from "./places.ts";
import { DURATION } from "./run-params.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";

/**
 * Takes a valid value. A shorter run takes its warm-up along, a warm-up stays within the run, and a run that would carry
 * too many packets becomes shorter.
 */
export function setParam(scenario: Scenario, place: Place, id: string, value: ParamValue): Scenario {
  const param = paramAt(scenario, place, id);
  if (!isAllowed(param, value)) {
    throw new RangeError(`${nameOf(param)} must be ${allowedText(param)}, got ${String(value)}`);
  }
  if (place.scope === "run" && id === DURATION.id) return settle(withDuration(scenario, Number(value)));
  return settle(withValues(scenario, place, { ...valuesAt(scenario, place), [id]: value }));
}

/** Another queue discipline: what was set by hand and both declare stays, the rest takes the new one's defaults. */
export function setAqm(scenario: Scenario, aqm: string): Scenario {
  const { queue } = scenario;
  const params = carryOver(queueParams(queue.aqm), queue.params, queueParams(queueDisciplineById(aqm).id));
  return { ...scenario, queue: { aqm, params } };
}

/** Another congestion control for a group of flows, as `setAqm`. */
export function setCc(scenario: Scenario, flow: number, cc: string): Scenario {
  return { ...scenario, flows: scenario.flows.map((spec, i) => (i === flow ? withCc(spec, cc) : spec)) };
}

export function withCc(spec: FlowSpec, cc: string): FlowSpec {
  return { ...spec, cc, params: carryOver(flowParams(spec.cc), spec.params, flowParams(cc)) };
}

/** Adds a group of flows at the end; what `spec` does not say is the default. */
export function addFlow(scenario: Scenario, spec: Partial<FlowSpec> = {}): Scenario {
  const { cc, params: defaults } = defaultFlow(spec.cc ?? DEFAULT_CC);
  const given = Object.entries(spec.params ?? {}).filter(([id]) => Object.hasOwn(defaults, id));
  const added: FlowSpec = {
    cc,
    count: spec.count ?? 1,
    params: { ...defaults, ...Object.fromEntries(given) },
  };
  return settle({ ...scenario, flows: [...scenario.flows, added] });
}

/** The changes of a group go with it. The last group stays: a run without flows shows nothing. */
export function removeFlow(scenario: Scenario, flow: number): Scenario {
  if (scenario.flows.length === 1) return scenario;
  const changes = scenario.changes
    .filter((change) => change.flow !== flow)
    .map((change) =>
      change.flow !== null && change.flow > flow ? { ...change, flow: change.flow - 1 } : change,
    );
  return { ...scenario, flows: scenario.flows.filter((_, i) => i !== flow), changes };
}

/** Adds a group like this one at the end, so that the others keep their places and colours. */
export function copyFlow(scenario: Scenario, flow: number): Scenario {
  const spec = scenario.flows[flow];
  if (spec === undefined) throw new Error(`there is no flow ${flow + 1} among ${scenario.flows.length}`);
  return settle({ ...scenario, flows: [...scenario.flows, spec] });
}
