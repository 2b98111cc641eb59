/** What can be varied in a scenario, and values to begin with. */
import {
  canonicalText,
  declaredParams,
  type EnumParam,
  flowCountParam,
  linkParams,
  type NumberParam,
  type Param,
  type Scenario,
  type SizeParam,
} from "../../engine/index.ts";
import { readSweep } from "../../experiments/sweep.ts";
import { FACTOR, parseAxis } from "../../experiments/sweep-axis.ts";
import { nameOf } from "../bench/setting-differences.ts";
import { REGISTRIES } from "../state/choices.ts";
import { railGroups } from "../state/rail.ts";
import { type AxisOwner, isManyLinks, linkOwners, ownersOf } from "./axis-owners.ts";

/** A setting, and whose it can be. */
export interface AxisChoice {
  readonly label: string;
  /** The usual one first; one alone where there is nobody to choose among. */
  readonly owners: readonly AxisOwner[];
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly AxisChoice[];
}

export function axisChoices(base: Scenario): ChoiceGroup[] {
  const { sender, path, queue, run, tcp } = railGroups(base);
  const of = (list: readonly { readonly param: Param }[]) => list.map(({ param }) => param);
  const algorithms = [REGISTRIES.queues.choice, REGISTRIES.senders.choice];
  const choices = (params: readonly Param[]) =>
    params
      .filter(canVary)
      .map((param) => choiceOf(param, ownersOf(param === flowCountParam ? "flows" : param.id, param, base)));
  return [
    { title: "Sender", choices: choices(of(sender)) },
    { title: "Path", choices: choices(of(path)) },
    { title: "Queue", choices: choices(of(queue)) },
    { title: "Algorithms", choices: choices(algorithms) },
    { title: "Flows", choices: choices([flowCountParam, ...flowwise(base, [...of(sender), ...of(path)])]) },
    { title: "Links", choices: linkChoices(base) },
    { title: "TCP", choices: choices(of(tcp)) },
    { title: "Run", choices: choices(of(run)) },
  ].filter((group) => group.choices.length > 0);
}

/** What tells flows apart, where there are several groups of them: start, stop, size. */
function flowwise(base: Scenario, others: readonly Param[]): Param[] {
  if (base.flows.length < 2) return [];
  const all = base.flows.flatMap((_, flow) => declaredParams(base, { scope: "flow", flow }));
  const known = new Set(others.map(({ id }) => id));
  return all.filter(({ id }, i) => !known.has(id) && all.findIndex((one) => one.id === id) === i);
}

/** What single links have and the path does not say for all. */
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
  // A choice that can be empty (the path's first route) has no name that a list could hold.
  if (param.kind === "enum") return param.options.every(({ value }) => value !== "");
  return param.kind !== "boolean" || param.fixed === undefined;
}

/** The setting that an axis of this name varies, and whose. */
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

/** What the page is about begins at the usual halving. */
const USUAL: Readonly<Record<string, string>> = {
  "beta-ecn": "0.5:0.95:0.05",
  seed: "1:10:1",
  flows: "1:16:x2",
};
/** Half to twice of what each one has. */
const FACTORS = "0.5,0.75,1,1.5,2";
const STEPS = 8;
const LOG_REACH = 8;
const SIZE_FACTORS = [1 / 4, 1 / 2, 1, 2, 4];
const MOST_OPTIONS = 4;
/** A range that goes on so many times beyond the default is for the exceptional case. */
const WIDE = 20;

/** About as many values as one look takes in, all of which this scenario can have. */
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
  const [, number = "1", unit = ""] = /^([\d.]+)(\D+)$/.exec(param.default) ?? [];
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

/** 1, 2 or 5 times a power of ten. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10);
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
