/** Edits of a scenario by the user. Each edit returns a new, valid scenario. The page shows the user what else an edit has changed. */
import type { Suggestion } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { allowedText, fitJson, isAllowed, nameOf } from "../params/value-text.ts";
import { congestionControlById, queueDisciplineById, topologyById, trafficById } from "../registered.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow, withDuration, withPath } from "./defaults.ts";
import { normalise } from "./normalise.ts";
import { linkById, resolvePath, routeOf, settingOf, withLinkParam, withLinkSetting } from "./path.ts";
import { narrowestLink, pathSummary } from "./path-facts.ts";
import { type Place, paramAt, queueOfLink, valuesAt } from "./places.ts";
import { withAqm, withCc, withTopology, withTraffic } from "./replace.ts";
import { DURATION } from "./run-params.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario.ts";

/**
 * Sets a parameter to a valid value and adjusts other settings to it. A shorter run shortens its warm-up, a longer warm-up is
 * limited to the run, and a run with too many packets becomes shorter. Flows that the path defines are replaced by those for the
 * changed path.
 */
export function setParam(scenario: Scenario, place: Place, id: string, value: ParamValue): Scenario {
  const param = paramAt(scenario, place, id);
  if (!isAllowed(param, value)) {
    throw new RangeError(`${nameOf(param)} must be ${allowedText(param)}, got ${String(value)}`);
  }
  return normalise(withValue(scenario, place, id, value));
}

/** Sets a valid value. Other settings are not adjusted to it. */
export function withValue(scenario: Scenario, place: Place, id: string, value: ParamValue): Scenario {
  switch (place.scope) {
    case "run":
      if (id === DURATION.id) return withDuration(scenario, Number(value));
      return { ...scenario, run: { ...scenario.run, [id]: value } };
    case "tcp":
      return { ...scenario, tcp: { ...scenario.tcp, [id]: value } };
    case "path": {
      const { path } = scenario;
      return withPath(scenario, { ...path, params: { ...path.params, [id]: value } });
    }
    case "queue":
      return { ...scenario, queue: withQueueValues(scenario.queue, { [id]: value }) };
    case "link":
      return { ...scenario, path: withLinkValue(scenario.path, place.link, id, value) };
    case "link-queue":
      return withLinkQueue(
        scenario,
        place.link,
        withQueueValues(queueOfLink(scenario, place.link), { [id]: value }),
      );
    case "flow":
      return withFlow(scenario, place.flow, (spec) => ({ ...spec, params: { ...spec.params, [id]: value } }));
  }
}

function withQueueValues(queue: QueueSpec, values: ParamValues): QueueSpec {
  return { ...queue, params: { ...queue.params, ...values } };
}

/** Sets a value of one link. A value that equals the topology's value is removed from the link's settings. */
function withLinkValue(path: PathSpec, link: string, id: string, value: ParamValue): PathSpec {
  if (topologyById(path.topology).isOpen) return withLinkParam(path, link, id, value);
  const setting = settingOf(path, link);
  const { [id]: _, ...others } = setting.params;
  const without = withLinkSetting(path, { ...setting, params: others });
  const usual = linkById(resolvePath(without), link).params[id];
  return value === usual ? without : withLinkParam(path, link, id, value);
}

function withLinkQueue(scenario: Scenario, link: string, queue: QueueSpec | null): Scenario {
  const setting = settingOf(scenario.path, link);
  return { ...scenario, path: withLinkSetting(scenario.path, { ...setting, queue }) };
}

function withFlow(scenario: Scenario, flow: number, edit: (spec: FlowSpec) => FlowSpec): Scenario {
  return { ...scenario, flows: scenario.flows.map((spec, i) => (i === flow ? edit(spec) : spec)) };
}

/**
 * Changes the queue discipline. Values set by the user are kept if the new discipline has the same parameter; all other
 * parameters get their defaults.
 */
export function setAqm(scenario: Scenario, aqm: string): Scenario {
  return normalise({ ...scenario, queue: withAqm(scenario.queue, aqm, scenario.programs) });
}

/** Gives a link its own queue discipline, like `setAqm`; null returns to the scenario's queue. */
export function setLinkAqm(scenario: Scenario, link: string, aqm: string | null): Scenario {
  const queue = aqm === null ? null : withAqm(queueOfLink(scenario, link), aqm, scenario.programs);
  return normalise(withLinkQueue(scenario, link, queue));
}

