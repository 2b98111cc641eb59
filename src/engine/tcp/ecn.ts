/** ECN between the ends: the echo of RFC 3168 §6.1, DCTCP's (RFC 8257 §3.2), and a count in each ACK (RFC 9768). */
import type { EcnFeedback } from "../cc/congestion-control.ts";
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../net/packet.ts";

/** The receiver's side. */
export class EcnReceiver {
  /** Whether ACKs carry ECN-Echo now; not with accurate feedback. */
  echo = false;
  /** An ACK is the echo of the very segments that it acknowledges (RFC 8257 §3.2). */
  echoesEach = false;
  /** The echo lasts until CWR comes (RFC 3168 §6.1.3). */
  private latches = true;
  private lastWasCe = false;
  /** Since it is not the classic echo. */
  private ceCount = 0;
  /** `ceCount` of the last ACK. */
  private reportedCe = 0;
  /** What ACKs carry where the sender's control packets are ECN-capable too. */
  private ect = NOT_ECT;

  constructor(feedback: EcnFeedback) {
    this.setFeedback(feedback);
  }

  /** From the start, or because the sender reads its ACKs otherwise from now on. */
  setFeedback(feedback: EcnFeedback): void {
    this.latches = feedback === "classic";
    this.echoesEach = feedback === "dctcp";
    this.echo = false;
    this.lastWasCe = false;
    this.reportedCe = this.ceCount;
    this.ect = NOT_ECT;
  }

  /** Whether the sender should hear of this data packet at once, by RFC 8257 §3.2 or RFC 9768 §3.2.2.5.1. */
  turns(packet: Packet): boolean {
    if (this.latches) return false;
    const isCe = packet.ecn === CE;
    return isCe !== this.lastWasCe && (isCe || this.echoesEach);
  }

  /** Reads a data packet; true when with the classic echo CE was seen while nothing was being echoed. */
  onData(packet: Packet): boolean {
    if (this.latches) {
      if (packet.cwr) this.echo = false;
      if (packet.ecn !== CE || this.echo) return false;
      this.echo = true;
      return true;
    }
    this.lastWasCe = packet.ecn === CE;
    if (this.lastWasCe) this.ceCount++;
    else this.ect = packet.ecn;
    this.echo = this.lastWasCe && this.echoesEach;
    return false;
  }

  /** Linux sends ACKs as ECN-capable as data where the sender needs ECN (tcp_ecn_send), otherwise never. */
  stamp(ack: Packet): void {
    ack.ceCount = this.ceCount;
    ack.ecn = this.ect;
    ack.ece = this.echo || this.ceCount > this.reportedCe;
    this.reportedCe = this.ceCount;
  }
}

const UNKNOWN = -1;

/** The sender's side. That it reacts once per window of data is the congestion state's part. */
export class EcnSender {
  enabled: boolean;
  ectRetransmissions: boolean;
  /** The echo is RFC 3168's. */
  isClassic = true;
  /** ACKs count marks. */
  isAccurate = false;
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
  use(feedback: EcnFeedback, ect1: boolean, isStart: boolean): void {
    this.isClassic = feedback === "classic";
    this.isAccurate = feedback === "accurate";
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
    packet.cwr = capable && this.cwrPending && !isRetransmission;
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
