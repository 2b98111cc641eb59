/**
 * HighSpeed TCP: the larger the window, the faster it grows and the less a signal cuts it. Up to 38 segments it is
 * NewReno. References: RFC 3649; Linux tcp_highspeed.c, which uses integers.
 */

import { type NumberParam, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, betaParams } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { slowStart } from "../window-growth.ts";
import { AimdTable, decreaseAt } from "./table.ts";

/** Linux stores b(w) in 8 bits. */
const MD_SCALE = 256;
/** Tolerance for floating-point errors. */
const ROUNDING = 1e-9;

export class HighSpeed extends BackoffControl {
  private highDecrease = 0.1;
  table = new AimdTable(this.highDecrease);
  /** Row of the last window that grew in congestion avoidance. As in Linux, a cut uses this row instead of searching again. */
  row = 0;
  private hasGrown = false;

  constructor(values: ParamValues) {
    super(hstcp);
    this.setAll(values);
  }

  /**
   * Adds a(w)/w per ACK, regardless of how many segments the ACK acknowledges (RFC 3649 §5). As in Linux, cwnd grows
   * by at most one segment per ACK.
   */
  override onAck(state: SenderState, acked: number): void {
    if (state.inSlowStart) {
      slowStart(state, acked);
      return;
    }
    this.row = this.table.rowOf(state.cwnd, this.row);
    this.hasGrown = true;
    state.cwndCredit += this.row + 1;
    if (state.cwndCredit < state.cwnd) return;
    state.cwndCredit -= state.cwnd;
    state.cwnd++;
  }

  override ssthreshAfterLoss(state: SenderState): number {
    return this.reduced(state, this.betaLoss);
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.reduced(state, this.betaEcn);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id !== "hstcp-high-decrease") return super.set(id, value);
    this.highDecrease = numberOf(value, id);
    this.table = new AimdTable(this.highDecrease);
    this.row = 0;
    return true;
  }

  override probe(index: number): number {
    if (!this.hasGrown) return Number.NaN;
    return index === 0 ? this.row + 1 : 1 - this.decrease(this.betaLoss);
  }

  /**
   * Returns the fraction of cwnd that a cut removes, beginning with 1 - β for small windows. If High_Decrease would remove more
   * than 1 - β, 1 - β is used.
   */
  decrease(beta: number): number {
    const low = 1 - beta;
    if (this.row === 0) return low;
    const b = decreaseAt(this.table.edge(this.row), low, Math.min(low, this.highDecrease));
    return Math.floor(b * MD_SCALE + ROUNDING) / MD_SCALE;
  }

  /** Returns cwnd after a cut in whole segments, as in Linux. */
  private reduced({ cwnd, minCwnd }: SenderState, beta: number): number {
    return Math.max(minCwnd, cwnd - Math.floor(cwnd * this.decrease(beta) + ROUNDING));
  }
}

const HIGH_DECREASE: NumberParam = {
  id: "hstcp-high-decrease",
  symbol: "High_Decrease",
  label: "Cut of a large window",
  unit: "ratio",
  ...range({ default: 0.1, min: 0.02, max: 0.5, step: 0.01 }),
  help: "Fraction by which cwnd is reduced at 83 000 segments. Between 38 and 83 000 segments the fraction changes with the logarithm of cwnd.",
  cite: "RFC 3649 §5",
};

const SMALL_WINDOWS = " This applies up to 38 segments; larger windows keep more.";

export const hstcpCard: CongestionControlCard = {
  id: "hstcp",
  label: "HighSpeed TCP",
  family: "Fast long paths",
  summary:
    "The larger the window, the faster it grows and the less it is reduced, so that fast long paths work with rare losses. Up to 38 segments it is NewReno.",
  cite: "RFC 3649",
  params: [...betaParams(0.5, "RFC 3649 §5", SMALL_WINDOWS), HIGH_DECREASE],
  probes: [
    {
      id: "hstcp-increase",
      symbol: "a(w)",
      label: "growth in a round trip",
      unit: "segments",
      help: "Growth in segments per round trip at the current size of cwnd.",
    },
    {
      id: "hstcp-beta",
      symbol: "1 - b(w)",
      label: "what a loss would leave",
      unit: "ratio",
      help: "Fraction of cwnd that a loss would keep at the current size of cwnd.",
    },
  ],
};

export const hstcp: CongestionControlDefinition = {
  ...hstcpCard,
  create: (values) => new HighSpeed(values),
};
