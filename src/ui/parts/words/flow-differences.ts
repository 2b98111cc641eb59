/**
 * Names of flow groups: their numbers or their route, and how they differ from the others. Plots, numbers and lists use the
 * same names.
 */

import {
  congestionControls,
  declaredParams,
  type FlowSpec,
  type Param,
  resolvePath,
  routeOf,
  type Scenario,
  trafficKinds,
} from "../../../engine/index.ts";
import { REGISTRIES } from "../../core/choices.ts";
import { isTcp } from "../../core/rail.ts";
import { labelOf, nameOf, valueText } from "./setting-differences.ts";

/** Maximum number of differences in a name. With more differences, the name would be too long. */
const MOST_WORDS = 3;
const FIRST = ["rtt", "beta-ecn", "beta-loss", "start", "stop"];
/** Parameters that the name itself or a different part of it already states. */
const SAID = ["ecn", "route"];

interface Difference {
  /** Subject of the difference: the id of a parameter, or the sender, the traffic, or ECN. */
  readonly of: string;
  /** Text of the difference: "RTT 80 ms", "CUBIC", "no ECN", "from 30 s". */
  readonly text: string;
}

/** Returns, for each group, the properties in which it differs from the other groups. */
export function differencesOf(scenario: Scenario): Difference[][] {
  const { flows } = scenario;
  const params = flows.map((_, flow) => declaredParams(scenario, { scope: "flow", flow }));
  const routes = routesOf(scenario);
  return flows.map((flow, group) => {
    const words = [...kindWords(flows, flow), ...ecnWords(flows, flow)];
    const ordered = params[group]
      .filter(({ id }) => !SAID.includes(id))
      .sort((a, b) => rankOf(a) - rankOf(b));
    for (const param of ordered) {
      if (!differs(flows, { params, routes }, group, param)) continue;
      const text = paramWords(param, flow);
      if (text !== null) words.push({ of: param.id, text });
    }
    return words;
  });
}

function rankOf({ id }: Param): number {
  const rank = FIRST.indexOf(id);
  return rank < 0 ? FIRST.length : rank;
}

/** Returns the congestion control and the traffic, each only if it differs between groups. */
function kindWords(flows: readonly FlowSpec[], flow: FlowSpec): Difference[] {
  if (!isTcp(flow)) {
    const isAlike = flows.every(({ traffic }) => traffic === flow.traffic);
    return isAlike ? [] : [{ of: "sender", text: lowerFirst(trafficOf(flow)) }];
  }
  const words: Difference[] = [];
  if (flows.some((other) => isTcp(other) && other.cc !== flow.cc))
    words.push({ of: "sender", text: labelOf(congestionControls, flow.cc) });
  const isUsual = flow.traffic === REGISTRIES.traffic.choice.default;
  const hasOther = flows.some((other) => isTcp(other) && other.traffic !== flow.traffic);
  if (hasOther && !isUsual) words.push({ of: "traffic", text: lowerFirst(trafficOf(flow)) });
  return words;
}

function trafficOf({ traffic }: FlowSpec): string {
  return labelOf(trafficKinds, traffic);
}

function ecnWords(flows: readonly FlowSpec[], flow: FlowSpec): Difference[] {
  const { ecn } = flow.params;
  if (typeof ecn !== "boolean") return [];
  const others = flows.map(({ params }) => params.ecn).filter((other) => typeof other === "boolean");
  return others.some((other) => other !== ecn) ? [{ of: "ecn", text: ecn ? "ECN" : "no ECN" }] : [];
}

interface Known {
  /** Declared parameters, per group. */
  readonly params: readonly (readonly Param[])[];
  readonly routes: readonly string[];
}

/**
 * Returns whether a parameter distinguishes a group. Different defaults of different kinds of flows do not count, and
 * neither do different RTTs of different routes.
 */
function differs(
  flows: readonly FlowSpec[],
  { params, routes }: Known,
  group: number,
  param: Param,
): boolean {
  const { id } = param;
  const flow = flows[group];
  if (id === "beta-ecn" && flow.params.ecn === false) return false;
  const value = flow.params[id];
  return flows.some((other, at) => {
    if (other.params[id] === value || (id === "rtt" && routes[at] !== routes[group])) return false;
    const declared = params[at].find((one) => one.id === id);
    if (declared === undefined) return false;
    const isSameKind = other.cc === flow.cc && other.traffic === flow.traffic;
    return isSameKind || value !== param.default || other.params[id] !== declared.default;
  });
}

/** Returns the text for a parameter; null if it needs no text, for example if there is no stop time. */
function paramWords(param: Param, { params }: FlowSpec): string | null {
  const value = params[param.id];
  if (param.id === "start") return `from ${value} s`;
  if (param.id === "stop") return value === null ? null : `to ${value} s`;
  const name = nameOf(param);
  return `${name === param.label ? lowerFirst(name) : name} ${valueText(param, value)}`;
}

