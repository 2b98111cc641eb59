/** The texts of a run that are loaded after the first plots: the names of its flows, and the changes during the run. */

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
} from "../../../engine/index.ts";
import { declares, placesOfChange, settingsAfter, settingsAt } from "../../core/live-changes.ts";
import { unionParam } from "../../core/rail.ts";
import type { ChangeInWords, RunWords, TargetStep } from "../../core/run-view.ts";
import { differencesOf, flowNames, groupNames, legendNames, lowerFirst } from "./flow-differences.ts";
import { labelOf, nameOf, settingDifferences, valueText } from "./setting-differences.ts";

/** The names that distinguish the run on the screen from the pinned run. */
interface RunLabels {
  readonly now: string;
  readonly pinned: string;
}

/**
 * Returns the names of both runs: "β_ecn 0.80" and "β_ecn 0.50" if one setting differs; general names if several
 * settings differ.
 */
export function runLabels(pinned: Scenario | null, now: Scenario): RunLabels {
  if (pinned === null) return { now: "", pinned: "" };
  const differences = settingDifferences(pinned, now);
  if (differences.length === 0) return { now: "this run", pinned: "the same" };
  if (differences.length > 1) return { now: "this run", pinned: "before" };
  const [{ label, now: value, before }] = differences;
  return { now: `${label} ${value}`.trim(), pinned: `${label} ${before}`.trim() };
}

/** Returns the changes in the scenario's order, each relative to the settings before it. */
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
  const queueName = (aqm: string) => labelOf(queueDisciplines, aqm, before.programs);
  const senderName = (cc: string) => labelOf(congestionControls, cc, before.programs);
  if (id === "aqm") {
    const { aqm } = change.link === null ? before.queue : queueOfLink(before, change.link);
    return fromTo(queueName(aqm), queueName(String(value)));
  }
  if (id === "cc") {
    const flows = before.flows.filter((_, flow) => change.flow === null || change.flow === flow);
    const known = new Set(flows.map(({ cc }) => senderName(cc)));
    return fromTo(known.size === 1 ? [...known][0] : "", senderName(String(value)));
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

/** Returns both values as text. The unit appears once if both have the same unit. */
function valuesText(param: Param, from: ParamValue | undefined, to: ParamValue): string {
  const after = valueText(param, to);
  if (from === undefined || from === to) return after;
  const before = valueText(param, from);
  const unit = /[\d.]( .+)/s.exec(after)?.[1] ?? "";
  return `${unit !== "" && before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${after}`;
}

/** Returns the previous value; undefined if it did not exist or differed between flows. */
function valueBefore(scenario: Scenario, change: Change): ParamValue | undefined {
  const places = placesOfChange(scenario, change).filter((place) => declares(scenario, place, change.id));
  const values = new Set(places.map((place) => getParam(scenario, place, change.id)));
  if (values.size === 0 && change.link === null && change.flow === null) {
    for (const { params, queue } of resolvePath(scenario.path).links)
      if (queue === null && params[change.id] !== undefined) values.add(params[change.id]);
  }
  return values.size === 1 ? [...values][0] : undefined;
}

/** Returns the label that distinguishes the run from the pinned one, and the run's own descriptions. */
export function wordsOfRuns(
  pinned: Scenario | null,
  now: Scenario,
): RunLabels & { readonly words: RunWords } {
  return { ...runLabels(pinned, now), words: runWords(now) };
}

export function runWords(scenario: Scenario): RunWords {
  const differences = differencesOf(scenario);
  return {
    names: flowNames(scenario, differences),
    shortNames: legendNames(scenario, differences),
    changes: changesInWords(scenario),
    targets: targetsOf(scenario),
  };
}

function targetsOf(scenario: Scenario): TargetStep[][] {
  const times = [0, ...new Set(scenario.changes.map(({ atS }) => atS))];
  return resolvePath(scenario.path).links.map(({ id }) => {
    const steps = times.map((fromS): TargetStep => {
      const { target } = queueOfLink(settingsAt(scenario, fromS), id).params;
      return { fromS, ms: typeof target === "number" ? target : null };
    });
    return steps.filter(({ ms }, i) => i === 0 || ms !== steps[i - 1].ms);
  });
}
