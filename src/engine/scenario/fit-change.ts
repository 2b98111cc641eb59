/** Changes in mid-run as they are given, in JSON or as "20s:flow2.beta-ecn=0.9", and the nearest valid ones. */

import { topologyById } from "../algorithms.ts";
import type { NumberParam, Param } from "../params/param.ts";
import { allowedText, canonicalText, fitJson, orList } from "../params/value-text.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { textOf } from "./given-text.ts";
import {
  AQM,
  anyQueueParams,
  CC,
  flowwiseParams,
  liveIds,
  PATH,
  pathParams,
  sharedParams,
  TRAFFIC,
} from "./known-names.ts";
import { capitalised, type Problems } from "./problems.ts";
import { resolvePath } from "./resolve-path.ts";
import { RUN_PARAMS } from "./run-params.ts";
import type { Change, Scenario } from "./scenario.ts";

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
  /** Id of a link, null for all. */
  readonly link: unknown;
  readonly id: unknown;
  readonly value: unknown;
}

/** What a change can speak of. */
export type ChangeScope = Pick<Scenario, "path" | "flows">;

type Target = Pick<Change, "flow" | "link">;

const TEXT = /^([^:]*):(?:flow(\d+)\.|link\.([^.=]+)\.)?([^=]+)=(.*)$/s;

/** Null when the text has not the form of a change. */
export function parseChange(text: string): RawChange | null {
  const match = TEXT.exec(text);
  if (match === null) return null;
  const [, at, flow, link, id, value] = match;
  return {
    at,
    flow: flow === undefined ? null : Number(flow) - 1,
    link: link === undefined ? null : link.trim(),
    id: id.trim(),
    value,
  };
}

export function changeText(change: Change): string {
  const { atS, flow, link, id, value } = change;
  const target = flow !== null ? `flow${flow + 1}.` : link !== null ? `link.${link}.` : "";
  const param = declarationsOf(id, change, pathParams).find((one) => fitJson(one, value).exact);
  const text = param === undefined ? String(value) : canonicalText(param, value);
  return `${canonicalText(AT, atS)}:${target}${id}=${text}`;
}

/** All declarations that a change of `id` can mean, on a path that declares `ofPath`. */
function declarationsOf(id: string, { flow, link }: Target, ofPath: readonly Param[]): readonly Param[] {
  const ofFlows = [CC, ...flowwiseParams];
  const ofLinks = [AQM, ...LINK_PARAMS, ...anyQueueParams];
  const ofAll = [...ofPath, ...ofLinks, ...RUN_PARAMS, ...TCP_PARAMS, ...ofFlows];
  const possible = flow !== null ? ofFlows : link !== null ? ofLinks : ofAll;
  return possible.filter((param) => param.id === id && param.live !== false);
}

/** The nearest valid change, or null where there is none. `owner` is "change 2". */
export function fitChange(
  raw: RawChange,
  scope: ChangeScope,
  owner: string,
  problems: Problems,
): Change | null {
  const target = fitTarget(raw, scope, owner, problems);
  if (target === null) return null;
  const id = typeof raw.id === "string" ? raw.id : "";
  const { topology } = scope.path;
  const declarations = declarationsOf(id, target, topologyById(topology).params);
  if (declarations.length === 0) {
    const isOfAnotherPath = target.flow === null && target.link === null && isLivePathParam(id);
    if (isOfAnotherPath) problems.unused(owner, id, textOf(raw.value), topology);
    else reportUnknown(id, raw.value, target, owner, problems);
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
  return { atS: Number(at.value), ...target, id, value: fit.value };
}

/** Which group of flows or which link; null, with a problem, where there is no such one. */
function fitTarget(raw: RawChange, scope: ChangeScope, owner: string, problems: Problems): Target | null {
  const { flow, link } = raw;
  const isOfFlow = flow !== null && flow !== undefined;
  const isOfLink = link !== null && link !== undefined;
  if (isOfFlow && isOfLink) {
    problems.dropped(owner, "link", "flow or link", `${textOf(flow)} and ${textOf(link)}`, "one of them");
    return null;
  }
  if (isOfLink) {
    const ids = resolvePath(scope.path).links.map((one) => one.id);
    if (typeof link === "string" && ids.includes(link)) return { flow: null, link };
    problems.dropped(owner, "link", "link", textOf(link), orList(ids));
    return null;
  }
  if (!isOfFlow) return { flow: null, link: null };
  const groups = scope.flows.length;
  if (typeof flow === "number" && Number.isInteger(flow) && flow >= 0 && flow < groups) {
    return { flow, link: null };
  }
  const named = typeof flow === "number" ? String(flow + 1) : textOf(flow);
  problems.dropped(owner, "flow", "flow", named, groups === 1 ? "1" : `1 to ${groups}`);
  return null;
}

function isLivePathParam(id: string): boolean {
  return pathParams.some((param) => param.id === id && param.live !== false);
}

function reportUnknown(
  id: string,
  value: unknown,
  { flow, link }: Target,
  owner: string,
  problems: Problems,
): void {
  const known = [PATH, TRAFFIC, AQM, CC, ...sharedParams, ...LINK_PARAMS, ...flowwiseParams];
  const fixed = known.find((param) => param.id === id);
  if (fixed === undefined) {
    problems.unknownName(owner, id, textOf(value), ["aqm", "cc", ...liveIds]);
    return;
  }
  const whole = flow !== null ? "a flow" : link !== null ? "a link" : "the whole run";
  const why =
    fixed.live === false
      ? `${fixed.label} cannot change in mid-run`
      : `${fixed.label} is not a setting of ${whole}`;
  problems.leftOut({
    field: `${owner}: ${id}`,
    given: textOf(value),
    allowed: orList(["aqm", "cc", "a parameter that can change in mid-run"]),
    fault: `${capitalised(owner)}: ${why}`,
  });
}
