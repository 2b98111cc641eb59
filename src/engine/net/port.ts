/**
 * An output port. It contains a queue discipline, transmits at the link's rate, applies CE marks and drops, and measures the
 * sojourn time. The sojourn time lasts from the arrival of a packet until the packet leaves the queue. A packet that arrives at
 * an empty queue therefore also waits until the transmission in progress ends.
 */
import type { DisciplinePort, DropReason, QueueDiscipline } from "../aqm/queue-discipline.ts";
import { DROP_OVERFLOW, StepCounts } from "../aqm/queue-discipline.ts";
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { RandomStream } from "../core/random.ts";
import { type ProgramPlace, RunPrograms } from "../custom/run-programs.ts";
import { LOG, type LogKind, type LogWriter } from "../trace/log-rows.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { bitsUntil, meanRateBps, type TraceReader, TUN_HEADER_BYTES } from "./capacity-trace.ts";
import { CE, NOT_ECT, type Packet, type PacketPool, type PacketSink } from "./packet.ts";

/** Listener to the events of a port, implemented by the recorder. */
export interface PortObserver {
  /** Called when a packet leaves the queue. `queue` is the index of its queue in a discipline with several queues. */
  onLeaveQueue(sojournNs: number, queue: number): void;
  /** Called when a different discipline starts. `innerQueues` holds the names of its queues; null if it has only one queue. */
  onHost(innerQueues: readonly string[] | null): void;
  /** Called when the queue drops or marks a packet. `kind` is a QUEUE_EVENT. All fields of the packet are still valid. */
  onSignal(kind: number, packet: Packet): void;
}

const BITS_PER_BYTE = 8;
const NS_PER_S = 1e9;

/** The output of a link: the queue discipline, and the transmission of one packet after another at the rate of the link. */
export class Port implements DisciplinePort, PacketSink {
  readonly clock: Clock;
  rateBps: number;
  /**
   * Bytes that a link may send faster than its rate after a pause, as from a shaper's token bucket (Linux HTB, TBF);
   * 0 if every packet leaves at the rate of the link.
   */
  bucketBytes = 0;
  /** Recorded capacity, set before the first packet; `rateBps` is then the mean of the recording. */
  recording: TraceReader | null = null;

  // Counters of the port.
  packetsSent = 0;
  bytesSent = 0;
  marks = 0;
  aqmDrops = 0;
  overflowDrops = 0;
  /** Total waiting time of all packets that have left the queue, whether sent or dropped (packets · ns). */
  private waitedNs = 0;
  /** Maximum queue length since the start or the last `restartLongestQueue` (packets). */
  longestQueue = 0;

  private hosted: QueueDiscipline | null = null;
  private hasInnerQueues = false;
  /** True while the link is busy: either it sends, or the first packet waits for a recorded link to open. */
  isSending = false;
  /** True while a packet waits for a recorded link to open. */
  private isClosed = false;
  /**
   * The packet that a link with recorded opportunities has sent partly (null if none), the bytes of it that are still to be sent,
   * and the total bytes sent.
   */
  private partlySent: Packet | null = null;
  private leftBytes = 0;
  private takenBytes = 0;
  /**
   * End of the current transmission or, with a token bucket, the time at which the tokens suffice for the next one
   * (ns).
   */
  freeAtNs = 0;
  /**
   * Content of the token bucket, as the time that sending it takes at the link's rate (ns), and the time to which this content
   * applies (ns). The bucket is full at the start.
   */
  private tokensNs = Number.POSITIVE_INFINITY;
  private filledNs = 0;
  /** Size of the last packet and its transmission time, kept because the next packet often has the same size. */
  private sizeBytes = 0;
  private sizeNs = 0;
  /** Start time of the current transmission on a recorded link (ns). */
  private sizeFromNs = 0;

  private readonly transmitted: EventSlot;
  private readonly wake: EventSlot;
  private readonly pool: PacketPool;
  private readonly stream: RandomStream;
  private readonly observer: PortObserver;
  /** Packet log of a replay, and the index of the port's link in the log; null outside replays that need a log. */
  private readonly log: LogWriter | null;
  private readonly link: number;
  readonly steps: StepCounts;
  readonly programs: ProgramPlace;
  /** The object that receives packets, each at the start of its transmission. */
  out: PacketSink;

  constructor(
    clock: Clock,
    rateBps: number,
    transmitted: EventSlot,
    wake: EventSlot,
    pool: PacketPool,
    stream: RandomStream,
    observer: PortObserver,
    out: PacketSink,
    log: LogWriter | null = null,
    link = 0,
    steps = new StepCounts(),
    programs = new RunPrograms(clock).at("queue"),
  ) {
    this.clock = clock;
    this.rateBps = rateBps;
    this.transmitted = transmitted;
    this.wake = wake;
    this.pool = pool;
    this.stream = stream;
    this.observer = observer;
    this.out = out;
    this.log = log;
    this.link = link;
    this.steps = steps;
    this.programs = programs;
  }

