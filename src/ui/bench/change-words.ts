/** The changes in mid-run in words: what changes, from what to what. */
import {
  type Change,
  congestionControls,
  getParam,
  type Param,
  type ParamValue,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  type Scenario,
} from "../../engine/index.ts";
import { declares, placesOfChange, settingsAfter } from "../state/live-changes.ts";
import { unionParam } from "../state/rail.ts";
import type { ChangeInWords } from "../state/run-view.ts";
import { groupNames, lowerFirst } from "./numbers/flow-differences.ts";
import { labelOf, nameOf, valueText } from "./setting-differences.ts";

/** In the order of the scenario's changes, each from what was in force before it. */
export function changesInWords(scenario: Scenario): ChangeInWords[] {
  return scenario.changes.map((change, made) => {
    const text = `${whose(scenario, change)}${whatChanges(settingsAfter(scenario, made), change)}`;
    return { atS: change.atS, text };
  });
}

function whose(scenario: Scenario, { flow, link }: Change): string {
  if (link !== null) {
    const { links } = resolvePath(scenario.path);
    return links.length === 1 ? "" : `${links.find(({ id }) => id === link)?.label ?? link}: `;
  }
  if (flow === null || scenario.flows.length === 1) return "";
  return `${groupNames(scenario)[flow] ?? `flow ${flow + 1}`}: `;
}

function whatChanges(before: Scenario, change: Change): string {
  const { id, value } = change;
  if (id === "aqm") {
    const { aqm } = change.link === null ? before.queue : queueOfLink(before, change.link);
    return fromTo(labelOf(queueDisciplines, aqm), labelOf(queueDisciplines, String(value)));
  }
  if (id === "cc") {
    const flows = before.flows.filter((_, flow) => change.flow === null || change.flow === flow);
    const known = new Set(flows.map(({ cc }) => labelOf(congestionControls, cc)));
    return fromTo(known.size === 1 ? [...known][0] : "", labelOf(congestionControls, String(value)));
  }
  if (id === "stop" && typeof value === "number" && value <= change.atS + 1e-3) return "stops";
  const param = unionParam(before, id);
  if (param === null) return `${id} ${value}`;
  const name = nameOf(param);
  return `${name === param.label ? lowerFirst(name) : name} ${valuesText(param, valueBefore(before, change), value)}`;
}

function fromTo(from: string, to: string): string {
  return from === "" || from === to ? to : `${from} → ${to}`;
}

/** The unit stands once where both have it. */
function valuesText(param: Param, from: ParamValue | undefined, to: ParamValue): string {
  const after = valueText(param, to);
  if (from === undefined || from === to) return after;
  const before = valueText(param, from);
  const unit = /[\d.]( .+)$/.exec(after)?.[1] ?? "";
  return `${unit !== "" && before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${after}`;
}

/** Undefined where nobody had it, or where those that had it differed. */
function valueBefore(scenario: Scenario, change: Change): ParamValue | undefined {
  const places = placesOfChange(scenario, change).filter((place) => declares(scenario, place, change.id));
  const values = new Set(places.map((place) => getParam(scenario, place, change.id)));
  if (values.size === 0 && change.link === null && change.flow === null) {
    for (const { params, queue } of resolvePath(scenario.path).links)
      if (queue === null && params[change.id] !== undefined) values.add(params[change.id]);
  }
  return values.size === 1 ? [...values][0] : undefined;
}
