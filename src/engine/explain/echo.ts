/** Which marked packet an ACK tells of: the receiver's echo once more (tcp/ecn.ts), with names. */
import type { EcnFeedback } from "../cc/congestion-control.ts";
import { CE, type Packet } from "../net/packet.ts";
import type { Journey } from "./journey.ts";

export class Echo {
  /** RFC 3168: what the echo, which lasts until CWR, began with. */
  private latched: Journey | null = null;
  /** Otherwise: the first mark since the last ACK, and the last one of all. */
  private first: Journey | null = null;
  private last: Journey | null = null;

  arrives(packet: Packet, journey: Journey | null): void {
    if (packet.cwr) this.latched = null;
    if (packet.ecn !== CE) return;
    this.latched ??= journey;
    this.first ??= journey;
    this.last = journey;
  }

  /** Of the ACK that is being sent. */
  told(ack: Packet, feedback: EcnFeedback): Journey | null {
    const { first } = this;
    this.first = null;
    if (feedback === "classic") return ack.ece ? this.latched : null;
    return first ?? (ack.ece && feedback === "dctcp" ? this.last : null);
  }
}
