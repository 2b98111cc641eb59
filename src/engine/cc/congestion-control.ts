/** The contract of a congestion control: it changes cwnd and ssthresh of the shared sender state through few hooks. */
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** No reduction goes below two segments (RFC 5681 §3.1 eq. 4; RFC 8511 §3.1). */
export const MIN_CWND = 2;

export interface CongestionControl {
  /**
   * `acked` segments were newly acknowledged (cumulatively) while growth is allowed: no reduction is in progress and
   * the sender is limited by cwnd (RFC 5681 §3.1, RFC 7661 §4.1).
   */
  onAck(state: SenderState, acked: number, nowNs: number): void;
  /** ssthresh after a loss was detected; the caller carries the reduction out. */
  ssthreshAfterLoss(state: SenderState, nowNs: number): number;
  /** ssthresh after an ECN-Echo (RFC 8511 §3.1); the caller carries the reduction out. */
  ssthreshAfterMark(state: SenderState, nowNs: number): number;
  /** The retransmission timer expired; cwnd is one segment from now on. */
  onTimeout(state: SenderState, nowNs: number): void;
  /** A round-trip sample, `rttNs`, of an ACK that advanced SND.UNA. Comes before `onAck`. */
  onRttSample(state: SenderState, rttNs: number, nowNs: number): void;
  /** A parameter takes a new value in mid-run; `id` is one of the declared. */
  configure(id: string, value: ParamValue): void;
  /** The present value of the i-th declared probe; NaN while it has none. */
  probe(index: number): number;
}

export interface CongestionControlDefinition extends AlgorithmDeclaration {
  /** `values` has every declared id. */
  create(values: ParamValues): CongestionControl;
}
