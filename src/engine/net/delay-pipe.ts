/** Fixed propagation delays in which each arrival is an event. Each pipe has one pending event, for the packet that arrives next. */
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { Packet, PacketSink } from "./packet.ts";

/** Packets in flight over a fixed propagation delay, in order of arrival: a list linked through the packets. */
export abstract class DelayLine {
  /** The packet that arrives next; its field `next` is the packet after it. */
  head: Packet | null = null;
  /**
   * One-way delay (ns). A change of the delay does not reorder packets: no packet overtakes those already in flight.
   */
  delayNs = 0;
  /** Clock of the sending side. */
  protected readonly clock: Clock;
  private tail: Packet | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get packets(): number {
    let count = 0;
    for (let packet = this.head; packet !== null; packet = packet.next) count++;
    return count;
  }

  /** Visits the packets in the order of arrival. */
  visit(act: (packet: Packet) => void): void {
    for (let packet = this.head; packet !== null; packet = packet.next) act(packet);
  }

  /**
   * Adds a packet that arrives at `packet.dueNs`. If packets ahead of it arrive later, it arrives together with the last of them.
   * Returns true if the packet is the only one in the line.
   */
  protected append(packet: Packet): boolean {
    packet.next = null;
    const { tail } = this;
    this.tail = packet;
    if (tail === null) {
      this.head = packet;
      return true;
    }
    if (packet.dueNs < tail.dueNs) packet.dueNs = tail.dueNs;
    tail.next = packet;
    return false;
  }

  /** Removes and returns the packet that arrives next. The pipe must not be empty. */
  protected shift(): Packet {
    const packet = this.head;
    if (packet === null) throw new Error("no packet is in flight in this pipe");
    this.head = packet.next;
    if (packet.next === null) this.tail = null;
    return packet;
  }
}

/** A propagation delay in which each arrival is an event and packets stay in order. */
export class DelayPipe extends DelayLine implements PacketSink {
  protected readonly exit: EventSlot;

  constructor(clock: Clock, exit: EventSlot) {
    super(clock);
    this.exit = exit;
  }

  receive(packet: Packet): void {
    packet.dueNs = this.clock.nowNs + this.delayNs;
    if (this.append(packet)) this.exit.scheduleBy(this.clock, packet.dueNs - this.clock.nowNs);
  }

  /** Like `receive`, with an additional delay of `extraNs` (jitter). Packets stay in order. */
  receiveLater(packet: Packet, extraNs: number): void {
    packet.dueNs = this.clock.nowNs + this.delayNs + extraNs;
    if (this.append(packet)) this.exit.scheduleBy(this.clock, packet.dueNs - this.clock.nowNs);
  }

  /** Removes and returns the packet that is due, and schedules the next one. */
  takeDue(): Packet {
    const packet = this.shift();
    if (this.head === null) this.exit.cancel();
    else this.exit.schedule(this.head.dueNs - packet.dueNs);
    return packet;
  }
}

/**
 * A propagation delay in which packets can overtake each other, as in netem: each packet has its own delay. Packets that arrive
 * at the same time keep their order. The packets form a heap whose array never shrinks, so nothing is allocated per packet.
 */
export class OvertakingPipe extends DelayPipe {
  private readonly heap: Packet[] = [];
  private held = 0;
  /** Counter that numbers packets in the order of entry. */
  private entered = 0;

  override get packets(): number {
    return this.held;
  }

  override receive(packet: Packet): void {
    this.receiveLater(packet, 0);
  }

  override receiveLater(packet: Packet, extraNs: number): void {
    packet.dueNs = this.clock.nowNs + this.delayNs + extraNs;
    packet.order = this.entered++;
    packet.next = null;
    this.raise(packet, this.held++);
    const first = this.heap[0];
    this.head = first;
    if (first === packet) this.exit.scheduleBy(this.clock, packet.dueNs - this.clock.nowNs);
  }

  override takeDue(): Packet {
    const { heap } = this;
    const packet = heap[0];
    this.held--;
    if (this.held > 0) this.sink(heap[this.held]);
    if (this.held === 0) {
      this.head = null;
      this.exit.cancel();
    } else {
      this.head = heap[0];
      this.exit.schedule(heap[0].dueNs - packet.dueNs);
    }
    return packet;
  }

  override visit(act: (packet: Packet) => void): void {
    const waiting = this.heap.slice(0, this.held).sort((a, b) => a.dueNs - b.dueNs || a.order - b.order);
    for (const packet of waiting) act(packet);
  }

  /** Places a packet at the end of the heap and moves it up to its place. */
  private raise(packet: Packet, end: number): void {
    const { heap } = this;
    let at = end;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(packet, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = packet;
  }

  /** Places a packet at the front of the heap and moves it down to its place. */
  private sink(packet: Packet): void {
    const { heap, held } = this;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= held) break;
      if (below + 1 < held && isBefore(heap[below + 1], heap[below])) below++;
      if (!isBefore(heap[below], packet)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = packet;
  }
}

function isBefore(one: Packet, other: Packet): boolean {
  return one.dueNs < other.dueNs || (one.dueNs === other.dueNs && one.order < other.order);
}
