/** Settings of a sender, and the interface of its observer. */
import type { CongestionControlCard } from "../cc/congestion-control.ts";
import type { Phase } from "../params/param.ts";
import type { EcnTraits } from "./ecn.ts";
import type { TimerSettings } from "./retransmission-timer.ts";

/** Way to carry out a reduction. */
export type RecoveryMode = "prr" | "classic";

/** Settings of a sender. */
export interface SenderSettings extends TimerSettings {
  sack: boolean;
  /** True if lost retransmissions are detected by time (RFC 8985). */
  rack: boolean;
  /** True if all other losses are detected by time as well (RFC 8985 §6.2). */
  rackLosses: boolean;
  /** True if tail loss probes are used: one segment is sent when no ACK arrives for the last segments (RFC 8985 §7). */
  lossProbes: boolean;
  /** True if spurious timeouts are detected (RFC 5682). */
  frto: boolean;
  /**
   * True if a recovery with nothing else to send retransmits segments that may be lost (RFC 6675 §4 NextSeg rule 3).
   */
  forwardRetransmissions: boolean;
  limitedTransmit: boolean;
  recovery: RecoveryMode;
  /** Effect of a partial ACK without SACK: "newreno" continues the recovery (RFC 6582), "reno" ends it (RFC 5681). */
  fastRecovery: "newreno" | "reno";
  /** True if cwnd returns to the initial window when nothing was sent for longer than a timeout (RFC 5681 §4.1). */
  idleRestart: boolean;
  /** True if cwnd may grow for a full round trip after it was last full, even if it is only partly used now. */
  appLimitedGrowth: boolean;
  initialWindow: number;
  /** Lower bound of cwnd after a reduction (segments). */
  minCwnd: number;
  /** Number of segments beyond SND.UNA that the receiver accepts; Infinity if unlimited. */
  receiveWindow: number;
  /** True if retransmissions are ECN-capable too. */
  ectRetransmissions: boolean;
  mssBytes: number;
  overheadBytes: number;
}

/** Listener to a sender's events, implemented by the recorder. */
export interface SenderObserver {
  onCwnd(cwnd: number): void;
  onSsthresh(ssthresh: number): void;
  /** Called at an event of the sender. `kind` is a FLOW_EVENT; `before` and `after` are windows in segments. */
  onEvent(kind: number, before: number, after: number): void;
  /**
   * Called when the phase or its number changes. `value` is the number declared by the phase, for example a gain; NaN if the
   * phase declares none.
   */
  onPhase(phase: Phase, value: number): void;
}

/** Settings of the sender that a congestion control requires. */
export type SenderTraits = Pick<
  CongestionControlCard,
  | "samples"
  | "samplesAfterReaction"
  | "paced"
  | "ownsCwnd"
  | "repairsAtOnce"
  | "phases"
  | "sends"
  | "segments"
  | "timestamps"
> &
  EcnTraits;
