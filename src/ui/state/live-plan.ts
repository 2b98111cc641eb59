/** What has to be told to a running simulation so that its settings become others. */
import {
  type Change,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  type PathSpec,
  type Place,
  queueOfLink,
  type Scenario,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
} from "../../engine/index.ts";
import { declares, linkPlaces, SHARED_PLACES } from "./live-changes.ts";
import { linkIds } from "./url-sync.ts";

export interface LivePlan {
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
  if (shapeOf(from.path) !== shapeOf(to.path)) return { changes: [], added: [], possible: false };
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
