/** A live run keeps its past: what the controls show is the scenario with its changes so far, and an edit becomes changes. */
import {
  type Change,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  type Place,
  type Scenario,
  setAqm,
  setCc,
  setParam,
} from "../../engine/index.ts";

const SHARED_PLACES: readonly Place[] = [
  { scope: "run" },
  { scope: "path" },
  { scope: "queue" },
  { scope: "tcp" },
];

export function flowPlaces(scenario: Scenario): Place[] {
  return scenario.flows.map((_, flow) => ({ scope: "flow", flow }));
}

/** False also where there is no such flow: a pinned run may have fewer. */
export function declares(scenario: Scenario, place: Place, id: string): boolean {
  if (place.scope === "flow" && place.flow >= scenario.flows.length) return false;
  return declaredParams(scenario, place).some((param) => param.id === id);
}

function applyChange(scenario: Scenario, change: Change): Scenario {
  const flows = flowPlaces(scenario).filter((_, flow) => change.flow === null || change.flow === flow);
  if (change.id === "aqm") return setAqm(scenario, String(change.value));
  const places = change.flow === null ? [...SHARED_PLACES, ...flows] : flows;
  let next = scenario;
  for (const place of places) {
    if (change.id === "cc" && place.scope === "flow") next = setCc(next, place.flow, String(change.value));
    else if (declares(next, place, change.id)) next = setParam(next, place, change.id, change.value);
  }
  return next;
}

/** A change asked for at rest takes effect a nanosecond later: what is asked for should be seen at once. */
const PRESENT_S = 1e-6;

export function changesUntil(scenario: Scenario, nowS: number): readonly Change[] {
  return scenario.changes.filter((change) => change.atS <= nowS + PRESENT_S);
}

/** The settings in force at a time: the changes up to then are worked into the values, the list of changes stays. */
export function settingsAt(scenario: Scenario, nowS: number): Scenario {
  return changesUntil(scenario, nowS).reduce(applyChange, scenario);
}

export interface LivePlan {
  readonly changes: readonly Change[];
  readonly added: readonly FlowSpec[];
  /** False where a running simulation cannot get there: another seed, another duration. */
  readonly possible: boolean;
}

/** What has to be told to a running simulation so that `from` becomes `to`. */
export function planLive(from: Scenario, to: Scenario, atS: number): LivePlan {
  const changes: Change[] = [];
  const say = (flow: number | null, id: string, value: ParamValue) => changes.push({ atS, flow, id, value });
  let possible = true;
  let reached = from;
  if (from.queue.aqm !== to.queue.aqm) {
    say(null, "aqm", to.queue.aqm);
    reached = setAqm(reached, to.queue.aqm);
  }
  for (const place of SHARED_PLACES) {
    for (const param of differing(reached, to, place)) {
      if (param.live === false) possible = false;
      else say(null, param.id, getParam(to, place, param.id));
    }
  }
  const kept = Math.min(from.flows.length, to.flows.length);
  for (let flow = 0; flow < kept; flow++) {
    if (from.flows[flow].count !== to.flows[flow].count) possible = false;
    if (from.flows[flow].cc !== to.flows[flow].cc) {
      say(flow, "cc", to.flows[flow].cc);
      reached = setCc(reached, flow, to.flows[flow].cc);
    }
    for (const param of differing(reached, to, { scope: "flow", flow })) {
      if (param.live === false) possible = false;
      else say(flow, param.id, getParam(to, { scope: "flow", flow }, param.id));
    }
  }
  const merged = mergeFlows(changes, kept);
  // A flow that has sent cannot be unmade, but it can be stopped.
  const surplus = from.flows
    .slice(kept)
    .map((_, i): Change => ({ atS, flow: kept + i, id: "stop", value: atS }));
  return { changes: [...merged, ...surplus], added: to.flows.slice(kept), possible };
}

function differing(from: Scenario, to: Scenario, place: Place) {
  return declaredParams(to, place).filter((param) => {
    const before = declares(from, place, param.id) ? getParam(from, place, param.id) : undefined;
    return before !== getParam(to, place, param.id);
  });
}

/** The same change of every flow is one change: a shorter link, and one line in the list. */
function mergeFlows(changes: readonly Change[], flows: number): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const alike = changes.filter((other) => other.id === change.id && other.value === change.value);
    if (change.flow === null || alike.length < flows) merged.push(change);
    else if (alike[0] === change) merged.push({ ...change, flow: null });
  }
  return merged;
}
