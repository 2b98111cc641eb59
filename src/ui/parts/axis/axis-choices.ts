/** The settings of a scenario that can be varied, and values to start with. */

import {
  canonicalText,
  declaredParams,
  type EnumParam,
  flowCountParam,
  linkParams,
  type NumberParam,
  type Param,
  resolvePath,
  type Scenario,
  type SizeParam,
} from "../../../engine/index.ts";
import {
  type Holder,
  holdersOf,
  type ParameterTarget,
  targetOf,
  targetWords,
} from "../../../experiments/parameter-target.ts";
import { readSweep } from "../../../experiments/sweep.ts";
import { FACTOR, parseAxis } from "../../../experiments/sweep-axis.ts";
import { REGISTRIES } from "../../core/choices.ts";
import { railGroups } from "../../core/rail.ts";
import { flowName, nameOf } from "../words/setting-differences.ts";

/** A setting and its possible owners. */
interface AxisChoice {
  readonly label: string;
  /** Owners, with the usual owner first. There is a single owner if there is no choice. */
  readonly owners: readonly AxisOwner[];
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly AxisChoice[];
}

export function axisChoices(base: Scenario): ChoiceGroup[] {
  const { sender, path, queue, run, tcp } = railGroups(base);
  const paramsOf = (list: readonly { readonly param: Param }[]) => list.map(({ param }) => param);
  const algorithms = [REGISTRIES.queues.choice, REGISTRIES.senders.choice];
  const choices = (params: readonly Param[]) =>
    params
      .filter(canVary)
      .map((param) => choiceOf(param, ownersOf(param === flowCountParam ? "flows" : param.id, param, base)));
  return [
    { title: "Sender", choices: choices(paramsOf(sender)) },
    { title: "Path", choices: choices(paramsOf(path)) },
    { title: "Queue", choices: choices(paramsOf(queue)) },
    { title: "Algorithms", choices: choices(algorithms) },
    {
      title: "Flows",
      choices: choices([flowCountParam, ...flowwise(base, [...paramsOf(sender), ...paramsOf(path)])]),
    },
    { title: "Links", choices: linkChoices(base) },
    { title: "TCP", choices: choices(paramsOf(tcp)) },
    { title: "Run", choices: choices(paramsOf(run)) },
  ].filter((group) => group.choices.length > 0);
}

/** Returns the settings that distinguish flows if there are several groups: start, stop, size. */
function flowwise(base: Scenario, others: readonly Param[]): Param[] {
  if (base.flows.length < 2) return [];
  const all = base.flows.flatMap((_, flow) => declaredParams(base, { scope: "flow", flow }));
  const known = new Set(others.map(({ id }) => id));
  return all.filter(({ id }, i) => !known.has(id) && all.findIndex((one) => one.id === id) === i);
}

/** Returns the settings that single links have and that the path does not set for all links. */
function linkChoices(base: Scenario): AxisChoice[] {
  if (!isManyLinks(base)) return [];
  const ofPath = declaredParams(base, { scope: "path" });
  return linkParams
    .filter((param) => canVary(param) && !ofPath.some(({ id }) => id === param.id))
    .map((param) => choiceOf(param, linkOwners(param.id, param, base)));
}

function choiceOf(param: Param, owners: readonly AxisOwner[]): AxisChoice {
  const name = nameOf(param);
  const label = name === param.label ? name : `${name}, ${param.label.toLowerCase()}`;
  return { label: label.replaceAll("_", " "), owners };
}

function canVary(param: Param): boolean {
  if (param.kind === "text") return false;
  // A choice with an empty value (the path's first route) cannot be written in a list.
  if (param.kind === "enum") return param.options.every(({ value }) => value !== "");
  return param.kind !== "boolean" || param.fixed === undefined;
}

/** Returns the setting and the owner that an axis of this name varies. */
export function choiceNamed(
  groups: readonly ChoiceGroup[],
  name: string,
): { readonly choice: AxisChoice; readonly owner: AxisOwner } | null {
  for (const choice of groups.flatMap(({ choices }) => choices)) {
    const owner = choice.owners.find((one) => one.name === name);
    if (owner !== undefined) return { choice, owner };
  }
  return null;
}

/** Initial values of the page's main settings. The first value of the backoff is the usual halving. */
const USUAL: Readonly<Record<string, string>> = {
  "beta-ecn": "0.5:0.95:0.05",
  seed: "1:10:1",
  flows: "1:16:x2",
};
/** Factors from half to twice each flow's or link's own value. */
const FACTORS = "0.5,0.75,1,1.5,2";
const STEPS = 8;
const LOG_REACH = 8;
const SIZE_FACTORS = [1 / 4, 1 / 2, 1, 2, 4];
const MOST_OPTIONS = 4;
/** Factor above the default from which a range counts as too wide for initial values. */
const WIDE = 20;

/** Returns about as many values as fit into one view. All of them are valid for this scenario. */
export function firstValues({ name, param }: AxisOwner, base: Scenario): string {
  const text = param === FACTOR ? FACTORS : (USUAL[name] ?? proposal(param));
  const isValid = (values: string) => readSweep({ x: `${name}=${values}` }, base).sweep !== null;
  if (isValid(text)) return text;
  return parseAxis(`${name}=${text}`, base).values.filter(isValid).join(",");
}

function proposal(param: Param): string {
  switch (param.kind) {
    case "number":
      return param.scale === "log" ? logRange(param) : linearRange(param);
    case "size":
      return sizes(param).join(",");
    case "boolean":
      return [false, true].map((value) => canonicalText(param, value)).join(",");
    case "enum":
      return firstOptions(param).join(",");
    case "text":
      return param.default;
  }
}

