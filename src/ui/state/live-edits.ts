/**
 * What becomes of an edit in live mode, and what can be done once the run has ended. Whatever a live session comes to, its
 * link must be one that is read as it was written: what would not be is refused here, with the reader's own words.
 */

import {
  type Change,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  type PathSpec,
  type Place,
  type Problem,
  queueOfLink,
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

/** What a live run would have to be told, in its own length. */
export function planOf(from: Scenario, to: Scenario, nowS: number): LivePlan {
  return planLive(from, inOwnLength(from, to), nowS);
}

/** A length that the limits forced on a whole run is no part of the edit: of a live one only the rest would be too much. */
function inOwnLength(from: Scenario, to: Scenario): Scenario {
  const { duration, warmup } = from.run;
  const own = { ...to, run: { ...to.run, duration, warmup } };
  return durationOf(to) < durationOf(from) && faultOf(own) !== null ? own : to;
}

/** Why a running simulation cannot be told this; null where it can, and where a new run begins with it. */
export function refusalOf(scenario: Scenario, plan: LivePlan, nowS: number): string | null {
  return plan.possible ? faultOf(afterwards(scenario, plan, nowS)) : null;
}

function faultOf(scenario: Scenario): string | null {
  const [problem] = validateScenario(scenario).problems;
  return problem === undefined ? null : textOf(problem);
}

function textOf({ fault, message }: Problem): string {
  return fault === undefined ? message : `${fault}.`;
}

/** As the running simulation makes it part of its scenario. */
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

/** What of the page's state says how a live run stands. */
export type LiveState = Pick<AppState, "mode" | "scenario" | "settings" | "run">;

/** Whether a live run stands at its end. */
export function hasEnded({ mode, run }: Pick<LiveState, "mode" | "run">): boolean {
  return mode === "live" && run.snapshot?.done === true && !run.running;
}

/** The settings at the end of the run, and those that were asked for when it was over; null where there are no such. */
export function heldBack(state: LiveState): { readonly atEnd: Scenario; readonly asked: Scenario } | null {
  const { scenario, settings } = state;
  if (!hasEnded(state)) return null;
  const atEnd = settingsAt(scenario, durationOf(scenario));
  const asked = inOwnLength(atEnd, settings);
  const { changes, added } = planLive(atEnd, asked, durationOf(scenario));
  return changes.length + added.length > 0 ? { atEnd, asked } : null;
}

/** The same run as far as it has come, with more time, and with what was held back from its old end on. */
interface Longer {
  /** As it was where it cannot go on. */
  readonly scenario: Scenario;
  /** No run lasts longer. */
  readonly mostS: number;
  /** Why it does not go on as long as that or as was asked, in the reader's words. */
  readonly fault: string | null;
}

/** Each time twice as long: however often it is asked for, most of the work is new. */
const LONGER = 2;

export function longer(state: LiveState): Longer {
  const { scenario } = state;
  const endS = durationOf(scenario);
  const param = declaredParams(scenario, { scope: "run" }).find(({ id }) => id === "duration");
  const mostS = param?.kind === "number" ? param.max : endS;
  if (endS >= mostS) return { scenario, mostS, fault: null };
  const held = heldBack(state);
  const after = held === null ? scenario : afterwards(scenario, planLive(held.atEnd, held.asked, endS), endS);
  const duration = Math.min(mostS, endS * LONGER);
  const { scenario: next, problems } = validateScenario({ ...after, run: { ...after.run, duration } });
  const isLonger = durationOf(next) > endS && problems.every(({ field }) => field === "duration");
  const fault = problems.length > 0 ? textOf(problems[0]) : null;
  return { scenario: isLonger ? next : scenario, mostS, fault };
}

/** The same run again, with what was held back from its start on; other changes are made again at their times. */
export function again(state: LiveState): Scenario {
  const { scenario } = state;
  const held = heldBack(state);
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
  return validateScenario({
    ...set,
    flows: [...set.flows, ...joining],
    changes: changes.reduce(withoutEarlier, kept.changes),
  }).scenario;
}

/** A value from the start on is not taken back by an older change of it; where that concerns others too, only for them. */
function withoutEarlier(changes: readonly Change[], set: Change): Change[] {
  return changes.flatMap((change) => {
    if (change.id !== set.id) return [change];
    const isForAll = set.flow === null && set.link === null;
    if (isForAll || (change.flow === set.flow && change.link === set.link)) return [];
    const reachesIt = change.flow === null && change.link === null;
    return reachesIt ? [change, { ...set, atS: change.atS }] : [change];
  });
}

/** What has to be told to a running simulation so that its settings become others. */

interface LivePlan {
  readonly changes: readonly Change[];
  readonly added: readonly FlowSpec[];
  /** False where a running simulation cannot get there: another seed, another duration. */
  readonly possible: boolean;
}

type Target = Partial<Pick<Change, "flow" | "link">>;

/** Collects what has to be told, and how far the scenario has come by it. */
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

/** What has to be told to a running simulation so that `from` becomes `to`. */
export function planLive(from: Scenario, to: Scenario, atS: number): LivePlan {
  // A running simulation has read its programs; another one begins with others.
  const hasNewProgram = (to.programs ?? []).some((code) => !(from.programs ?? []).includes(code));
  if (hasNewProgram || shapeOf(from.path) !== shapeOf(to.path))
    return { changes: [], added: [], possible: false };
  const kept = Math.min(from.flows.length, to.flows.length);
  const plan = new Plan(from, to, atS);
  if (from.queue.aqm !== to.queue.aqm) plan.say({}, "aqm", to.queue.aqm, setAqm(from, to.queue.aqm));
  for (const place of SHARED_PLACES) plan.params(place, {});
  if (plan.possible) planLinks(plan, to);
  for (let flow = 0; flow < kept; flow++) planFlow(plan, from, to, flow);
  const merged = mergeFlows(plan.changes, kept);
  // A flow that has sent cannot be unmade, but it can be stopped.
  const surplus = from.flows
    .slice(kept)
    .map((_, i): Change => ({ atS, flow: kept + i, link: null, id: "stop", value: atS }));
  return { changes: [...merged, ...surplus], added: to.flows.slice(kept), possible: plan.possible };
}

/** Nodes, links and routes: these hold for the whole run. */
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

/** The same change of every flow is one change: a shorter link, and one line in the list. */
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
