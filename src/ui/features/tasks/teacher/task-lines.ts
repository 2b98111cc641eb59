/**
 * Converts lines of a task's head to the fields of cards, and back. A line of a file is always shown, even if it is
 * invalid.
 */
import {
  canonicalText,
  congestionControls,
  formatValue,
  type Param,
  queueDisciplines,
  type Scenario,
} from "../../../../engine/index.ts";
import { type MetricScope, placesOf, SWEPT_METRICS } from "../../../../experiments/metrics.ts";
import {
  onceBlank,
  parameterNamed,
  parameterWords,
  rangeIn,
} from "../../../../teaching/document/parameters.ts";
import { railGroups } from "../../../core/rail.ts";
import type { MenuOption } from "../../../shared/MenuOptions.tsx";
import { partsOfLine } from "./task-fields.ts";

/**
 * The values of a parameter in a line: a range, in which steps let each student get one value; a list; or all allowed
 * values.
 */
export interface ValuesParts {
  readonly form: "range" | "list" | "all";
  readonly from: string;
  readonly to: string;
  /** Step of the range; empty if there is none. */
  readonly step: string;
  /** The list of values as typed, with commas. */
  readonly list: string;
}

const NO_VALUES: ValuesParts = { form: "all", from: "", to: "", step: "", list: "" };

export function partsOfValues(text: string): ValuesParts {
  const values = onceBlank(text);
  if (values === "") return NO_VALUES;
  if (!values.includes("..")) return { ...NO_VALUES, form: "list", list: text };
  const [ends, step = ""] = values.split(/ step ?/);
  const at = ends.indexOf("..");
  return {
    ...NO_VALUES,
    form: "range",
    from: ends.slice(0, at).trim(),
    to: ends.slice(at + 2).trim(),
    step: step.trim(),
  };
}

export function valuesText({ form, from, to, step, list }: ValuesParts): string {
  if (form === "all") return "";
  if (form === "list") return list;
  return `${from}..${to}${step === "" ? "" : ` step ${step}`}`;
}

/** Returns the same values in another form, as far as possible. */
export function valuesAs(form: ValuesParts["form"], parts: ValuesParts, param: Param | null): ValuesParts {
  if (form === parts.form) return parts;
  if (form === "list")
    return {
      ...NO_VALUES,
      form,
      list: parts.form === "range" ? `${parts.from}, ${parts.to}` : listOf(param),
    };
  const read = rangeIn(parts.list.replace(",", ".."));
  const ends = read ?? (param === null ? null : rangeIn(boundsOf(param)));
  return { ...NO_VALUES, form, ...(form === "range" && { from: ends?.low ?? "", to: ends?.high ?? "" }) };
}

function listOf(param: Param | null): string {
  if (param === null) return "";
  const options = optionsOf(param);
  return options === null
    ? canonicalText(param, param.default)
    : options.map(({ value }) => value).join(", ");
}

/** Returns the possible values of a parameter with fixed values; null for numbers, sizes and texts. */
export function optionsOf(param: Param): readonly MenuOption[] | null {
  if (param.kind === "enum") return param.options;
  if (param.kind !== "boolean") return null;
  return [true, false].map((value) => ({
    value: canonicalText(param, value),
    label: formatValue(param, value),
  }));
}

