/** One TCP connection: its two ends, and what it was given to send. Used anew for each transfer that wants a fresh one. */
import type { Packet, PacketPool } from "../net/packet.ts";
import { onAck } from "./on-ack.ts";
import type { Receiver } from "./receiver.ts";
import type { Sender } from "./sender.ts";

const FOREVER = Number.POSITIVE_INFINITY;

/** The two ends of a fresh connection. */
export interface Ends {
  readonly sender: Sender;
  readonly receiver: Receiver;
}

/** Whom a connection tells. */
export interface ConnectionOwner {
  /** All that was offered has been acknowledged. */
  onDrained(connection: Connection): void;
  /** A segment or an ACK has arrived. */
  onProgress(): void;
}

export class Connection {
  /** What packets carry as `end`. */
  readonly index: number;
  /** Index of the FlowSpec. */
  readonly group: number;
  sender: Sender;
  receiver: Receiver;
  /** Counts the connections that have used these ends one after the other. */
  epoch = 0;
  /** Number of the transfer that it carries. */
  transfer = -1;
  transferStartNs = 0;
  /** What was offered last was cut short. */
  wasCut = false;
  private readonly owner: ConnectionOwner;
  private readonly pool: PacketPool;
  private readonly renewed: () => Ends;
  /** Payload bytes offered so far; Infinity for bulk. */
  private offeredBytes = 0;
  /** What full segments would have carried beyond that: the last segment of each transfer may be short. */
  private missingBytes = 0;

  constructor(index: number, group: number, owner: ConnectionOwner, pool: PacketPool, renewed: () => Ends) {
    this.index = index;
    this.group = group;
    this.owner = owner;
    this.pool = pool;
    this.renewed = renewed;
    const { sender, receiver } = renewed();
    this.sender = sender;
    this.receiver = receiver;
  }

  /** A new connection at the same place: slow start, nothing known of the path. */
  renew(): void {
    const { sender, receiver } = this.renewed();
    this.sender = sender;
    this.receiver = receiver;
    this.epoch++;
    sender.epoch = this.epoch;
    receiver.epoch = this.epoch;
    this.offeredBytes = 0;
    this.missingBytes = 0;
  }

  /** Nothing to send and nothing to repair. */
  get isIdle(): boolean {
    return this.sender.state.una === this.sender.dataEnd;
  }

  /** More payload, null: without end; what was offered before has been acknowledged, or was without end and cut. */
  offer(bytes: number | null, transfer: number): void {
    const { sender } = this;
    const { mssBytes } = sender.settings;
    this.transfer = transfer;
    this.transferStartNs = sender.state.nowNs;
    this.wasCut = false;
    if (this.offeredBytes === 0) sender.observer.onCwnd(sender.state.cwnd);
    if (bytes === null) {
      this.offeredBytes = FOREVER;
      sender.dataEnd = FOREVER;
      sender.lastSegmentBytes = 0;
    } else {
      const segments = Math.ceil(bytes / mssBytes);
      this.missingBytes = sender.dataEnd * mssBytes - this.offeredBytes;
      this.offeredBytes += bytes;
      sender.dataEnd += segments;
      sender.lastSegmentBytes = bytes - (segments - 1) * mssBytes;
    }
    sender.resume();
  }

  /** The application stops; what is in the network is still repaired and acknowledged. */
  cut(): void {
    const { sender } = this;
    if (sender.dataEnd <= sender.state.nxt) return;
    this.wasCut = true;
    sender.dataEnd = sender.state.nxt;
    sender.lastSegmentBytes = 0;
    this.offeredBytes = sender.dataEnd * sender.settings.mssBytes - this.missingBytes;
  }

  onData(packet: Packet): void {
    if (packet.epoch !== this.epoch) {
      this.pool.release(packet);
      return;
    }
    this.receiver.onData(packet);
    this.owner.onProgress();
  }

  onAck(ack: Packet): void {
    const { sender } = this;
    if (ack.epoch !== this.epoch) {
      this.pool.release(ack);
      return;
    }
    onAck(sender, ack);
    this.pool.release(ack);
    this.owner.onProgress();
    if (sender.state.una === sender.dataEnd) this.owner.onDrained(this);
  }

  /** In-order payload bytes that have reached the receiver. */
  get receivedBytes(): number {
    const bytes = this.receiver.next * this.sender.settings.mssBytes - this.missingBytes;
    return bytes < this.offeredBytes ? bytes : this.offeredBytes;
  }
}