  get discipline(): QueueDiscipline {
    if (this.hosted === null) throw new Error("the port has no queue discipline yet");
    return this.hosted;
  }

  /**
   * Installs a discipline. Packets that wait in the old discipline move to the new one and keep their arrival times.
   */
  host(create: (port: DisciplinePort) => QueueDiscipline): void {
    const old = this.hosted;
    this.wake.cancel();
    const next = create(this);
    this.hosted = next;
    this.hasInnerQueues = next.innerQueues !== undefined;
    this.observer.onHost(next.innerQueues ?? null);
    for (let packet = old?.takeAny() ?? null; packet !== null; packet = old?.takeAny() ?? null) {
      next.enqueue(packet);
    }
  }

  /** Sets the rate that applies from the next packet on. */
  setRate(rateBps: number): void {
    this.rateBps = rateBps;
    this.sizeBytes = 0;
  }

  receive(packet: Packet): void {
    const discipline = this.discipline;
    packet.enqueuedNs = this.clock.nowNs;
    if (this.log !== null) this.logArrival(this.log, packet);
    discipline.enqueue(packet);
    const waiting = discipline.packets;
    if (waiting > this.longestQueue) this.longestQueue = waiting;
    if (!this.isSending) this.startNext();
  }

  /** Handles the event at the end of a transmission. */
  onTransmitted(): void {
    if (this.recording?.trace.kind === "opportunities") {
      this.spendOpportunity(this.recording);
      return;
    }
    this.isSending = false;
    this.startNext();
  }

  /** Handles the wake-up event of the discipline. */
  onWake(): void {
    this.wake.cancel();
    this.discipline.onWake();
  }

  mark(packet: Packet): boolean {
    if (packet.ecn === NOT_ECT) return false;
    packet.ecn = CE;
    this.marks++;
    this.observer.onSignal(QUEUE_EVENT.mark, packet);
    if (this.log !== null) this.logSignal(this.log, LOG.marked, QUEUE_EVENT.mark, packet);
    return true;
  }

  drop(packet: Packet, reason: DropReason): void {
    if (reason === DROP_OVERFLOW) this.overflowDrops++;
    else this.aqmDrops++;
    const kind = reason === DROP_OVERFLOW ? QUEUE_EVENT.overflowDrop : QUEUE_EVENT.aqmDrop;
    this.waitedNs += this.clock.nowNs - packet.enqueuedNs;
    this.observer.onSignal(kind, packet);
    if (this.log !== null) this.logSignal(this.log, LOG.dropped, kind, packet);
    this.pool.release(packet);
  }

  private logArrival(log: LogWriter, packet: Packet): void {
    const ahead = this.discipline.packets + (this.isSending && !this.isClosed ? 1 : 0);
    log.add(LOG.enqueued, 0, this.clock, packet, this.link, ahead, 0);
  }

  private logDeparture(log: LogWriter, packet: Packet): void {
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    log.add(LOG.dequeued, 0, this.clock, packet, this.link, sojournNs, this.sizeNs);
  }

  /** Logs a QUEUE_EVENT of a packet that waits in the queue or has just left it. */
  logSignal(log: LogWriter, kind: LogKind, event: number, packet: Packet): void {
    const waitedNs = this.clock.nowNs - packet.enqueuedNs;
    log.add(kind, event, this.clock, packet, this.link, waitedNs, this.discipline.packets);
  }

  wakeAfter(ns: number): void {
    this.wake.schedule(ns);
  }

  random(): number {
    return this.stream.uniform();
  }

  /**
   * Returns the time integral of the queue length (packets · ns). By Little's law it equals the total waiting time of all
   * packets, including those that still wait.
   */
  lengthIntegral(): number {
    const { nowNs } = this.clock;
    let waitedNs = this.waitedNs;
    this.discipline.visit((packet) => {
      waitedNs += nowNs - packet.enqueuedNs;
      return true;
    });
    return waitedNs;
  }

  /** Returns the bytes sent so far, including the part of the current packet that has left. */
  bytesOnLink(): number {
    const { recording } = this;
    if (recording?.trace.kind === "opportunities") return this.takenBytes;
    if (!this.isSending || this.isClosed) return this.bytesSent;
    if (recording !== null) {
      const bits = bitsUntil(recording.trace, this.clock.nowNs) - bitsUntil(recording.trace, this.sizeFromNs);
      return this.bytesSent - this.sizeBytes + Math.min(this.sizeBytes, bits / BITS_PER_BYTE);
    }
    return this.bytesSent - (this.sizeBytes * (this.freeAtNs - this.clock.nowNs)) / this.sizeNs;
  }

  /** Returns the mean capacity over the next `ns` nanoseconds (bit/s). */
  rateOver(ns: number): number {
    const { nowNs } = this.clock;
    return this.recording === null ? this.rateBps : meanRateBps(this.recording.trace, nowNs, nowNs + ns);
  }

