/**
 * An output port: hosts a queue discipline, transmits at the link's rate, applies CE marks and drops, and measures the
 * sojourn time (from arrival to leaving the queue, so an "empty" queue shows the wait for the packet being transmitted).
 */
import type { DisciplinePort, DropReason, QueueDiscipline } from "../aqm/queue-discipline.ts";
import { DROP_OVERFLOW, StepCounts } from "../aqm/queue-discipline.ts";
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { RandomStream } from "../core/random.ts";
import { type ProgramPlace, RunPrograms } from "../own/run-programs.ts";
import { LOG, type LogKind, type PacketLog } from "../trace/packet-log.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { bitsUntil, meanRateBps, type TraceReader, TUN_HEADER_BYTES } from "./capacity-trace.ts";
import { CE, NOT_ECT, type Packet, type PacketPool, type PacketSink } from "./packet.ts";

/** Who hears of what happens at a port; the recorder's side. */
export interface PortObserver {
  /** `queue`: its place among the discipline's own queues; -1: it has one only. */
  onLeaveQueue(sojournNs: number, queue: number): void;
  /** Another discipline begins: the names of its own queues, null where it has one only. */
  onHost(ownQueues: readonly string[] | null): void;
  /** `kind` is a QUEUE_EVENT; the packet is still whole. */
  onSignal(kind: number, packet: Packet): void;
}

const BITS_PER_BYTE = 8;
const NS_PER_S = 1e9;

export class Port implements DisciplinePort, PacketSink {
  readonly clock: Clock;
  rateBps: number;
  /**
   * Bytes that a link that paused may send ahead of their time, as from a shaper's bucket of tokens (Linux HTB, TBF); 0:
   * one packet after the other.
   */
  bucketBytes = 0;
  /** A capacity that was recorded, set before the first packet; `rateBps` is its mean then. */
  recording: TraceReader | null = null;

  // Counters
  packetsSent = 0;
  bytesSent = 0;
  marks = 0;
  aqmDrops = 0;
  overflowDrops = 0;
  /** Waiting time of all packets that have left the queue, sent or dropped, in packets · ns. */
  private waitedNs = 0;
  /** Since the start, or since `restartLongestQueue`. */
  longestQueue = 0;

  private hosted: QueueDiscipline | null = null;
  private hasOwnQueues = false;
  /** The link is taken: it sends, or the first packet waits for a recorded link to open. */
  isSending = false;
  /** The second of these. */
  private isClosed = false;
  /** Of a recorded link: the packet whose last bytes wait for an opportunity, how many, and what all have taken. */
  private begun: Packet | null = null;
  private leftBytes = 0;
  private takenBytes = 0;
  /** When the present transmission ends, or with a bucket, when its tokens suffice for the next one. */
  freeAtNs = 0;
  /** What is in the bucket, as time at the link's rate, and as of when: full at first. */
  private tokensNs = Number.POSITIVE_INFINITY;
  private filledNs = 0;
  /** Transmission time of the size sent last. */
  private sizeBytes = 0;
  private sizeNs = 0;
  /** Of a recorded link: when it began. */
  private sizeFromNs = 0;

  private readonly transmitted: EventSlot;
  private readonly wake: EventSlot;
  private readonly pool: PacketPool;
  private readonly stream: RandomStream;
  private readonly observer: PortObserver;
  /** Of a replay that is asked for one, and the link that the port is of there. */
  private readonly log: PacketLog | null;
  private readonly link: number;
  readonly steps: StepCounts;
  readonly programs: ProgramPlace;
  /** Where packets go as their transmission starts. */
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
    log: PacketLog | null = null,
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

  /** Puts a discipline in place; what waits in the old one moves over, keeping its arrival times. */
  host(create: (port: DisciplinePort) => QueueDiscipline): void {
    const old = this.hosted;
    this.wake.cancel();
    const next = create(this);
    this.hosted = next;
    this.hasOwnQueues = next.ownQueues !== undefined;
    this.observer.onHost(next.ownQueues ?? null);
    for (let packet = old?.takeAny() ?? null; packet !== null; packet = old?.takeAny() ?? null) {
      next.enqueue(packet);
    }
  }

