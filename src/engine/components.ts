/** An event queue that knows of each slot what to do, and to whom (a link, a group, a connection, a flow). */
import type { Clock } from "./core/clock.ts";
import { EventQueue } from "./core/event-queue.ts";
import { EventSlot } from "./core/event-slot.ts";

export class Components {
  readonly events: EventQueue;
  readonly kinds: number[] = [];
  readonly owners: number[] = [];

  constructor(clock: Clock) {
    this.events = new EventQueue(clock);
  }

  register(kind: number, owner: number): EventSlot {
    const slot = new EventSlot(this.events);
    this.kinds[slot.index] = kind;
    this.owners[slot.index] = owner;
    return slot;
  }
}
