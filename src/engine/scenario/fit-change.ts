/** Changes in mid-run as they are given, in JSON or as "20s:flow2.beta-ecn=0.9", and the nearest valid ones. */
import type { NumberParam, Param } from "../params/param.ts";
import { allowedText, canonicalText, fitJson, orList } from "../params/value-text.ts";
import { AQM, CC, flowwiseParams, liveIds, sharedParams } from "./known-names.ts";
import { capitalised, type Problems } from "./problems.ts";
import type { Change } from "./scenario.ts";

const AT: NumberParam = {
  kind: "number",
  id: "at",
  label: "Time",
  unit: "s",
  default: 0,
  min: 0,
  max: 3600,
  step: 1,
  scale: "linear",
  help: "When the parameter takes its new value.",
};

/** A change before anything of it was checked; values are text or what JSON gave. */
export interface RawChange {
  readonly at: unknown;
  /** Index of a group, null for all. */
  readonly flow: unknown;
  readonly id: unknown;
  readonly value: unknown;
}

const TEXT = /^([^:]*):(?:flow(\d+)\.)?([^=]+)=(.*)$/s;

/** Null when the text has not the form of a change. */
export function parseChange(text: string): RawChange | null {
  const match = TEXT.exec(text);
  if (match === null) return null;
  const [, at, flow, id, value] = match;
  return { at, flow: flow === undefined ? null : Number(flow) - 1, id: id.trim(), value };
}

export function changeText(change: Change): string {
  const flow = change.flow === null ? "" : `flow${change.flow + 1}.`;
  const param = declarationsOf(change.id, change.flow).find((one) => fitJson(one, change.value).exact);
  const value = param === undefined ? String(change.value) : canonicalText(param, change.value);
  return `${canonicalText(AT, change.atS)}:${flow}${change.id}=${value}`;
}

/** All declarations that a change of `id` can mean. */
function declarationsOf(id: string, flow: number | null): readonly Param[] {
  const ofFlows = [CC, ...flowwiseParams];
  const all = flow === null ? [AQM, ...sharedParams, ...ofFlows] : ofFlows;
  return all.filter((param) => param.id === id && param.live !== false);
}

/** The nearest valid change, or null where there is none. `owner` is "change 2". */
export function fitChange(raw: RawChange, flows: number, owner: string, problems: Problems): Change | null {
  const flow = fitFlow(raw.flow, flows, owner, problems);
  if (flow === undefined) return null;
  const id = typeof raw.id === "string" ? raw.id : "";
  const declarations = declarationsOf(id, flow);
  if (declarations.length === 0) {
    reportUnknown(id, raw.value, flow, owner, problems);
    return null;
  }
  const at = fitJson(AT, raw.at);
  if (!at.exact) problems.notAllowed(owner, AT, textOf(raw.at), at.value);
  const fits = declarations.map((param) => fitJson(param, raw.value));
  const fit = fits.find((one) => one.exact) ?? fits[0];
  if (!fit.exact && (id === AQM.id || id === CC.id)) {
    const [{ label }] = declarations;
    problems.dropped(owner, id, label, textOf(raw.value), allowedText(declarations[0]));
    return null;
  }
  if (!fit.exact) problems.notAllowed(owner, declarations[0], textOf(raw.value), fit.value);
  return { atS: Number(at.value), flow, id, value: fit.value };
}

function fitFlow(
  given: unknown,
  flows: number,
  owner: string,
  problems: Problems,
): number | null | undefined {
  if (given === null || given === undefined) return null;
  if (typeof given === "number" && Number.isInteger(given) && given >= 0 && given < flows) return given;
  const named = typeof given === "number" ? String(given + 1) : textOf(given);
  const allowed = flows === 1 ? "1" : `1 to ${flows}`;
  problems.dropped(owner, "flow", "flow", named, allowed);
  return undefined;
}

function reportUnknown(
  id: string,
  value: unknown,
  flow: number | null,
  owner: string,
  problems: Problems,
): void {
  const fixed = [...sharedParams, ...flowwiseParams].find((param) => param.id === id);
  if (fixed === undefined) {
    problems.unknownName(owner, id, textOf(value), ["aqm", "cc", ...liveIds]);
    return;
  }
  const why =
    fixed.live === false
      ? `${fixed.label} cannot change in mid-run`
      : `${fixed.label} is not a setting of ${flow === null ? "the whole run" : "a flow"}`;
  problems.leftOut({
    field: `${owner}: ${id}`,
    given: textOf(value),
    allowed: orList(["aqm", "cc", "a parameter that can change in mid-run"]),
    fault: `${capitalised(owner)}: ${why}`,
  });
}

/** Something of unknown JSON as text for people. */
export function textOf(given: unknown): string {
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return "a list";
  if (typeof given === "object" && given !== null) return "an object";
  if (typeof given === "function") return "a function";
  return given === undefined ? "nothing" : String(given);
}
