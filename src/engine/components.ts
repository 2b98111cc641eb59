/**
 * Kinds of events, and an event queue that stores the kind and the owner (a link, a group, a connection, a flow) of
 * each slot.
 */
import type { Clock } from "./core/clock.ts";
import { EventQueue, EventSlot } from "./core/event-queue.ts";

/** Kinds of packet events, used in the switch of the loop. */
export const TRANSMIT = 0;
export const LINK_PIPE = 1;
export const DATA_PIPE = 2;
export const ACK_PIPE = 3;
export const PACE = 4;

/** Kinds of timer events. */
export const RETRANSMISSION_TIMER = 0;
export const DELAYED_ACK_TIMER = 1;
export const QUEUE_WAKE = 2;
export const TRAFFIC_WAKE = 3;
export const SAMPLE = 4;
/** Timer of a congestion control. */
export const CONTROL_TICK = 6;
/** Timer of a check of a group's receivers, which is not an event of the network. */
export const ARRIVALS = 5;

/** An event queue with the kind and the owner of each slot. */
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
