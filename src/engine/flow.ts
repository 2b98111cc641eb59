/** One flow of a run: its traffic, its connections, and the sums of their counters. */
import type { Clock } from "./core/clock.ts";
import type { EventSlot } from "./core/event-queue.ts";
import type { RandomStream } from "./core/random.ts";
import { FlowConnections, type FlowCounts } from "./flow-connections.ts";
import { NS_PER_MS, NS_PER_S } from "./params/read.ts";
import type { Connection, ConnectionOwner } from "./tcp/connection.ts";
import type { FlowReadings, ReadFlow } from "./trace/flow-readings.ts";
import { ResponseTimes } from "./trace/response-times.ts";
import type { DatagramOwner, Datagrams } from "./traffic/datagrams.ts";
import type { Traffic, TrafficHost } from "./traffic/traffic.ts";

/** How a flow's first connection was opened. */
export interface FlowOpening {
  /** Time at which the SYN-ACK arrived (ns). */
  readonly openNs: number;
  readonly syns: number;
  /** True if both ends have agreed on ECN. */
  readonly ecn: boolean;
}

/** Listener to the events of a flow. */
export interface FlowListener {
  /** Called when the flow starts or stops competing. A flow competes while it may have something to send. */
  onJoin(flow: Flow): void;
  onLeave(flow: Flow): void;
  /** Called when a request is answered, `responseNs` after it was made. */
  onResponse(flow: Flow, responseNs: number): void;
}

/** Parts that the network provides to a flow. */
export interface FlowParts {
  readonly clock: Clock;
  /** Index among all flows of the run. */
  readonly index: number;
  readonly group: number;
  readonly startNs: number;
  readonly stopNs: number;
  readonly wake: EventSlot;
  readonly stream: RandomStream;
  readonly listener: FlowListener;
  /** Values of all flows, which the sampler reads. The flow writes its own entries. */
  readonly readings: FlowReadings;
  /** Opens one more connection; returns null if the limit is reached. */
  readonly connect: (owner: ConnectionOwner) => Connection | null;
  /** Processes all arrivals at the receivers up to the current time. */
  readonly settle: () => void;
  /** Creates the two ends of a UDP flow; null if the traffic is TCP. */
  readonly openDatagrams: ((owner: DatagramOwner) => Datagrams) | null;
}

/** A running flow. */
export class Flow implements TrafficHost, ConnectionOwner, DatagramOwner, ReadFlow {
  readonly index: number;
  readonly group: number;
  readonly startNs: number;
  stopNs: number;
  hasStarted = false;
  /** Time at which all data of the flow had been acknowledged and no more was to follow (ns); -1 before that. */
  completedNs = -1;
  readonly responses = new ResponseTimes();
  /** How the first connection was opened; null before it is open, and in runs without handshakes. */
  opening: FlowOpening | null = null;
  /** Number of connections that could not be opened. */
  notOpened = 0;
  /** The connection that was used last. */
  current: Connection | null = null;
  private datagrams: Datagrams | null = null;
  private traffic_: Traffic | null = null;
  private transfers = 0;
  /** True if the flow may have something to send. */
  private isCompeting = false;
  /** True if values that are sampled may have changed since they were last read. */
  private hasChanged = false;
  private readonly carriers = new FlowConnections();
  private readonly clock: Clock;
  private readonly wake: EventSlot;
  private readonly stream: RandomStream;
  private readonly listener: FlowListener;
  private readonly readings: FlowReadings;
  private readonly connect: FlowParts["connect"];
  private readonly settle: FlowParts["settle"];
  private readonly openDatagrams: FlowParts["openDatagrams"];

  constructor(parts: FlowParts) {
    this.index = parts.index;
    this.group = parts.group;
    this.startNs = parts.startNs;
    this.stopNs = parts.stopNs;
    this.clock = parts.clock;
    this.wake = parts.wake;
    this.stream = parts.stream;
    this.listener = parts.listener;
    this.readings = parts.readings;
    this.readings.add();
    this.connect = parts.connect;
    this.settle = parts.settle;
    this.openDatagrams = parts.openDatagrams;
  }

