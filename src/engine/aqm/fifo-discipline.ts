/** Base class of disciplines with a single first-in-first-out queue: storage, limit and overflow drop. */

import type { Clock } from "../core/clock.ts";
import { type Packet, PacketFifo } from "../net/packet.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { type SizeLimit, sizeOf } from "../params/read.ts";
import { type DisciplinePort, DROP_OVERFLOW, type QueueDiscipline } from "./queue-discipline.ts";

/** A queue discipline with one packet queue. Subclasses decide on signals in `enqueue` or `dequeue`. */
export abstract class FifoDiscipline implements QueueDiscipline {
  protected readonly port: DisciplinePort;
  readonly clock: Clock;
  readonly fifo = new PacketFifo();
  limit: SizeLimit;

  constructor(port: DisciplinePort, values: ParamValues) {
    this.port = port;
    this.clock = port.clock;
    this.limit = sizeOf(values.limit, "limit");
  }

  /** Sets all declared parameters. Call this at the end of a constructor, when all fields exist. */
  protected setAll({ params }: AlgorithmDeclaration, values: ParamValues): void {
    for (const { id } of params) this.configure(id, values[id] ?? null);
  }

  get packets(): number {
    return this.fifo.packets;
  }

  get bytes(): number {
    return this.fifo.bytes;
  }

  abstract enqueue(packet: Packet): void;

  dequeue(): Packet | null {
    return this.fifo.shift();
  }

  probe(_index: number): number {
    return Number.NaN;
  }

  takeAny(): Packet | null {
    return this.fifo.shift();
  }

  visit(visitor: (packet: Packet) => boolean): void {
    let packet = this.fifo.head;
    while (packet !== null && visitor(packet)) packet = packet.next;
  }

  onWake(): void {
    throw new Error("this discipline has no timer");
  }

  /** Sets a parameter. Subclasses handle their own ids and pass on the rest. */
  configure(id: string, value: ParamValue): void {
    if (id !== "limit") throw new Error(`the queue has no parameter ${id}`);
    this.limit = sizeOf(value, id);
  }

  protected isFullFor(packet: Packet): boolean {
    const { fifo, limit } = this;
    return fifo.packets >= limit.packets || fifo.bytes + packet.bytes > limit.bytes;
  }

  protected dropOverflow(packet: Packet): void {
    this.port.drop(packet, DROP_OVERFLOW);
  }
}
