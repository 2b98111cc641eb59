/** Unknown JSON to the nearest valid scenario, with every wrong field named. Never throws. */
import type { Param, ParamValues } from "../params/param.ts";
import { shown } from "../params/value-text.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { COUNT, RECOVERY } from "../traffic/flow-params.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow, defaultScenario, defaultWarmup } from "./defaults.ts";
import { type ChangeScope, fitChange } from "./fit-change.ts";
import { fitChoice, fitGiven, fitValue } from "./fit-values.ts";
import { FORMAT_VERSION } from "./format-versions.ts";
import { textOf } from "./given-text.ts";
import { checkKeys, isObject, listOf, objectOf } from "./json-reading.ts";
import { AQM, CC, TRAFFIC } from "./known-names.ts";
import { MOST_CHANGES, MOST_FLOWS, settle } from "./limits.ts";
import { asInVersion1, namedInFile, type OldReading } from "./old-values.ts";
import { defaultsOf, flowParams, queueParams } from "./places.ts";
import { flowOwner, Problems } from "./problems.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { Change, FlowSpec, PathSpec, Problem, QueueSpec, Scenario } from "./scenario.ts";
import { standardFlows } from "./standard-flows.ts";
import { readLinks, readPathParams } from "./validate-path.ts";

export interface Validated {
  readonly scenario: Scenario;
  readonly problems: Problem[];
}

export function validateScenario(input: unknown): Validated & OldReading {
  const problems = new Problems();
  const root = objectOf(input, "scenario", problems) ?? {};
  checkKeys(root, ["v", "run", "path", "queue", "tcp", "flows", "changes"], "", problems);
  const saysMore = Object.keys(root).some((key) => key !== "v");
  const isOld = readVersion(root.v, saysMore, problems) === 1;
  const run = readRun(root.run, problems);
  const bare = readPathParams(root.path, problems);
  const queue = readQueue(root.queue, problems);
  const path = readLinks(bare, root.path, queue, problems);
  const { tcp, ofFlows } = readTcp(root.tcp, problems);
  const flows = readFlows(root.flows, path, ofFlows, problems);
  const changes = readChanges(root.changes, { path, flows }, problems);
  const scenario = settle({ v: FORMAT_VERSION, run, path, queue, tcp, flows, changes }, problems);
  const { list } = problems;
  return isOld
    ? { ...asInVersion1(scenario, namedInFile(input)), problems: list }
    : { scenario, problems: list, kept: [] };
}

/** What says no version is of version 1, which was not always written, unless it says nothing at all. */
export function readVersion(given: unknown, saysMore: boolean, problems: Problems): number {
  if (given === undefined) return saysMore ? 1 : FORMAT_VERSION;
  const text = textOf(given);
  if (text === "1" || text === String(FORMAT_VERSION)) return Number(text);
  const newer = /^\d+$/.test(text) && Number(text) > FORMAT_VERSION;
  const why = newer ? "; it comes from a newer version of this program" : "";
  const allowed = `1 or ${FORMAT_VERSION}`;
  const fault = `Format version must be ${allowed}, got ${shown(text)}${why}`;
  problems.add({ field: "v", given: text, allowed, used: `what version ${FORMAT_VERSION} knows`, fault });
  return FORMAT_VERSION;
}

function readRun(given: unknown, problems: Problems): ParamValues {
  const run = readParams(RUN_PARAMS, given, "run", "", problems);
  const warmupGiven = isObject(given) && Object.hasOwn(given, WARMUP.id);
  return warmupGiven ? run : { ...run, [WARMUP.id]: defaultWarmup(Number(run[DURATION.id])) };
}

/** A file written while all flows shared `recovery` has it among TCP's; it is that of flows which say nothing of it. */
function readTcp(given: unknown, problems: Problems): { tcp: ParamValues; ofFlows: ParamValues } {
  const { [RECOVERY.id]: recovery, ...own } = objectOf(given, "tcp", problems) ?? {};
  const ofFlows = recovery === undefined ? {} : fitGiven([RECOVERY], { recovery }, "", problems);
  return { tcp: readParams(TCP_PARAMS, own, "tcp", "", problems), ofFlows };
}

