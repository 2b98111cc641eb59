/** ECN between the ends: the echo of RFC 3168 §6.1, DCTCP's (RFC 8257 §3.2), and a count in each ACK (RFC 9768). */
import type { EcnFeedback } from "../cc/congestion-control.ts";
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../net/packet.ts";

const UNKNOWN = -1;

/** What two ends agree on, by the sender and what is set of its flow. */
export interface EcnTraits {
  /** Default "classic". */
  readonly feedback?: EcnFeedback;
  /** What is ECN-capable is sent as ECT(1). */
  readonly ect1?: boolean;
  /** At a change of CE what is owed for the segments before is acknowledged first, also with accurate feedback (RFC 8257 §3.2). */
  readonly owesFirst?: boolean;
}

/** AccECN's option with its three counters, padded (RFC 9768 §3.2.3); Linux's tcp_ecn_option is 2. */
export const ACCECN_OPTION_BYTES = 12;

/** The receiver's side. */
export class EcnReceiver {
  /** Whether ACKs carry ECN-Echo now; not with accurate feedback. */
  echo = false;
  /** An ACK is the echo of the very segments that it acknowledges (RFC 8257 §3.2). */
  echoesEach = false;
  private owesFirst = false;
  /** With accurate feedback, each change of the ECN field is told of at once (Linux tcp_ecn_received_counters). */
  private tellsChanges = false;
  /** Of the data packet before; before the first there is nothing to change from. */
  private lastEcn = UNKNOWN;
  /** The echo lasts until CWR comes (RFC 3168 §6.1.3). */
  latches = true;
  /** Since it is not the classic echo. */
  private ceCount = 0;
  /** `ceCount` of the last ACK. */
  private reportedCe = 0;
  /** What ACKs carry where the sender's control packets are ECN-capable too. */
  private ect = NOT_ECT;

  constructor(traits: EcnTraits) {
    this.setFeedback(traits);
  }

  /** From the start, or because the sender reads its ACKs otherwise from now on. */
  setFeedback({ feedback = "classic", owesFirst = feedback === "dctcp" }: EcnTraits): void {
    this.latches = feedback === "classic";
    this.echoesEach = feedback === "dctcp";
    this.owesFirst = owesFirst;
    this.tellsChanges = feedback === "accurate";
    this.echo = false;
    this.lastEcn = UNKNOWN;
    this.reportedCe = this.ceCount;
    this.ect = NOT_ECT;
  }

  /** Reads a data packet where the echo is RFC 3168's; true when CE was seen while nothing was being echoed. */
  onClassicData({ ecn, cwr }: Packet): boolean {
    if (cwr) this.echo = false;
    if (ecn !== CE || this.echo) return false;
    this.echo = true;
    return true;
  }

  /** Whether an ACK of what came before has to leave before this data packet is acknowledged. */
  splits({ ecn }: Packet): boolean {
    return this.owesFirst && (ecn === CE) !== (this.lastEcn === CE);
  }

  /** Whether the sender should hear of this data packet at once, by RFC 8257 §3.2 or RFC 9768 §3.2.2.5.1. */
  turns({ ecn }: Packet): boolean {
    if (this.tellsChanges) return ecn !== this.lastEcn && this.lastEcn !== UNKNOWN;
    const isCe = ecn === CE;
    return isCe !== (this.lastEcn === CE) && (isCe || this.echoesEach);
  }

  /** Reads a data packet where the echo is not RFC 3168's. */
  onData(packet: Packet): void {
    this.lastEcn = packet.ecn;
    const isCe = packet.ecn === CE;
    if (isCe) this.ceCount++;
    else this.ect = packet.ecn;
    this.echo = isCe && this.echoesEach;
  }

  /** Linux sends ACKs as ECN-capable as data where the sender needs ECN (tcp_ecn_send), otherwise never. */
  stamp(ack: Packet): void {
    ack.ceCount = this.ceCount;
    ack.ecn = this.ect;
    ack.ece = this.echo || this.ceCount > this.reportedCe;
    this.reportedCe = this.ceCount;
  }
}

/** The sender's side. That it reacts once per window of data is the congestion state's part. */
export class EcnSender {
  enabled: boolean;
  ectRetransmissions: boolean;
  /** The echo is RFC 3168's. */
  isClassic = true;
  /** ACKs count marks. */
  isAccurate = false;
  /** With AccECN there is no CWR: its bit is one of the counter's (RFC 9768 §3.2.2). */
  private tellsCwr = true;
  /** The next new data segment carries Congestion Window Reduced (RFC 3168 §6.1.2). */
  cwrPending = false;
  /** What ECN-capable data carries. */
  ect = ECT0;
  /** The count of the last ACK. */
  private ceSeen = 0;

  constructor(enabled: boolean, ectRetransmissions: boolean) {
    this.enabled = enabled;
    this.ectRetransmissions = ectRetransmissions;
  }

  /** From the start, or in mid-run: then the next ACK tells where the count stands. */
  use({ feedback = "classic", ect1 = false }: EcnTraits, isStart: boolean): void {
    this.isClassic = feedback === "classic";
    this.isAccurate = feedback === "accurate";
    this.tellsCwr = !this.isAccurate;
    this.ect = ect1 ? ECT1 : ECT0;
    this.ceSeen = isStart ? 0 : UNKNOWN;
  }

  /**
   * RFC 3168 §6.1.5: retransmissions are never ECT and never carry CWR. Senders that need ECN send them as ECT all the
   * same, as Linux does (tcp_ecn_send): a queue above their threshold would otherwise drop them. RFC 8311 §4.3 lets
   * others try that as well.
   */
  stamp(packet: Packet, isRetransmission: boolean): void {
    const capable = this.enabled && (!isRetransmission || !this.isClassic || this.ectRetransmissions);
    packet.ecn = capable ? this.ect : NOT_ECT;
    packet.cwr = capable && this.cwrPending && !isRetransmission && this.tellsCwr;
    if (packet.cwr) this.cwrPending = false;
  }

  /** What an ACK tells of CE: with accurate feedback how many segments were marked, otherwise 1 for any. */
  marksIn(ack: Packet): number {
    if (!this.enabled) return 0;
    if (!this.isAccurate) return ack.ece ? 1 : 0;
    const marks = this.ceSeen === UNKNOWN ? 0 : ack.ceCount - this.ceSeen;
    this.ceSeen = ack.ceCount;
    return marks;
  }
}
