/**
 * Both ends of a UDP flow: datagrams leave as the traffic generator decides, regardless of the network. Reference:
 * RFC 768.
 */
import type { FarEnd } from "../net/arrivals.ts";
import { NOT_ECT, type Packet, type PacketPool, type PacketSink } from "../net/packet.ts";

/** Listener to the arrival of datagrams. */
export interface DatagramOwner {
  /** Called when a datagram has arrived. */
  onProgress(): void;
}

/** Both ends of one UDP flow. */
export class Datagrams implements FarEnd {
  /** Value of the field `end` in the packets of this flow. */
  readonly index: number;
  /** Index of the FlowSpec. */
  readonly group: number;
  readonly epoch = 0;
  /** False: datagrams have no order, and no answer is delayed. */
  readonly hasGap = false;
  nextInLine = 0;
  gapUntilNs = 0;
  isWatched = false;
  sent = 0;
  receivedBytes = 0;
  private readonly owner: DatagramOwner;
  private readonly overheadBytes: number;
  private readonly pool: PacketPool;
  private readonly out: PacketSink;

  constructor(
    index: number,
    group: number,
    owner: DatagramOwner,
    overheadBytes: number,
    pool: PacketPool,
    out: PacketSink,
  ) {
    this.index = index;
    this.group = group;
    this.owner = owner;
    this.overheadBytes = overheadBytes;
    this.pool = pool;
    this.out = out;
  }

  /** Sends a datagram with `bytes` of payload. */
  send(bytes: number): void {
    const packet = this.pool.take();
    packet.end = this.index;
    packet.epoch = 0;
    packet.hop = 0;
    packet.seq = this.sent++;
    packet.bytes = bytes + this.overheadBytes;
    packet.ecn = NOT_ECT;
    packet.cwr = false;
    packet.isAck = false;
    packet.isRetransmission = false;
    packet.isLast = false;
    this.out.receive(packet);
  }

  onData(packet: Packet): void {
    this.receivedBytes += packet.bytes - this.overheadBytes;
    this.owner.onProgress();
    this.pool.release(packet);
  }

  onAck(_ack: Packet): void {
    throw new Error("datagrams are not acknowledged");
  }
}
