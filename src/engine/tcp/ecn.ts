/**
 * ECN feedback from receiver to sender: the echo of RFC 3168 §6.1, DCTCP's echo (RFC 8257 §3.2), and a counter in
 * each ACK (RFC 9768).
 */
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../net/packet.ts";

/**
 * How the receiver reports CE marks: classic ECN-Echo (RFC 3168 §6.1.3), DCTCP's echo (RFC 8257 §3.2), or a counter
 * in each ACK (RFC 9768; here the counter never wraps).
 */
export type EcnFeedback = "classic" | "dctcp" | "accurate";

const UNKNOWN = -1;

/** ECN behaviour that sender and receiver agree on. It is derived from the congestion control and the flow's settings. */
export interface EcnTraits {
  /** Feedback of the receiver; "classic" if absent. */
  readonly feedback?: EcnFeedback;
  /** True if ECN-capable packets are sent as ECT(1) instead of ECT(0). */
  readonly ect1?: boolean;
  /**
   * True if a change between marked and unmarked packets makes the receiver first acknowledge the earlier segments separately
   * (RFC 8257 §3.2), even with accurate feedback.
   */
  readonly acknowledgesBeforeChange?: boolean;
}

/**
 * Length of AccECN's option with its three counters, padded (RFC 9768 §3.2.3). The counters are sent as with Linux's
 * tcp_ecn_option = 2.
 */
export const ACCECN_OPTION_BYTES = 12;

/** ECN state of the receiver. */
export class EcnReceiver {
  /** True while ACKs carry ECN-Echo; unused with accurate feedback. */
  echo = false;
  /** True if each ACK echoes exactly the segments that it acknowledges (RFC 8257 §3.2). */
  echoesEach = false;
  private acknowledgesBeforeChange = false;
  /**
   * True with accurate feedback: the receiver reports each change of the packets' ECN field immediately (Linux
   * tcp_ecn_received_counters).
   */
  private reportsEcnChanges = false;
  /** ECN field of the previous data packet; UNKNOWN before the first one. */
  private lastEcn = UNKNOWN;
  /** True once a packet was ECN-capable, while the receiver uses the classic echo. */
  private hasSeenEct = false;
  /** True if the receiver sets ECN-Echo in all ACKs from a CE mark until a packet with CWR arrives (RFC 3168 §6.1.3). */
  latches = true;
  /** Number of CE-marked packets received since the feedback stopped being the classic echo. */
  private ceCount = 0;
  /** Value of `ceCount` that the last ACK reported. */
  private reportedCe = 0;
  /** ECN field that the receiver sets in its ACKs: not NOT_ECT only if the sender's control packets are ECN-capable. */
  private ect = NOT_ECT;

  constructor(traits: EcnTraits) {
    this.setFeedback(traits);
  }

  /** Sets the kind of feedback, at the start or when the sender switches to another kind. */
  setFeedback({ feedback = "classic", acknowledgesBeforeChange = feedback === "dctcp" }: EcnTraits): void {
    this.latches = feedback === "classic";
    this.echoesEach = feedback === "dctcp";
    this.acknowledgesBeforeChange = acknowledgesBeforeChange;
    this.reportsEcnChanges = feedback === "accurate";
    this.echo = false;
    this.lastEcn = UNKNOWN;
    this.hasSeenEct = false;
    this.reportedCe = this.ceCount;
    this.ect = NOT_ECT;
  }

  /**
   * Reads a data packet with RFC 3168's echo. Returns true if the sender's cwnd may be small: the packet has CE and no earlier mark
   * is being echoed, or it is not ECT although earlier packets were, so it is probably a retransmission (Linux tcp_ecn_check_ce).
   */
  onClassicData({ ecn, cwr }: Packet): boolean {
    if (cwr) this.echo = false;
    if (ecn === NOT_ECT) return this.hasSeenEct;
    this.hasSeenEct = true;
    if (ecn !== CE || this.echo) return false;
    this.echo = true;
    return true;
  }

