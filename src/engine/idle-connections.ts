/** Connections of a flow that wait for their next transfer: the one that was opened first is used first. */
import type { Connection } from "./tcp/connection.ts";

/** A binary heap by index; finding one costs the same however many carry something meanwhile. */
export class IdleConnections {
  private readonly heap: Connection[] = [];

  /** It has nothing to do any more. Once until it is taken. */
  add(connection: Connection): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(connection);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].index <= connection.index) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = connection;
  }

  /** The one that was opened first; undefined: none waits. */
  take(): Connection | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.sink(last);
    return first;
  }

  /** Into the empty place at the top. */
  private sink(connection: Connection): void {
    const { heap } = this;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1].index < heap[child].index) child++;
      if (heap[child].index >= connection.index) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = connection;
  }
}
