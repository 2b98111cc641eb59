/**
 * A bounded log of events. When it is full, every second entry is removed, and from then on only every stride-th
 * event is kept.
 */
import type { Clock } from "../core/clock.ts";
import type { FlowEvents, QueueEvents } from "./snapshot.ts";

const NS_PER_S = 1e9;

/** Bit in the kind of a queue event: set if the packet was an ACK. */
export const OF_ACK = 0x80;

/** Log of the events of flows, or of one queue. */
export class EventLog {
  /** Every stride-th event is kept in the log. */
  stride = 1;
  /** Number of events, including those that were not kept. */
  total = 0;
  private length = 0;
  private capacity: number;
  private readonly clock: Clock;
  private readonly limit: number;
  private timeNs: Float64Array;
  private flow: Uint16Array;
  private kind: Uint8Array;
  private before: Float32Array;
  private after: Float32Array;

  constructor(clock: Clock, limit: number) {
    this.clock = clock;
    this.limit = limit;
    this.capacity = Math.min(256, limit);
    this.timeNs = new Float64Array(this.capacity);
    this.flow = new Uint16Array(this.capacity);
    this.kind = new Uint8Array(this.capacity);
    this.before = new Float32Array(this.capacity);
    this.after = new Float32Array(this.capacity);
  }

  /** Adds an event at the current time. */
  add(flow: number, kind: number, before: number, after: number): void {
    if (this.total++ % this.stride !== 0) return;
    if (this.length === this.capacity) this.makeRoom();
    const at = this.length++;
    this.timeNs[at] = this.clock.nowNs;
    this.flow[at] = flow;
    this.kind[at] = kind;
    this.before[at] = before;
    this.after[at] = after;
  }

  flowEvents(): FlowEvents {
    return {
      ...this.columns(),
      before: this.before.slice(0, this.length),
      after: this.after.slice(0, this.length),
    };
  }

  queueEvents(): QueueEvents {
    const columns = this.columns();
    const isAck = columns.kind.map((kind) => (kind & OF_ACK ? 1 : 0));
    return { ...columns, kind: columns.kind.map((kind) => kind & ~OF_ACK), isAck };
  }

  private columns(): Omit<QueueEvents, "isAck"> {
    return {
      stride: this.stride,
      total: this.total,
      timeS: this.timeNs.slice(0, this.length).map((ns) => ns / NS_PER_S),
      flow: this.flow.slice(0, this.length),
      kind: this.kind.slice(0, this.length),
    };
  }

  private makeRoom(): void {
    if (this.capacity < this.limit) this.grow();
    else this.thin();
  }

  private grow(): void {
    this.capacity = Math.min(this.capacity * 2, this.limit);
    const grown = <T extends Float64Array | Float32Array | Uint16Array | Uint8Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.timeNs = grown(new Float64Array(this.capacity), this.timeNs);
    this.flow = grown(new Uint16Array(this.capacity), this.flow);
    this.kind = grown(new Uint8Array(this.capacity), this.kind);
    this.before = grown(new Float32Array(this.capacity), this.before);
    this.after = grown(new Float32Array(this.capacity), this.after);
  }

  private thin(): void {
    const columns = [this.timeNs, this.flow, this.kind, this.before, this.after];
    const kept = Math.ceil(this.length / 2);
    for (const column of columns) for (let i = 0; i < kept; i++) column[i] = column[2 * i];
    this.length = kept;
    this.stride *= 2;
  }
}
