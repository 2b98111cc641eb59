/**
 * HighSpeed TCP: the larger the window, the faster it grows and the less a signal cuts it. Up to 38 segments it is
 * NewReno. References: RFC 3649; Linux tcp_highspeed.c, which uses integers. The equations for a(w) and b(w) are in table.ts.
 * Defaults: card.ts.
 */

import type { ParamValue, ParamValues } from "../../params/param.ts";
import { numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { slowStart } from "../window-growth.ts";
import { hstcpCard } from "./card.ts";
import { AimdTable, decreaseAt } from "./table.ts";

/** Linux stores b(w) in 8 bits. */
const MD_SCALE = 256;
/** Tolerance for floating-point errors. */
const ROUNDING = 1e-9;

/** Rounds b(w) down to the kernel's resolution of 1/256. */
function inParts(b: number): number {
  return Math.floor(b * MD_SCALE + ROUNDING) / MD_SCALE;
}

/** Returns w after a cut, (1 − b(w))·w (RFC 3649 §5). The removed part is in whole segments, as in Linux. */
function afterCut(w: number, b: number): number {
  return w - Math.floor(w * b + ROUNDING);
}

export class HighSpeed extends BackoffControl {
  // Settings made by the user.
  private highDecrease = 0.1;
  table = new AimdTable(this.highDecrease);
  // State of the control.
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
    // The row of the table gives a(w), which is the number of the row plus one.
    this.row = this.table.rowOf(state.cwnd, this.row);
    this.hasGrown = true;
    // cwnd grows by one segment when a(w) has been added as often as cwnd has segments.
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

  /**
   * Returns b(w), the fraction of cwnd that a cut removes, beginning with 1 - β for small windows. If High_Decrease would remove more
   * than 1 - β, 1 - β is used.
   */
  decrease(beta: number): number {
    const low = 1 - beta;
    if (this.row === 0) return low;
    return inParts(decreaseAt(this.table.edge(this.row), low, Math.min(low, this.highDecrease)));
  }

  private reduced({ cwnd, minCwnd }: SenderState, beta: number): number {
    return Math.max(minCwnd, afterCut(cwnd, this.decrease(beta)));
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
}

export const hstcp: CongestionControlDefinition = {
  ...hstcpCard,
  create: (values) => new HighSpeed(values),
};
