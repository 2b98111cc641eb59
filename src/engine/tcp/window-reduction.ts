/**
 * Two ways to reduce cwnd to ssthresh. Proportional Rate Reduction spreads the reduction over a round trip (RFC 6937;
 * Linux uses it for ECE as well as for loss). The classic way reduces immediately, and the sender is silent until the
 * network has drained to ssthresh (RFC 3168 §6.1.2, RFC 6675 §5; FreeBSD).
 */
import type { SenderState } from "./sender-state.ts";

/** Way to carry out a reduction. */
export type RecoveryMode = "prr" | "classic";

/** The current reduction of one sender. */
export class WindowReduction {
  mode: RecoveryMode;
  /** Segments delivered since the reduction began, and cwnd before the reduction (RFC 6937 §3). */
  private delivered = 0;
  private priorCwnd = 1;
  /** Number of segments sent since the reduction began. The sender counts them. */
  out = 0;

  constructor(mode: RecoveryMode) {
    this.mode = mode;
  }

  /** Starts a reduction. `state.ssthresh` already holds the new value. */
  begin(state: SenderState): void {
    this.delivered = 0;
    this.out = 0;
    this.priorCwnd = state.cwnd;
    state.cwndCredit = 0;
    if (this.mode === "classic" && state.cwnd > state.ssthresh) state.cwnd = state.ssthresh;
  }

  /** Sets cwnd after an ACK that newly delivered `delivered` segments. `state.inflight` is up to date. */
  onAck(state: SenderState, delivered: number, unaAdvanced: boolean, newlyLost: boolean): void {
    if (this.mode === "classic" || delivered <= 0) return;
    this.delivered += delivered;
    const { ssthresh, inflight } = state;
    let send: number;
    if (inflight > ssthresh) {
      // Proportional part: ceil(prr_delivered * ssthresh / RecoverFS) - prr_out.
      send = Math.ceil((this.delivered * ssthresh) / this.priorCwnd) - this.out;
    } else {
      // Slow-start reduction bound, as implemented in Linux.
      send = Math.max(this.delivered - this.out, delivered);
      if (unaAdvanced && !newlyLost) send++;
      send = Math.min(ssthresh - inflight, send);
    }
    // The first ACK always lets one segment leave, which is the fast retransmission.
    if (this.out === 0 && send < 1) send = 1;
    state.cwnd = inflight + Math.max(send, 0);
  }

  /** Ends the reduction: cwnd becomes ssthresh. */
  end(state: SenderState): void {
    state.cwnd = state.ssthresh;
    state.cwndCredit = 0;
  }
}