  /** Returns true if the segments before this data packet must be acknowledged by a separate ACK. */
  needsSeparateAck({ ecn }: Packet): boolean {
    return this.acknowledgesBeforeChange && (ecn === CE) !== (this.lastEcn === CE);
  }

  /**
   * Returns true if the receiver must acknowledge this data packet immediately because its ECN field differs from the previous
   * one (RFC 8257 §3.2, RFC 9768 §3.2.2.5.1).
   */
  needsImmediateAck({ ecn }: Packet): boolean {
    if (this.reportsEcnChanges) return ecn !== this.lastEcn && this.lastEcn !== UNKNOWN;
    const isCe = ecn === CE;
    return isCe !== (this.lastEcn === CE) && (isCe || this.echoesEach);
  }

  /** Reads a data packet with any feedback other than RFC 3168's echo. */
  onData(packet: Packet): void {
    this.lastEcn = packet.ecn;
    const isCe = packet.ecn === CE;
    if (isCe) this.ceCount++;
    else this.ect = packet.ecn;
    this.echo = isCe && this.echoesEach;
  }

  /**
   * Sets the ECN fields of an ACK. ACKs are ECN-capable, as data packets are, only if the sender requires ECN (Linux
   * tcp_ecn_send).
   */
  stamp(ack: Packet): void {
    ack.ceCount = this.ceCount;
    ack.ecn = this.ect;
    ack.ece = this.echo || this.ceCount > this.reportedCe;
    this.reportedCe = this.ceCount;
  }
}

/** ECN state of the sender. The congestion state, not this class, limits the sender to one reaction per window of data. */
export class EcnSender {
  enabled: boolean;
  ectRetransmissions: boolean;
  /** True if the feedback is RFC 3168's echo. */
  isClassic = true;
  /** True if ACKs carry a count of marks. */
  isAccurate = false;
  /** True if the sender sets CWR. AccECN has no CWR: its counter uses that bit (RFC 9768 §3.2.2). */
  private setsCwr = true;
  /** True if the next new data segment carries Congestion Window Reduced (RFC 3168 §6.1.2). */
  cwrPending = false;
  /** ECN field of ECN-capable data packets. */
  ect = ECT0;
  /** CE count in the last ACK. */
  private ceSeen = 0;

  constructor(enabled: boolean, ectRetransmissions: boolean) {
    this.enabled = enabled;
    this.ectRetransmissions = ectRetransmissions;
  }

  /**
   * Sets the kind of feedback. If the connection is already open (`isStart` is false), the count in the next ACK is taken as the
   * starting value.
   */
  use({ feedback = "classic", ect1 = false }: EcnTraits, isStart: boolean): void {
    this.isClassic = feedback === "classic";
    this.isAccurate = feedback === "accurate";
    this.setsCwr = !this.isAccurate;
    this.ect = ect1 ? ECT1 : ECT0;
    this.ceSeen = isStart ? 0 : UNKNOWN;
  }

  /**
   * Sets the ECN fields of a data packet. By RFC 3168 §6.1.5 retransmissions are never ECT and never carry CWR. Senders that
   * require ECN nevertheless send retransmissions as ECT, as Linux does (tcp_ecn_send): a queue above its marking threshold would
   * otherwise drop them. RFC 8311 §4.3 allows this as an experiment.
   */
  stamp(packet: Packet, isRetransmission: boolean): void {
    const capable = this.enabled && (!isRetransmission || !this.isClassic || this.ectRetransmissions);
    packet.ecn = capable ? this.ect : NOT_ECT;
    packet.cwr = capable && this.cwrPending && !isRetransmission && this.setsCwr;
    if (packet.cwr) this.cwrPending = false;
  }

  /**
   * Returns the number of CE marks that an ACK reports: the number of marked segments with accurate feedback,
   * otherwise 1 if the ACK reports any mark.
   */
  marksIn(ack: Packet): number {
    if (!this.enabled) return 0;
    if (!this.isAccurate) return ack.ece ? 1 : 0;
    const marks = this.ceSeen === UNKNOWN ? 0 : ack.ceCount - this.ceSeen;
    this.ceSeen = ack.ceCount;
    return marks;
  }
}
