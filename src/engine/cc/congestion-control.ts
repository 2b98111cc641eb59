/** The contract of a congestion control: it changes cwnd and ssthresh of the shared sender state through few hooks. */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import type { ProgramPlace } from "../own/run-programs.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { EcnTraits } from "../tcp/ecn.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** No reduction goes below two segments (RFC 5681 §3.1 eq. 4; RFC 8511 §3.1); a run may say otherwise: `minCwnd`. */
export const MIN_CWND = 2;

export interface CongestionControl {
  /**
   * `acked` segments were newly acknowledged (cumulatively) while growth is allowed: no reduction is in progress and
   * the sender is limited by cwnd (RFC 5681 §3.1, RFC 7661 §4.1). Never called where the definition has `ownsCwnd`.
   */
  onAck(state: SenderState, acked: number): void;
  /**
   * ssthresh after a loss was detected; the caller carries the reduction out. With `ownsCwnd` no more than told of it; a
   * result below cwnd says that cwnd will go there, and counts as a reduction.
   */
  ssthreshAfterLoss(state: SenderState): number;
  /** ssthresh after an ECN-Echo (RFC 8511 §3.1), once per window of data; otherwise as for a loss. */
  ssthreshAfterMark(state: SenderState): number;
  /** A reduction is complete: cwnd is ssthresh now; both may be set anew (Linux CA_EVENT_COMPLETE_CWR). */
  onReductionEnd?(state: SenderState): void;
  /** The retransmission timer expired; cwnd is one segment from now on. ssthresh may be set anew where this has lowered it. */
  onTimeout(state: SenderState): void;
  /** A round-trip sample, `rttNs`, of an ACK that advanced SND.UNA. Comes before `onAck`. */
  onRttSample(state: SenderState, rttNs: number): void;
  /** Every ACK that tells something, in whatever congestion state, before losses and ECE are acted on; see `samples`. */
  onSample?(state: SenderState, sample: AckSample): void;
  /** The connection has been opened; what its SYN measured stands in the state. Not called without a handshake. */
  onEstablished?(state: SenderState): void;
  /** Data comes again after `idleNs` in which there was nothing to send and nothing under way. */
  onIdle?(state: SenderState, idleNs: number): void;
  /** A parameter takes a new value in mid-run; `id` is one of the declared. */
  configure(id: string, value: ParamValue): void;
  /** The present value of the i-th declared probe; NaN while it has none. */
  probe(index: number): number;
  /**
   * Why the window has just become what it is, or stayed (`before` is `after`) in spite of a mark or a loss; asked by who
   * replays a run, right after the decision. Changes nothing. Null: it was none of its own.
   */
  explain?(state: SenderState, decision: SenderDecision): Explanation | null;
  /** What it does in its present phase, with the numbers of this moment; asked by who replays a run. Changes nothing. */
  explainPhase?(state: SenderState): Explanation;
}

/** How the receiver tells of CE marks: RFC 3168 §6.1.3; RFC 8257 §3.2; a counter in each ACK (RFC 9768, exact here). */
export type EcnFeedback = "classic" | "dctcp" | "accurate";

export interface CongestionControlDefinition extends AlgorithmDeclaration {
  /** Default "classic". */
  readonly feedback?: EcnFeedback;
  /** Data packets carry ECT(1), which a DualPI2 queue takes for scalable traffic (RFC 9331 §4.1). Default ECT(0). */
  readonly ect1?: boolean;
  /** What of this depends on the declared values. */
  readonly ecnBy?: (values: ParamValues) => Partial<EcnTraits>;
  /** Why it makes no sense without ECN; absent: it runs without. */
  readonly needsEcn?: string;
  /** `onSample` is called. */
  readonly samples?: boolean;
  /** Segments leave spaced by `state.pacingRate`: one by one, or `state.burst` at once. */
  readonly paced?: boolean;
  /**
   * It sets cwnd itself in `onSample`: losses are repaired and a timeout still sets cwnd to one segment, but neither
   * losses nor marks reduce anything, and PRR is not used.
   */
  readonly ownsCwnd?: boolean;
  /** With `ownsCwnd`: the first lost segment is sent again at once, whatever cwnd is (RFC 5681 §3.2 step 2). */
  readonly repairsAtOnce?: boolean;
  /**
   * `values` has every declared id; `random` draws from the flow's own stream; `programs` is for a control
   * that is a program of one's own.
   */
  create(values: ParamValues, random: () => number, programs?: ProgramPlace): CongestionControl;
}
