/** An axis of a sweep: a setting with its values, written as "0.5:0.95:0.05" (from, to, step), "1Mbps:1000Mbps:x10" or a list. */
import {
  bdpMultiple,
  canonicalText,
  congestionControls,
  declaredParams,
  flowCountParam,
  linkParams,
  type NumberParam,
  type Param,
  parseValue,
  programLabel,
  programParams,
  queueDisciplines,
  type Scenario,
  topologies,
  trafficKinds,
} from "../engine/index.ts";
import { isFactor, type ParameterTarget, parameterOf, targetOf, targetWords } from "./parameter-target.ts";

export const MOST_JOBS = 10_000;

/** An axis of a sweep. */
export interface SweepAxis {
  /**
   * Varied setting: "beta-ecn" or "aqm"; for one group of flows "flow2.beta-ecn"; for one link "link.wan.capacity"; for each flow
   * "each-flow.rtt".
   */
  readonly name: string;
  readonly target: ParameterTarget;
  /** The values in the user's spelling. */
  readonly text: string;
  /** The values as texts that settings accept. */
  readonly values: readonly string[];
  /** Positions of the values on the axis of a figure; null if the values are names. */
  readonly numbers: readonly number[] | null;
  /** Label for users: the setting and, if several flows or links have it, which of them: "RTT of all flows". */
  readonly label: string;
  readonly unit: string;
  readonly scale: "linear" | "log";
}

/** Reads an axis such as "beta-ecn=0.5:0.95:0.05". Throws an error with a message for users. */
export function parseAxis(text: string, base: Scenario): SweepAxis {
  const at = text.indexOf("=");
  const [name, written] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  if (name === "" || written === "") {
    throw new Error(
      `must be NAME=FROM:TO:STEP or NAME=VALUE,VALUE,…, like beta-ecn=0.5:0.95:0.05; got ${text}`,
    );
  }
  const target = targetOf(name, base);
  const declared = sweptParam(name, base);
  const param = isFactor(target) ? factorOf(name, declared) : declared;
  const values =
    written.includes(":") && param?.kind !== "text" ? range(written, param, name) : list(written);
  const texts = values.map((value) =>
    param === null ? value : (bdpText(param, value) ?? canonical(param, value)),
  );
  const twice = texts.find((value, i) => texts.indexOf(value) < i);
  if (twice !== undefined) throw new Error(`${name} has the value ${twice} twice`);
  const label = (declared?.symbol ?? declared?.label ?? parameterOf(name)) + targetWords(name, target, base);
  const shown = drawn(param, texts);
  const unit = isFactor(target) ? FACTOR_UNIT : shown.unit;
  return { name, target, text: written, values: texts, ...shown, label, unit };
}

/** Unit of an axis whose values are factors: "RTT of each flow 0.5 × its own". */
const FACTOR_UNIT = "× its own";

/** Declaration of the factor by which existing values are multiplied. The products must be allowed values. */
export const FACTOR: NumberParam = {
  kind: "number",
  id: "factor",
  label: "Factor",
  unit: "ratio",
  default: 1,
  min: 0.001,
  max: 1000,
  step: 0.1,
  scale: "log",
  help: "Each flow's or link's own value is multiplied by this factor.",
};

function factorOf(name: string, param: Param | null): NumberParam {
  if (param?.kind === "number" || param?.kind === "size") return FACTOR;
  throw new Error(`${parameterOf(name)} is not a number, so a factor cannot multiply it`);
}

/** Returns a value for users. A custom program is shown by its name, other values as they are written. */
export function valueName(value: string, { programs }: Scenario): string {
  return programLabel(value, programs) ?? value;
}

/** Returns the text of an axis: "beta-ecn=0.5:0.95:0.05". */
export function axisText({ name, text }: SweepAxis): string {
  return `${name}=${text}`;
}

/**
 * Returns the declaration of the varied parameter; null for the choices aqm and cc. If this scenario does not have the parameter,
 * another algorithm's declaration is used, because an id always means the same.
 */
function sweptParam(name: string, base: Scenario): Param | null {
  const id = parameterOf(name);
  if (["aqm", "cc", "traffic", "path"].includes(id)) return null;
  if (id === "flows" || id === flowCountParam.id) return flowCountParam;
  const here = (["run", "path", "queue", "tcp"] as const).flatMap((scope) => declaredParams(base, { scope }));
  const ofFlows = base.flows.flatMap((_, flow) => declaredParams(base, { scope: "flow", flow }));
  const ofLinks = /^(?:link|all-links|each-link)\./.test(name) ? linkParams : [];
  const own = [...programParams("queue", base.programs), ...programParams("sender", base.programs)];
  const all = [queueDisciplines, congestionControls, trafficKinds, topologies].flat();
  const everywhere = [...here, ...ofFlows, ...ofLinks, ...own, ...all.flatMap(({ params }) => params)];
  const param = everywhere.find((one) => one.id === id);
  if (param === undefined) throw new Error(`there is no setting ${name}`);
  return param;
}

function list(text: string): string[] {
  const values = text.split(",").map((value) => value.trim());
  if (values.includes("")) throw new Error(`a value is missing in ${text}`);
  return values;
}

