/** What events are of, and an event queue that knows of each slot what to do, and to whom (a link, a group, a connection, a flow). */
import type { Clock } from "./core/clock.ts";
import { EventQueue, EventSlot } from "./core/event-queue.ts";

/** Kinds of events of packets, which the loop switches on. */
export const TRANSMIT = 0;
export const LINK_PIPE = 1;
export const DATA_PIPE = 2;
export const ACK_PIPE = 3;
export const PACE = 4;

/** Of events of timers. */
export const RETRANSMISSION_TIMER = 0;
export const DELAYED_ACK_TIMER = 1;
export const QUEUE_WAKE = 2;
export const TRAFFIC_WAKE = 3;
export const SAMPLE = 4;
/** A look at a group's receivers, which is no event of the network. */
export const ARRIVALS = 5;

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