function readQueue(given: unknown, problems: Problems): QueueSpec {
  const json = objectOf(given, "queue", problems) ?? {};
  checkKeys(json, ["aqm", "params"], "queue", problems);
  const { aqm: usual } = defaultScenario().queue;
  const aqm = fitChoice(AQM, json.aqm, usual, "", problems);
  return { aqm, params: readParams(queueParams(aqm), json.params, "queue", "", problems) };
}

function readFlows(given: unknown, path: PathSpec, shared: ParamValues, problems: Problems): FlowSpec[] {
  const list = listOf(given, "flows", problems);
  const standard = standardFlows(path);
  const some = standard.length > 0 ? standard : [defaultFlow(DEFAULT_CC, DEFAULT_TRAFFIC)];
  const usual = some.map((spec) => ({ ...spec, params: withShared(spec.params, shared) }));
  if (list === null) return usual;
  if (list.length === 0 || list.length > MOST_FLOWS) {
    const allowed = `1 to ${MOST_FLOWS} groups of flows`;
    const name = standard.length > 0 ? "the path's own" : "one default flow";
    const used = list.length === 0 ? name : `the first ${MOST_FLOWS}`;
    problems.notAmong("", "flows", "Flows", String(list.length), allowed, used);
  }
  if (list.length === 0) return usual;
  return [...list.slice(0, MOST_FLOWS)].map((one, i) =>
    readFlow(one, flowOwner(i, list.length), shared, problems),
  );
}

function readFlow(given: unknown, owner: string, shared: ParamValues, problems: Problems): FlowSpec {
  const json = objectOf(given, owner === "" ? "flow" : owner, problems) ?? {};
  checkKeys(json, ["cc", "traffic", "count", "params"], owner, problems);
  const cc = fitChoice(CC, json.cc, DEFAULT_CC, owner, problems);
  const traffic = fitChoice(TRAFFIC, json.traffic, DEFAULT_TRAFFIC, owner, problems);
  const count = json.count === undefined ? COUNT.default : fitValue(COUNT, json.count, owner, problems);
  const declared = flowParams(cc, traffic);
  const params = readParams(declared, json.params, owner === "" ? "flow" : owner, owner, problems);
  const saysItself = isObject(json.params) && Object.hasOwn(json.params, RECOVERY.id);
  return { cc, traffic, count: Number(count), params: saysItself ? params : withShared(params, shared) };
}

function withShared(params: ParamValues, shared: ParamValues): ParamValues {
  return Object.hasOwn(params, RECOVERY.id) ? { ...params, ...shared } : params;
}

function readChanges(given: unknown, scope: ChangeScope, problems: Problems): Change[] {
  const list = listOf(given, "changes", problems) ?? [];
  if (list.length > MOST_CHANGES) {
    const allowed = `at most ${MOST_CHANGES}`;
    problems.notAmong("", "changes", "Changes", String(list.length), allowed, `the first ${MOST_CHANGES}`);
  }
  const changes = [...list.slice(0, MOST_CHANGES)].map((one, i) => {
    const owner = `change ${i + 1}`;
    const json = objectOf(one, owner, problems);
    if (json === null) return null;
    checkKeys(json, ["atS", "flow", "link", "id", "value"], owner, problems);
    const { atS: at, flow, link, id, value } = json;
    return fitChange({ at, flow, link, id, value }, scope, owner, problems);
  });
  return inOrder(changes.filter((change) => change !== null));
}

/** In order of time; what falls together stays in the order given. */
export function inOrder(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => a.atS - b.atS);
}

function readParams(
  params: readonly Param[],
  given: unknown,
  place: string,
  owner: string,
  problems: Problems,
): ParamValues {
  const json = objectOf(given, place, problems) ?? {};
  const ids = params.map((param) => param.id);
  checkKeys(json, ids, owner, problems);
  return { ...defaultsOf(params), ...fitGiven(params, json, owner, problems) };
}
