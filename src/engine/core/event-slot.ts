/** One component's place in an event queue: its one pending event. */
import type { EventQueue } from "./event-queue.ts";

export class EventSlot {
  /** The slot's number in its queue. */
  readonly index: number;
  private readonly queue: EventQueue;

  constructor(queue: EventQueue) {
    this.queue = queue;
    this.index = queue.register();
  }

  get isPending(): boolean {
    return this.queue.isPending(this.index);
  }

  /** Sets the pending event; moves it if there is one already. */
  schedule(timeNs: number): void {
    this.queue.schedule(this.index, timeNs);
  }

  cancel(): void {
    this.queue.cancel(this.index);
  }
}
