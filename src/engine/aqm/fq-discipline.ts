/**
 * What disciplines with flow queues share: the buckets and their turns, the common limit, and what is seen of them. What
 * is signalled, and which packet goes when the limit is reached, is each one's own. Reference: RFC 8290 §4.
 */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { numberOf, readNumber, type SizeLimit, sizeOf } from "../params/read.ts";
import { type DrrFlow, DrrFlows } from "./drr-flows.ts";
import type { DisciplinePort, OwnQueue, QueueDiscipline } from "./queue-discipline.ts";

export abstract class FqDiscipline<Law> implements QueueDiscipline {
  protected readonly port: DisciplinePort;
  protected readonly clock: Clock;
  protected readonly flows: DrrFlows<Law>;
  private limitPackets = 0;
  private limitBytes = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    this.port = port;
    this.clock = port.clock;
    const [buckets, quantumBytes] = [readNumber(values, "fq-flows"), readNumber(values, "fq-quantum")];
    this.flows = new DrrFlows(buckets, quantumBytes, port.random(), () => this.makeLaw());
    this.setLimit(values.limit);
  }

  get packets(): number {
    return this.flows.packets;
  }

  get bytes(): number {
    return this.flows.bytes;
  }

  abstract enqueue(packet: Packet): void;
  abstract onWake(): void;

  /** RFC 8290 §4.2: the flow whose turn it is sends; an empty one loses its turn. */
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

  /** Subclasses handle their own ids and pass the rest on. */
  configure(id: string, value: ParamValue): void {
    if (id === "limit") this.setLimit(value);
    else if (id === "fq-quantum") this.flows.quantumBytes = numberOf(value, id);
    else throw new Error(`the queue has no parameter ${id}`);
  }

  /** FQ_PROBES; subclasses go on from there. */
  probe(index: number): number {
    const { newFlows, oldFlows } = this.flows;
    return index === 0 ? newFlows.length + oldFlows.length : newFlows.length;
  }

  /** For a bucket that gets its first packet. */
  protected abstract makeLaw(): Law;

  /** The packet that the flow sends now, after what its law signals; null when the flow is empty. */
  protected abstract takeFrom(flow: DrrFlow<Law>): Packet | null;

  /** Whether `extraBytes` in so many packets more would be too much. */
  protected exceedsLimit(extraPackets: number, extraBytes: number): boolean {
    const { packets, bytes } = this.flows;
    return packets + extraPackets > this.limitPackets || bytes + extraBytes > this.limitBytes;
  }

  /** Which queue it is: new or old, how long, among how many. */
  protected tellQueue(flow: DrrFlow<Law>): string {
    const { flows } = this;
    const age = flow.isListed ? (flows.isNew(flow) ? "a new one" : "an old one") : "an idle one";
    const others = `${flows.newFlows.length} new and ${flows.oldFlows.length} old queues take turns`;
    const { packets } = flow.fifo;
    return `Its flow's own queue, ${age}, held ${packets} other packet${packets === 1 ? "" : "s"}; ${others}.`;
  }

  queueOf(packet: Packet): OwnQueue {
    return { name: "its flow's queue", packets: this.flows.waitingWith(packet) };
  }

  /** Of all queues together. */
  protected get limit(): SizeLimit {
    return { packets: this.limitPackets, bytes: this.limitBytes };
  }

  private setLimit(value: ParamValue | undefined): void {
    const limit = sizeOf(value, "limit");
    this.limitPackets = limit.packets;
    this.limitBytes = limit.bytes;
  }
}
