/** The settings that differ between two scenarios, with names for them and their values. */

import {
  type CustomPrograms,
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowSpec,
  formatValue,
  getParam,
  hasStandardFlows,
  type LinkSpec,
  linkById,
  linkParams,
  type Param,
  type ParamValue,
  type PathSpec,
  type Place,
  programLabel,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  routeOf,
  type Scenario,
  setAqm,
  setCc,
  setTopology,
  topologies,
  trafficKinds,
  withProgram,
} from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { REGISTRIES } from "../../core/choices.ts";
import { declares, flowPlaces } from "../../core/live-changes.ts";
import { isTcp } from "../../core/rail.ts";

/** The usual traffic, which is not mentioned. */
const USUAL_TRAFFIC = REGISTRIES.traffic.choice.default;

/**
 * Returns the description of a flow: "3 × NewReno, ECN", "BBRv3, ECN but ignores marks", "CUBIC, web pages", "CBR
 * over UDP". `withoutEcn` is the number of the group's flows that ask for ECN and do not get it.
 */
export function flowName(
  flow: FlowSpec,
  programs: CustomPrograms,
  { withoutEcn = 0 }: { readonly withoutEcn?: number } = {},
): string {
  const many = flow.count > 1 ? `${flow.count} × ` : "";
  const traffic = labelOf(trafficKinds, flow.traffic);
  if (!isTcp(flow)) return many + traffic;
  const parts = [labelOf(congestionControls, flow.cc, programs)];
  if (flow.params.ecn === true) parts.push(ecnWords(flow, withoutEcn));
  if (flow.traffic !== USUAL_TRAFFIC) parts.push(traffic.toLowerCase());
  return many + parts.join(", ");
}

function ecnWords(flow: FlowSpec, withoutEcn: number): string {
  if (withoutEcn >= flow.count) return "ECN not negotiated";
  const named = ignoresMarks(flow) ? "ECN but ignores marks" : "ECN";
  return withoutEcn === 0 ? named : `${named}, not negotiated by ${withoutEcn}`;
}

/** Returns true if, by its settings, the flow sends ECN-capable packets and does not respond to marks. */
function ignoresMarks({ cc, params }: FlowSpec): boolean {
  const control = congestionControls.find(({ id }) => id === cc);
  return (control?.ignoresMarks?.(params, Number(params.rtt ?? 0)) ?? null) !== null;
}

export function flowTimes({ params }: FlowSpec): string {
  const { start, stop, size } = params;
  if (typeof stop === "number" && typeof start === "number" && stop <= start) return "stops before it starts";
  if (typeof size === "number") return `from ${start} s, ${sizeText(size)}`;
  return `${start} s to ${typeof stop === "number" ? `${stop} s` : "end"}`;
}

function sizeText(bytes: number): string {
  if (bytes >= 1e6) return `${Number((bytes / 1e6).toPrecision(3))} MB`;
  if (bytes >= 1e3) return `${Number((bytes / 1e3).toPrecision(3))} kB`;
  return `${bytes} B`;
}

/** Returns the route's name; null if the path has only one route. */
export function flowRoute(path: PathSpec, flow: FlowSpec): string | null {
  const topology = resolvePath(path);
  return topology.routes.length > 1 ? routeOf(topology, flow).label : null;
}

/** Returns the numbers of flows and groups: "22 flows in 12 groups". */
export function flowsTotal(flows: readonly FlowSpec[]): string {
  const count = flows.reduce((sum, flow) => sum + flow.count, 0);
  return `${count} flows in ${flows.length} groups`;
}

/** Returns the index, counted over all flows, of the first flow of a group. Its hue represents the group everywhere. */
export function firstFlowOf(flows: readonly FlowSpec[], group: number): number {
  return flows.slice(0, group).reduce((sum, flow) => sum + flow.count, 0);
}

/** Returns a copy of a flow that joins at a time and runs to the end. */
export function joiningAt(like: FlowSpec, startS: number): Partial<FlowSpec> {
  const start = Math.ceil(startS * 1000) / 1000;
  return { ...like, count: 1, params: { ...like.params, start, stop: null } };
}

/** Maximum number of flows and of settings that are named one by one. */
const MOST_FLOWS = 2;
const MOST_SETTINGS = 6;

/** Describes the scenario of a sweep in one or two lines: its kind, and its unusual settings. */
export function scenarioWords(base: Scenario): string {
  const { flows, queue, path, programs } = base;
  const who =
    flows.length <= MOST_FLOWS
      ? flows.map((flow) => flowName(flow, programs)).join(" and ")
      : flowsTotal(flows);
  const where = `${labelOf(queueDisciplines, queue.aqm, programs)}, ${labelOf(topologies, path.topology).toLowerCase()}`;
  const others = settingDifferences(plainScenario(base), base)
    .filter(({ label }) => label !== "")
    .map(({ label, now }) => `${label} ${now}`);
  const shown = others.slice(0, MOST_SETTINGS).join(", ");
  const more = others.length > MOST_SETTINGS ? ` and ${others.length - MOST_SETTINGS} more` : "";
  return `${who}; ${where}${shown === "" ? "" : `; ${shown}${more}`}`;
}

