/**
 * The settings of a live run: the scenario with all changes so far applied to its values. The scenario itself keeps the list of
 * changes.
 */
import {
  type Change,
  declaredParams,
  type ParamValue,
  type PathSpec,
  type Place,
  resolvePath,
  type Scenario,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
} from "../../engine/index.ts";

export const SHARED_PLACES: readonly Place[] = [
  { scope: "run" },
  { scope: "path" },
  { scope: "queue" },
  { scope: "tcp" },
];

export function flowPlaces(scenario: Scenario): Place[] {
  return scenario.flows.map((_, flow) => ({ scope: "flow", flow }));
}

function linkIds(path: PathSpec): string[] {
  return resolvePath(path).links.map(({ id }) => id);
}

/**
 * Returns whether the scenario declares a parameter at a place. Also false if the flow or link does not exist,
 * because a pinned run may have fewer flows or links.
 */
export function declares(scenario: Scenario, place: Place, id: string): boolean {
  if (place.scope === "flow" && place.flow >= scenario.flows.length) return false;
  if ("link" in place && !linkIds(scenario.path).includes(place.link)) return false;
  return declaredParams(scenario, place).some((param) => param.id === id);
}

export function linkPlaces(link: string): Place[] {
  return [
    { scope: "link", link },
    { scope: "link-queue", link },
  ];
}

/** Returns the settings after a change. */
export function withChange(scenario: Scenario, change: Change): Scenario {
  const { flow, link, id, value } = change;
  if (id === "aqm") {
    return link === null ? setAqm(scenario, String(value)) : setLinkAqm(scenario, link, String(value));
  }
  let next = scenario;
  for (const place of placesOfChange(scenario, change)) {
    if (id === "cc" && place.scope === "flow") next = setCc(next, place.flow, String(value));
    else if (declares(next, place, id)) next = setParam(next, place, id, value);
  }
  return flow === null && link === null ? withLinkValue(next, id, value) : next;
}

/** Returns the places in which a change looks for its parameter. */
export function placesOfChange(scenario: Scenario, { flow, link }: Change): Place[] {
  if (link !== null) return linkPlaces(link);
  if (flow !== null) return [{ scope: "flow", flow }];
  return [...SHARED_PLACES, ...flowPlaces(scenario)];
}

/** Sets a parameter that only links declare, on all links that share the scenario's queue. */
function withLinkValue(scenario: Scenario, id: string, value: ParamValue): Scenario {
  if (declares(scenario, { scope: "path" }, id)) return scenario;
  return resolvePath(scenario.path)
    .links.filter(({ queue }) => queue === null)
    .map((one): Place => ({ scope: "link", link: one.id }))
    .filter((place) => declares(scenario, place, id))
    .reduce((next, place) => setParam(next, place, id, value), scenario);
}

/**
 * A change made while the run is paused takes effect 1 ns later. This tolerance makes the controls show it
 * immediately (s).
 */
const PRESENT_S = 1e-6;

export function changesUntil(scenario: Scenario, nowS: number): readonly Change[] {
  return scenario.changes.filter((change) => change.atS <= nowS + PRESENT_S);
}

/**
 * Number of scenarios for which the settings after each change are cached: those on the screen. The undo history
 * holds many more scenarios.
 */
const MOST_KNOWN = 4;
const known = new Map<Scenario, Scenario[]>();

/** Returns the settings in force at a time. */
export function settingsAt(scenario: Scenario, nowS: number): Scenario {
  return settingsAfter(scenario, changesUntil(scenario, nowS).length);
}

/**
 * Returns the settings after the first `made` changes. Their values are applied and the list of changes stays. Repeated calls
 * return the same object; with no change made, the scenario itself.
 */
export function settingsAfter(scenario: Scenario, made: number): Scenario {
  if (made === 0) return scenario;
  const steps = known.get(scenario) ?? [scenario];
  known.delete(scenario);
  known.set(scenario, steps);
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest);
  while (steps.length <= made) steps.push(stepAfter(scenario, steps));
  return steps[made];
}

/**
 * Applies one more change to the previous settings. The limits of a whole run do not apply to settings of a part of it, so the
 * run length is kept.
 */
function stepAfter({ run, changes }: Scenario, steps: readonly Scenario[]): Scenario {
  const before = { ...steps[steps.length - 1], changes: [] };
  return { ...withChange(before, changes[steps.length - 1]), run, changes };
}
