/**
 * A propagation delay in which packets overtake each other, as netem's: each arrives when its own delay is over. Those that
 * arrive at the same time keep their order. A heap over an array that stays as long as it once had to be: nothing is
 * allocated per packet.
 */
import { DelayPipe } from "./delay-pipe.ts";
import type { Packet } from "./packet.ts";

export class OvertakingPipe extends DelayPipe {
  private readonly heap: Packet[] = [];
  private held = 0;
  /** Numbers packets as they come. */
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

  /** Puts a packet in at the end, and moves it up to its place. */
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

  /** Puts a packet in at the front, and moves it down to its place. */
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
