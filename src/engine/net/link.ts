/** A one-way link: a port with its queue, then the propagation delay. Random loss and jitter are optional. */

import type { QueueDisciplineDefinition, StepCounts } from "../aqm/queue-discipline.ts";
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { RandomStream } from "../core/random.ts";
import type { ProgramPlace } from "../custom/run-programs.ts";
import type { ParamValues } from "../params/param.ts";
import { msToNs, NS_PER_S, readBoolean, readNumber, readText } from "../params/read.ts";
import type { QueueSpec } from "../scenario/scenario.ts";
import { LOG, type LogWriter } from "../trace/log-rows.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { bitsUntil, TraceReader, traceOf } from "./capacity-trace.ts";
import { DelayPipe, OvertakingPipe } from "./delay-pipe.ts";
import type { Packet, PacketPool, PacketSink } from "./packet.ts";
import { Port, type PortObserver } from "./port.ts";

const BITS_PER_MEGABIT = 1e6;

/** Objects that the network provides to a link. */
interface LinkParts {
  readonly clock: Clock;
  readonly id: string;
  readonly label: string;
  readonly pool: PacketPool;
  readonly transmitted: EventSlot;
  readonly arrived: EventSlot;
  readonly wake: EventSlot;
  /** Random streams of the queue discipline and of the link. */
  readonly queueStream: RandomStream;
  readonly linkStream: RandomStream;
  readonly observer: PortObserver;
  readonly out: PacketSink;
  /** Packet log of a replay, in which `index` identifies the link; null if no log is written. */
  readonly log: LogWriter | null;
  readonly index: number;
  readonly steps: StepCounts;
  readonly programs: ProgramPlace;
}

/** A running link. */
export class Link implements PacketSink {
  readonly id: string;
  readonly label: string;
  readonly port: Port;
  readonly pipe: DelayPipe;
  /** Current values of all LINK_PARAMS. */
  params: ParamValues;
  /** The current queue and its definition. */
  queue: QueueSpec;
  definition: QueueDisciplineDefinition;
  /** True if the link uses the queue that the scenario sets for all links. */
  sharesQueue: boolean;
  /** Number of randomly lost packets. */
  losses = 0;
  private readonly clock: Clock;
  private readonly stream: RandomStream;
  private readonly pool: PacketPool;
  private readonly observer: PortObserver;
  private readonly log: LogWriter | null;
  private readonly out: PacketSink;
  private rateFactor = 1;
  private addedDelayNs = 0;
  private lossRate = 0;
  private jitterNs = 0;
  /** Bits that the link could have sent since the last `restartCapacity`, until `capacitySinceNs`. */
  private capacityBits_ = 0;
  private capacitySinceNs = 0;

  constructor(
    parts: LinkParts,
    params: ParamValues,
    queue: QueueSpec,
    definition: QueueDisciplineDefinition,
    sharesQueue: boolean,
  ) {
    this.id = parts.id;
    this.label = parts.label;
    this.clock = parts.clock;
    this.pool = parts.pool;
    this.observer = parts.observer;
    this.log = parts.log;
    this.out = parts.out;
    this.params = params;
    this.queue = queue;
    this.definition = definition;
    this.sharesQueue = sharesQueue;
    this.stream = parts.linkStream;
    this.pipe = readBoolean(params, "jitter-overtakes")
      ? new OvertakingPipe(parts.clock, parts.arrived)
      : new DelayPipe(parts.clock, parts.arrived);
    const rateBps = readNumber(params, "capacity") * BITS_PER_MEGABIT;
    this.port = new Port(
      parts.clock,
      rateBps,
      parts.transmitted,
      parts.wake,
      parts.pool,
      parts.queueStream,
      parts.observer,
      parts.out,
      parts.log,
      parts.index,
      parts.steps,
      parts.programs,
    );
    const trace = traceOf(readText(params, "capacity-pattern"));
    this.port.recording = trace === null ? null : new TraceReader(trace);
    this.host(queue, definition);
    this.configure(params);
  }

  /** Receives a packet from the port and sends it over the link. */
  receive(packet: Packet): void {
    if (this.lossRate > 0 && this.stream.uniform() < this.lossRate) {
      this.losses++;
      this.observer.onSignal(QUEUE_EVENT.linkLoss, packet);
      if (this.log !== null) this.port.logSignal(this.log, LOG.dropped, QUEUE_EVENT.linkLoss, packet);
      this.pool.release(packet);
      return;
    }
    const { pipe } = this;
    if (this.jitterNs > 0) {
      pipe.receiveLater(packet, Math.floor(this.stream.uniform() * this.jitterNs));
    } else if (pipe.delayNs > 0 || pipe.head !== null) pipe.receive(packet);
    else this.out.receive(packet);
  }

  /** Installs a queue discipline. Packets that wait in the old queue move to the new one. */
  host(queue: QueueSpec, definition: QueueDisciplineDefinition): void {
    this.queue = queue;
    this.definition = definition;
    this.port.host((port) => definition.create(port, queue.params));
  }

  /** Applies all LINK_PARAMS except patterns. The network applies patterns. */
  configure(params: ParamValues): void {
    this.params = params;
    this.lossRate = readNumber(params, "loss");
    this.jitterNs = msToNs(readNumber(params, "jitter"));
    this.pipe.delayNs = this.delayNs + this.addedDelayNs;
    this.port.bucketBytes = readNumber(params, "bucket");
    this.updateRate();
    // A link without loss, jitter and delay skips this object and saves time per packet. Most links have never had any of the
    // three.
    if (this.lossRate > 0 || this.jitterNs > 0 || this.pipe.delayNs > 0) this.port.out = this;
  }

  /** The configured one-way delay (ns). A pattern may add to it; this value does not include the addition. */
  get delayNs(): number {
    return msToNs(readNumber(this.params, "delay"));
  }

  setRateFactor(factor: number): void {
    this.rateFactor = factor;
    this.updateRate();
  }

  setAddedDelay(ns: number): void {
    this.addedDelayNs = ns;
    this.pipe.delayNs = this.delayNs + ns;
    if (ns > 0) this.port.out = this;
  }

  /** Returns the bits that the link could have sent since the last `restartCapacity`. */
  capacityBits(): number {
    const { recording } = this.port;
    if (recording !== null) {
      return bitsUntil(recording.trace, this.clock.nowNs) - bitsUntil(recording.trace, this.capacitySinceNs);
    }
    // Reading must not change the stored sum, because a sum of more parts would be rounded differently.
    return this.capacityBits_ + (this.port.rateBps * (this.clock.nowNs - this.capacitySinceNs)) / NS_PER_S;
  }

  restartCapacity(): void {
    this.capacityBits_ = 0;
    this.capacitySinceNs = this.clock.nowNs;
  }

  private updateRate(): void {
    const rateBps = readNumber(this.params, "capacity") * BITS_PER_MEGABIT * this.rateFactor;
    if (rateBps === this.port.rateBps) return;
    this.capacityBits_ = this.capacityBits();
    this.capacitySinceNs = this.clock.nowNs;
    this.port.setRate(rateBps);
  }
}