  /**
   * Number of packets that have left the queue but are only partly sent, because the rest must wait for the next opportunity: 0
   * or 1.
   */
  get partlySentPackets(): number {
    return this.partlySent === null ? 0 : 1;
  }

  /**
   * True if an idle link can be recognised by an empty queue. False if the link may send ahead of its rate, or may keep the rest
   * of a packet until the next opportunity.
   */
  get showsIdle(): boolean {
    return this.bucketBytes === 0 && this.recording === null;
  }

  restartLongestQueue(): void {
    this.longestQueue = this.discipline.packets;
  }

  private startNext(): void {
    if (this.recording !== null && this.isShut(this.recording)) return;
    const packet = this.takeNext();
    if (packet === null) {
      this.transmitted.cancel();
      return;
    }
    this.isSending = true;
    if (packet.bytes !== this.sizeBytes || this.recording !== null) this.setSize(packet.bytes);
    if (this.bucketBytes > 0 && this.recording === null) this.spendTokens();
    else this.hold(this.sizeNs);
    if (this.log !== null) this.logDeparture(this.log, packet);
    this.out.receive(packet);
  }

  /** Marks the link as busy for `ns` nanoseconds; Infinity means until further notice. */
  private hold(ns: number): void {
    this.freeAtNs = this.clock.nowNs + ns;
    this.transmitted.schedule(ns);
  }

  private setSize(bytes: number): void {
    this.sizeBytes = bytes;
    const { recording } = this;
    if (recording === null) {
      this.sizeNs = Math.max(1, Math.round((bytes * BITS_PER_BYTE * NS_PER_S) / this.rateBps));
      return;
    }
    const { nowNs } = this.clock;
    recording.seekEnd(nowNs, bytes * BITS_PER_BYTE);
    this.sizeNs = recording.ns - nowNs;
    this.sizeFromNs = nowNs;
  }

  /** Takes the next packet out of the queue; null if no packet waits. */
  private takeNext(): Packet | null {
    const { discipline } = this;
    const packet = discipline.dequeue();
    if (packet === null) return null;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    this.waitedNs += sojournNs;
    this.observer.onLeaveQueue(sojournNs, this.hasInnerQueues ? (discipline.servedQueue ?? -1) : -1);
    this.packetsSent++;
    this.bytesSent += packet.bytes;
    return packet;
  }

  /** Returns true if the rate of a recorded link is zero now. The port then waits, and the queue keeps its packets. */
  private isShut(recording: TraceReader): boolean {
    const { nowNs } = this.clock;
    if (recording.trace.kind === "opportunities") recording.seekOpportunity(nowNs);
    else recording.seekOpen(nowNs);
    this.isClosed = recording.ns > nowNs;
    if (this.isClosed) this.awaitOpening(recording);
    return this.isClosed;
  }

  private awaitOpening({ ns }: TraceReader): void {
    this.isSending = true;
    this.freeAtNs = ns;
    if (ns === Number.POSITIVE_INFINITY) this.transmitted.cancel();
    else this.transmitted.schedule(ns - this.clock.nowNs);
  }

  /**
   * Uses the bytes of an opportunity, as Mahimahi's LinkQueue does: first for the packet in transmission, then for the packets
   * behind it. A packet leaves with its last byte. Bytes that no packet uses are lost.
   */
  private spendOpportunity(recording: TraceReader): void {
    let { bytes } = recording;
    while (bytes > 0) {
      if (this.partlySent === null) {
        this.partlySent = this.takeNext();
        if (this.partlySent === null) break;
        this.isClosed = false;
        this.sizeNs = 0;
        this.leftBytes = this.partlySent.bytes + TUN_HEADER_BYTES;
        if (this.log !== null) this.logDeparture(this.log, this.partlySent);
      }
      const part = Math.min(bytes, this.leftBytes);
      bytes -= part;
      this.takenBytes += part;
      this.leftBytes -= part;
      if (this.leftBytes > 0) continue;
      const packet = this.partlySent;
      this.partlySent = null;
      this.out.receive(packet);
    }
    this.isClosed = this.partlySent === null;
    if (this.isClosed && this.discipline.packets === 0) {
      this.isSending = false;
      this.transmitted.cancel();
      return;
    }
    recording.seekOpportunity(this.clock.nowNs);
    this.awaitOpening(recording);
  }

  /**
   * Takes the tokens of a packet from the bucket, as Linux's HTB does. A packet may leave as soon as the number of tokens is not
   * negative, even if the packet is larger.
   */
  private spendTokens(): void {
    const { nowNs } = this.clock;
    const fullNs = Math.floor((this.bucketBytes * BITS_PER_BYTE * NS_PER_S) / this.rateBps);
    const heldNs = this.tokensNs + nowNs - this.filledNs;
    this.tokensNs = (heldNs < fullNs ? heldNs : fullNs) - this.sizeNs;
    this.filledNs = nowNs;
    this.hold(this.tokensNs < 0 ? -this.tokensNs : 0);
  }
}