/** Returns the usual run with the same algorithms. Their default settings are not mentioned. */
function plainScenario({ path, queue, flows, programs }: Scenario): Scenario {
  // Each step drops the programs that its result does not use.
  const withAll = (scenario: Scenario) => (programs ?? []).reduce(withProgram, scenario);
  const usual = setTopology(defaultScenario(), path.topology);
  const plain = setAqm(withAll(usual), queue.aqm);
  return flows.length === 1 && plain.flows.length === 1 ? setCc(withAll(plain), 0, flows[0].cc) : plain;
}

/**
 * Returns "10 Mbps · 5 ms · RED": capacity and delay without names, other settings with theirs, and the queue if the
 * link has its own queue.
 */
export function linkLine({ params, queue }: LinkSpec, programs: CustomPrograms): string {
  const settings = linkParams.flatMap((param) => {
    const value = params[param.id];
    if (param.id === "capacity" || (param.id === "delay" && value !== 0)) return [valueText(param, value)];
    if (value === 0 || value === "" || value === false) return [];
    const name = param.label.toLowerCase();
    return [param.kind === "text" || param.kind === "boolean" ? name : `${name} ${valueText(param, value)}`];
  });
  return [...settings, ...(queue === null ? [] : [labelOf(queueDisciplines, queue.aqm, programs)])].join(
    " · ",
  );
}

export interface SettingDifference {
  /** Name of the setting: "β_ecn", "RTT", "queue". */
  readonly label: string;
  readonly now: string;
  readonly before: string;
  /** Names of the flows that it concerns, "flow 2", if it does not concern all flows of the run. */
  readonly flows?: string;
}

/** Returns the value as text. A ratio has the decimals of its step: 0.80, not 0.8. */
export function valueText(param: Param, value: ParamValue): string {
  if (param.kind === "number" && param.unit === "ratio" && typeof value === "number") {
    if (value > 0 && value < SMALLEST_WRITTEN_OUT) return Number(value.toPrecision(4)).toExponential();
    const decimals = Math.max(0, Math.ceil(-Math.log10(param.step) - 1e-9));
    const exact = String(value);
    const fixed = value.toFixed(decimals);
    return exact.length > fixed.length ? exact : fixed;
  }
  const text = formatValue(param, value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** Smaller values use the exponential form, because zeros are hard to count. */
const SMALLEST_WRITTEN_OUT = 1e-4;
/** Maximum length of a value. A pattern over time can be far longer than a sentence. */
const LONGEST_VALUE = 40;

/** Returns the name of a parameter for a sentence: its symbol, or the label if the symbol is a single letter. */
export function nameOf(param: Param): string {
  return param.symbol !== undefined && param.symbol.length > 1 ? param.symbol : param.label;
}

/** Returns the name of an algorithm of the list, or of a custom program. */
export function labelOf(
  list: readonly { id: string; label: string }[],
  id: string,
  programs?: CustomPrograms,
): string {
  return list.find((algorithm) => algorithm.id === id)?.label ?? programLabel(id, programs) ?? id;
}

export function settingDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const found: SettingDifference[] = [];
  if (pinned.queue.aqm !== now.queue.aqm) {
    found.push({
      label: "",
      now: labelOf(queueDisciplines, now.queue.aqm, now.programs),
      before: labelOf(queueDisciplines, pinned.queue.aqm, pinned.programs),
    });
  }
  found.push(...pathDifferences(pinned, now));
  for (const scope of ["queue", "tcp", "run"] as const)
    found.push(...placeDifferences(pinned, now, { scope }));
  found.push(...flowDifferences(pinned, now));
  if (JSON.stringify(pinned.changes) !== JSON.stringify(now.changes)) {
    found.push({
      label: "changes during the run",
      now: String(now.changes.length),
      before: String(pinned.changes.length),
    });
  }
  return found;
}

/**
 * Returns the differences between paths. If the path is a different one, only its name is given, because it has its
 * own flows and capacities.
 */
function pathDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const [before, after] = [pinned.path, now.path];
  if (before.topology !== after.topology) {
    const labelOfPath = ({ topology }: PathSpec) => labelOf(topologies, topology);
    return [{ label: "", now: labelOfPath(after), before: labelOfPath(before) }];
  }
  const ids = [...new Set([...after.links, ...before.links].map(({ id }) => id))];
  return [
    ...placeDifferences(pinned, now, { scope: "path" }),
    ...linkCountDifference(before, after),
    ...ids.flatMap((id) => linkDifferences(pinned, now, id)),
  ];
}

