/** Values that go along when an algorithm, a kind of traffic or a path takes another one's place. */
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { isAllowed } from "../params/value-text.ts";

/** What was set by hand and is declared, and allowed, by both stays; the rest takes the new one's defaults. */
export function carryOver(from: readonly Param[], values: ParamValues, to: readonly Param[]): ParamValues {
  const carried: Record<string, ParamValue> = {};
  for (const param of to) {
    const before = from.find((other) => other.id === param.id && other.kind === param.kind);
    const value = values[param.id];
    const wasSet = before !== undefined && value !== undefined && value !== before.default;
    carried[param.id] = wasSet && isAllowed(param, value) ? value : param.default;
  }
  return carried;
}
