/**
 * Builds scenarios from the input of users. URLs, command-line options and files are spelled differently (`url.ts`, `json.ts`).
 * Each is converted to a list of settings. This module merges the list into a scenario and returns the nearest valid scenario.
 */

import { isOtherText, SAME_ID } from "../custom/same-id.ts";
import {
  type CustomProgram,
  type CustomPrograms,
  MOST_PROGRAMS,
  type ProgramReader,
  withProgram,
} from "../custom/scenario-programs.ts";
import type { Param, ParamValue } from "../params/param.ts";
import { fitJson } from "../params/value-text.ts";
import { topologyById } from "../registered.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { type GivenChange, normaliseChange } from "./changes.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow } from "./defaults.ts";
import { withValue } from "./edit.ts";
import {
  AQM,
  aqmChoice,
  CC,
  ccChoice,
  flowwiseParams,
  PATH,
  pathParams,
  sharedParams,
  TRAFFIC,
} from "./names.ts";
import { normalise } from "./normalise.ts";
import { type GivenLink, type GivenRoute, normaliseLinks, normaliseRoutes } from "./normalise-path.ts";
import { normaliseChoice, normaliseValue, textOf } from "./normalise-value.ts";
import { declaredParams, flowParams, SHARED_SCOPES } from "./places.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { withAqm, withCc, withTopology, withTraffic } from "./replace.ts";
import type { FlowSpec, PathSpec, Problem, Scenario } from "./scenario.ts";

/** Input whose names have been checked, but not its values. The values are texts or JSON values. */
export interface GivenSettings {
  /**
   * Values by name: choices ("path", "aqm", "cc", …), parameters, and defaults that apply to all flows, including the setting
   * "flows".
   */
  readonly values: ReadonlyMap<string, unknown>;
  /** Those of `values` that can be defaults for all flows; absent if all of them can. */
  readonly ofFlows?: ReadonlyMap<string, unknown>;
  readonly links: readonly GivenLink[];
  readonly routes: readonly GivenRoute[];
  /** Flows that replace the existing flows, before the defaults for all flows are applied; if empty, the existing flows stay. */
  readonly flows: readonly GivenFlow[];
  readonly changes: readonly GivenChange[];
  /** Custom programs that were read without an error. */
  readonly programs: readonly CustomProgram[];
}

