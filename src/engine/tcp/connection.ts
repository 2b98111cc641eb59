/**
 * One TCP connection: its two ends and the data offered for sending. The object is reused for each transfer that needs a new
 * connection.
 */

import type { FarEnd } from "../net/arrivals.ts";
import { handshakeEpoch, type Packet, type PacketPool, SYN } from "../net/packet.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { Handshake } from "./handshake.ts";
import { sendLossProbe } from "./loss-probe.ts";
import { onReorderingTimeout, onTimeout } from "./loss-recovery.ts";
import { onAck } from "./on-ack.ts";
import type { Receiver } from "./receiver.ts";
import { PROBE, REORDERING, TIMEOUT } from "./retransmission-timer.ts";
import type { Sender } from "./sender.ts";

const FOREVER = Number.POSITIVE_INFINITY;

/** The two ends of a new connection. */
export interface Ends {
  readonly sender: Sender;
  readonly receiver: Receiver;
  /** Opening handshake; null if the connection is established from the start. */
  readonly handshake: Handshake | null;
}

/** Listener to the events of a connection. */
export interface ConnectionOwner {
  /** Called when all offered data has been acknowledged. */
  onDrained(connection: Connection): void;
  /** Called when the handshake is complete. */
  onOpened(connection: Connection): void;
  /** Called when the connection could not be opened. The transfer with this number will not happen. */
  onNotOpened(transfer: number): void;
  /**
   * Called when segments have arrived that the owner has not read. Not called again until the owner resets
   * `isUnread`.
   */
  onUnread(connection: Connection): void;
  /** Called when an ACK has arrived. */
  onProgress(): void;
}

/** A TCP connection, from the sender's to the receiver's end. */
export class Connection implements FarEnd {
  /** Value of the field `end` in the connection's packets. */
  readonly index: number;
  /** Index of the FlowSpec. */
  readonly group: number;
  sender: Sender;
  receiver: Receiver;
  handshake: Handshake | null;
  /** Number of connections that have used this object before. */
  epoch = 0;
  nextInLine = 0;
  gapUntilNs = 0;
  isWatched = false;
  /** Number of the current transfer. */
  transfer = -1;
  transferStartNs = 0;
  /** True if the last offer was withdrawn before all of it was sent (`cut`). */
  wasCut = false;
  /**
   * State that belongs to the owner: `waits`, true while the connection waits for a transfer; `isOffered`, true if a transfer was
   * offered since the last cut; `isUnread`, true if segments have arrived that the owner has not read.
   */
  waits = false;
  isOffered = false;
  isUnread = false;
  readBytes = 0;
  /** Payload that has arrived since the owner last read this value, in any order and including duplicates (bytes). */
  arrivedBytes = 0;
  private readonly owner: ConnectionOwner;
  private readonly pool: PacketPool;
  private readonly renewed: () => Ends;
  /** Payload bytes offered so far; Infinity for bulk data. */
  private offeredBytes = 0;
  /**
   * Payload bytes that are missing from full segments. The last segment of each transfer may be short; this is the sum of the
   * differences over all transfers.
   */
  private missingBytes = 0;

  constructor(index: number, group: number, owner: ConnectionOwner, pool: PacketPool, renewed: () => Ends) {
    this.index = index;
    this.group = group;
    this.owner = owner;
    this.pool = pool;
    this.renewed = renewed;
    const { sender, receiver, handshake } = renewed();
    this.sender = sender;
    this.receiver = receiver;
    this.handshake = handshake;
  }

  /** Replaces both ends with new ones, so that the next transfer starts in slow start and knows nothing about the path. */
  renew(): void {
    this.sender.cc.release?.();
    const { sender, receiver, handshake } = this.renewed();
    this.sender = sender;
    this.receiver = receiver;
    this.handshake = handshake;
    this.epoch++;
    this.nextInLine = 0;
    sender.epoch = this.epoch;
    receiver.epoch = this.epoch;
    this.offeredBytes = 0;
    this.missingBytes = 0;
  }

  get hasGap(): boolean {
    return this.receiver.ranges.count > 0;
  }

  /** True if the connection has nothing to send or to retransmit. */
  get isIdle(): boolean {
    return this.sender.state.una === this.sender.dataEnd;
  }

