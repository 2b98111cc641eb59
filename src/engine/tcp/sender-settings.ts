/** What a sender is told, and whom it tells. */
import type { CongestionControlDefinition } from "../cc/congestion-control.ts";
import type { Phase } from "../params/param.ts";
import type { EcnTraits } from "./ecn.ts";
import type { TimerSettings } from "./retransmission-timer.ts";
import type { RecoveryMode } from "./window-reduction.ts";

export interface SenderSettings extends TimerSettings {
  sack: boolean;
  /** Detect lost retransmissions by time (RFC 8985). */
  rack: boolean;
  /** And all other losses (RFC 8985 §6.2). */
  rackLosses: boolean;
  /** Ask by a probe what became of the tail (RFC 8985 §7). */
  lossProbes: boolean;
  /** Find out whether a timeout was spurious (RFC 5682). */
  frto: boolean;
  /** With nothing else to send, send again what may be lost (RFC 6675 §4 NextSeg rule 3). */
  forwardRetransmissions: boolean;
  limitedTransmit: boolean;
  recovery: RecoveryMode;
  /** Without SACK: a partial ACK goes on with the recovery (RFC 6582), or ends it (RFC 5681). */
  fastRecovery: "newreno" | "reno";
  /** cwnd falls to the initial window when nothing was sent for longer than a timeout (RFC 5681 §4.1). */
  idleRestart: boolean;
  /** A window that is used in part may grow: what is known of its use holds for a round trip. */
  appLimitedGrowth: boolean;
  initialWindow: number;
  /** No reduction leaves less. */
  minCwnd: number;
  /** Segments beyond SND.UNA that the receiver takes; Infinity: any number. */
  receiveWindow: number;
  /** Retransmissions are ECN-capable too. */
  ectRetransmissions: boolean;
  mssBytes: number;
  overheadBytes: number;
}

/** Who hears of what happens at a sender; the recorder's side. */
export interface SenderObserver {
  onCwnd(cwnd: number): void;
  onSsthresh(ssthresh: number): void;
  /** `kind` is a FLOW_EVENT; `before` and `after` in segments. */
  onEvent(kind: number, before: number, after: number): void;
  /** Only when it changes. `value`: the number that the phase declares; NaN: none. */
  onPhase(phase: Phase, value: number): void;
}

/** What a congestion control asks of its sender. */
export type SenderTraits = Pick<
  CongestionControlDefinition,
  "samples" | "paced" | "ownsCwnd" | "repairsAtOnce" | "phases"
> &
  EcnTraits;