/** Unchecked settings of a group of flows. */
export interface GivenFlow {
  /** Name in problem messages: "flow 2". */
  readonly owner: string;
  /** Values of cc, traffic, count and parameters. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A valid scenario, and the problems of the input. */
export interface Validated {
  readonly scenario: Scenario;
  readonly problems: Problem[];
}

/** Merges settings into the scenario `before`. The order of the settings does not matter. */
export function mergeSettings(before: Scenario, named: GivenSettings, problems: Problems): Scenario {
  const base = named.programs.reduce(withProgram, before);
  const { programs } = base;
  const given = withCustomNames(named);
  const topology = normaliseChoice(PATH, given.values.get(PATH.id), base.path.topology, "", problems);
  const isNewPath = topology !== base.path.topology;
  let next = isNewPath ? withTopology(base, topology) : base;
  const aqm = normaliseChoice(aqmChoice(programs), given.values.get(AQM.id), next.queue.aqm, "", problems);
  if (aqm !== next.queue.aqm) next = { ...next, queue: withAqm(next.queue, aqm, programs) };
  for (const scope of SHARED_SCOPES) {
    for (const param of declaredParams(next, { scope })) {
      if (!given.values.has(param.id)) continue;
      const value = normaliseValue(param, given.values.get(param.id), "", problems);
      next = withValue(next, { scope }, param.id, value);
    }
  }
  next = { ...next, path: pathOf(next, isNewPath, given, problems) };
  reportForeign(next, given, problems);
  next = { ...next, flows: flowsOf(next, given, problems) };
  const changes = given.changes.flatMap((change) => normaliseChange(change, next, problems) ?? []);
  return normalise({ ...next, changes: inOrder([...next.changes, ...changes]) }, problems);
}

/** Replaces the name "own" by the id of the custom program, if exactly one program of that kind is given. */
function withCustomNames(given: GivenSettings): GivenSettings {
  if (given.programs.length === 0) return given;
  const onlyOne = (kind: CustomProgram["kind"]) => {
    const [first, second] = given.programs.filter((program) => program.kind === kind);
    return second === undefined ? first?.id : undefined;
  };
  const named = (id: string, value: unknown) =>
    value === CUSTOM
      ? ((id === AQM.id ? onlyOne("queue") : id === CC.id ? onlyOne("sender") : undefined) ?? value)
      : value;
  const inValues = (values: ReadonlyMap<string, unknown>) =>
    new Map([...values].map(([id, value]) => [id, named(id, value)]));
  return {
    ...given,
    values: inValues(given.values),
    flows: given.flows.map((flow) => ({ ...flow, values: inValues(flow.values) })),
    links: given.links.map((link) =>
      link.queue ? { ...link, queue: { ...link.queue, aqm: named(AQM.id, link.queue.aqm) } } : link,
    ),
    changes: given.changes.map((change) => ({ ...change, value: named(String(change.id), change.value) })),
  };
}

const CUSTOM = "own";

/** Sorts changes by time; changes of the same time keep their order. */
function inOrder(changes: Scenario["changes"]): Scenario["changes"] {
  return [...changes].sort((a, b) => a.atS - b.atS);
}

/**
 * Returns the path with the given links and routes. If the path is custom and new, it has only the given links; otherwise the
 * given links are merged into the existing ones.
 */
function pathOf(scenario: Scenario, isNew: boolean, given: GivenSettings, problems: Problems): PathSpec {
  const { path } = scenario;
  if (given.links.length === 0 && given.routes.length === 0) return path;
  const isOpen = topologyById(path.topology).isOpen === true;
  const start = isOpen && isNew && given.links.length > 0 ? { ...path, links: [], routes: [] } : path;
  const links = normaliseLinks(given.links, start, scenario, problems);
  if (isOpen) return { ...path, links, routes: normaliseRoutes(given.routes, start.routes, links, problems) };
  for (const { text } of given.routes) {
    const fault = "Only a custom path has routes of its own";
    problems.leftOut({ field: "path-route", given: text, allowed: "path=custom with it", fault });
  }
  return { ...path, links };
}

/** Reports settings of queue disciplines or paths that the scenario does not use. */
function reportForeign(scenario: Scenario, { values }: GivenSettings, problems: Problems): void {
  const own = SHARED_SCOPES.flatMap((scope) => declaredParams(scenario, { scope }).map(({ id }) => id));
  const { programs } = scenario;
  const ofFlows = flowwiseParams(programs);
  for (const id of new Set(sharedParams(programs).map((param) => param.id))) {
    if (!values.has(id) || own.includes(id) || ofFlows.some((param) => param.id === id)) continue;
    const isOfPath = pathParams.some((param) => param.id === id);
    problems.unused("", id, textOf(values.get(id)), isOfPath ? scenario.path.topology : scenario.queue.aqm);
  }
}

/**
 * Returns the flows of the scenario. If groups of flows are given, they replace `base`. Then the defaults for all flows are
 * applied.
 */
function flowsOf({ flows: base, programs }: Scenario, given: GivenSettings, problems: Problems): FlowSpec[] {
  const common = readShortForms(given.ofFlows ?? given.values, base, programs, problems);
  const usual = new UsualFlows(programs);
  const flows =
    given.flows.length > 0
      ? given.flows.map((flow) => flowOf(flow, common, usual, programs, problems))
      : base.map((spec, i) => withShortForms(spec, common, flowOwner(i, base.length), programs, problems));
  // Reports defaults for all flows that no flow's congestion control or traffic declares.
  for (const [id, form] of common.values) {
    if (!flows.some((spec) => Object.hasOwn(spec.params, id)))
      problems.unused("", id, textOf(form.given), algorithmsOf(flows));
  }
  return flows;
}

interface ShortForms {
  readonly cc: string | null;
  readonly traffic: string | null;
  readonly count: number | null;
  readonly values: ReadonlyMap<string, ShortForm>;
}

interface ShortForm {
  readonly given: unknown;
  /** True if a problem has already been reported for the value. */
  readonly isReported: boolean;
}

function readShortForms(
  given: GivenSettings["values"],
  [first]: readonly FlowSpec[],
  programs: CustomPrograms,
  problems: Problems,
): ShortForms {
  const cc = normaliseChoice(ccChoice(programs), given.get(CC.id), first.cc, "", problems);
  const traffic = normaliseChoice(TRAFFIC, given.get(TRAFFIC.id), first.traffic, "", problems);
  const values = new Map<string, ShortForm>();
  for (const param of [...flowParams(cc, traffic, programs), ...flowwiseParams(programs)]) {
    if (!given.has(param.id) || values.has(param.id)) continue;
    const value = given.get(param.id);
    const isReported = !fitJson(param, value).exact;
    if (isReported) normaliseValue(param, value, "", problems);
    values.set(param.id, { given: value, isReported });
  }
  return {
    cc: given.has(CC.id) ? cc : null,
    traffic: given.has(TRAFFIC.id) ? traffic : null,
    count: given.has("flows") ? countOf(given.get("flows"), "flows", "", problems) : null,
    values,
  };
}

function countOf(given: unknown, id: string, owner: string, problems: Problems): number {
  return Number(normaliseValue({ ...COUNT, id }, given, owner, problems));
}

/**
 * Applies the defaults for all flows to one group. A value that the group's algorithm does not allow is replaced by the nearest
 * allowed value, and a problem is reported.
 */
function withShortForms(
  spec: FlowSpec,
  common: ShortForms,
  owner: string,
  programs: CustomPrograms,
  problems: Problems,
): FlowSpec {
  const sender = common.cc === null ? spec : withCc(spec, common.cc, programs);
  const chosen = common.traffic === null ? sender : withTraffic(sender, common.traffic, programs);
  const params: Record<string, ParamValue> = { ...chosen.params };
  for (const param of flowParams(chosen.cc, chosen.traffic, programs)) {
    const form = common.values.get(param.id);
    if (form === undefined) continue;
    const fit = fitJson(param, form.given);
    if (!fit.exact && !form.isReported) normaliseValue(param, form.given, owner, problems);
    params[param.id] = fit.value;
  }
  return { ...chosen, count: common.count ?? chosen.count, params };
}

/** Flows with default values, one for each pair of congestion control and traffic, because a link may have thousands of flows. */
class UsualFlows {
  private readonly programs: CustomPrograms;
  private readonly known = new Map<
    string,
    { readonly flow: FlowSpec; readonly declared: readonly Param[] }
  >();

