/** One component's place in an event queue: its one pending event. */
import type { Clock } from "./clock.ts";
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

  /** Sets the pending event, so long from now; moves it if there is one already. */
  schedule(afterNs: number): void {
    this.queue.schedule(this.index, afterNs);
  }

  /** As `schedule`, by somebody whose own clock may be behind. */
  scheduleBy(clock: Clock, afterNs: number): void {
    this.queue.scheduleBy(clock, this.index, afterNs);
  }

  cancel(): void {
    this.queue.cancel(this.index);
  }
}
