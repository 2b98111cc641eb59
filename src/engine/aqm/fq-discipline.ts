/**
 * Base class of disciplines with flow queues. It provides the buckets and their turns, the common limit, and the shared probes.
 * Subclasses decide which packets get a signal, and which packet is dropped at the limit. Reference: RFC 8290 §4.
 */

import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import { type NumberParam, type ParamValue, type ParamValues, type Probe, range } from "../params/param.ts";
import { numberOf, readNumber, type SizeLimit, sizeOf } from "../params/read.ts";
import { type DrrFlow, DrrFlows } from "./drr-flows.ts";
import type { DisciplinePort, InnerQueue, QueueDiscipline } from "./queue-discipline.ts";

export const FQ_FLOWS: NumberParam = {
  id: "fq-flows",
  label: "Flow queues",
  unit: "count",
  ...range({ default: 1024, min: 1, max: 65_536, step: 1, scale: "log", integer: true }),
  help: "Number of queues that flows are hashed to. Flows with the same hash share a queue.",
  cite: "RFC 8290 §5.2.5",
  live: false,
  whyNotLive: "The queues are created when the discipline starts.",
};

export const FQ_QUANTUM: NumberParam = {
  id: "fq-quantum",
  label: "Quantum",
  unit: "B",
  ...range({ default: 1514, min: 256, max: 65_536, sliderMax: 10_000, step: 1, scale: "log", integer: true }),
  help: "Number of bytes that a flow queue may send before it is the next queue's turn.",
  cite: "RFC 8290 §5.2.4",
};

/** Probes that all subclasses have as their first two. */
export const FQ_PROBES: readonly Probe[] = [
  {
    id: "active-flows",
    label: "active flow queues",
    noun: "number of active flow queues",
    unit: "count",
    help: "Flow queues that take turns, including those that have just become empty.",
  },
  {
    id: "new-flows",
    label: "new flow queues",
    noun: "number of new flow queues",
    unit: "count",
    help: "Flow queues that were idle. They are served first, for one quantum. Queues of sparse flows are always new.",
  },
];

/** A queue discipline with a queue per flow. `Law` is the state of a flow's control law. */
export abstract class FqDiscipline<Law> implements QueueDiscipline {
  protected readonly port: DisciplinePort;
  readonly clock: Clock;
  readonly flows: DrrFlows<Law>;
  /** Limit on all flow queues together. */
  limit: SizeLimit;

  constructor(port: DisciplinePort, values: ParamValues) {
    this.port = port;
    this.clock = port.clock;
    const [buckets, quantumBytes] = [readNumber(values, "fq-flows"), readNumber(values, "fq-quantum")];
    this.flows = new DrrFlows(buckets, quantumBytes, port.random(), () => this.makeLaw());
    this.limit = sizeOf(values.limit, "limit");
  }

  get packets(): number {
    return this.flows.packets;
  }

  get bytes(): number {
    return this.flows.bytes;
  }

  get flowQueues(): number {
    return this.flows.made;
  }

  abstract enqueue(packet: Packet): void;
  abstract onWake(): void;

  /** Returns the packet of the flow whose turn it is; an empty flow loses its turn (RFC 8290 §4.2). */
  dequeue(): Packet | null {
    const { flows } = this;
    for (let flow = flows.next(); flow !== null; flow = flows.next()) {
      const packet = this.takeFrom(flow);
      if (packet !== null) {
        flow.deficit -= packet.bytes;
        return packet;
      }
      flows.retire(flow);
    }
    return null;
  }

  takeAny(): Packet | null {
    return this.flows.takeAny();
  }

  visit(visitor: (packet: Packet) => boolean): void {
    this.flows.visit(visitor);
  }

  /** Sets a parameter. Subclasses handle their own ids and pass on the rest. */
  configure(id: string, value: ParamValue): void {
    if (id === "limit") this.limit = sizeOf(value, id);
    else if (id === "fq-quantum") this.flows.quantumBytes = numberOf(value, id);
    else throw new Error(`the queue has no parameter ${id}`);
  }

  /** Returns the value of a probe of FQ_PROBES. Subclasses handle the probes that follow. */
  probe(index: number): number {
    const { newFlows, oldFlows } = this.flows;
    return index === 0 ? newFlows.length + oldFlows.length : newFlows.length;
  }

  /** Creates the state of the control law of a bucket that gets its first packet. */
  protected abstract makeLaw(): Law;

  /** Chooses the packet that the flow sends now, after the drops and marks of its law; null if the flow is empty. */
  protected abstract takeFrom(flow: DrrFlow<Law>): Packet | null;

  /** Returns true if `extraPackets` more packets with `extraBytes` would exceed the limit. */
  protected exceedsLimit(extraPackets: number, extraBytes: number): boolean {
    const { flows, limit } = this;
    return flows.packets + extraPackets > limit.packets || flows.bytes + extraBytes > limit.bytes;
  }

  queueOf(packet: Packet): InnerQueue {
    return { name: "its flow's queue", packets: this.flows.waitingWith(packet) };
  }
}