function sizes(param: SizeParam): string[] {
  const [, number = "1", unit = ""] = /^([\d.]+)([^\d.]\D*)$/.exec(param.default) ?? [];
  return SIZE_FACTORS.map(
    (factor) => `${Math.max(param.minPackets, Math.round(Number(number) * factor))}${unit}`,
  );
}

function firstOptions({ options, default: usual }: EnumParam): string[] {
  const values = options.map(({ value }) => value);
  if (values.length <= MOST_OPTIONS) return values;
  return [usual, ...values.filter((value) => value !== usual)].slice(0, MOST_OPTIONS);
}

function logRange(param: NumberParam): string {
  const middle = param.default ?? Math.sqrt(Math.max(param.min, 1e-6) * param.max);
  const from = Math.max(param.min, middle / LOG_REACH) || middle / LOG_REACH;
  const to = Math.min(param.max, middle * LOG_REACH);
  const whole = (value: number) => (param.integer === true ? Math.max(1, Math.round(value)) : value);
  return `${short(whole(from))}:${short(whole(to))}:x2`;
}

function linearRange(param: NumberParam): string {
  const [low, high] = usualReach(param);
  const step = Math.max(param.integer === true ? 1 : 0, niceStep((high - low) / STEPS));
  return `${short(Math.ceil(low / step - 1e-9) * step)}:${short(high)}:${short(step)}`;
}

function usualReach({
  default: usual,
  min,
  max,
  sliderMin = min,
  sliderMax = max,
}: NumberParam): [number, number] {
  const isWide = usual !== null && usual > 0 && sliderMax > WIDE * usual;
  return isWide ? [Math.max(min, usual / 4), Math.min(max, usual * 2)] : [sliderMin, sliderMax];
}

/** Returns the nearest step of the form 1, 2 or 5 times a power of ten. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10);
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** The owner of a varied setting: all flows or links, one of them, or each with its own value times a factor. */
export interface AxisOwner {
  /** Name in a sweep: "beta-ecn", "flow2.rtt", "each-link.capacity". */
  readonly name: string;
  /** Label such as "all flows, replacing 20 ms, 80 ms"; empty if there is no choice. */
  readonly label: string;
  /** Declaration of the values. They are factors if the setting's own values are multiplied. */
  readonly param: Param;
}

/**
 * Returns the possible owners. `name` is the name of the setting for all flows, the path or the run. The first owner
 * is the usual one.
 */
function ownersOf(name: string, param: Param, base: Scenario): AxisOwner[] {
  const target = targetOf(name, base);
  if (target.kind === "flows" && base.flows.length > 1) return flowOwners(name, param, base);
  if (target.kind === "path" && isManyLinks(base)) return pathOwners(name, target, param, base);
  return [{ name, label: "", param }];
}

/** Returns the owners of a setting that the path does not set for all of its links. */
function linkOwners(id: string, param: Param, base: Scenario): AxisOwner[] {
  const links = having(holdersOf(id, { kind: "all-links" }, base));
  const all = { name: `all-links.${id}`, label: allOf("links", textsOf(links)), param };
  return [all, ...eachOf("link", id, links), ...singleOf("link.", id, param, links)];
}

function isManyLinks({ path }: Scenario): boolean {
  return resolvePath(path).links.length > 1;
}

function flowOwners(name: string, param: Param, base: Scenario): AxisOwner[] {
  const id = name === "flows" ? flowCountParam.id : name;
  const flows = having(holdersOf(name, { kind: "flows" }, base)).map((holder) => ({
    ...holder,
    name: `${holder.name}, ${flowName(base.flows[Number(holder.id.slice("flow".length)) - 1], base.programs)}`,
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
  // If all links follow the path's value, the option for all links would be the same and is omitted.
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

const MOST_TEXTS = 3;

/** Returns the name of the owner: all of them, each by a factor, or as the path sets it. */
function allOf(kind: "links" | "flows", replaced: readonly string[]): string {
  return `all ${kind}${replacing(replaced)}`;
}

function eachOne(kind: "flow" | "link"): string {
  return `each ${kind}, a factor on its own`;
}

function asPathHasIt(whose: string): string {
  return `${whose}, as the path has it`;
}

/** Returns the differing values that a common value for all replaces. */
function replacing(all: readonly string[]): string {
  const texts = [...new Set(all)];
  if (texts.length < 2) return "";
  const more = texts.length > MOST_TEXTS ? ` and ${texts.length - MOST_TEXTS} more` : "";
  return `, replacing ${texts.slice(0, MOST_TEXTS).join(", ")}${more}`;
}

/** A setting and its values as typed, valid or not. */
export interface AxisDraft {
  readonly name: string;
  /** Values of the axis: "0.5:0.95:0.05", "20ms,100ms". */
  readonly text: string;
}

/** Reads "beta-ecn=0.5:0.95:0.05". */
export function axisDraft(text: string): AxisDraft {
  const at = text.indexOf("=");
  return at < 0 ? { name: text, text: "" } : { name: text.slice(0, at), text: text.slice(at + 1) };
}

/** Returns the axis as a part of a fragment. */
export function axisPart(key: string, { name, text }: AxisDraft): string {
  return `${key}=${encoded(`${name}=${text}`)}`;
}

/** Percent-encodes the characters that would end a part of a fragment. */
export function encoded(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}
