/**
 * The interface of a congestion control. It changes cwnd and ssthresh of the sender's state in a few methods that the sender
 * calls.
 */

import type { ProgramPlace } from "../custom/run-programs.ts";
import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { EcnFeedback, EcnTraits } from "../tcp/ecn.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** A running congestion control of one sender. The sender calls its methods. */
export interface CongestionControl {
  /**
   * Called when `acked` segments were newly acknowledged (cumulatively) while growth is allowed: no reduction is in
   * progress and the sender is limited by cwnd (RFC 5681 §3.1, RFC 7661 §4.1). Never called if the definition has
   * `ownsCwnd`.
   */
  onAck(state: SenderState, acked: number): void;
  /**
   * Returns ssthresh after a loss was detected; the sender then reduces cwnd. With `ownsCwnd` the call is only a notification: a
   * result below cwnd announces that the control will lower cwnd to it, and counts as a reduction.
   */
  ssthreshAfterLoss(state: SenderState): number;
  /**
   * Returns ssthresh after an ECN-Echo (RFC 8511 §3.1). Called once per window of data; otherwise like
   * `ssthreshAfterLoss`.
   */
  ssthreshAfterMark(state: SenderState): number;
  /** Called at the end of a reduction, when cwnd equals ssthresh. It may change both (Linux CA_EVENT_COMPLETE_CWR). */
  onReductionEnd?(state: SenderState): void;
  /**
   * Called when the retransmission timer has expired; cwnd is now one segment. If this timeout has lowered ssthresh, the control
   * may change ssthresh.
   */
  onTimeout(state: SenderState): void;
  /** Reads an RTT sample of `rttNs` from an ACK that advanced SND.UNA. Called before `onAck`. */
  onRttSample(state: SenderState, rttNs: number): void;
  /**
   * Called for every ACK with new information, in every congestion state, before the sender reacts to losses and ECE, or after it
   * if the card has `samplesAfterReaction`. Called only if the card has `samples`.
   */
  onSample?(state: SenderState, sample: AckSample): void;
  /**
   * Called when the connection has been opened. The state then holds the RTT of the SYN. Not called for connections without a
   * handshake.
   */
  onEstablished?(state: SenderState): void;
  /** Called when segment `seq` leaves, before the pacer computes the next gap. Called only if the card has `sends`. */
  onSend?(state: SenderState, seq: number, isRetransmission: boolean): void;
  /** Called when the timer of the control has expired. Called only if the card has `ticks`. */
  onTick?(state: SenderState): void;
  /** Called when the application offers data after `idleNs` in which nothing was to send or in flight. */
  onIdle?(state: SenderState, idleNs: number): void;
  /** Called when the connection is over, so that this control is not used any more. */
  release?(): void;
  /** Changes a parameter during the run; `id` is one of the declared ones. */
  configure(id: string, value: ParamValue): void;
  /** Returns the current value of the i-th declared probe; NaN if it has none. */
  probe(index: number): number;
}

/** Declaration of a congestion control and of its requirements on the sender, without its code. */
export interface CongestionControlCard extends AlgorithmDeclaration {
  /** Feedback of the receiver; "classic" if absent. */
  readonly feedback?: EcnFeedback;
  /**
   * True if data packets carry ECT(1), which identifies scalable traffic for DualPI2 (RFC 9331 §4.1); absent for
   * ECT(0).
   */
  readonly ect1?: boolean;
  /** Returns the ECN traits that depend on parameter values. */
  readonly ecnBy?: (values: ParamValues) => Partial<EcnTraits>;
  /** Reason why the control has no use without ECN; absent if it works without ECN. */
  readonly needsEcn?: string;
  /** True if the sender calls `onSample`. */
  readonly samples?: boolean;
  /**
   * True if `onSample` is called after the reaction to losses and ECE, as Linux calls cong_control; requires `samples`.
   */
  readonly samplesAfterReaction?: boolean;
  /** True if the sender calls `onSend`. */
  readonly sends?: boolean;
  /** True if samples list each delivered segment; requires `samples`. */
  readonly segments?: boolean;
  /** True if timestamps measure the one-way delay of data (RFC 7323). */
  readonly timestamps?: boolean;
  /** True if the control has a timer, which calls `onTick`. */
  readonly ticks?: boolean;
  /** True if the sender spaces segments by `state.pacingRate`, one by one or in bursts of `state.burst`. */
  readonly paced?: boolean;
  /**
   * True if the control sets cwnd itself in `onSample`. The sender still retransmits lost segments, and a timeout still sets cwnd
   * to one segment. But losses and marks cause no reduction, and PRR is not used.
   */
  readonly ownsCwnd?: boolean;
  /**
   * Only with `ownsCwnd`: true if the first lost segment is retransmitted immediately, regardless of cwnd (RFC 5681
   * §3.2 step 2).
   */
  readonly repairsAtOnce?: boolean;
}

/** A congestion control: its declaration, and the function that creates one. */
export interface CongestionControlDefinition extends CongestionControlCard {
  /**
   * Creates the control. `values` has a value for every declared id, `random` is the flow's own random stream, and `programs`
   * runs custom controls.
   */
  create(values: ParamValues, random: () => number, programs?: ProgramPlace): CongestionControl;
}

/**
 * Functions that explain one congestion control. They are called during replays. `control` is an object created by the
 * definition with the same id. A story must not change the state.
 */
export interface SenderStory {
  /**
   * Explains why the window has just changed, or why it stayed the same (`before` equals `after`) in spite of a mark
   * or a loss. Called right after the decision. Null if the control did not decide.
   */
  explain(control: CongestionControl, state: SenderState, decision: SenderDecision): Explanation | null;
  /** Explains the current phase with current numbers. */
  explainPhase?(control: CongestionControl, state: SenderState): Explanation;
}
