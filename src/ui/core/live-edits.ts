/**
 * Decides how an edit is carried out in live mode, and what can be done after the run has ended. The URL of a live
 * session must always be readable, so an edit that would lead to an invalid URL is refused with the reader's message.
 */

import {
  type Change,
  customProgram,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  type PathSpec,
  type Place,
  type Problem,
  queueOfLink,
  readerOf,
  removeFlow,
  type Scenario,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  validateScenario,
} from "../../engine/index.ts";
import { declares, linkPlaces, SHARED_PLACES, settingsAt, withChange } from "./live-changes.ts";
import { type AppState, durationOf } from "./store.ts";
import { linkIds } from "./url-sync.ts";

/** Returns the changes that turn a live run's settings into others, keeping the run's own length. */
export function planOf(from: Scenario, to: Scenario, nowS: number): LivePlan {
  return planLive(from, inOwnLength(from, to), nowS);
}

/**
 * Restores the run length if a length limit shortened it. A live run only has to simulate the remaining part, so that limit is
 * not part of the edit.
 */
function inOwnLength(from: Scenario, to: Scenario): Scenario {
  const { duration, warmup } = from.run;
  const own = { ...to, run: { ...to.run, duration, warmup } };
  return durationOf(to) < durationOf(from) && faultOf(own) !== null ? own : to;
}

/**
 * Returns the reason why a running simulation cannot take this plan; null if it can, or if a new run starts with the
 * plan.
 */
export function refusalOf(scenario: Scenario, plan: LivePlan, nowS: number): string | null {
  return plan.possible ? faultOf(afterwards(scenario, plan, nowS)) : null;
}

function faultOf(scenario: Scenario): string | null {
  const [problem] = validateScenario(scenario, readerOf(scenario)).problems;
  return problem === undefined ? null : textOf(problem);
}

function textOf({ fault, message }: Problem): string {
  return fault === undefined ? message : `${fault}.`;
}

/** Returns the scenario as the running simulation would extend it. */
function afterwards(scenario: Scenario, { changes, added }: LivePlan, nowS: number): Scenario {
  const joining = added.map((spec) => {
    const start = Math.max(nowS, Number(spec.params.start));
    return { ...spec, params: { ...spec.params, start } };
  });
  return {
    ...scenario,
    flows: [...scenario.flows, ...joining],
    changes: [...scenario.changes, ...changes].sort((a, b) => a.atS - b.atS),
  };
}

/** The parts of the page's state that describe a live run. */
export type LiveState = Pick<AppState, "mode" | "scenario" | "settings" | "run">;

/** Returns whether a live run has reached its end. */
export function hasEnded({ mode, run }: Pick<LiveState, "mode" | "run">): boolean {
  return mode === "live" && run.snapshot?.done === true && !run.running;
}

/**
 * Returns the settings at the end of the run and those that the user set after the end; null if the user set none
 * after the end.
 */
export function editAfterEnd(
  state: LiveState,
): { readonly atEnd: Scenario; readonly asked: Scenario } | null {
  const { scenario, settings } = state;
  if (!hasEnded(state)) return null;
  const atEnd = settingsAt(scenario, durationOf(scenario));
  const asked = inOwnLength(atEnd, settings);
  const { changes, added } = planLive(atEnd, asked, durationOf(scenario));
  return changes.length + added.length > 0 ? { atEnd, asked } : null;
}

/**
 * An extension of the run: the run is the same up to its end, continues for more time, and the changes made after the
 * end are applied from there.
 */
interface Longer {
  /** The extended scenario, or the unchanged one if it cannot be extended. */
  readonly scenario: Scenario;
  /** The maximum length of a run. */
  readonly mostS: number;
  /** Reason why the run cannot be extended as far as requested, in the words of the scenario reader; null if it can. */
  readonly fault: string | null;
}

/** Factor of each extension. Doubling keeps most of the work new, however often a run is extended. */
const LONGER = 2;

export function longer(state: LiveState): Longer {
  const { scenario } = state;
  const endS = durationOf(scenario);
  const param = declaredParams(scenario, { scope: "run" }).find(({ id }) => id === "duration");
  const mostS = param?.kind === "number" ? param.max : endS;
  if (endS >= mostS) return { scenario, mostS, fault: null };
  const held = editAfterEnd(state);
  const after = held === null ? scenario : afterwards(scenario, planLive(held.atEnd, held.asked, endS), endS);
  const duration = Math.min(mostS, endS * LONGER);
  const { scenario: next, problems } = validateScenario(
    { ...after, run: { ...after.run, duration } },
    readerOf(after),
  );
  const isLonger = durationOf(next) > endS && problems.every(({ field }) => field === "duration");
  const fault = problems.length > 0 ? textOf(problems[0]) : null;
  return { scenario: isLonger ? next : scenario, mostS, fault };
}

/**
 * Returns the same run from its start, with the changes made after the end applied from the start on. Other changes are
 * repeated at their times.
 */