  get connections(): readonly Connection[] {
    return this.carriers.all;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  get traffic(): Traffic {
    if (this.traffic_ === null) throw new Error("the flow has no traffic yet");
    return this.traffic_;
  }

  carry(create: (host: TrafficHost) => Traffic): void {
    this.traffic_ = create(this);
  }

  start(): void {
    this.hasStarted = true;
    this.join();
    this.traffic.start();
  }

  stop(): void {
    this.wake.cancel();
    this.traffic.stop();
    this.leave();
  }

  /** Returns true while the flow competes: it has started, has not stopped and is not complete. */
  isActive(): boolean {
    return this.isCompeting && this.clock.nowNs < this.stopNs && this.completedNs < 0;
  }

  onWake(): void {
    this.wake.cancel();
    if (this.clock.nowNs < this.stopNs) this.traffic.onWake();
  }

  transfer(bytes: number | null, fresh: boolean): number | null {
    const isGone = this.current?.handshake?.hasEnded === true;
    const connection = fresh || isGone ? this.freshConnection() : this.current;
    if (connection === null) {
      this.responses.refused++;
      return null;
    }
    const transfer = this.transfers++;
    this.current = connection;
    this.onProgress();
    this.carriers.onOffer(connection);
    connection.offer(bytes, transfer);
    this.join();
    return transfer;
  }

  cut(): void {
    this.carriers.cut();
    this.onProgress();
    this.leave();
  }

  finish(): void {
    this.completedNs = this.clock.nowNs;
    this.leave();
  }

  datagram(bytes: number): void {
    // The two ends are created with the first datagram, as connections are with their first transfer. Ends are numbered in the
    // order of their first use. A flow that joins a live run therefore gets the same number in a replay.
    this.datagrams ??= this.openDatagrams?.(this) ?? null;
    if (this.datagrams === null) throw new Error("only traffic over UDP sends datagrams");
    this.datagrams.send(bytes);
  }

  wakeAfter(ns: number): void {
    this.wake.schedule(ns);
  }

  random(): number {
    return this.stream.uniform();
  }

  noteResponse(responseNs: number): void {
    this.responses.add(responseNs / NS_PER_S);
    this.listener.onResponse(this, responseNs);
  }

  onDrained(connection: Connection): void {
    const { transfer } = connection;
    if (transfer < 0) return;
    connection.transfer = -1;
    this.carriers.onDrained(connection);
    // A transfer that was cut short is not reported as done.
    if (!connection.wasCut) this.traffic.onDone(transfer);
  }

  onOpened({ handshake, sender }: Connection): void {
    this.onProgress();
    this.opening ??= { openNs: this.clock.nowNs, syns: handshake?.sent ?? 0, ecn: sender.ecn.enabled };
  }

  onNotOpened(transfer: number): void {
    this.notOpened++;
    this.traffic.onNotOpened(transfer);
  }

  /** Returns the current counters. */
  counts(): FlowCounts {
    const counts = this.carriers.counts();
    if (this.datagrams !== null) {
      counts.packetsSent += this.datagrams.sent;
      counts.receivedBytes += this.datagrams.receivedBytes;
    }
    return counts;
  }

  /** Payload bytes that have reached the receiver in order. */
  get receivedBytes(): number {
    return this.carriers.receivedBytes + (this.datagrams === null ? 0 : this.datagrams.receivedBytes);
  }

  /** Payload bytes that have reached the receiver in any order, including duplicates. */
  get arrivedBytes(): number {
    return this.carriers.arrivedBytes + (this.datagrams === null ? 0 : this.datagrams.receivedBytes);
  }

  onUnread(connection: Connection): void {
    this.carriers.onUnread(connection);
    this.onProgress();
  }

  /** Must be called when values that are sampled may have changed. */
  onProgress(): void {
    if (this.hasChanged) return;
    this.hasChanged = true;
    this.readings.note(this);
  }

  writeReadings(columns: FlowReadings): void {
    const { index, current } = this;
    const isActive = this.isActive();
    this.hasChanged = false;
    columns.receivedBytes[index] = this.receivedBytes;
    columns.arrivedBytes[index] = this.arrivedBytes;
    columns.isActive[index] = isActive ? 1 : 0;
    columns.srttMs[index] = isActive && current !== null ? current.sender.state.srttNs / NS_PER_MS : 0;
  }

  private freshConnection(): Connection | null {
    const idle = this.carriers.renewIdle(this.settle);
    if (idle !== null) return idle;
    const opened = this.connect(this);
    if (opened !== null) this.carriers.add(opened);
    return opened;
  }

  private join(): void {
    if (this.isCompeting) return;
    this.isCompeting = true;
    this.onProgress();
    this.listener.onJoin(this);
  }

  private leave(): void {
    if (!this.isCompeting) return;
    this.isCompeting = false;
    this.onProgress();
    this.listener.onLeave(this);
  }
}
