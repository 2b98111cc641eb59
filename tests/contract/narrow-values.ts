/** Values that keep a run short; the rest of the ranges is for the unit tests. */
import fc from "fast-check";
import type { Param, ParamValue } from "../../src/engine/params/param.ts";
import { anyValueOf } from "./sequences.ts";

/** By name, wherever it is declared. */
const NARROWER: Readonly<Record<string, readonly [number, number]>> = {
  capacity: [0.05, 20],
  "reverse-capacity": [0.05, 20],
  "dc-capacity": [0.05, 40],
  "wan-capacity": [0.05, 20],
  scale: [0.01, 0.1],
  delay: [0, 100],
  "dc-delay": [0, 1],
  "wan-delay": [0, 50],
  jitter: [0, 50],
  loss: [0, 0.1],
  duration: [1, 4],
  warmup: [0, 2],
  start: [0, 3],
  stop: [0, 4],
  rtt: [0.1, 800],
  size: [1, 3_000_000],
  "cbr-rate": [0.001, 5],
  "cbr-packet": [200, 9000],
  "on-time": [0.01, 2],
  "off-time": [0.01, 2],
  "arrival-rate": [0.01, 200],
  "object-gap": [0.001, 1],
  "page-gap": [0.001, 1],
  "session-gap": [0.001, 2],
  "page-objects": [1, 30],
};

export function anyNarrowValueOf(param: Param): fc.Arbitrary<ParamValue> {
  const bounds = NARROWER[param.id];
  if (bounds === undefined || param.kind !== "number") return anyValueOf(param);
  const [min, max] = bounds;
  const { noneLabel } = param;
  const value = anyValueOf({ ...param, min, max, default: min });
  return noneLabel === undefined ? value : fc.oneof(fc.constant(null), value);
}
