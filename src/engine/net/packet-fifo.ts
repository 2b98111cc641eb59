/** First in, first out: the storage of every single-queue discipline. Intrusive list, nothing allocated. */
import type { Packet } from "./packet.ts";

export class PacketFifo {
  packets = 0;
  bytes = 0;
  head: Packet | null = null;
  private tail: Packet | null = null;

  push(packet: Packet): void {
    packet.next = null;
    if (this.tail === null) this.head = packet;
    else this.tail.next = packet;
    this.tail = packet;
    this.packets++;
    this.bytes += packet.bytes;
  }

  shift(): Packet | null {
    const packet = this.head;
    if (packet === null) return null;
    this.head = packet.next;
    if (this.head === null) this.tail = null;
    packet.next = null;
    this.packets--;
    this.bytes -= packet.bytes;
    return packet;
  }
}
