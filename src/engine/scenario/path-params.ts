/** What a person can set of the path: a dumbbell with one bottleneck. Round-trip times belong to the flows. */
import type { NumberParam } from "../params/param.ts";

export const CAPACITY: NumberParam = {
  kind: "number",
  id: "capacity",
  label: "Capacity",
  unit: "Mbps",
  default: 10,
  min: 0.05,
  max: 10_000,
  step: 1,
  scale: "log",
  help: "Rate of the bottleneck link; headers count.",
};

export const PATH_PARAMS: readonly NumberParam[] = [CAPACITY];
