/** A port on a bench: arrivals at chosen times, and everything it does written down. */
import type { DisciplinePort, QueueDiscipline } from "../../../src/engine/aqm/queue-discipline.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { RandomStream } from "../../../src/engine/core/random.ts";
import { type Packet, PacketPool } from "../../../src/engine/net/packet.ts";
import { Port } from "../../../src/engine/net/port.ts";
import { FULL_PACKET_BYTES } from "./made-packets.ts";

export class PortBench {
  readonly events = new EventQueue();
  readonly pool = new PacketPool();
  readonly port: Port;
  /** What was handed on: segment, when, ECN field. */
  readonly sent: { seq: number; atNs: number; ecn: number }[] = [];
  readonly sojournsNs: number[] = [];
  readonly signals: { kind: number; atNs: number; flow: number }[] = [];
  private readonly transmitted = new EventSlot(this.events);

  constructor(rateBps: number, create: (port: DisciplinePort, nowNs: number) => QueueDiscipline) {
    this.port = new Port(
      rateBps,
      this.transmitted,
      new EventSlot(this.events),
      this.pool,
      new RandomStream(1, "bench"),
      {
        onLeaveQueue: (_, sojournNs) => this.sojournsNs.push(sojournNs),
        onSignal: (kind, atNs, flow) => this.signals.push({ kind, atNs, flow }),
      },
      {
        receive: (packet, atNs) => {
          this.sent.push({ seq: packet.seq, atNs, ecn: packet.ecn });
          this.pool.release(packet);
        },
      },
    );
    this.port.host((port) => create(port, 0), 0);
  }

  /** Runs to `atNs`; then a packet arrives. */
  arrive(atNs: number, fields: Partial<Packet> = {}): void {
    this.runUntil(atNs);
    this.port.receive(Object.assign(this.pool.take(), { bytes: FULL_PACKET_BYTES, ecn: 0, ...fields }), atNs);
  }

  /** Handles the events up to and including `untilNs`. */
  runUntil(untilNs: number): void {
    while (this.events.nextTimeNs <= untilNs) {
      const { nextTimeNs, nextSlot } = this.events;
      if (nextSlot === this.transmitted.index) this.port.onTransmitted(nextTimeNs);
      else this.port.onWake(nextTimeNs);
    }
  }
}