/** Returns a name for use inside a sentence: "capacity". Abbreviations such as "RTT" stay. */
export function lowerFirst(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name[0].toLowerCase() + name.slice(1) : name;
}

/** Returns "flow 2 (RTT 80 ms)", "G 3": the name of each flow, groups expanded. */
export function flowNames(scenario: Scenario, differences = differencesOf(scenario)): string[] {
  const whose = placesOf(scenario);
  return scenario.flows.flatMap(({ count }, group) =>
    Array.from({ length: count }, (_, i) => withDifferences(whose.flow(group, i), differences[group])),
  );
}

/** Returns "flows 3 to 12 (web pages)": the name of each group. */
export function groupNames(scenario: Scenario): string[] {
  const differences = differencesOf(scenario);
  const whose = placesOf(scenario);
  return scenario.flows.map((_, group) => withDifferences(whose.group(group), differences[group]));
}

function withDifferences(name: string, words: readonly Difference[]): string {
  const shownWords = words.slice(0, MOST_WORDS).map(({ text }) => text);
  return shownWords.length === 0 ? name : `${name} (${shownWords.join(", ")})`;
}

function routesOf({ path, flows }: Pick<Scenario, "path" | "flows">): string[] {
  const topology = resolvePath(path);
  return flows.map((flow) => routeOf(topology, flow).id);
}

/** Returns a function that names flows: by number if all take one route, otherwise by route, counted if several flows take it. */
function placesOf({ path, flows }: Pick<Scenario, "path" | "flows">) {
  const routes = routesOf({ path, flows });
  const isRouted = resolvePath(path).routes.length > 1;
  const counted = (isAlike: (group: number) => boolean, upTo: number) =>
    flows.slice(0, upTo).reduce((sum, { count }, group) => sum + (isAlike(group) ? count : 0), 0);
  const firstOf = (group: number) =>
    counted((other) => !isRouted || routes[other] === routes[group], group) + 1;
  const isAlone = (group: number) => counted((other) => routes[other] === routes[group], flows.length) === 1;
  const flow = (group: number, i: number) => {
    if (!isRouted) return `flow ${firstOf(group) + i}`;
    return isAlone(group) ? routes[group] : `${routes[group]} ${firstOf(group) + i}`;
  };
  return {
    isRouted,
    flow,
    group: (group: number) => {
      const { count } = flows[group];
      if (count === 1) return flow(group, 0);
      const range = `${firstOf(group)} to ${firstOf(group) + count - 1}`;
      return isRouted ? `${routes[group]} ${range}` : `flows ${range}`;
    },
  };
}

const LEGEND_WORDS = 2;
const RTT = /^RTT /;

/**
 * Returns a short name of one or two words for each flow (groups expanded), for places such as a plot's line. It states the
 * difference from most groups, "RTT 20 ms", "200 ms", "CUBIC, 80 ms", or the number or route if that does not distinguish the
 * flows. If some flows are named by number, all are: "flow 1", "flow 2 (pings)". `differences` are those of the scenario's groups.
 */
export function legendNames(scenario: Scenario, differences: readonly Difference[][]): string[] {
  const words = wordsOf(differences);
  const whose = placesOf(scenario);
  const ownWords = scenario.flows.map(({ count }, group) => {
    const isNamed =
      count === 1 && !whose.isRouted && words.filter((other) => other === words[group]).length === 1;
    return isNamed ? words[group] : "";
  });
  const areAllNamed = !ownWords.includes("");
  return scenario.flows.flatMap(({ count }, group) =>
    Array.from({ length: count }, (_, i) => {
      const [own, place] = [ownWords[group], whose.flow(group, i)];
      return own === "" ? place : areAllNamed ? own : `${place} (${own})`;
    }),
  );
}

/** Returns the text for each group. The first round trip is written with "RTT", which explains the following RTTs. */
function wordsOf(differences: readonly Difference[][]): string[] {
  let isSaid = false;
  return differences.map((own) =>
    own
      .filter((word) => !isUsual(word, differences))
      .slice(0, LEGEND_WORDS)
      .map(({ of: subject, text }) => {
        if (subject !== "rtt") return text;
        const short = isSaid ? text.replace(RTT, "") : text;
        isSaid = true;
        return short;
      })
      .join(", "),
  );
}

/** Returns whether more than half of the groups share this property. */
function isUsual({ of: source, text }: Difference, all: readonly (readonly Difference[])[]): boolean {
  const alike = all.filter((words) => words.some((word) => word.of === source && word.text === text));
  return 2 * alike.length > all.length;
}
