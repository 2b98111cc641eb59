/**
 * Target of a sweep's axis: the flows or links whose setting gets the values. A name alone means all flows or links that
 * have the setting. "flow2." and "link.wan." mean one of them, "all-links." every link. With "each-flow." and "each-link." the
 * values are factors for the existing values.
 */
import {
  congestionControls,
  declaredParams,
  flowCountParam,
  formatValue,
  linkParams,
  type Param,
  type ParamValue,
  programParams,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  type Scenario,
  trafficKinds,
} from "../engine/index.ts";

/** The flows or links whose setting is varied. */
export type ParameterTarget =
  /** The run, TCP, or the path as a whole has the parameter. */
  | { readonly kind: "run" }
  /** All flows that have the parameter. */
  | { readonly kind: "flows" }
  | { readonly kind: "each-flow" }
  | { readonly kind: "flow"; readonly group: number }
  /** The path or the scenario's queue has the value. Links with their own value keep it. */
  | { readonly kind: "path" }
  | { readonly kind: "all-links" }
  | { readonly kind: "each-link" }
  | { readonly kind: "link"; readonly link: string };

/** Returns the name of the parameter in a text such as "flow2.beta-ecn" or "link.wan.capacity". */
export function parameterOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Returns what a name refers to. Throws an error with a message for users if it refers to nothing. */
export function targetOf(name: string, base: Scenario): ParameterTarget {
  const at = name.lastIndexOf(".");
  const owner = at < 0 ? "" : name.slice(0, at);
  if (owner === "") return usualTarget(parameterOf(name), base);
  if (owner === "each-flow" || owner === "each-link" || owner === "all-links") return { kind: owner };
  const flow = /^flow(\d+)$/.exec(owner);
  if (flow !== null) return { kind: "flow", group: Number(flow[1]) - 1 };
  if (owner.startsWith("link.")) return { kind: "link", link: owner.slice("link.".length) };
  throw new Error(`there is no setting ${name}`);
}

function usualTarget(id: string, base: Scenario): ParameterTarget {
  if (isOfFlows(id, base)) return { kind: "flows" };
  return isOfQueues(id, base) || isOfPathLinks(id, base) ? { kind: "path" } : { kind: "run" };
}

function isOfFlows(id: string, base: Scenario): boolean {
  if (["cc", "traffic", "flows", flowCountParam.id].includes(id)) return true;
  const own = base.flows.some(({ params }) => Object.hasOwn(params, id));
  return (
    own ||
    programParams("sender", base.programs).some((one) => one.id === id) ||
    [...congestionControls, ...trafficKinds].some(({ params }) => params.some((one) => one.id === id))
  );
}

function isOfQueues(id: string, base: Scenario): boolean {
  if (id === "aqm" || declaredParams(base, { scope: "queue" }).some((param) => param.id === id)) return true;
  if (programParams("queue", base.programs).some((param) => param.id === id)) return true;
  return queueDisciplines.some(({ params }) => params.some((param) => param.id === id));
}

/** Returns true if the parameter belongs to links and the path sets it for all its links. */
function isOfPathLinks(id: string, base: Scenario): boolean {
  const ofPath = declaredParams(base, { scope: "path" }).some((param) => param.id === id);
  return ofPath && linkParams.some((param) => param.id === id);
}

/** Returns true if the values of the sweep are factors for the existing values of flows or links. */
export function isFactor({ kind }: ParameterTarget): boolean {
  return kind === "each-flow" || kind === "each-link";
}

/** A flow or link with its value of a setting. */
export interface Holder {
  /** Name of the flow or link: "flow 2", "link wan". */
  readonly name: string;
  readonly id: string;
  /** The value; undefined if the flow or link has no such setting. */
  readonly value: ParamValue | undefined;
  readonly param: Param | null;
  /** The value as text for users. */
  readonly text: string;
  /** True if a link has no value of its own, but uses that of the path or of the scenario's queue. */
  readonly follows: boolean;
}

