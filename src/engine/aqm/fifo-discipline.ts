/** What disciplines with a single first-in-first-out queue share: its storage, its limit and the overflow drop. */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import { PacketFifo } from "../net/packet-fifo.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { type SizeLimit, sizeOf } from "../params/read.ts";
import type { DisciplinePort, QueueDiscipline } from "./queue-discipline.ts";
import { DROP_OVERFLOW } from "./queue-discipline.ts";

export abstract class FifoDiscipline implements QueueDiscipline {
  protected readonly port: DisciplinePort;
  protected readonly clock: Clock;
  protected readonly fifo = new PacketFifo();
  private limitPackets = 0;
  private limitBytes = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    this.port = port;
    this.clock = port.clock;
    this.setLimit(values.limit);
  }

  get packets(): number {
    return this.fifo.packets;
  }

  get bytes(): number {
    return this.fifo.bytes;
  }

  abstract enqueue(packet: Packet): void;
  abstract dequeue(): Packet | null;
  abstract probe(index: number): number;

  takeAny(): Packet | null {
    return this.fifo.shift();
  }

  visit(visitor: (packet: Packet) => boolean): void {
    let packet = this.fifo.head;
    while (packet !== null && visitor(packet)) packet = packet.next;
  }

  onWake(): void {
    throw new Error("this discipline never asks to be woken");
  }

  /** Subclasses handle their own ids and pass the rest on. */
  configure(id: string, value: ParamValue): void {
    if (id !== "limit") throw new Error(`the queue has no parameter ${id}`);
    this.setLimit(value);
  }

  protected isFullFor(packet: Packet): boolean {
    return this.fifo.packets >= this.limitPackets || this.fifo.bytes + packet.bytes > this.limitBytes;
  }

  protected dropOverflow(packet: Packet): void {
    this.port.drop(packet, DROP_OVERFLOW);
  }

  /** For who explains. */
  protected get limit(): SizeLimit {
    return { packets: this.limitPackets, bytes: this.limitBytes };
  }

  private setLimit(value: ParamValue | undefined): void {
    const limit = sizeOf(value, "limit");
    this.limitPackets = limit.packets;
    this.limitBytes = limit.bytes;
  }
}