/** Changes the congestion control of a group of flows, like `setAqm`. */
export function setCc(scenario: Scenario, flow: number, cc: string): Scenario {
  return normalise(withFlow(scenario, flow, (spec) => withCc(spec, cc, scenario.programs)));
}

/** Changes the traffic of a group of flows, like `setAqm`. */
export function setTraffic(scenario: Scenario, flow: number, traffic: string): Scenario {
  return normalise(withFlow(scenario, flow, (spec) => withTraffic(spec, traffic, scenario.programs)));
}

/**
 * Changes the topology. If the new topology defines flows, they replace the existing flows. Parameters are kept as in `setAqm`. A
 * custom path starts as a copy of the previous path.
 */
export function setTopology(scenario: Scenario, topology: string): Scenario {
  return topology === scenario.path.topology ? scenario : normalise(withTopology(scenario, topology));
}

/** Adds a group of flows at the end. Values that `spec` does not give are defaults. */
export function addFlow(scenario: Scenario, spec: Partial<FlowSpec> = {}): Scenario {
  const {
    cc,
    traffic,
    params: defaults,
  } = defaultFlow(spec.cc ?? DEFAULT_CC, spec.traffic ?? DEFAULT_TRAFFIC, scenario.programs);
  const given = Object.entries(spec.params ?? {}).filter(([id]) => Object.hasOwn(defaults, id));
  const added: FlowSpec = {
    cc,
    traffic,
    count: spec.count ?? 1,
    params: { ...defaults, ...Object.fromEntries(given) },
  };
  return normalise({ ...scenario, flows: [...scenario.flows, added] });
}

/** Removes a group of flows together with its changes. The last group cannot be removed, because a run without flows shows nothing. */
export function removeFlow(scenario: Scenario, flow: number): Scenario {
  if (scenario.flows.length === 1) return scenario;
  const changes = scenario.changes
    .filter((change) => change.flow !== flow)
    .map((change) =>
      change.flow !== null && change.flow > flow ? { ...change, flow: change.flow - 1 } : change,
    );
  return { ...scenario, flows: scenario.flows.filter((_, i) => i !== flow), changes };
}

/** Adds a copy of a group at the end, so that the other groups keep their positions and colours. */
export function copyFlow(scenario: Scenario, flow: number): Scenario {
  const spec = scenario.flows[flow];
  if (spec === undefined) throw new Error(`there is no flow ${flow + 1} among ${scenario.flows.length}`);
  return normalise({ ...scenario, flows: [...scenario.flows, spec] });
}

/** Returns the suggestion of the algorithm at a place; null if the algorithm has none. */
export function suggestionAt(scenario: Scenario, place: Place): Suggestion | null {
  switch (place.scope) {
    case "queue":
      return queueDisciplineById(scenario.queue.aqm, scenario.programs).suggestion ?? null;
    case "link-queue":
      return queueDisciplineById(queueOfLink(scenario, place.link).aqm, scenario.programs).suggestion ?? null;
    case "path":
      return topologyById(scenario.path.topology).suggestion ?? null;
    case "flow": {
      const { cc, traffic } = scenario.flows[place.flow];
      const isTcp = trafficById(traffic).transport === "tcp";
      return isTcp ? (congestionControlById(cc, scenario.programs).suggestion ?? null) : null;
    }
    default:
      return null;
  }
}

/** Applies the suggestion of the algorithm at a place. Returns the scenario unchanged if there is no suggestion. */
export function applySuggestion(scenario: Scenario, place: Place): Scenario {
  const suggestion = suggestionAt(scenario, place);
  if (suggestion === null) return scenario;
  const values = suggestion.values(
    pathSummary(scenario, linkAbout(scenario, place)),
    valuesAt(scenario, place),
  );
  const lay = (next: Scenario, [id, value]: [string, ParamValue]) =>
    withValue(next, place, id, fitJson(paramAt(scenario, place, id), value).value);
  // All values are set before the rules between values are applied, because a rule must see the new values of both.
  return normalise(Object.entries(values).reduce(lay, scenario));
}

/**
 * Returns the id of the link that matters at a place: the place's own link, the link with the lowest capacity on a flow's route,
 * or the path's first link.
 */
function linkAbout(scenario: Scenario, place: Place): string {
  const topology = resolvePath(scenario.path);
  if (place.scope === "flow")
    return narrowestLink(topology, routeOf(topology, scenario.flows[place.flow])).id;
  return "link" in place ? place.link : topology.links[0].id;
}
