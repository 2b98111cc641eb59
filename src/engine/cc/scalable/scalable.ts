/**
 * Scalable TCP: growth and cut are both proportional to the window. The time to recover from a signal therefore does not depend
 * on the rate of the path. Small windows grow like NewReno's, as in Linux's tcp_scalable.c, up to the window at which both grow
 * equally fast. Reference: T. Kelly, "Scalable TCP" (CCR 33(2), 2003).
 */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, betaParams } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { additiveIncrease, slowStart } from "../window-growth.ts";

/** Tolerance for floating-point errors: 10 × 0.7 is 7. */
const ROUNDING = 1e-9;

/** Returns how many acknowledged segments add one segment: 1/a of Kelly (2003), or cwnd like NewReno if that is less. */
function perIncrease(cwnd: number, segments: number): number {
  return Math.min(cwnd, segments);
}

/**
 * Returns cwnd after a cut, (1 − b)·cwnd of Kelly (2003). As in Linux, the number of removed segments is rounded down: with the
 * default β, 1 of 9 segments, and none below 8 segments.
 */
function reduced({ cwnd, minCwnd }: SenderState, beta: number): number {
  return Math.max(minCwnd, Math.ceil(cwnd * beta - ROUNDING));
}

export class Scalable extends BackoffControl {
  segmentsPerIncrease = 0;

  constructor(values: ParamValues) {
    super(scalable);
    this.setAll(values);
  }

  override onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left > 0) additiveIncrease(state, perIncrease(state.cwnd, this.segmentsPerIncrease), left);
  }

  override ssthreshAfterLoss(state: SenderState): number {
    return reduced(state, this.betaLoss);
  }

  override ssthreshAfterMark(state: SenderState): number {
    return reduced(state, this.betaEcn);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id !== "scalable-count") return super.set(id, value);
    this.segmentsPerIncrease = numberOf(value, id);
    return true;
  }
}

const COUNT: NumberParam = {
  id: "scalable-count",
  label: "Segments per increase",
  unit: "segments",
  ...range({ default: 100, min: 10, max: 1000, step: 10, scale: "log", integer: true }),
  help: "Acknowledged segments per segment of growth: with 100, cwnd grows by 1 % per round trip. Smaller windows grow as in NewReno.",
  cite: "Kelly (2003): a = 0.01",
};

export const scalableCard: CongestionControlCard = {
  id: "scalable",
  label: "Scalable TCP",
  family: "Fast long paths",
  summary:
    "The window grows by one hundredth per round trip and is reduced by one eighth, at any size. It recovers quickly on fast long paths, but is unfair to NewReno there.",
  cite: "Kelly, CCR 2003; Linux tcp_scalable.c",
  params: [...betaParams(0.875, "Kelly (2003)"), COUNT],
  probes: [],
};

export const scalable: CongestionControlDefinition = {
  ...scalableCard,
  create: (values) => new Scalable(values),
};