export function again(state: LiveState): Scenario {
  const { scenario } = state;
  const held = editAfterEnd(state);
  if (held === null) return scenario;
  const endS = durationOf(scenario);
  let kept = scenario;
  while (kept.flows.length > held.asked.flows.length) kept = removeFlow(kept, kept.flows.length - 1);
  const { changes, added } = planLive(settingsAt(kept, endS), held.asked, endS);
  const set = changes.reduce(withChange, kept);
  const joining = added.map((spec) => {
    const start = Number(spec.params.start);
    return { ...spec, params: { ...spec.params, start: start < endS ? start : 0 } };
  });
  const whole = {
    ...set,
    flows: [...set.flows, ...joining],
    changes: changes.reduce(withoutEarlier, kept.changes),
  };
  return validateScenario(whole, readerOf(whole)).scenario;
}

/**
 * Removes earlier changes that would undo a value that is now set from the start. A change that also affects other
 * places is kept for those places.
 */
function withoutEarlier(changes: readonly Change[], set: Change): Change[] {
  return changes.flatMap((change) => {
    if (change.id !== set.id) return [change];
    const isForAll = set.flow === null && set.link === null;
    if (isForAll || (change.flow === set.flow && change.link === set.link)) return [];
    const reachesIt = change.flow === null && change.link === null;
    return reachesIt ? [change, { ...set, atS: change.atS }] : [change];
  });
}

/** The changes that turn a running simulation's settings into others. */
interface LivePlan {
  readonly changes: readonly Change[];
  readonly added: readonly FlowSpec[];
  /** False if a running simulation cannot reach the settings, for example a different seed or duration. */
  readonly possible: boolean;
}

type Target = Partial<Pick<Change, "flow" | "link">>;

/** Collects changes, and tracks the scenario that results from them. */
class Plan {
  readonly changes: Change[] = [];
  possible = true;
  reached: Scenario;
  readonly #to: Scenario;
  readonly #atS: number;

  constructor(from: Scenario, to: Scenario, atS: number) {
    this.reached = from;
    this.#to = to;
    this.#atS = atS;
  }

  say({ flow = null, link = null }: Target, id: string, value: ParamValue, reached: Scenario): void {
    this.changes.push({ atS: this.#atS, flow, link, id, value });
    this.reached = reached;
  }

  params(place: Place, target: Target): void {
    for (const param of differing(this.reached, this.#to, place)) {
      const value = getParam(this.#to, place, param.id);
      if (param.live === false) this.possible = false;
      else this.say(target, param.id, value, setParam(this.reached, place, param.id, value));
    }
  }
}

/** Returns the changes that turn the settings `from` into `to` in a running simulation. */
export function planLive(from: Scenario, to: Scenario, atS: number): LivePlan {
  // A running simulation has already read its programs. A new program needs a new run.
  const hasNewProgram = (to.programs ?? []).some(({ id }) => customProgram(id, from.programs) === undefined);
  if (hasNewProgram || shapeOf(from.path) !== shapeOf(to.path))
    return { changes: [], added: [], possible: false };
  const kept = Math.min(from.flows.length, to.flows.length);
  const plan = new Plan(from, to, atS);
  if (from.queue.aqm !== to.queue.aqm) plan.say({}, "aqm", to.queue.aqm, setAqm(from, to.queue.aqm));
  for (const place of SHARED_PLACES) plan.params(place, {});
  if (plan.possible) planLinks(plan, to);
  for (let flow = 0; flow < kept; flow++) planFlow(plan, from, to, flow);
  const merged = mergeFlows(plan.changes, kept);
  // A flow that has sent data cannot be removed, but it can be stopped.
  const surplus = from.flows
    .slice(kept)
    .map((_, i): Change => ({ atS, flow: kept + i, link: null, id: "stop", value: atS }));
  return { changes: [...merged, ...surplus], added: to.flows.slice(kept), possible: plan.possible };
}

/** Nodes, links and routes are fixed for the whole run. */
function shapeOf({ topology, links, routes }: PathSpec): string {
  const ends = links.filter(({ from }) => from !== "").map(({ id, from, to }) => `${id} ${from} ${to}`);
  return JSON.stringify([topology, ends, routes]);
}

function planLinks(plan: Plan, to: Scenario): void {
  for (const link of linkIds(to)) {
    const wanted = queueOfLink(to, link).aqm;
    if (queueOfLink(plan.reached, link).aqm !== wanted) {
      plan.say({ link }, "aqm", wanted, setLinkAqm(plan.reached, link, wanted));
    }
    for (const place of linkPlaces(link)) plan.params(place, { link });
  }
}

function planFlow(plan: Plan, from: Scenario, to: Scenario, flow: number): void {
  const [before, after] = [from.flows[flow], to.flows[flow]];
  if (before.count !== after.count || before.traffic !== after.traffic) {
    plan.possible = false;
    return;
  }
  if (before.cc !== after.cc) plan.say({ flow }, "cc", after.cc, setCc(plan.reached, flow, after.cc));
  plan.params({ scope: "flow", flow }, { flow });
}

function differing(from: Scenario, to: Scenario, place: Place) {
  return declaredParams(to, place).filter((param) => {
    const before = declares(from, place, param.id) ? getParam(from, place, param.id) : undefined;
    return before !== getParam(to, place, param.id);
  });
}

/** Merges the same change of every flow into one change, for a shorter URL and a single line in the list. */
function mergeFlows(changes: readonly Change[], flows: number): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const alike = changes.filter(
      (other) => other.flow !== null && other.id === change.id && other.value === change.value,
    );
    if (change.flow === null || alike.length < flows) merged.push(change);
    else if (alike[0] === change) merged.push({ ...change, flow: null });
  }
  return merged;
}
