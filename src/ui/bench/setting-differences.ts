/** Which settings differ between two scenarios, and what they and their values are called. */

import {
  congestionControls,
  declaredParams,
  formatValue,
  getParam,
  hasStandardFlows,
  linkById,
  type Param,
  type ParamValue,
  type PathSpec,
  type Place,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  type Scenario,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import { declares, flowPlaces } from "../state/live-changes.ts";

export interface SettingDifference {
  /** "β_ecn", "RTT", "queue". */
  readonly label: string;
  readonly now: string;
  readonly before: string;
}

/** The value of a ratio with the decimals of its step: 0.80, not 0.8. */
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

/** Below this, people count zeros. */
const SMALLEST_WRITTEN_OUT = 1e-4;
/** A pattern over time can be far longer than a sentence. */
const LONGEST_VALUE = 40;

/** What a parameter is called in a sentence: its symbol, unless that is a single letter that needs its word. */
export function nameOf(param: Param): string {
  return param.symbol !== undefined && param.symbol.length > 1 ? param.symbol : param.label;
}

export function labelOf(list: readonly { id: string; label: string }[], id: string): string {
  return list.find((algorithm) => algorithm.id === id)?.label ?? id;
}

export function settingDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const found: SettingDifference[] = [];
  if (pinned.queue.aqm !== now.queue.aqm) {
    found.push({
      label: "",
      now: labelOf(queueDisciplines, now.queue.aqm),
      before: labelOf(queueDisciplines, pinned.queue.aqm),
    });
  }
  found.push(...pathDifferences(pinned, now));
  for (const scope of ["queue", "tcp", "run"] as const)
    found.push(...placeDifferences(pinned, now, { scope }));
  found.push(...flowDifferences(pinned, now));
  if (JSON.stringify(pinned.changes) !== JSON.stringify(now.changes)) {
    found.push({
      label: "changes in mid-run",
      now: String(now.changes.length),
      before: String(pinned.changes.length),
    });
  }
  return found;
}

/** Of another path its name says enough: its flows and capacities are its own. */
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

/** Of a link with settings of its own. */
function linkDifferences(pinned: Scenario, now: Scenario, id: string): SettingDifference[] {
  const has = ({ path }: Scenario) => resolvePath(path).links.some((link) => link.id === id);
  if (!has(pinned) || !has(now)) return [];
  const hasOwnQueue = ({ path }: Scenario) => linkById(resolvePath(path), id).queue !== null;
  const own = [...now.path.links, ...pinned.path.links].filter((one) => one.id === id);
  const isOwnParam = (param: Param) => own.some(({ params }) => Object.hasOwn(params, param.id));
  const found = placeDifferences(pinned, now, { scope: "link", link: id }, isOwnParam);
  if (hasOwnQueue(pinned) || hasOwnQueue(now)) {
    const [before, after] = [queueOfLink(pinned, id).aqm, queueOfLink(now, id).aqm];
    const names = { now: labelOf(queueDisciplines, after), before: labelOf(queueDisciplines, before) };
    if (before !== after) found.push({ label: "", ...names });
    else found.push(...placeDifferences(pinned, now, { scope: "link-queue", link: id }));
  }
  const { label } = linkById(resolvePath(now.path), id);
  return found.map((one) => ({ ...one, label: `${label} ${one.label}`.trim() }));
}

/** Flows that come with the path are no difference of their own. */
function flowDifferences(pinned: Scenario, now: Scenario): SettingDifference[] {
  const isOtherPath = pinned.path.topology !== now.path.topology;
  if (hasStandardFlows(now) && (isOtherPath || hasStandardFlows(pinned))) return [];
  const flowsOf = (scenario: Scenario) => scenario.flows.reduce((sum, flow) => sum + flow.count, 0);
  if (pinned.flows.length !== now.flows.length || flowsOf(pinned) !== flowsOf(now)) {
    const words = (count: number) => counted(count, "flow");
    return [{ label: "", now: words(flowsOf(now)), before: words(flowsOf(pinned)) }];
  }
  const found: SettingDifference[] = [];
  for (const place of flowPlaces(now)) {
    if (place.scope !== "flow") continue;
    const [before, after] = [pinned.flows[place.flow].cc, now.flows[place.flow].cc];
    if (before !== after) {
      found.push({
        label: "",
        now: labelOf(congestionControls, after),
        before: labelOf(congestionControls, before),
      });
    }
    const [traffic, trafficNow] = [pinned.flows[place.flow].traffic, now.flows[place.flow].traffic];
    if (traffic !== trafficNow) {
      found.push({
        label: "",
        now: labelOf(trafficKinds, trafficNow),
        before: labelOf(trafficKinds, traffic),
      });
    }
    found.push(...placeDifferences(pinned, now, place));
  }
  return found.filter((item, index) => found.findIndex((other) => alike(item, other)) === index);
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
