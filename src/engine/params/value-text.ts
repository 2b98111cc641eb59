/** Conversion of parameter values to text for users and URLs, and from text or JSON to the nearest allowed value. */

import {
  formatQuantity,
  formatRange,
  formatSize,
  type PacketsOrBytes,
  parseQuantity,
  parseSize,
  quantityText,
  sizeText,
} from "../units.ts";
import type { BooleanParam, NumberParam, Param, ParamValue, SizeParam, TextParam } from "./param.ts";

/** Result of reading a value: the nearest allowed value, and whether it equals the input. */
export interface ValueFit {
  readonly value: ParamValue;
  readonly exact: boolean;
}

/** Returns the name for users: β_ecn, RTT. */
export function nameOf(param: Param): string {
  return param.symbol ?? param.label;
}

/** Returns the text for URLs and command-line options. Reading it gives exactly the same value. */
export function canonicalText(param: Param, value: ParamValue): string {
  if (value === null) return param.kind === "number" ? (param.noneLabel ?? "") : "";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (param.kind === "number") return quantityText(Number(value), param.unit);
  if (param.kind === "text" && param.inLink !== undefined) return param.inLink(String(value));
  return String(value);
}

/** Returns a text for users: "5 ms", "1000 packets", "on". */
export function formatValue(param: Param, value: ParamValue): string {
  if (value === null) return canonicalText(param, value);
  if (param.kind === "number" && typeof value === "number") return formatQuantity(value, param.unit);
  if (param.kind === "size") {
    const size = parseSize(String(value));
    return size === null ? String(value) : formatSize(size);
  }
  if (param.kind === "enum")
    return param.options.find((option) => option.value === value)?.label ?? String(value);
  if (param.kind === "text") return value === "" ? "none" : (param.inWords?.(String(value)) ?? String(value));
  return canonicalText(param, value);
}

/** Returns the allowed values as text: "0.3 to 0.99", "on or off", "prr or classic". */
export function allowedText(param: Param): string {
  switch (param.kind) {
    case "number": {
      const whole = param.integer && param.unit === "count" ? "a whole number " : "";
      const none = param.noneLabel === undefined ? "" : ` or "${param.noneLabel}"`;
      return `${whole}${formatRange(param.min, param.max, param.unit)}${none}`;
    }
    case "size":
      return `${param.minPackets} to ${param.maxPackets} packets (1000p) or ${formatRange(param.minBytes, param.maxBytes, "B")}`;
    case "boolean":
      if (param.fixed === undefined) return "on or off";
      return `${param.fixed.value ? "on" : "off"} (${param.fixed.why.replace(/\.$/, "")})`;
    case "enum":
      return orList(param.options.map(({ value, label }) => (value === "" ? label : value)));
    case "text":
      return param.allowed;
  }
}

/** Returns a list for a sentence: "a, b or c". */
export function orList(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} or ${items[items.length - 1]}`;
}

/** Reads text with or without a unit. An error is a sentence with the allowed range. */
export function parseValue(param: Param, text: string): { value: ParamValue } | { error: string } {
  const { value, exact } = fitText(param, text);
  if (exact) return { value };
  return { error: faultOf(param, text) };
}

/** Returns the reason why a text cannot be read: a sentence without the full stop. */
export function faultOf(param: Param, given: string): string {
  const missing = param.kind === "text" ? (param.missing?.(given.trim()) ?? null) : null;
  if (missing !== null) return `${nameOf(param)}: ${missing}`;
  return `${nameOf(param)} must be ${allowedText(param)}, got ${shown(given)}`;
}

/** Returns the user's input for use in a message, shortened if it is long. */
export function shown(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "nothing";
  return trimmed.length > 40 ? `${trimmed.slice(0, 39)}…` : trimmed;
}

const SWITCH: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  "1": true,
  off: false,
  false: false,
  no: false,
  "0": false,
};

/** Reads text with or without a unit and returns the nearest allowed value. */
export function fitText(param: Param, text: string): ValueFit {
  const trimmed = text.trim();
  switch (param.kind) {
    case "number": {
      if (param.noneLabel !== undefined && trimmed.toLowerCase() === param.noneLabel)
        return { value: null, exact: true };
      return fitNumber(param, parseQuantity(trimmed, param.unit));
    }
    case "size":
      return fitSize(param, parseSize(trimmed));
    case "boolean": {
      const word = trimmed.toLowerCase();
      return Object.hasOwn(SWITCH, word) ? fitBoolean(param, SWITCH[word]) : unreadable(param);
    }
    case "enum": {
      const known =
        param.options.some((option) => option.value === trimmed) || param.also?.(trimmed) === true;
      return known ? { value: trimmed, exact: true } : unreadable(param);
    }
    case "text":
      return fitWritten(param, trimmed);
  }
}

/** Reads a value from JSON and returns the nearest allowed value. A string is read like typed text. */
export function fitJson(param: Param, given: unknown): ValueFit {
  if (typeof given === "string") return fitText(param, given);
  if (param.kind === "number") {
    if (given === null && param.noneLabel !== undefined) return { value: null, exact: true };
    return fitNumber(param, typeof given === "number" && Number.isFinite(given) ? given : null);
  }
  if (param.kind === "boolean" && typeof given === "boolean") return fitBoolean(param, given);
  if (param.kind === "enum" && typeof given === "number") return fitText(param, String(given));
  return unreadable(param);
}

/** Returns true if the parameter allows the value exactly. */
export function isAllowed(param: Param, value: ParamValue): boolean {
  const fit = fitJson(param, value);
  return fit.exact && fit.value === value;
}

function unreadable(param: Param): ValueFit {
  return { value: param.default, exact: false };
}

function fitBoolean({ fixed }: BooleanParam, given: boolean): ValueFit {
  return fixed === undefined || fixed.value === given
    ? { value: given, exact: true }
    : { value: fixed.value, exact: false };
}

function fitWritten(param: TextParam, text: string): ValueFit {
  const value = text.length <= param.maxLength ? param.read(text) : null;
  return value === null ? unreadable(param) : { value, exact: true };
}

function fitNumber(param: NumberParam, number: number | null): ValueFit {
  if (number === null) return unreadable(param);
  const whole = param.integer ? Math.round(number) : number;
  const value = Math.min(param.max, Math.max(param.min, whole));
  // -0 becomes 0, because the sign would be lost in the conversion to text.
  return { value: value === 0 ? 0 : value, exact: value === number };
}

function fitSize(param: SizeParam, size: PacketsOrBytes | null): ValueFit {
  if (size === null) return unreadable(param);
  const [min, max] =
    size.unit === "p" ? [param.minPackets, param.maxPackets] : [param.minBytes, param.maxBytes];
  const amount = Math.min(max, Math.max(min, Math.round(size.amount)));
  return { value: sizeText({ amount, unit: size.unit }), exact: amount === size.amount };
}

/**
 * Returns a delay for users. While the first decimal in ms is meaningful, `inMs` formats it; shorter delays are in µs or ns ("12
 * µs", "8 ns"). Texts for programs always use one unit and do not use this function.
 */
export function delayText(ms: number, inMs: (ms: number) => string): string {
  if (!(ms > 0 && ms < LEAST_MS)) return `${inMs(ms)} ms`;
  const [perMs, unit] = ms < LEAST_MS / 1000 ? [1e6, "ns"] : [1e3, "µs"];
  return `${Number((ms * perMs).toPrecision(3))} ${unit}`;
}

const LEAST_MS = 0.1;