function linkCountDifference(before: PathSpec, after: PathSpec): SettingDifference[] {
  const [was, is] = [resolvePath(before).links.length, resolvePath(after).links.length];
  return was === is ? [] : [{ label: "links", now: String(is), before: String(was) }];
}

/** Returns the differences of a link that has its own settings. */
function linkDifferences(pinned: Scenario, now: Scenario, id: string): SettingDifference[] {
  const has = ({ path }: Scenario) => resolvePath(path).links.some((link) => link.id === id);
  if (!has(pinned) || !has(now)) return [];
  const hasOwnQueue = ({ path }: Scenario) => linkById(resolvePath(path), id).queue !== null;
  const own = [...now.path.links, ...pinned.path.links].filter((one) => one.id === id);
  const isCustomParam = (param: Param) => own.some(({ params }) => Object.hasOwn(params, param.id));
  const found = placeDifferences(pinned, now, { scope: "link", link: id }, isCustomParam);
  if (hasOwnQueue(pinned) || hasOwnQueue(now)) {
    const [before, after] = [queueOfLink(pinned, id).aqm, queueOfLink(now, id).aqm];
    const names = {
      now: labelOf(queueDisciplines, after, now.programs),
      before: labelOf(queueDisciplines, before, pinned.programs),
    };
    if (before !== after) found.push({ label: "", ...names });
    else found.push(...placeDifferences(pinned, now, { scope: "link-queue", link: id }));
  }
  const { label } = linkById(resolvePath(now.path), id);
  return found.map((one) => ({ ...one, label: `${label} ${one.label}`.trim() }));
}

/** Returns the differences of flows. Flows that come with the path are not listed. */
function flowDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const isOtherPath = pinned.path.topology !== now.path.topology;
  if (hasStandardFlows(now) && (isOtherPath || hasStandardFlows(pinned))) return [];
  const flowsOf = (scenario: Scenario) => scenario.flows.reduce((sum, flow) => sum + flow.count, 0);
  if (pinned.flows.length !== now.flows.length || flowsOf(pinned) !== flowsOf(now)) {
    const words = (count: number) => counted(count, "flow");
    return [{ label: "", now: words(flowsOf(now)), before: words(flowsOf(pinned)) }];
  }
  const found: { readonly difference: SettingDifference; readonly groups: number[] }[] = [];
  for (const place of flowPlaces(now)) {
    if (place.scope !== "flow") continue;
    const own: SettingDifference[] = [];
    const [before, after] = [pinned.flows[place.flow].cc, now.flows[place.flow].cc];
    if (before !== after) {
      own.push({
        label: "",
        now: labelOf(congestionControls, after, now.programs),
        before: labelOf(congestionControls, before, pinned.programs),
      });
    }
    const [traffic, trafficNow] = [pinned.flows[place.flow].traffic, now.flows[place.flow].traffic];
    if (traffic !== trafficNow) {
      own.push({
        label: "",
        now: labelOf(trafficKinds, trafficNow),
        before: labelOf(trafficKinds, traffic),
      });
    }
    own.push(...placeDifferences(pinned, now, place));
    for (const difference of own) {
      const known = found.find((other) => alike(other.difference, difference));
      if (known === undefined) found.push({ difference, groups: [place.flow] });
      else known.groups.push(place.flow);
    }
  }
  return found.map(({ difference, groups }) =>
    groups.length === now.flows.length ? difference : { ...difference, flows: groupsText(now, groups) },
  );
}

/** Returns the names of groups of flows: "flow 2", "flows 3 to 12 and flow 14", or their routes. */
function groupsText({ flows, path }: Scenario, groups: readonly number[]): string {
  const topology = resolvePath(path);
  const names = groups.map((group) => {
    const [first, { count }] = [firstFlowOf(flows, group) + 1, flows[group]];
    const numbers = count === 1 ? `flow ${first}` : `flows ${first} to ${first + count - 1}`;
    return topology.routes.length > 1 ? routeOf(topology, flows[group]).id : numbers;
  });
  return [...new Set(names)].join(" and ");
}

function alike(a: SettingDifference, b: SettingDifference): boolean {
  return a.label === b.label && a.now === b.now && a.before === b.before;
}

function placeDifferences(
  pinned: Scenario,
  now: Scenario,
  place: Place,
  isWanted: (param: Param) => boolean = () => true,
): SettingDifference[] {
  const found: SettingDifference[] = [];
  for (const param of declaredParams(now, place)) {
    if (!isWanted(param) || !declares(pinned, place, param.id)) continue;
    const [before, after] = [getParam(pinned, place, param.id), getParam(now, place, param.id)];
    if (before !== after) {
      found.push({ label: nameOf(param), now: valueText(param, after), before: valueText(param, before) });
    }
  }
  return found;
}
