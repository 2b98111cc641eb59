/**
 * How a reduction is carried out: by Proportional Rate Reduction over a round trip (RFC 6937, which Linux uses for ECE as
 * well as for loss), or at once (RFC 3168 §6.1.2, RFC 6675 §5; FreeBSD), after which the sender is silent until the
 * network has drained to ssthresh.
 */
import type { SenderState } from "./sender-state.ts";

export type RecoveryMode = "prr" | "classic";

export class WindowReduction {
  mode: RecoveryMode;
  /** RFC 6937 §3: data delivered and sent since the reduction began, and cwnd before it. */
  private delivered = 0;
  private priorCwnd = 1;
  /** Segments sent since the reduction began; the sender counts them. */
  out = 0;

  constructor(mode: RecoveryMode) {
    this.mode = mode;
  }

  /** `state.ssthresh` is the new one already. */
  begin(state: SenderState): void {
    this.delivered = 0;
    this.out = 0;
    this.priorCwnd = state.cwnd;
    state.cwndCredit = 0;
    if (this.mode === "classic" && state.cwnd > state.ssthresh) state.cwnd = state.ssthresh;
  }

  /** An ACK during the reduction told of `delivered` segments. `state.inflight` is up to date. */
  onAck(state: SenderState, delivered: number, unaAdvanced: boolean, newlyLost: boolean): void {
    if (this.mode === "classic" || delivered <= 0) return;
    this.delivered += delivered;
    const { ssthresh, inflight } = state;
    let send: number;
    if (inflight > ssthresh) {
      // Proportional part: ceil(prr_delivered * ssthresh / RecoverFS) - prr_out.
      send = Math.ceil((this.delivered * ssthresh) / this.priorCwnd) - this.out;
    } else {
      // Slow-start reduction bound, as Linux words it.
      send = Math.max(this.delivered - this.out, delivered);
      if (unaAdvanced && !newlyLost) send++;
      send = Math.min(ssthresh - inflight, send);
    }
    // The first ACK always lets one segment out: the fast retransmission.
    if (this.out === 0 && send < 1) send = 1;
    state.cwnd = inflight + Math.max(send, 0);
  }

  /** The reduction is over: cwnd is ssthresh. */
  end(state: SenderState): void {
    state.cwnd = state.ssthresh;
    state.cwndCredit = 0;
  }
}
