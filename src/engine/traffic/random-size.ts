/** Random sizes and gaps: exponential, Pareto or fixed. The random numbers come from the flow's own stream. */
import { ln, pow } from "../core/math.ts";
import {
  type EnumParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
} from "../params/param.ts";
import { numberOf, textOf } from "../params/read.ts";

/**
 * Upper limit of a transfer size, as a multiple of the mean. Without it, the rarest values of a heavy-tailed distribution would
 * take longer than any run.
 */
const LARGEST_IN_MEANS = 10_000;

export const TRANSFER_SIZE: NumberParam = {
  id: "transfer-size",
  label: "Mean size",
  unit: "B",
  ...range({ default: 10_000, min: 100, max: 1e9, step: 1000, scale: "log", integer: true }),
  help: "Mean size of one transfer.",
};

const SIZE_DISTRIBUTION: EnumParam = {
  kind: "enum",
  id: "size-distribution",
  label: "Sizes",
  default: "pareto",
  help: "Distribution of the sizes around their mean.",
  options: [
    { value: "pareto", label: "Pareto", help: "Most are small, a few are very large, as on the web." },
    { value: "exponential", label: "exponential", help: "Moderate variation around the mean." },
    { value: "fixed", label: "fixed", help: "All transfers have the mean size." },
  ],
};

const SIZE_SHAPE: NumberParam = {
  id: "size-shape",
  label: "Pareto shape",
  unit: "ratio",
  ...range({ default: 1.2, min: 1.05, max: 5, step: 0.05 }),
  help: "Shape of the Pareto distribution: the closer to 1, the heavier its tail. The ns-2 web traffic example uses 1.2.",
  cite: "ns-2.35 web-traffic.tcl (Pareto II)",
  detail: true,
};

export const SIZE_PARAMS = [TRANSFER_SIZE, SIZE_DISTRIBUTION, SIZE_SHAPE] as const;

/** Returns an exponentially distributed value with the given mean; `u` is uniform in [0, 1). */
export function exponential(mean: number, u: number): number {
  return -mean * ln(1 - u);
}

/** Returns a Pareto II (Lomax) distributed value with the given mean; `u` is uniform in [0, 1) and shape > 1. */
export function paretoTwo(mean: number, shape: number, u: number): number {
  return mean * (shape - 1) * (pow(1 - u, -1 / shape) - 1);
}

/** Generator of random transfer sizes. */
export class RandomSize {
  private mean = 0;
  private shape = 0;
  private distribution = "";

  constructor(values: ParamValues) {
    for (const { id } of SIZE_PARAMS) this.set(id, values[id] ?? null);
  }

  /** Sets a parameter. Returns false if `id` is not a parameter of this class. */
  set(id: string, value: ParamValue): boolean {
    if (id === TRANSFER_SIZE.id) this.mean = numberOf(value, id);
    else if (id === SIZE_SHAPE.id) this.shape = numberOf(value, id);
    else if (id === SIZE_DISTRIBUTION.id) this.distribution = textOf(value, id);
    else return false;
    return true;
  }

  /** Returns a size in whole bytes, at least one; `u` is uniform in [0, 1). */
  draw(u: number): number {
    const { mean } = this;
    if (this.distribution === "fixed") return mean;
    const size = this.distribution === "pareto" ? paretoTwo(mean, this.shape, u) : exponential(mean, u);
    return Math.max(1, Math.round(Math.min(size, LARGEST_IN_MEANS * mean)));
  }
}