/**
 * If the value is a queue limit such as "1bdp", returns its canonical text; each point then uses the bandwidth-delay product of
 * its own path. Null for any other value.
 */
function bdpText(param: Param, text: string): string | null {
  const multiple = param.id === "limit" ? bdpMultiple(text) : null;
  return multiple === null ? null : `${multiple}bdp`;
}

function canonical(param: Param, text: string): string {
  const read = parseValue(param, text);
  if ("error" in read) throw new Error(read.error);
  return canonicalText(param, read.value);
}

function range(text: string, param: Param | null, name: string): string[] {
  const parts = text.split(":").map((part) => part.trim());
  if (parts.length !== 3) throw new Error(`a range is FROM:TO:STEP, got ${text}`);
  if (param?.kind === "size") return sizes(parts, text);
  if (param?.kind !== "number") throw new Error(`${name} has no range; list its values: ${name}=A,B`);
  const [from, to] = parts.slice(0, 2).map((part) => numberIn(param, part));
  const factor = /^x(\d+(?:\.\d+)?)$/.exec(parts[2]);
  const stepParam = { ...param, min: 0, max: Number.MAX_VALUE, integer: false };
  const values =
    factor === null
      ? stepped(from, to, numberIn(stepParam, parts[2]), text)
      : multiplied(from, to, Number(factor[1]), text);
  return values.map((value) => canonicalText(param, value));
}

function numberIn(param: NumberParam, text: string): number {
  const read = parseValue(param, text);
  if ("error" in read) throw new Error(read.error);
  if (typeof read.value !== "number") throw new Error(`a range needs numbers, got ${text}`);
  return read.value;
}

/** Reads a range of sizes such as "20p:100p:20p". All must be in packets, or all in bytes. */
function sizes(parts: readonly string[], text: string): string[] {
  const found = parts.map((part) => /^(\d+(?:\.\d+)?)\s*(p|B|kB|MB|bdp)$/.exec(part));
  const factor = /^x(\d+(?:\.\d+)?)$/.exec(parts[2]);
  const measured = factor === null ? found : found.slice(0, 2);
  const [from, to, step] = measured.map((match) => Number(match?.[1]));
  const units = new Set(measured.map((match) => match?.[2] ?? ""));
  const [unit] = units;
  if (units.size !== 1 || unit === "")
    throw new Error(`a range of lengths is in one unit (p, B, kB, MB, bdp), like 20p:100p:20p; got ${text}`);
  const values =
    factor === null ? stepped(from, to, step, text) : multiplied(from, to, Number(factor[1]), text);
  return values.map((value) => `${value}${unit}`);
}

/** Returns the values from `from` to `to`, including `to`. They are rounded, so that 0.1 + 0.2 gives 0.3. */
function stepped(from: number, to: number, step: number, text: string): number[] {
  if (!(step > 0 && to >= from)) throw new Error(`a range goes upwards by a step above 0, got ${text}`);
  const count = Math.floor((to - from) / step + 1e-6) + 1;
  bound(count, text);
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toPrecision(12)));
}

function multiplied(from: number, to: number, factor: number, text: string): number[] {
  if (!(factor > 1 && from > 0 && to >= from)) {
    throw new Error(`a range with x goes upwards from above 0 by a factor above 1, got ${text}`);
  }
  const values: number[] = [];
  for (let value = from; value <= to * (1 + 1e-9); value *= factor) {
    bound(values.length + 1, text);
    values.push(Number(value.toPrecision(12)));
  }
  return values;
}

function bound(count: number, text: string): void {
  if (count > MOST_JOBS) throw new Error(`${text} has more than ${MOST_JOBS} values`);
}

const UNIT_WORDS: Readonly<Record<string, string>> = { ratio: "", count: "", "per-s": "1/s" };

function drawn(param: Param | null, texts: readonly string[]): Pick<SweepAxis, "numbers" | "unit" | "scale"> {
  const numbers = param === null ? null : numbersOf(param, texts);
  if (param === null || numbers === null) return { numbers: null, unit: "", scale: "linear" };
  const unit =
    param.kind === "number"
      ? (UNIT_WORDS[param.unit] ?? param.unit)
      : texts[0].endsWith("bdp")
        ? "BDP"
        : texts[0].endsWith("p")
          ? "packets"
          : "B";
  const isLog = param.kind === "number" && param.scale === "log";
  const isWide = Math.min(...numbers) > 0 && Math.max(...numbers) >= 20 * Math.min(...numbers);
  return { numbers, unit, scale: isLog && isWide ? "log" : "linear" };
}

function numbersOf(param: Param, texts: readonly string[]): number[] | null {
  if (param.kind === "size") {
    const ends = new Set(texts.map((text) => text.replace(/^[\d.]+/, "")));
    return ends.size === 1 ? texts.map((text) => Number.parseFloat(text)) : null;
  }
  if (param.kind !== "number") return null;
  const values = texts
    .map((text) => parseValue(param, text))
    .map((read) => ("value" in read ? read.value : null));
  return values.every((value) => typeof value === "number") ? values : null;
}
