/**
 * Both ends of a UDP flow: datagrams leave as the traffic generator decides, regardless of the network. Reference:
 * RFC 768.
 */
import type { Clock } from "../core/clock.ts";
import type { FarEnd } from "../net/arrivals.ts";
import { NOT_ECT, type Packet, type PacketPool, type PacketSink } from "../net/packet.ts";

/** Listener to the arrival of datagrams. */
export interface DatagramOwner {
  /** Called when a datagram has arrived. */
  onProgress(): void;
  /** Called when the answer to a datagram has arrived, `roundNs` after the datagram was sent. */
  noteResponse(roundNs: number): void;
}

/** Path on which answers to datagrams return to the sender. */
export interface EchoPath {
  readonly clock: Clock;
  readonly out: PacketSink;
}

/** Both ends of one UDP flow. */
export class Datagrams implements FarEnd {
  /** Value of the field `end` in the packets of this flow. */
  readonly index: number;
  /** Index of the FlowSpec. */
  readonly group: number;
  readonly epoch = 0;
  /** Always false, because datagrams have no order and no answer that could be delayed. */
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
  /** Null if datagrams are not answered. */
  private readonly echo: EchoPath | null;

  constructor(
    index: number,
    group: number,
    owner: DatagramOwner,
    overheadBytes: number,
    pool: PacketPool,
    out: PacketSink,
    echo: EchoPath | null,
  ) {
    this.index = index;
    this.group = group;
    this.owner = owner;
    this.overheadBytes = overheadBytes;
    this.pool = pool;
    this.out = out;
    this.echo = echo;
  }

  /** True if the receiver sends each datagram back. */
  get isEchoed(): boolean {
    return this.echo !== null;
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
    if (this.echo !== null) packet.stampNs = this.echo.clock.nowNs;
    this.out.receive(packet);
  }

  onData(packet: Packet): void {
    this.receivedBytes += packet.bytes - this.overheadBytes;
    this.owner.onProgress();
    if (this.echo !== null) this.answer(packet, this.echo.out);
    this.pool.release(packet);
  }

  /** Handles the answer to a datagram. */
  onAck(answer: Packet): void {
    if (this.echo === null) throw new Error("these datagrams are not answered");
    this.owner.noteResponse(this.echo.clock.nowNs - answer.stampNs);
    this.pool.release(answer);
  }

  /** Sends a datagram back, as RFC 792 describes an echo reply. */
  private answer({ seq, bytes, stampNs }: Packet, back: PacketSink): void {
    const answer = this.pool.takeAnswer();
    answer.end = this.index;
    answer.epoch = 0;
    answer.hop = 0;
    answer.ack = seq;
    answer.bytes = bytes;
    answer.ecn = NOT_ECT;
    answer.ece = false;
    answer.cwr = false;
    answer.isAck = true;
    answer.isRetransmission = false;
    answer.isLast = false;
    answer.sackBlocks = 0;
    answer.stampNs = stampNs;
    back.receive(answer);
  }
}