  /** From the next packet on. */
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

  /** The transmitter's event. */
  onTransmitted(): void {
    if (this.recording?.trace.kind === "opportunities") {
      this.spendOpportunity(this.recording);
      return;
    }
    this.isSending = false;
    this.startNext();
  }

  /** The discipline's event. */
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

  private logArrival(log: PacketLog, packet: Packet): void {
    const ahead = this.discipline.packets + (this.isSending && !this.isClosed ? 1 : 0);
    log.add(LOG.enqueued, 0, this.clock, packet, this.link, ahead, 0);
  }

  private logDeparture(log: PacketLog, packet: Packet): void {
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    log.add(LOG.dequeued, 0, this.clock, packet, this.link, sojournNs, this.sizeNs);
  }

  /** A QUEUE_EVENT of a packet that waits here, or has just left for the link. */
  logSignal(log: PacketLog, kind: LogKind, event: number, packet: Packet): void {
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
   * Time integral of the queue's length, in packets · ns: by Little's law the waiting time of all packets, those that
   * have left and those that still wait.
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

  /** Bytes on the link by now: of the packet being sent, the part that has left. */
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

  /** Capacity over so long from now on. */
  rateOver(ns: number): number {
    const { nowNs } = this.clock;
    return this.recording === null ? this.rateBps : meanRateBps(this.recording.trace, nowNs, nowNs + ns);
  }

  /** Out of the queue, and not yet on its way: its last bytes wait for an opportunity. */
  get begunPackets(): number {
    return this.begun === null ? 0 : 1;
  }

  /** Whether a queue that is empty for a moment means an idle link: not where bytes may leave ahead, or wait for an opportunity. */
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

  /** The link is taken for so long; Infinity: for ever. */
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

  /** Out of the queue; null: nothing waits. */
  private takeNext(): Packet | null {
    const { discipline } = this;
    const packet = discipline.dequeue();
    if (packet === null) return null;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    this.waitedNs += sojournNs;
    this.observer.onLeaveQueue(sojournNs, this.hasOwnQueues ? (discipline.servedQueue ?? -1) : -1);
    this.packetsSent++;
    this.bytesSent += packet.bytes;
    return packet;
  }

  /** Whether a recorded link carries nothing now: then it is waited for, and the queue keeps its packets. */
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
   * As Mahimahi's LinkQueue: bytes of an opportunity go to the packet that has begun and to those behind it, a packet is
   * on its way with its last byte, and what nobody can use is lost.
   */
  private spendOpportunity(recording: TraceReader): void {
    let { bytes } = recording;
    while (bytes > 0) {
      if (this.begun === null) {
        this.begun = this.takeNext();
        if (this.begun === null) break;
        this.isClosed = false;
        this.sizeNs = 0;
        this.leftBytes = this.begun.bytes + TUN_HEADER_BYTES;
        if (this.log !== null) this.logDeparture(this.log, this.begun);
      }
      const part = Math.min(bytes, this.leftBytes);
      bytes -= part;
      this.takenBytes += part;
      this.leftBytes -= part;
      if (this.leftBytes > 0) continue;
      const packet = this.begun;
      this.begun = null;
      this.out.receive(packet);
    }
    this.isClosed = this.begun === null;
    if (this.isClosed && this.discipline.packets === 0) {
      this.isSending = false;
      this.transmitted.cancel();
      return;
    }
    recording.seekOpportunity(this.clock.nowNs);
    this.awaitOpening(recording);
  }

  /** As Linux's HTB: a packet may leave on what is left of the tokens, the next one when its debt is paid. */
  private spendTokens(): void {
    const { nowNs } = this.clock;
    const fullNs = Math.floor((this.bucketBytes * BITS_PER_BYTE * NS_PER_S) / this.rateBps);
    const heldNs = this.tokensNs + nowNs - this.filledNs;
    this.tokensNs = (heldNs < fullNs ? heldNs : fullNs) - this.sizeNs;
    this.filledNs = nowNs;
    this.hold(this.tokensNs < 0 ? -this.tokensNs : 0);
  }
}
