/** What can be varied in a scenario, and values to begin with. */
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
} from "../../engine/index.ts";
import { readSweep } from "../../experiments/sweep.ts";
import { parseAxis } from "../../experiments/sweep-axis.ts";
import { REGISTRIES } from "../state/choices.ts";
import { railGroups } from "../state/rail.ts";
import { flowName } from "../words/flow-words.ts";
import { nameOf } from "../words/setting-differences.ts";

export interface AxisChoice {
  /** As a sweep names it: "beta-ecn", "flow2.rtt", "link.hop2.capacity". */
  readonly name: string;
  readonly label: string;
  readonly param: Param;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly AxisChoice[];
}

export function axisChoices(base: Scenario): ChoiceGroup[] {
  const { sender, path, queue, run, tcp } = railGroups(base);
  const of = (list: readonly { readonly param: Param }[]) => list.map(({ param }) => choiceOf("", param));
  const algorithms = [REGISTRIES.queues.choice, REGISTRIES.senders.choice].map((param) =>
    choiceOf("", param),
  );
  const count: AxisChoice[] =
    base.flows.length === 1 ? [{ ...choiceOf("", flowCountParam), name: "flows" }] : [];
  return [
    { title: "Sender", choices: of(sender) },
    { title: "Path", choices: of(path) },
    { title: "Queue", choices: of(queue) },
    { title: "Algorithms", choices: algorithms },
    { title: "Flows", choices: count },
    ...flowGroups(base),
    ...linkGroups(base),
    { title: "TCP", choices: of(tcp) },
    { title: "Run", choices: of(run) },
  ]
    .map(({ title, choices }) => ({ title, choices: choices.filter(({ param }) => canVary(param)) }))
    .filter(({ choices }) => choices.length > 0);
}

/** Where there are several groups of flows, each can be varied alone. */
function flowGroups(base: Scenario): ChoiceGroup[] {
  if (base.flows.length < 2) return [];
  return base.flows.map((flow, index) => ({
    title: `Flow ${index + 1}: ${flowName(flow)}`,
    choices: [...declaredParams(base, { scope: "flow", flow: index }), flowCountParam].map((param) =>
      choiceOf(`flow${index + 1}.`, param),
    ),
  }));
}

function linkGroups(base: Scenario): ChoiceGroup[] {
  const { links } = resolvePath(base.path);
  if (links.length < 2) return [];
  return links.map(({ id, label }) => ({
    title: `Link ${label}`,
    choices: linkParams.map((param) => choiceOf(`link.${id}.`, param)),
  }));
}

function choiceOf(prefix: string, param: Param): AxisChoice {
  const name = nameOf(param);
  const label = name === param.label ? name : `${name}, ${param.label.toLowerCase()}`;
  return { name: prefix + param.id, label: label.replaceAll("_", " "), param };
}

function canVary(param: Param): boolean {
  if (param.kind === "text") return false;
  // A choice that can be empty (the path's first route) has no name that a list could hold.
  if (param.kind === "enum") return param.options.every(({ value }) => value !== "");
  return param.kind !== "boolean" || param.fixed === undefined;
}

export function choiceNamed(groups: readonly ChoiceGroup[], name: string): AxisChoice | null {
  return groups.flatMap(({ choices }) => choices).find((choice) => choice.name === name) ?? null;
}

/** What the page is about begins at the usual halving. */
const USUAL: Readonly<Record<string, string>> = {
  "beta-ecn": "0.5:0.95:0.05",
  seed: "1:10:1",
  flows: "1:16:x2",
};
const STEPS = 8;
const LOG_REACH = 8;
const SIZE_FACTORS = [1 / 4, 1 / 2, 1, 2, 4];
const MOST_OPTIONS = 4;
/** A range that goes on so many times beyond the default is for the exceptional case. */
const WIDE = 20;

/** About as many values as one look takes in, all of which this scenario can have. */
export function firstValues(choice: AxisChoice, base: Scenario): string {
  const { name, param } = choice;
  const text = USUAL[name] ?? proposal(param);
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
