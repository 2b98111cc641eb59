/**
 * Kinds of events, and an event queue that knows the kind and the owner of each slot. An owner is a link, a group, a connection
 * or a flow.
 */
import type { Clock } from "./core/clock.ts";
import { EventQueue, EventSlot } from "./core/event-queue.ts";

/** Kinds of packet events. The loop branches on these numbers. */
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
/** Check for arrivals at a group's receivers. It is not an event of the network. */
export const ARRIVALS = 5;

/** An event queue that knows the kind and the owner of each slot. */
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
