/** ECN between the ends. Reference: RFC 3168 §6.1. */
import { CE, ECT0, NOT_ECT, type Packet } from "../net/packet.ts";

/** The receiver's side (§6.1.3): after CE every ACK carries ECE until a segment with CWR arrives. */
export class EcnReceiver {
  /** Whether ACKs carry ECN-Echo now. */
  echo = false;

  /** Reads a data packet; true when CE was seen while nothing was being echoed. */
  onData(packet: Packet): boolean {
    if (packet.cwr) this.echo = false;
    if (packet.ecn !== CE || this.echo) return false;
    this.echo = true;
    return true;
  }
}

/** The sender's side (§6.1.2). That it reacts once per window of data is the congestion state's part. */
export class EcnSender {
  enabled: boolean;
  /** The next new data segment carries Congestion Window Reduced. */
  cwrPending = false;

  constructor(enabled: boolean) {
    this.enabled = enabled;
  }

  /** §6.1.5: retransmissions are never ECT and never carry CWR. */
  stamp(packet: Packet, isRetransmission: boolean): void {
    const capable = this.enabled && !isRetransmission;
    packet.ecn = capable ? ECT0 : NOT_ECT;
    packet.cwr = capable && this.cwrPending;
    if (packet.cwr) this.cwrPending = false;
  }
}
