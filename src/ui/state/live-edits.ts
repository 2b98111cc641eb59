/**
 * What becomes of an edit in live mode, and what can be done once the run has ended. Whatever a live session comes to, its
 * link must be one that is read as it was written: what would not be is refused here, with the reader's own words.
 */
import {
  type Change,
  declaredParams,
  type Problem,
  removeFlow,
  type Scenario,
  validateScenario,
} from "../../engine/index.ts";
import { settingsAt, withChange } from "./live-changes.ts";
import { type LivePlan, planLive } from "./live-plan.ts";
import { type AppState, durationOf } from "./store.ts";

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
export interface Longer {
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
