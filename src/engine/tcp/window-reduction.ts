/**
 * Two ways to reduce cwnd to ssthresh. Proportional Rate Reduction spreads the reduction over a round trip (RFC 6937;
 * Linux uses it for ECE as well as for loss). The classic way reduces immediately, and the sender is silent until the
 * network has drained to ssthresh (RFC 3168 §6.1.2, RFC 6675 §5; FreeBSD).
 */
import type { SenderState } from "./sender-state.ts";

/** Way to carry out a reduction. */
export type RecoveryMode = "prr" | "classic";

/**
 * Returns sndcnt, the number of segments to send now, while more than ssthresh are in flight: the share ssthresh/RecoverFS of what
 * was delivered (RFC 6937 §3).
 */
function proportional(prrDelivered: number, ssthresh: number, recoverFs: number, prrOut: number): number {
  return Math.ceil((prrDelivered * ssthresh) / recoverFs) - prrOut;
}

/** Returns the limit of PRR-SSRB on sndcnt (RFC 6937 §3): what was delivered, and one segment more, as in slow start. */
function slowStartReductionBound(
  prrDelivered: number,
  prrOut: number,
  delivered: number,
  mayGrow: boolean,
): number {
  const limit = Math.max(prrDelivered - prrOut, delivered);
  return mayGrow ? limit + 1 : limit;
}

/** The current reduction of one sender. */
export class WindowReduction {
  mode: RecoveryMode;
  /** Segments delivered since the reduction started (prr_delivered), and cwnd before it (RecoverFS, RFC 6937 §3). */
  private prrDelivered = 0;
  private recoverFs = 1;
  /** Number of segments sent since the reduction started (prr_out). The sender counts them. */
  out = 0;

  constructor(mode: RecoveryMode) {
    this.mode = mode;
  }

  /** Starts a reduction. `state.ssthresh` already holds the new value. */
  begin(state: SenderState): void {
    this.prrDelivered = 0;
    this.out = 0;
    this.recoverFs = state.cwnd;
    state.cwndCredit = 0;
    if (this.mode === "classic" && state.cwnd > state.ssthresh) state.cwnd = state.ssthresh;
  }

  /** Sets cwnd after an ACK that newly delivered `delivered` segments. `state.inflight` is up to date. */
  onAck(state: SenderState, delivered: number, unaAdvanced: boolean, newlyLost: boolean): void {
    if (this.mode === "classic" || delivered <= 0) return;
    this.prrDelivered += delivered;
    const { ssthresh, inflight } = state;
    let send: number;
    if (inflight > ssthresh) {
      // Proportional rate reduction.
      send = proportional(this.prrDelivered, ssthresh, this.recoverFs, this.out);
    } else {
      // Slow start up to ssthresh. As in Linux, only an ACK that advances SND.UNA without a new loss adds the extra segment.
      const limit = slowStartReductionBound(
        this.prrDelivered,
        this.out,
        delivered,
        unaAdvanced && !newlyLost,
      );
      send = Math.min(ssthresh - inflight, limit);
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
