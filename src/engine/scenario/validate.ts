/** Unknown JSON to the nearest valid scenario, with every wrong field named. Never throws. */
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { fitJson, shown } from "../params/value-text.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { DEFAULT_CC, defaultFlow, defaultScenario, defaultWarmup } from "./defaults.ts";
import { fitChange, textOf } from "./fit-change.ts";
import { AQM, CC } from "./known-names.ts";
import { MOST_CHANGES, MOST_FLOWS, settle } from "./limits.ts";
import { PATH_PARAMS } from "./path-params.ts";
import { flowParams, queueParams } from "./places.ts";
import { capitalised, Problems } from "./problems.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { Change, FlowSpec, Problem, QueueSpec, Scenario } from "./scenario.ts";

type Json = Readonly<Record<string, unknown>>;

export interface Validated {
  readonly scenario: Scenario;
  readonly problems: Problem[];
}

export function validateScenario(input: unknown): Validated {
  const problems = new Problems();
  const root = objectOf(input, "scenario", problems) ?? {};
  checkKeys(root, ["v", "run", "path", "queue", "tcp", "flows", "changes"], "", problems);
  checkVersion(root.v, problems);
  const flows = readFlows(root.flows, problems);
  const scenario: Scenario = {
    v: 1,
    run: readRun(root.run, problems),
    path: readParams(PATH_PARAMS, root.path, "path", "", problems),
    queue: readQueue(root.queue, problems),
    tcp: readParams(TCP_PARAMS, root.tcp, "tcp", "", problems),
    flows,
    changes: readChanges(root.changes, flows.length, problems),
  };
  return { scenario: settle(scenario, problems), problems: problems.list };
}

/** Version 1 is the only one so far; a newer one may say things that this program does not know. */
export function checkVersion(given: unknown, problems: Problems): void {
  if (given === undefined || given === 1 || given === "1") return;
  const text = textOf(given);
  const newer = /^\d+$/.test(text) && Number(text) > 1;
  const why = newer ? "; it comes from a newer version of this program" : "";
  const fault = `Format version must be 1, got ${shown(text)}${why}`;
  problems.add({ field: "v", given: text, allowed: "1", used: "what version 1 knows", fault });
}

function readRun(given: unknown, problems: Problems): ParamValues {
  const run = readParams(RUN_PARAMS, given, "run", "", problems);
  const warmupGiven = isObject(given) && Object.hasOwn(given, WARMUP.id);
  return warmupGiven ? run : { ...run, [WARMUP.id]: defaultWarmup(Number(run[DURATION.id])) };
}

function readQueue(given: unknown, problems: Problems): QueueSpec {
  const json = objectOf(given, "queue", problems) ?? {};
  checkKeys(json, ["aqm", "params"], "queue", problems);
  const { aqm: usual } = defaultScenario().queue;
  const aqm = readChoice(AQM, json.aqm, usual, "", problems);
  return { aqm, params: readParams(queueParams(aqm), json.params, "queue", "", problems) };
}

function readFlows(given: unknown, problems: Problems): FlowSpec[] {
  const list = listOf(given, "flows", problems);
  if (list === null) return [defaultFlow(DEFAULT_CC)];
  if (list.length === 0 || list.length > MOST_FLOWS) {
    const allowed = `1 to ${MOST_FLOWS} groups of flows`;
    const used = list.length === 0 ? "one default flow" : `the first ${MOST_FLOWS}`;
    problems.notAmong("", "flows", "Flows", String(list.length), allowed, used);
  }
  if (list.length === 0) return [defaultFlow(DEFAULT_CC)];
  return [...list.slice(0, MOST_FLOWS)].map((one, i) => readFlow(one, ownerOf(i, list.length), problems));
}

/** With one group of flows there is no need to say which. */
function ownerOf(flow: number, flows: number): string {
  return flows === 1 ? "" : `flow ${flow + 1}`;
}

function readFlow(given: unknown, owner: string, problems: Problems): FlowSpec {
  const json = objectOf(given, owner === "" ? "flow" : owner, problems) ?? {};
  checkKeys(json, ["cc", "count", "params"], owner, problems);
  const cc = readChoice(CC, json.cc, DEFAULT_CC, owner, problems);
  const count = json.count === undefined ? COUNT.default : readParam(COUNT, json.count, owner, problems);
  const params = readParams(flowParams(cc), json.params, owner === "" ? "flow" : owner, owner, problems);
  return { cc, count: Number(count), params };
}

function readChanges(given: unknown, flows: number, problems: Problems): Change[] {
  const list = listOf(given, "changes", problems) ?? [];
  if (list.length > MOST_CHANGES) {
    const allowed = `at most ${MOST_CHANGES}`;
    problems.notAmong("", "changes", "Changes", String(list.length), allowed, `the first ${MOST_CHANGES}`);
  }
  const changes = [...list.slice(0, MOST_CHANGES)].map((one, i) => {
    const owner = `change ${i + 1}`;
    const json = objectOf(one, owner, problems);
    if (json === null) return null;
    checkKeys(json, ["atS", "flow", "id", "value"], owner, problems);
    return fitChange(
      { at: json.atS, flow: json.flow, id: json.id, value: json.value },
      flows,
      owner,
      problems,
    );
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
  const values: Record<string, ParamValue> = {};
  for (const param of params) {
    values[param.id] =
      json[param.id] === undefined ? param.default : readParam(param, json[param.id], owner, problems);
  }
  return values;
}

function readParam(param: Param, given: unknown, owner: string, problems: Problems): ParamValue {
  const fit = fitJson(param, given);
  if (!fit.exact) problems.notAllowed(owner, param, textOf(given), fit.value);
  return fit.value;
}

function readChoice(param: Param, given: unknown, usual: string, owner: string, problems: Problems): string {
  if (given === undefined) return usual;
  const fit = fitJson(param, given);
  if (fit.exact) return String(fit.value);
  problems.notAllowed(owner, param, textOf(given), usual);
  return usual;
}

function checkKeys(json: Json, known: readonly string[], owner: string, problems: Problems): void {
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) problems.unknownName(owner, key, textOf(json[key]), known);
  }
}

function isObject(given: unknown): given is Json {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Null where nothing was given, or, with a problem, where it is no object. */
function objectOf(given: unknown, name: string, problems: Problems): Json | null {
  if (isObject(given)) return given;
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "an object", "the default");
  return null;
}

function listOf(given: unknown, name: string, problems: Problems): readonly unknown[] | null {
  if (Array.isArray(given)) return given;
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "a list", "the default");
  return null;
}
