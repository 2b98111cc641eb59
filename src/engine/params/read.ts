/**
 * Functions that read validated values. They throw if a value is missing or has the wrong type, because callers must pass valid
 * values.
 */
import type { ParamValue, ParamValues } from "./param.ts";

export const NS_PER_MS = 1e6;
export const NS_PER_S = 1e9;

/** Returns the number. Throws if the value is not a number. */
export function numberOf(value: ParamValue | undefined, id: string): number {
  if (typeof value !== "number") throw new Error(`parameter ${id} must be a number, got ${String(value)}`);
  return value;
}

/** Returns the boolean. Throws if the value is not a boolean. */
export function booleanOf(value: ParamValue | undefined, id: string): boolean {
  if (typeof value !== "boolean") throw new Error(`parameter ${id} must be on or off, got ${String(value)}`);
  return value;
}

/** Returns the text. Throws if the value is not a text. */
export function textOf(value: ParamValue | undefined, id: string): string {
  if (typeof value !== "string") throw new Error(`parameter ${id} must be text, got ${String(value)}`);
  return value;
}

export const readNumber = (values: ParamValues, id: string): number => numberOf(values[id], id);
export const readBoolean = (values: ParamValues, id: string): boolean => booleanOf(values[id], id);
export const readText = (values: ParamValues, id: string): string => textOf(values[id], id);

/** Converts milliseconds, as in declarations, to whole nanoseconds, as in the simulator. */
export const msToNs = (ms: number): number => Math.round(ms * NS_PER_MS);
/** Converts milliseconds to whole nanoseconds; null becomes Infinity, which means never. */
export const msToNsOrNever = (value: ParamValue | undefined, id: string): number =>
  value === null ? Number.POSITIVE_INFINITY : msToNs(numberOf(value, id));
/** Converts seconds into whole nanoseconds. */
export const secondsToNs = (s: number): number => Math.round(s * NS_PER_S);

/** A queue length in packets or bytes: "1000p" or "168000B". The measure that is not given is unlimited. */
export interface SizeLimit {
  readonly packets: number;
  readonly bytes: number;
}

/** Returns the size described by a text. Throws if the text is not a size. */
export function sizeOf(value: ParamValue | undefined, id: string): SizeLimit {
  const match = /^(\d+)(p|B)$/.exec(textOf(value, id));
  if (match === null) throw new Error(`parameter ${id} must be like 1000p or 168000B, got ${String(value)}`);
  const amount = Number(match[1]);
  return match[2] === "p"
    ? { packets: amount, bytes: Number.POSITIVE_INFINITY }
    : { packets: Number.POSITIVE_INFINITY, bytes: amount };
}
