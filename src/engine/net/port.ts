/**
 * An output port: hosts a queue discipline, transmits at the link's rate, applies CE marks and drops, and measures the
 * sojourn time (from arrival to leaving the queue, so an "empty" queue shows the wait for the packet being transmitted).
 */
import type { DisciplinePort, DropReason, QueueDiscipline } from "../aqm/queue-discipline.ts";
import { DROP_OVERFLOW } from "../aqm/queue-discipline.ts";
import type { EventQueue } from "../core/event-queue.ts";
import type { RandomStream } from "../core/random.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { CE, NOT_ECT, type Packet, type PacketPool } from "./packet.ts";

/** Who hears of what happens at a port; the recorder's side. */
export interface PortObserver {
  onLeaveQueue(nowNs: number, sojournNs: number, packetsLeft: number): void;
  /** `kind` is a QUEUE_EVENT. */
  onSignal(kind: number, nowNs: number, flow: number): void;
}

const BITS_PER_BYTE = 8;
const NS_PER_S = 1e9;

export class Port implements DisciplinePort {
  // Counters
  packetsSent = 0;
  bytesSent = 0;
  marks = 0;
  aqmDrops = 0;
  overflowDrops = 0;
  /** Time integral of the queue's length, packets · ns, up to `#lengthSinceNs`. */
  #lengthIntegral = 0;
  #lengthSinceNs = 0;
  #longestQueue = 0;

  #discipline: QueueDiscipline | null = null;
  #sending: Packet | null = null;
  #nowNs = 0;
  #rateBps: number;
  /** Transmission time of the size sent last. */
  #sizeBytes = 0;
  #sizeNs = 0;

  readonly #events: EventQueue;
  readonly #transmitSlot: number;
  readonly #wakeSlot: number;
  readonly #pool: PacketPool;
  readonly #stream: RandomStream;
  readonly #observer: PortObserver;
  readonly #forward: (packet: Packet, nowNs: number) => void;

  constructor(
    rateBps: number,
    events: EventQueue,
    transmitSlot: number,
    wakeSlot: number,
    pool: PacketPool,
    stream: RandomStream,
    observer: PortObserver,
    forward: (packet: Packet, nowNs: number) => void,
  ) {
    this.#rateBps = rateBps;
    this.#events = events;
    this.#transmitSlot = transmitSlot;
    this.#wakeSlot = wakeSlot;
    this.#pool = pool;
    this.#stream = stream;
    this.#observer = observer;
    this.#forward = forward;
  }

  get rateBps(): number {
    return this.#rateBps;
  }

  get discipline(): QueueDiscipline {
    if (this.#discipline === null) throw new Error("the port has no queue discipline yet");
    return this.#discipline;
  }

  /** Puts a discipline in place; what waits in the old one moves over, keeping its arrival times. */
  host(create: (port: DisciplinePort) => QueueDiscipline, nowNs: number): void {
    const old = this.#discipline;
    this.#nowNs = nowNs;
    this.#events.cancel(this.#wakeSlot);
    const next = create(this);
    this.#discipline = next;
    for (let packet = old?.takeAny() ?? null; packet !== null; packet = old?.takeAny() ?? null) {
      next.enqueue(packet, nowNs);
    }
  }

  /** From the next packet on. */
  setRate(rateBps: number): void {
    this.#rateBps = rateBps;
    this.#sizeBytes = 0;
  }

  receive(packet: Packet, nowNs: number): void {
    this.#nowNs = nowNs;
    const discipline = this.discipline;
    this.#integrateLength(nowNs, discipline.packets);
    packet.enqueuedNs = nowNs;
    discipline.enqueue(packet, nowNs);
    if (discipline.packets > this.#longestQueue) this.#longestQueue = discipline.packets;
    if (this.#sending === null) this.#startNext(nowNs);
  }

  /** The transmitter's event. */
  onTransmitted(nowNs: number): void {
    const packet = this.#sending;
    if (packet === null) throw new Error("the transmitter is idle");
    this.#sending = null;
    this.packetsSent++;
    this.bytesSent += packet.bytes;
    this.#startNext(nowNs);
    this.#forward(packet, nowNs);
  }

  /** The discipline's event. */
  onWake(nowNs: number): void {
    this.#nowNs = nowNs;
    this.#events.cancel(this.#wakeSlot);
    this.discipline.onWake(nowNs);
  }

  mark(packet: Packet): boolean {
    if (packet.ecn === NOT_ECT) return false;
    packet.ecn = CE;
    this.marks++;
    this.#observer.onSignal(QUEUE_EVENT.mark, this.#nowNs, packet.flow);
    return true;
  }

  drop(packet: Packet, reason: DropReason): void {
    if (reason === DROP_OVERFLOW) this.overflowDrops++;
    else this.aqmDrops++;
    const kind = reason === DROP_OVERFLOW ? QUEUE_EVENT.overflowDrop : QUEUE_EVENT.aqmDrop;
    this.#observer.onSignal(kind, this.#nowNs, packet.flow);
    this.#pool.release(packet);
  }

  wakeAt(timeNs: number): void {
    this.#events.schedule(this.#wakeSlot, timeNs);
  }

  random(): number {
    return this.#stream.uniform();
  }

  /** Packets · ns since the last call of `restartLengthStatistics`. */
  lengthIntegral(nowNs: number): number {
    this.#integrateLength(nowNs, this.discipline.packets);
    return this.#lengthIntegral;
  }

  get longestQueue(): number {
    return this.#longestQueue;
  }

  restartLengthStatistics(nowNs: number): void {
    this.#lengthIntegral = 0;
    this.#lengthSinceNs = nowNs;
    this.#longestQueue = this.discipline.packets;
  }

  #startNext(nowNs: number): void {
    this.#nowNs = nowNs;
    const discipline = this.discipline;
    this.#integrateLength(nowNs, discipline.packets);
    const packet = discipline.dequeue(nowNs);
    if (packet === null) {
      this.#events.cancel(this.#transmitSlot);
      return;
    }
    this.#observer.onLeaveQueue(nowNs, nowNs - packet.enqueuedNs, discipline.packets);
    this.#sending = packet;
    if (packet.bytes !== this.#sizeBytes) {
      this.#sizeBytes = packet.bytes;
      this.#sizeNs = Math.max(1, Math.round((packet.bytes * BITS_PER_BYTE * NS_PER_S) / this.#rateBps));
    }
    this.#events.schedule(this.#transmitSlot, nowNs + this.#sizeNs);
  }

  #integrateLength(nowNs: number, packets: number): void {
    this.#lengthIntegral += packets * (nowNs - this.#lengthSinceNs);
    this.#lengthSinceNs = nowNs;
  }
}