/** Returns the ids of the selected options in a list: those of "codel, pie". */
export function listedIn(list: string): string[] {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A setting of a hidden path, with its value. */
export interface SettingParts {
  readonly key: string;
  readonly text: string;
}

/** Returns the settings of a hidden path such as "#rtt=200ms&aqm=pie". */
export function partsOfPath(text: string): SettingParts[] {
  return text
    .trim()
    .replace(/^[^#]*#/, "")
    .split(/&(?:amp;)?/)
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? { key: part, text: "" } : { key: part.slice(0, at), text: part.slice(at + 1) };
    });
}

export function pathText(settings: readonly SettingParts[]): string {
  return `#${settings.map(({ key, text }) => `${key}=${text.replace(/[&#\s]/g, (one) => encodeURIComponent(one))}`).join("&")}`;
}

export interface QuestionParts {
  readonly id: string;
  readonly kind: string;
  /** The length of a text, the unit of a number, or the subject of evidence. */
  readonly details: string;
  /** Points as typed; empty means none. */
  readonly points: string;
  readonly prompt: string;
  readonly options: readonly string[];
}

export function partsOfQuestion(text: string): QuestionParts {
  const at = text.indexOf(":");
  const words = onceBlank(at < 0 ? text : text.slice(0, at))
    .trim()
    .split(" ");
  const isWorth = words.length > 3 && words.at(-3) === "for" && /^points?$/.test(words.at(-1) ?? "");
  const [id = "", kind = "text", ...details] = isWorth ? words.slice(0, -3) : words;
  const points = isWorth ? (words.at(-2) ?? "") : "";
  const asked = at < 0 ? "" : text.slice(at + 1).trimStart();
  const [prompt = "", ...options] = kind === "choice" ? asked.split("|").map((one) => one.trim()) : [asked];
  return { id, kind, details: details.join(" "), points, prompt, options };
}

export function questionText({ id, kind, details, points, prompt, options }: QuestionParts): string {
  const head = [id, kind, ...(kind === "choice" ? [] : [details])].filter((one) => one !== "").join(" ");
  const worth = points.trim() === "" ? "" : ` for ${points.trim()} points`;
  return `${head}${worth}: ${[prompt, ...(kind === "choice" ? options : [])].join(" | ")}`;
}

/** Returns the parts of a length such as "20..400" or "400". */
export function partsOfLength(details: string): Pick<ValuesParts, "from" | "to"> {
  const at = details.indexOf("..");
  return at < 0 ? { from: "", to: details } : { from: details.slice(0, at), to: details.slice(at + 2) };
}

export function lengthText({ from, to }: Pick<ValuesParts, "from" | "to">): string {
  const [least, most] = [from, to].map((text) => text.replace(/[:\s]/g, ""));
  return least === "" ? most : `${least}..${most}`;
}

/** Returns a right answer as text: "25 within 2". Empty if there is no right answer. */
export function keyText(right: string, tolerance: string): string {
  return tolerance === "" ? right : `${right} within ${tolerance}`;
}

export interface ConditionParts {
  readonly metric: string;
  readonly sign: string;
  readonly bound: string;
  /** Points as typed; empty means 1. */
  readonly points: string;
  /** Threshold for partial points: "from 80 %"; empty means all or nothing. */
  readonly part: string;
}

const CONDITION = /^(\S*) ?(>=|<=|≥|≤|>|<)? ?(.*)/s;
const WORTH = / for ?(\S*) points?(?:$|, part (.*))/s;

export function partsOfCondition(text: string): ConditionParts {
  const line = onceBlank(text);
  const worth = WORTH.exec(line);
  const [, points = "", part = ""] = worth ?? [];
  const [, metric = "", sign = ">=", bound = ""] = CONDITION.exec(line.slice(0, worth?.index)) ?? [];
  return { metric, sign: sign.replace("≥", ">=").replace("≤", "<="), bound, points, part };
}

export function conditionLine({ metric, sign, bound, points, part }: ConditionParts): string {
  const worth = points === "" && part === "" ? "" : ` for ${points || "1"} points`;
  return `${metric} ${sign} ${bound}${worth}${part === "" ? "" : `, part ${part}`}`;
}

/** Returns the unit of a measure; empty if the measure has none or does not exist. */
export function unitOf(metric: string): string {
  return SWEPT_METRICS.find(({ id }) => id === metric.split("@")[0])?.unit ?? "";
}

const NUMBER = /^\s*[-+]?[\d.,]+\s*$/;

/** Returns a number without the unit that is shown next to its field. Other texts stay as they are. */
export function withoutUnit(text: string, unit: string): string {
  if (unit === "" || !text.endsWith(unit)) return text;
  const number = text.slice(0, -unit.length).trimEnd();
  return NUMBER.test(number) ? number : text;
}

/** Returns a number with the unit that is shown next to its field. A value that has a unit keeps that unit. */
export function withUnit(text: string, unit: string): string {
  return unit !== "" && NUMBER.test(text) ? `${text.trim()} ${unit}` : text;
}

const SCOPES: readonly (readonly [MetricScope, title: string])[] = [
  ["link", "Of a link"],
  ["flow", "Of flows"],
  ["run", "Of the run"],
];

/** Returns every metric, with one option for each of its places. */
export function metricOptions(base: Scenario): MenuOption[] {
  return SCOPES.flatMap(([scope, group]) =>
    SWEPT_METRICS.filter((metric) => metric.scope === scope).flatMap((metric) => {
      const label = metric.unit === "" ? metric.label : `${metric.label} (${metric.unit})`;
      const places = placesOf(metric, base).map((place) => ({
        value: `${metric.id}@${place.id}`,
        label: `${label}, ${place.label}`,
        group,
      }));
      return [{ value: metric.id, label, group }, ...places];
    }),
  );
}

/** Returns the parameters that students can be allowed to change, under the headings of the rail. */
export function changeOptions(base: Scenario): MenuOption[] {
  const { sender, path, queue, tcp, run } = railGroups(base);
  const parameters = Object.entries({ Sender: sender, Path: path, Queue: queue, TCP: tcp, Run: run });
  return [
    ...(base.programs === undefined
      ? []
      : [{ value: "code", label: "The text of the program", group: "Algorithms" }]),
    { value: "aqm", label: "Queue discipline", group: "Algorithms" },
    { value: "cc", label: "Congestion control", group: "Algorithms" },
    ...parameters.flatMap(([group, list]) =>
      list
        .filter(({ param }) => param.kind !== "text")
        .map(({ param }) => ({ value: param.id, label: labelOf(param), group })),
    ),
  ];
}

/** Returns the parameters that can have a different value in each variant, or on a hidden path. */
export function settingOptions(base: Scenario): MenuOption[] {
  return changeOptions(base).filter(({ value }) => {
    const param = parameterNamed(value, base);
    return param !== null && (optionsOf(param)?.length ?? 2) > 1;
  });
}

function labelOf(param: Param): string {
  const words = parameterWords(param);
  const label = words === param.label ? words : `${words}, ${param.label.toLowerCase()}`;
  return label.replaceAll("_", " ");
}

/** Ids of the options that teachers choose most often, most frequent first. */
const USUAL = [
  ...["code", "aqm", "cc", "beta-ecn", "beta-loss", "capacity", "rtt", "limit", "ecn", "target"],
  ...["flows", "interval", "traffic", "duration", "seed"],
  ...["utilisation", "delay-p99", "delay-p90", "delay-mean", "drop-share", "mark-share", "goodput"],
  ...["retransmissions", "jain", "loss-reductions"],
];
const MOST_USUAL = 10;

/** Returns the options that a menu shows before "more …", without headings. */
export function usualOf(options: readonly MenuOption[]): MenuOption[] {
  const usual = USUAL.flatMap((id) => options.find(({ value }) => value === id) ?? []);
  const others = options.filter((one) => !usual.includes(one));
  return [...usual, ...others].slice(0, MOST_USUAL).map(({ value, label }) => ({ value, label }));
}

const MOST_NAMED = 3;

/** Returns the line of the file for a parameter. */
export function firstChange(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  return param === null ? id : `${id} ${firstValues(param, base)}`.trim();
}

/** Returns the initial text of a further line: the first parameter without a line. `lines`: the lines of the file. */
export function furtherChange(lines: readonly string[], base: Scenario): string {
  const taken = new Set(lines.map((line) => partsOfLine(line)[0]));
  const ids = changeOptions(base).map(({ value }) => value);
  return firstChange(ids.find((id) => !taken.has(id)) ?? ids[0], base);
}

/** Returns an initial text with several values, of which each student gets one. */
export function firstVariation(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  if (param === null) return id;
  if (param.kind === "size") return `${id} ${canonicalText(param, "50p")}, ${canonicalText(param, "200p")}`;
  if (param.kind !== "number") return `${id} ${firstValues(param, base) || listOf(param)}`;
  const { sliderMin = param.min, sliderMax = param.max } = param;
  const text = (value: number) => canonicalText(param, param.integer === true ? Math.round(value) : value);
  const middle = text(sliderMin + (sliderMax - sliderMin) / 2);
  return `${id} ${[...new Set([text(sliderMin), middle, text(sliderMax)])].join(", ")}`;
}

function firstValues(param: Param, base: Scenario): string {
  if (param.id === "aqm") return firstOf(base.queue.aqm, queueDisciplines);
  if (param.id === "cc") return firstOf(base.flows[0].cc, congestionControls);
  return boundsOf(param);
}

function boundsOf(param: Param): string {
  if (param.kind !== "number") return "";
  const { sliderMin = param.min, sliderMax = param.max } = param;
  return `${canonicalText(param, sliderMin)}..${canonicalText(param, sliderMax)}`;
}

/** Returns the current value first, then the others. */
function firstOf(present: string, registry: readonly { readonly id: string }[]): string {
  const others = registry.map(({ id }) => id).filter((id) => id !== present);
  return [present, ...others].slice(0, MOST_NAMED).join(", ");
}
