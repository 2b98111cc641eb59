/**
 * The connections of a flow and their counters. Finding a connection for a transfer, and reading arrivals for a sample, takes the
 * same time for any number of open connections.
 */
import type { Connection } from "./tcp/connection.ts";

/** Connections of a flow that wait for their next transfer, as a binary heap. The connection that was opened first is used first. */
class IdleConnections {
  private readonly heap: Connection[] = [];

  /** Adds a connection that has become idle. A connection must not be added a second time before it is taken. */
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

  /** Removes and returns the connection that was opened first; undefined if no connection waits. */
  take(): Connection | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.sink(last);
    return first;
  }

  /** Moves a connection from the top of the heap down to its place. */
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

/** Counters of a flow: sums over all its connections. */
export interface FlowCounts {
  receivedBytes: number;
  packetsSent: number;
  /** SYNs and final ACKs of handshakes, which do not count as data packets. */
  handshakePackets: number;
  retransmissions: number;
  rtos: number;
  ecnReductions: number;
  lossReductions: number;
  packetsToMarks: number;
  packetsToLosses: number;
}

/** The counters of a flow that has no connections. */
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

/** All connections of one flow. */
export class FlowConnections {
  /** All connections in the order in which they were opened. */
  readonly all: Connection[] = [];
  private readonly idle = new IdleConnections();
  /** Connections that were offered data since the last call of `cut`. */
  private offered: Connection[] = [];
  /** Connections that have arrivals which were not read yet; only the first `unreadCount` entries are valid. */
  private readonly unread: Connection[] = [];
  private unreadCount = 0;
  /** Payload bytes that had arrived in order on all connections at the last read. */
  private readBytes = 0;
  /** Payload bytes that had arrived in any order, including duplicates, on all connections at the last read. */
  private readArrivedBytes = 0;
  /** Counters from earlier uses of connection objects that have been renewed since. */
  private readonly past: FlowCounts = { ...NO_COUNTS };

  /** Renews an idle connection and returns it; null if no connection is idle. */
  renewIdle(settle: () => void): Connection | null {
    let found = this.idle.take();
    // An entry may be out of date: the connection may have been offered data after it became idle.
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

  /** Must be called when all data offered to a connection has been acknowledged. */
  onDrained(connection: Connection): void {
    if (connection.waits) return;
    connection.waits = true;
    this.idle.add(connection);
  }

  /** Must be called when segments have arrived that were not read yet. */
  onUnread(connection: Connection): void {
    connection.isUnread = true;
    this.unread[this.unreadCount++] = connection;
  }

  /** Stops the application on each connection. */
  cut(): void {
    const { offered } = this;
    this.offered = [];
    for (const connection of offered) {
      connection.isOffered = false;
      connection.cut();
    }
  }

  /** Payload bytes that have reached the receivers in order. */
  get receivedBytes(): number {
    this.readAll();
    return this.readBytes;
  }

  /** Payload bytes that have reached the receivers in any order, including duplicates. */
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

  /** Returns the current counters. */
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
