/**
 * A sender that cheats: it negotiates ECN and then ignores marks. By default it ignores losses, too: it retransmits lost segments
 * but does not slow down. It shows how such a flow affects other flows, and which queues limit it: RFC 3168 §7 and §19.1; S.
 * Floyd, K. Fall, "Promoting the use of end-to-end congestion control" (1999). Defaults: card.ts.
 */

import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, numberOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { MIN_CWND } from "../../tcp/tcp-params.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { growAsReno } from "../window-growth.ts";
import { unresponsiveCard } from "./card.ts";

const NONE = 0;

export class Unresponsive extends BackoffControl {
  // Settings made by the user.
  ignoreMarks = false;
  ignoreLoss = false;
  largestWindow = 0;
  // State of the control.
  /** cwnd before it is limited by the receiver's buffer; 0 before the first ACK. */
  private window = NONE;
  /** Number of segments that were delivered but not cumulatively acknowledged at the first ACK, as far as the sender knows. */
  private deliveredAhead = 0;
  /** Value to which cwnd must be reduced after a signal that is not ignored. */
  private cutTo = NONE;
  /** SND.NXT at the last cut. cwnd does not grow until everything before it is acknowledged. */
  private heldUntil = 0;

  constructor(values: ParamValues) {
    super(unresponsive);
    this.setAll(values);
  }

  onSample(state: SenderState, sample: AckSample): void {
    // cwnd is not limited by the receiver's buffer while it changes.
    const ahead = sample.deliveredTotal - state.una;
    if (this.window === NONE) this.deliveredAhead = ahead;
    else state.cwnd = this.window;
    // A signal that is not ignored cuts cwnd; otherwise cwnd grows as in Reno, up to the largest window.
    if (this.cutTo !== NONE) this.applyCut(state);
    if (state.cwndLimited && state.una >= this.heldUntil) growAsReno(state, sample.delivered);
    this.window = Math.min(state.cwnd, this.largestWindow);
    // Segments behind a lost segment wait in the receiver's buffer. Without this limit, the window of a sender could grow without
    // end if new data arrives but all retransmissions are lost.
    const room = this.largestWindow - (ahead - this.deliveredAhead);
    state.cwnd = Math.min(this.window, Math.max(MIN_CWND, room));
  }

  override onAck(): void {}

  override ssthreshAfterLoss(state: SenderState): number {
    return this.ignoreLoss
      ? Math.max(state.minCwnd, state.cwnd)
      : this.rememberCut(cut(state, this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.ignoreMarks
      ? Math.max(state.minCwnd, state.cwnd)
      : this.rememberCut(cut(state, this.betaEcn));
  }

  override onTimeout(state: SenderState): void {
    if (this.cutTo !== NONE) this.applyCut(state);
    this.window = 1;
  }

  private rememberCut(ssthresh: number): number {
    this.cutTo = ssthresh;
    return ssthresh;
  }

  private applyCut(state: SenderState): void {
    state.ssthresh = this.cutTo;
    state.cwnd = Math.min(state.cwnd, this.cutTo);
    state.cwndCredit = 0;
    this.heldUntil = state.nxt;
    this.cutTo = NONE;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "ignore-marks") this.ignoreMarks = booleanOf(value, id);
    else if (id === "ignore-loss") this.ignoreLoss = booleanOf(value, id);
    else if (id === "largest-window") this.largestWindow = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }
}

export const unresponsive: CongestionControlDefinition = {
  ...unresponsiveCard,
  create: (values) => new Unresponsive(values),
};