  constructor(programs: CustomPrograms) {
    this.programs = programs;
  }

  of(cc: string, traffic: string) {
    const key = `${cc} ${traffic}`;
    const one = this.known.get(key) ?? {
      flow: defaultFlow(cc, traffic, this.programs),
      declared: flowParams(cc, traffic, this.programs),
    };
    this.known.set(key, one);
    return one;
  }
}

/**
 * Returns a group of flows with the given values. A missing value is taken from the defaults for all flows, otherwise from the
 * parameter's default.
 */
function flowOf(
  { owner, values }: GivenFlow,
  common: ShortForms,
  usual: UsualFlows,
  programs: CustomPrograms,
  problems: Problems,
): FlowSpec {
  const cc = normaliseChoice(ccChoice(programs), values.get(CC.id), common.cc ?? DEFAULT_CC, owner, problems);
  const usualTraffic = common.traffic ?? DEFAULT_TRAFFIC;
  const traffic = normaliseChoice(TRAFFIC, values.get(TRAFFIC.id), usualTraffic, owner, problems);
  const { flow, declared } = usual.of(cc, traffic);
  const others = [...common.values].filter(([id]) => !values.has(id));
  const ofAll = { ...common, cc: null, traffic: null, values: new Map(others) };
  const spec = withShortForms(flow, ofAll, owner, programs, problems);
  const params: Record<string, ParamValue> = { ...spec.params };
  let { count } = spec;
  for (const [key, value] of values) {
    const param = declared.find((one) => one.id === key);
    if (param !== undefined) params[key] = normaliseValue(param, value, owner, problems);
    else if (key === COUNT.id) count = countOf(value, COUNT.id, owner, problems);
    else if (key !== CC.id && key !== TRAFFIC.id)
      problems.unused(owner, key, textOf(value), algorithmsOf([spec]));
  }
  return { cc, traffic, count, params };
}

/** Returns the names of the flows' algorithms for a message. The default kind of traffic is not named. */
function algorithmsOf(flows: readonly FlowSpec[]): string {
  const ofFlow = ({ cc, traffic }: FlowSpec) => (traffic === DEFAULT_TRAFFIC ? [cc] : [cc, traffic]);
  return [...new Set(flows.flatMap(ofFlow))].join(" or ");
}

/** Reads custom programs that are added to those in `base`. Faults in a program are reported as problems. */
export function readPrograms(
  given: readonly (string | Error)[],
  reader: ProgramReader,
  problems: Problems,
  base: CustomPrograms,
): CustomProgram[] {
  if (given.length === 0) return [];
  if (given.length > MOST_PROGRAMS) {
    problems.tooMany("program", "Programs", given.length, `at most ${MOST_PROGRAMS}`, MOST_PROGRAMS);
  }
  const known = [...(base ?? [])];
  const read = given.slice(0, MOST_PROGRAMS).flatMap((code, i) => {
    try {
      if (code instanceof Error) throw code;
      const program = reader.read(code);
      if (known.some((one) => isOtherText(program, one))) throw new Error(SAME_ID);
      known.push(program);
      return [program];
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      problems.add({
        field: "program",
        given: `program ${i + 1}`,
        allowed: "a program that can be read",
        used: "none",
        fault: `Program ${i + 1}: ${fault}`,
      });
      return [];
    }
  });
  return read.filter(({ id }, i) => read.findIndex((one) => one.id === id) === i);
}
