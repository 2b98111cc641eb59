/**
 * The connections of a flow, and what all of them have counted. However many are open, a transfer finds its connection and
 * a sample what has arrived by looking at those alone that something has happened to.
 */
import type { Connection } from "./tcp/connection.ts";

/**
 * Connections of a flow that wait for their next transfer: the one that was opened first is used first. A binary heap by
 * index; finding one costs the same however many carry something meanwhile.
 */
export class IdleConnections {
  private readonly heap: Connection[] = [];

  /** It has nothing to do any more. Once until it is taken. */
  add(connection: Connection): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(connection);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].index <= connection.index) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = connection;
  }

  /** The one that was opened first; undefined: none waits. */
  take(): Connection | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.sink(last);
    return first;
  }

  /** Into the empty place at the top. */
  private sink(connection: Connection): void {
    const { heap } = this;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1].index < heap[child].index) child++;
      if (heap[child].index >= connection.index) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = connection;
  }
}

/** Counters of a flow, over all its connections. */
export interface FlowCounts {
  receivedBytes: number;
  packetsSent: number;
  /** SYNs and last ACKs of handshakes, which are no packets of data. */
  handshakePackets: number;
  retransmissions: number;
  rtos: number;
  ecnReductions: number;
  lossReductions: number;
  packetsToMarks: number;
  packetsToLosses: number;
}

export const NO_COUNTS: Readonly<FlowCounts> = {
  receivedBytes: 0,
  packetsSent: 0,
  handshakePackets: 0,
  retransmissions: 0,
  rtos: 0,
  ecnReductions: 0,
  lossReductions: 0,
  packetsToMarks: 0,
  packetsToLosses: 0,
};

export class FlowConnections {
  /** In the order in which they were opened. */
  readonly all: Connection[] = [];
  private readonly idle = new IdleConnections();
  /** Those that were offered something since the last cut. */
  private offered: Connection[] = [];
  /** Those that a segment has come over since it was last read: the first `unreadCount`. */
  private readonly unread: Connection[] = [];
  private unreadCount = 0;
  /** In-order payload over all of them, as it was last read. */
  private readBytes = 0;
  /** The same of what has arrived in order or not, once or again. */
  private readArrivedBytes = 0;
  /** Of connections that have been renewed since. */
  private readonly past: FlowCounts = { ...NO_COUNTS };

  /** One that has nothing to do, as a new one; null: there is none. */
  renewIdle(settle: () => void): Connection | null {
    let found = this.idle.take();
    // What was offered more on the same connection keeps it busy, although it has been idle.
    while (found !== undefined) {
      found.waits = false;
      if (found.isIdle && found.transfer < 0) break;
      found = this.idle.take();
    }
    if (found === undefined) return null;
    settle();
    this.read(found);
    addTo(this.past, found);
    found.renew();
    found.readBytes = 0;
    return found;
  }

  add(connection: Connection): void {
    this.all.push(connection);
  }

  onOffer(connection: Connection): void {
    if (connection.isOffered) return;
    connection.isOffered = true;
    this.offered.push(connection);
  }

  /** All that it was offered has been acknowledged. */
  onDrained(connection: Connection): void {
    if (connection.waits) return;
    connection.waits = true;
    this.idle.add(connection);
  }

  /** Segments have arrived over it since it was last read. */
  onUnread(connection: Connection): void {
    connection.isUnread = true;
    this.unread[this.unreadCount++] = connection;
  }

  /** The application stops on each of them. */
  cut(): void {
    const { offered } = this;
    this.offered = [];
    for (const connection of offered) {
      connection.isOffered = false;
      connection.cut();
    }
  }

  /** In-order payload bytes that have reached the receivers. */
  get receivedBytes(): number {
    this.readAll();
    return this.readBytes;
  }

  /** Payload bytes that have reached the receivers, in order or not, once or again. */
  get arrivedBytes(): number {
    this.readAll();
    return this.readArrivedBytes;
  }

  private readAll(): void {
    for (let i = 0; i < this.unreadCount; i++) {
      const connection = this.unread[i];
      connection.isUnread = false;
      this.read(connection);
    }
    this.unreadCount = 0;
  }

  /** What has been counted so far. */
  counts(): FlowCounts {
    const counts = { ...this.past };
    for (const connection of this.all) addTo(counts, connection);
    return counts;
  }

  private read(connection: Connection): void {
    const { receivedBytes } = connection;
    this.readBytes += receivedBytes - connection.readBytes;
    connection.readBytes = receivedBytes;
    this.readArrivedBytes += connection.arrivedBytes;
    connection.arrivedBytes = 0;
  }
}

function addTo(counts: FlowCounts, connection: Connection): void {
  const { sender, handshake } = connection;
  counts.handshakePackets += handshake?.packets ?? 0;
  counts.receivedBytes += connection.receivedBytes;
  counts.packetsSent += sender.packetsSent;
  counts.retransmissions += sender.retransmissions;
  counts.rtos += sender.rtos;
  counts.ecnReductions += sender.ecnReductions;
  counts.lossReductions += sender.lossReductions;
  counts.packetsToMarks += sender.packetsToMarks;
  counts.packetsToLosses += sender.packetsToLosses;
}