  /**
   * Offers `bytes` more of payload for sending; null means without end. The previous offer must have been acknowledged
   * completely, or must have been endless and cut.
   */
  offer(bytes: number | null, transfer: number): void {
    const { sender } = this;
    const { mssBytes } = sender.settings;
    this.transfer = transfer;
    this.transferStartNs = sender.state.nowNs;
    this.wasCut = false;
    const isOpen = this.handshake === null || this.handshake.isEstablished;
    if (isOpen && this.offeredBytes === 0) sender.onWindow();
    if (bytes === null) {
      this.offeredBytes = FOREVER;
      sender.dataEnd = FOREVER;
      sender.lastSegmentBytes = 0;
    } else {
      const segments = Math.ceil(bytes / mssBytes);
      this.missingBytes = this.fullBytesBefore(sender.dataEnd) - this.offeredBytes;
      this.offeredBytes += bytes;
      sender.dataEnd += segments;
      sender.lastSegmentBytes = bytes - (segments - 1) * mssBytes;
    }
    if (isOpen) sender.resume();
    else this.handshake?.begin();
  }

  /**
   * Stops the application: no new data is sent. Data already in the network is still acknowledged, and retransmitted if it is
   * lost.
   */
  cut(): void {
    const { sender } = this;
    if (sender.dataEnd <= sender.state.nxt) return;
    this.wasCut = true;
    if (this.handshake?.isOpening) {
      this.handshake.abort();
      this.forget();
      return;
    }
    sender.dataEnd = sender.state.nxt;
    sender.lastSegmentBytes = 0;
    this.offeredBytes = this.fullBytesBefore(sender.dataEnd) - this.missingBytes;
  }

  /** Handles the timer event: no answer to a SYN, or no ACK of data, has arrived in time. */
  onRetransmissionTimer(): void {
    const { handshake, sender } = this;
    if (handshake?.isOpening) {
      if (!handshake.onTimer()) this.fail(handshake);
    } else onTimer(sender);
  }

  /** Handles the timer event of the congestion control. */
  onTick(): void {
    const { handshake, sender } = this;
    sender.onTick(handshake === null || handshake.isEstablished);
  }

  onData(packet: Packet): void {
    if (packet.epoch !== this.epoch) {
      if (packet.epoch === handshakeEpoch(this.epoch) && packet.seq === SYN) this.receiver.answer(packet);
      this.pool.release(packet);
      return;
    }
    this.arrivedBytes += packet.bytes - this.sender.settings.overheadBytes;
    this.receiver.onData(packet);
    if (!this.isUnread) this.owner.onUnread(this);
  }

  onAck(ack: Packet): void {
    const { sender } = this;
    if (ack.epoch !== this.epoch) {
      if (ack.epoch === handshakeEpoch(this.epoch) && this.handshake?.onSynAck(ack)) this.established();
      this.pool.release(ack);
      return;
    }
    onAck(sender, ack);
    this.pool.release(ack);
    this.owner.onProgress();
    if (sender.state.una === sender.dataEnd) this.owner.onDrained(this);
  }

  private established(): void {
    const { sender } = this;
    const { state } = sender;
    sender.onWindow();
    sender.cc.onEstablished?.(state);
    this.owner.onOpened(this);
    sender.resume();
  }

  private fail({ sent }: Handshake): void {
    const { transfer } = this;
    this.wasCut = true;
    this.forget();
    this.sender.observer.onEvent(FLOW_EVENT.notOpened, sent, 0);
    this.owner.onNotOpened(transfer);
  }

  /** Drops the offered data of a connection that was never opened. */
  private forget(): void {
    this.sender.dataEnd = 0;
    this.offeredBytes = 0;
    this.owner.onDrained(this);
  }

  /** Payload bytes that have reached the receiver in order. */
  get receivedBytes(): number {
    const bytes = this.fullBytesBefore(this.receiver.next) - this.missingBytes;
    return bytes < this.offeredBytes ? bytes : this.offeredBytes;
  }

  /** Returns the payload bytes before segment `seq` if the last segment of each transfer were full. */
  private fullBytesBefore(seq: number): number {
    return seq * this.sender.settings.mssBytes - this.sender.missingBefore(seq);
  }
}

/** Handles a sender's timer event: performs the action of the timer that has expired, if any. */
export function onTimer(sender: Sender): void {
  sender.isOnTimer = true;
  expire(sender);
  sender.isOnTimer = false;
}

function expire(sender: Sender): void {
  switch (sender.timer.expired()) {
    case TIMEOUT:
      onTimeout(sender);
      break;
    case PROBE:
      sendLossProbe(sender);
      break;
    case REORDERING:
      onReorderingTimeout(sender);
      break;
    default:
  }
}
