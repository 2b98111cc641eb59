/**
 * The simulated network: connections that share one bottleneck. Access links are infinitely fast; a flow's propagation
 * delay is half between bottleneck and receiver and half on the way back. Knows no concrete algorithm.
 */
import { EventQueue } from "./core/event-queue.ts";
import { EventSlot } from "./core/event-slot.ts";
import { RandomStream } from "./core/random.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import { type Packet, PacketPool, type PacketSink } from "./net/packet.ts";
import { Port } from "./net/port.ts";
import { msToNs, readBoolean, readNumber, secondsToNs } from "./params/read.ts";
import {
  capacityBps,
  congestionControlById,
  oneWayDelaysNs,
  queueDisciplineById,
  receiverSettings,
  senderSettings,
  transferBytes,
} from "./scenario/build.ts";
import type { FlowSpec, QueueSpec, Scenario } from "./scenario/scenario.ts";
import { Connection } from "./tcp/connection.ts";
import { Receiver } from "./tcp/receiver.ts";
import { Sender, type SenderObserver } from "./tcp/sender.ts";
import type { QueueRecorder } from "./trace/queue-recorder.ts";

/** Kinds of packet events: what the loop switches on. */
export const TRANSMIT = 0;
export const DATA_PIPE = 1;
export const ACK_PIPE = 2;

/** Kinds of timers. */
export const RETRANSMISSION_TIMER = 0;
export const DELAYED_ACK_TIMER = 1;
export const QUEUE_WAKE = 2;
export const SAMPLE = 3;

/** An event queue that knows of each slot what to do, and to whom (a connection or a group). */
export class Components {
  readonly events = new EventQueue();
  readonly kinds: number[] = [];
  readonly owners: number[] = [];

  register(kind: number, owner: number): EventSlot {
    const slot = new EventSlot(this.events);
    this.kinds[slot.index] = kind;
    this.owners[slot.index] = owner;
    return slot;
  }
}

/** The two pipes of a group of equal flows. */
export interface GroupPipes {
  readonly data: DelayPipe;
  readonly acks: DelayPipe;
}

export class Network implements PacketSink {
  readonly port: Port;
  readonly connections: Connection[] = [];
  readonly pipes: GroupPipes[] = [];
  readonly pool = new PacketPool();
  /** The queue and the groups of flows as they are now, after changes in mid-run. */
  queue: QueueSpec;
  readonly groups: FlowSpec[] = [];
  /** What moves packets, and timers, most of which never fire: apart, so that the packets' queue stays small. */
  readonly movers = new Components();
  readonly timers = new Components();
  private readonly tcp: Scenario["tcp"];
  private readonly seed: number;

  constructor(scenario: Scenario, recorder: QueueRecorder) {
    this.tcp = scenario.tcp;
    this.seed = readNumber(scenario.run, "seed");
    this.port = new Port(
      capacityBps(scenario.path),
      this.movers.register(TRANSMIT, 0),
      this.timers.register(QUEUE_WAKE, 0),
      this.pool,
      new RandomStream(this.seed, "queue"),
      recorder,
      this,
    );
    this.queue = scenario.queue;
    this.hostQueue(scenario.queue, 0);
  }

  /** From the bottleneck on: into the pipe of the packet's flow. */
  receive(packet: Packet, nowNs: number): void {
    this.pipes[this.connections[packet.flow].group].data.receive(packet, nowNs);
  }

  hostQueue(queue: QueueSpec, nowNs: number): void {
    const definition = queueDisciplineById(queue.aqm);
    this.queue = queue;
    this.port.host((port) => definition.create(port, queue.params, nowNs), nowNs);
  }

  /** Adds the connections of a FlowSpec; they start no earlier than `earliestNs`. Returns them. */
  addGroup(
    spec: FlowSpec,
    scenario: Scenario,
    earliestNs: number,
    observe: (flow: number) => SenderObserver,
  ): Connection[] {
    const group = this.groups.length;
    this.groups.push(spec);
    const { forwardNs, backNs } = oneWayDelaysNs(readNumber(spec.params, "rtt"));
    this.pipes.push({
      data: new DelayPipe(this.movers.register(DATA_PIPE, group), forwardNs),
      acks: new DelayPipe(this.movers.register(ACK_PIPE, group), backNs),
    });
    const jitterNs = msToNs(readNumber(scenario.run, "start-jitter"));
    const startNs = Math.max(earliestNs, secondsToNs(readNumber(spec.params, "start")));
    const added: Connection[] = [];
    for (let copy = 0; copy < spec.count; copy++) {
      const flow = this.connections.length;
      const late =
        copy === 0 ? 0 : Math.floor(new RandomStream(this.seed, `start ${flow}`).uniform() * jitterNs);
      const connection = this.connect(flow, group, spec, startNs + late, observe(flow));
      this.connections.push(connection);
      added.push(connection);
    }
    return added;
  }

  private connect(
    flow: number,
    group: number,
    spec: FlowSpec,
    startNs: number,
    observer: SenderObserver,
  ): Connection {
    const sender = new Sender(
      flow,
      senderSettings(this.tcp),
      congestionControlById(spec.cc).create(spec.params),
      readBoolean(spec.params, "ecn"),
      this.pool,
      this.timers.register(RETRANSMISSION_TIMER, flow),
      observer,
      this.port,
    );
    const receiver = new Receiver(
      flow,
      receiverSettings(this.tcp),
      this.pool,
      this.timers.register(DELAYED_ACK_TIMER, flow),
      this.pipes[group].acks,
    );
    const stop = spec.params.stop;
    const stopNs = typeof stop === "number" ? secondsToNs(stop) : Number.POSITIVE_INFINITY;
    return new Connection(flow, group, sender, receiver, startNs, stopNs, transferBytes(spec.params));
  }
}
