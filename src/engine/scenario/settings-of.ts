/** A scenario as a flat list of named texts, the form that URLs and command-line flags share: writing. */

import { topologyById, trafficById } from "../algorithms.ts";
import type { Param, ParamValues } from "../params/param.ts";
import { canonicalText } from "../params/value-text.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { DEFAULT_CC, DEFAULT_TOPOLOGY, DEFAULT_TRAFFIC, defaultScenario, defaultWarmup } from "./defaults.ts";
import { changeText } from "./fit-change.ts";
import { AQM, CC, PATH, TRAFFIC } from "./known-names.ts";
import { linkText, routeText } from "./path-text.ts";
import { declaredParams, flowParams, type Place, valuesAt } from "./places.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { FlowSpec, PathSpec, Scenario } from "./scenario.ts";
import { hasStandardFlows } from "./standard-flows.ts";

export interface Setting {
  /** A flag's name without dashes: "beta-ecn", "flow", "set". */
  readonly key: string;
  readonly text: string;
}

/** What a scenario says beyond the defaults, in canonical order. */
export function settingsOf(scenario: Scenario): Setting[] {
  const settings: Setting[] = pathSettings(scenario);
  if (scenario.queue.aqm !== defaultScenario().queue.aqm)
    settings.push({ key: AQM.id, text: scenario.queue.aqm });
  settings.push(...beyondDefaults(scenario, { scope: "queue" }));
  settings.push(...linkSettings(scenario.path));
  settings.push(...flowSettings(scenario));
  settings.push(...beyondDefaults(scenario, { scope: "tcp" }), ...runSettings(scenario));
  settings.push(...scenario.changes.map((change) => ({ key: "set", text: changeText(change) })));
  return settings;
}

function pathSettings(scenario: Scenario): Setting[] {
  const { topology } = scenario.path;
  const chosen = topology === DEFAULT_TOPOLOGY ? [] : [{ key: PATH.id, text: topology }];
  return [...chosen, ...beyondDefaults(scenario, { scope: "path" })];
}

function linkSettings(path: PathSpec): Setting[] {
  return [
    ...path.links.map((setting) => ({ key: "link", text: linkText(setting, path) })),
    ...path.routes.map((route) => ({ key: "path-route", text: routeText(route) })),
  ];
}

function beyondDefaults(scenario: Scenario, place: Place): Setting[] {
  return nonDefault(declaredParams(scenario, place), valuesAt(scenario, place));
}

function nonDefault(params: readonly Param[], values: ParamValues): Setting[] {
  return params
    .filter((param) => values[param.id] !== param.default)
    .map((param) => ({ key: param.id, text: canonicalText(param, values[param.id]) }));
}

/** The warm-up's default depends on the duration. */
function runSettings(scenario: Scenario): Setting[] {
  const { run } = scenario;
  const usual = { ...defaultScenario().run, [WARMUP.id]: defaultWarmup(Number(run[DURATION.id])) };
  return RUN_PARAMS.filter(({ id }) => run[id] !== usual[id]).map((param) => ({
    key: param.id,
    text: canonicalText(param, run[param.id]),
  }));
}

/** The path's own flows go without saying; beside them one group is in short form, several are one `flow` each. */
function flowSettings(scenario: Scenario): Setting[] {
  const { path, flows } = scenario;
  const hasOwn = topologyById(path.topology).flows(path.params).length > 0;
  if (hasOwn && hasStandardFlows(scenario)) return [];
  if (hasOwn || flows.length > 1) return flows.map((spec) => ({ key: "flow", text: flowText(spec) }));
  const [spec] = flows;
  const settings = algorithmSettings(spec).concat(nonDefault(flowParams(spec.cc, spec.traffic), spec.params));
  if (spec.count !== COUNT.default) settings.push({ key: "flows", text: String(spec.count) });
  return settings;
}

function algorithmSettings({ cc, traffic }: FlowSpec): Setting[] {
  const settings: Setting[] = [];
  if (cc !== DEFAULT_CC) settings.push({ key: CC.id, text: cc });
  if (traffic !== DEFAULT_TRAFFIC) settings.push({ key: TRAFFIC.id, text: traffic });
  return settings;
}

function flowText(spec: FlowSpec): string {
  const { cc, traffic, count, params } = spec;
  const algorithms = algorithmSettings(spec);
  // A group begins with its congestion control, the usual one too, where it has any.
  const isTcp = trafficById(traffic).transport === "tcp";
  if (isTcp && cc === DEFAULT_CC) algorithms.unshift({ key: CC.id, text: cc });
  const parts = [...algorithms, ...nonDefault(flowParams(cc, traffic), params)];
  if (count !== COUNT.default) parts.push({ key: COUNT.id, text: String(count) });
  return parts.map(({ key, text }) => `${key}=${text}`).join(",");
}
