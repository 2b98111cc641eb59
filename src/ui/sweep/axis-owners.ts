/** Whose a setting can be varied: that of all flows or links, of one of them, or a factor on each one's own. */
import { flowCountParam, type Param, resolvePath, type Scenario } from "../../engine/index.ts";
import {
  type Holder,
  holdersOf,
  type ParameterTarget,
  targetOf,
  targetWords,
} from "../../experiments/parameter-target.ts";
import { FACTOR } from "../../experiments/sweep-axis.ts";
import { flowName } from "../bench/setting-differences.ts";
import { allOf, asPathHasIt, eachOne } from "./sweep-words.ts";

export interface AxisOwner {
  /** As a sweep names it: "beta-ecn", "flow2.rtt", "each-link.capacity". */
  readonly name: string;
  /** "all flows, replacing 20 ms, 80 ms"; empty where there is nobody to choose among. */
  readonly label: string;
  /** Of its values: factors where each one's own is multiplied. */
  readonly param: Param;
}

/** `name`: as the setting of all flows, of the path or of the run is called. The first is the usual one. */
export function ownersOf(name: string, param: Param, base: Scenario): AxisOwner[] {
  const target = targetOf(name, base);
  if (target.kind === "flows" && base.flows.length > 1) return flowOwners(name, param, base);
  if (target.kind === "path" && isManyLinks(base)) return pathOwners(name, target, param, base);
  return [{ name, label: "", param }];
}

/** Of a setting that the path does not have for all of its links. */
export function linkOwners(id: string, param: Param, base: Scenario): AxisOwner[] {
  const links = having(holdersOf(id, { kind: "all-links" }, base));
  const all = { name: `all-links.${id}`, label: allOf("links", textsOf(links)), param };
  return [all, ...eachOf("link", id, links), ...singleOf("link.", id, param, links)];
}

export function isManyLinks({ path }: Scenario): boolean {
  return resolvePath(path).links.length > 1;
}

function flowOwners(name: string, param: Param, base: Scenario): AxisOwner[] {
  const id = name === "flows" ? flowCountParam.id : name;
  const flows = having(holdersOf(name, { kind: "flows" }, base)).map((holder) => ({
    ...holder,
    name: `${holder.name}, ${flowName(base.flows[Number(holder.id.slice("flow".length)) - 1])}`,
  }));
  const all = { name, label: allOf("flows", textsOf(flows)), param };
  return [all, ...eachOf("flow", id, flows), ...singleOf("", id, param, flows)];
}

function pathOwners(name: string, target: ParameterTarget, param: Param, base: Scenario): AxisOwner[] {
  const links = holdersOf(name, target, base);
  const followers = links.filter(({ follows }) => follows);
  const others = linkOwners(name, param, base);
  if (followers.length === 0) return others;
  const label = targetWords(name, target, base).replace(/^ of /, "");
  const usual = {
    name,
    label: followers.length === links.length ? label : asPathHasIt(label),
    param,
  };
  // Where all follow, the path's value is that of all links.
  return [usual, ...(followers.length === links.length ? others.slice(1) : others)];
}

function having(holders: readonly Holder[]): Holder[] {
  return holders.filter(({ value }) => value !== undefined);
}

function eachOf(kind: "flow" | "link", id: string, holders: readonly Holder[]): AxisOwner[] {
  const isMultiplied = ({ value, param }: Holder) =>
    (typeof value === "number" && value !== 0) || param?.kind === "size";
  if (!holders.some(isMultiplied)) return [];
  return [{ name: `each-${kind}.${id}`, label: eachOne(kind), param: FACTOR }];
}

function singleOf(prefix: string, id: string, param: Param, holders: readonly Holder[]): AxisOwner[] {
  return holders.map((one) => ({
    name: `${prefix}${one.id}.${id}`,
    label: one.text === "" ? one.name : `${one.name}: ${one.text}`,
    param: one.param ?? param,
  }));
}

const textsOf = (holders: readonly Holder[]) => holders.map(({ text }) => text);
