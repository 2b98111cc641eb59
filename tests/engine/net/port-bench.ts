/** A port under test. Packets arrive at chosen times, and everything the port does is recorded. */
import type { DisciplinePort, QueueDiscipline } from "../../../src/engine/aqm/queue-discipline.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { RandomStream } from "../../../src/engine/core/random.ts";
import { type Packet, PacketPool } from "../../../src/engine/net/packet.ts";
import { Port } from "../../../src/engine/net/port.ts";
import { FULL_PACKET_BYTES } from "./made-packets.ts";

export class PortBench {
  readonly clock = new Clock();
  readonly events = new EventQueue(this.clock);
  readonly pool = new PacketPool();
  readonly port: Port;
  /** Packets that the port sent: segment, time, ECN field. */
  readonly sent: { seq: number; atNs: number; ecn: number }[] = [];
  readonly sojournsNs: number[] = [];
  readonly signals: { kind: number; atNs: number; end: number }[] = [];
  /** Called when the port reports a signal, from within the discipline's call. */
  hear: (kind: number, packet: Packet) => void = () => {};
  private readonly transmitted = new EventSlot(this.events);

  constructor(rateBps: number, create: (port: DisciplinePort) => QueueDiscipline) {
    this.port = new Port(
      this.clock,
      rateBps,
      this.transmitted,
      new EventSlot(this.events),
      this.pool,
      new RandomStream(1, "bench"),
      {
        onLeaveQueue: (sojournNs) => this.sojournsNs.push(sojournNs),
        onHost: () => {},
        onSignal: (kind, packet) => {
          this.signals.push({ kind, atNs: this.clock.nowNs, end: packet.end });
          this.hear(kind, packet);
        },
      },
      {
        receive: (packet) => {
          this.sent.push({ seq: packet.seq, atNs: this.clock.nowNs, ecn: packet.ecn });
          this.pool.release(packet);
        },
      },
    );
    this.port.host(create);
  }

  /** Runs up to `atNs` and lets a packet arrive then. */
  arrive(atNs: number, fields: Partial<Packet> = {}): void {
    this.runUntil(atNs);
    this.port.receive(Object.assign(this.pool.take(), { bytes: FULL_PACKET_BYTES, ecn: 0, ...fields }));
  }

  /** Handles the events up to and including `untilNs`. */
  runUntil(untilNs: number): void {
    while (this.events.nextTimeNs <= untilNs) {
      const { nextTimeNs, nextSlot } = this.events;
      this.clock.nowNs = nextTimeNs;
      if (nextSlot === this.transmitted.index) this.port.onTransmitted();
      else this.port.onWake();
    }
    if (untilNs > this.clock.nowNs) this.clock.nowNs = untilNs;
  }
}