/** Returns all flows or links that can have the setting, in order. Empty if the setting is not one of flows or links. */
export function holdersOf(name: string, target: ParameterTarget, base: Scenario): Holder[] {
  const id = parameterOf(name) === "flows" ? flowCountParam.id : parameterOf(name);
  if (target.kind === "run") return [];
  if (["flows", "each-flow", "flow"].includes(target.kind)) return flowHolders(id, base);
  return linkHolders(id, base);
}

function flowHolders(id: string, base: Scenario): Holder[] {
  return base.flows.map((flow, group) => {
    const one = { name: `flow ${group + 1}`, id: `flow${group + 1}`, follows: true };
    const isTcp = trafficKinds.some((kind) => kind.id === flow.traffic && kind.transport === "tcp");
    if (id === "cc") return { ...one, ...heldChoice(isTcp ? flow.cc : undefined, congestionControls) };
    if (id === "traffic") return { ...one, ...heldChoice(flow.traffic, trafficKinds) };
    if (id === flowCountParam.id) return { ...one, ...heldValue(flow.count, flowCountParam) };
    const param = declaredParams(base, { scope: "flow", flow: group }).find((each) => each.id === id);
    return { ...one, ...heldValue(flow.params[id], param ?? null) };
  });
}

function linkHolders(id: string, base: Scenario): Holder[] {
  const { links } = resolvePath(base.path);
  const ofLink = linkParams.find((param) => param.id === id);
  const following = followingLinks(id, base);
  return links.map((link) => {
    const one = { name: `link ${link.id}`, id: link.id, follows: following.includes(link.id) };
    if (ofLink !== undefined) return { ...one, ...heldValue(link.params[id], ofLink) };
    const { aqm, params } = queueOfLink(base, link.id);
    if (id === "aqm") return { ...one, ...heldChoice(aqm, queueDisciplines) };
    const place = { scope: "link-queue", link: link.id } as const;
    const param = declaredParams(base, place).find((each) => each.id === id);
    return { ...one, ...heldValue(params[id], param ?? null) };
  });
}

/** Returns the links that have no value of their own for a setting. */
function followingLinks(id: string, { path }: Scenario): string[] {
  const { links } = resolvePath(path);
  if (!linkParams.some((param) => param.id === id)) {
    return links.filter(({ queue }) => queue === null).map((link) => link.id);
  }
  const value = path.params[id];
  if (value === undefined) return [];
  const other = typeof value === "number" ? value + 1 : `${value}+`;
  const changed = resolvePath({ ...path, params: { ...path.params, [id]: other } }).links;
  return changed.filter((link, i) => link.params[id] !== links[i]?.params[id]).map((link) => link.id);
}

function heldValue(
  value: ParamValue | undefined,
  param: Param | null,
): Pick<Holder, "value" | "param" | "text"> {
  const isThere = param !== null && value !== undefined;
  return { value, param, text: isThere ? formatValue(param, value) : "" };
}

function heldChoice(
  value: string | undefined,
  list: readonly { readonly id: string; readonly label: string }[],
): Pick<Holder, "value" | "param" | "text"> {
  return { value, param: null, text: list.find(({ id }) => id === value)?.label ?? "" };
}

/** Returns which flows or links are meant, as text: " of all flows", " of link wan". Empty if there is only one possibility. */
export function targetWords(name: string, target: ParameterTarget, base: Scenario): string {
  const isCount = [flowCountParam.id, "flows"].includes(parameterOf(name));
  switch (target.kind) {
    case "run":
      return "";
    case "flows":
      return base.flows.length < 2 ? "" : isCount ? " in every group" : " of all flows";
    case "each-flow":
      return isCount ? " in each group" : " of each flow";
    case "flow":
      return `${isCount ? " in group" : " of flow"} ${target.group + 1}`;
    case "all-links":
      return " of all links";
    case "each-link":
      return " of each link";
    case "link":
      return ` of link ${target.link}`;
    case "path":
      return pathWords(holdersOf(name, target, base));
  }
}

const MOST_NAMED = 2;

function pathWords(links: readonly Holder[]): string {
  const following = links.filter(({ follows }) => follows);
  if (links.length < 2) return "";
  if (following.length === links.length) return " of all links";
  if (following.length === 0 || following.length > MOST_NAMED) return " of the links without their own";
  return ` of ${following.map(({ name }) => name).join(" and ")}`;
}
