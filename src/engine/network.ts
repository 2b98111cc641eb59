/**
 * The simulated network: flows, the links of their routes, and where packets go. Access links are infinitely fast; a
 * flow's own propagation delay is half behind the last link of its route and half on the way back. Knows no concrete
 * algorithm.
 */
import { Components } from "./components.ts";
import type { EventSlot } from "./core/event-slot.ts";
import { RandomStream } from "./core/random.ts";
import { Flow, type FlowListener } from "./flow.ts";
import { Group } from "./group.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import { Link } from "./net/link.ts";
import { type Packet, PacketPool, type PacketSink } from "./net/packet.ts";
import type { PortObserver } from "./net/port.ts";
import type { ParamValue } from "./params/param.ts";
import { msToNs, readBoolean, readNumber, secondsToNs } from "./params/read.ts";
import {
  congestionControlById,
  queueDisciplineById,
  receiverSettings,
  senderSettings,
  trafficById,
} from "./scenario/build.ts";
import { resolvePath } from "./scenario/resolve-path.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario/scenario.ts";
import { Connection, type ConnectionOwner, type Ends } from "./tcp/connection.ts";
import { Receiver } from "./tcp/receiver.ts";
import { Sender, type SenderObserver } from "./tcp/sender.ts";
import type { LinkSpec } from "./topologies/topology.ts";
import { Datagrams } from "./traffic/datagrams.ts";

/** Kinds of packet events: what the loop switches on. */
export const TRANSMIT = 0;
export const LINK_PIPE = 1;
export const DATA_PIPE = 2;
export const ACK_PIPE = 3;
export const PACE = 4;

/** Kinds of timers. */
export const RETRANSMISSION_TIMER = 0;
export const DELAYED_ACK_TIMER = 1;
export const QUEUE_WAKE = 2;
export const TRAFFIC_WAKE = 3;
export const SAMPLE = 4;

/** A flow that opens more connections at once than this is refused the next one. */
const MOST_CONNECTIONS_OF_A_FLOW = 1000;

/** Who records what happens. */
export interface NetworkObserver {
  /** Of the i-th link. */
  link(index: number, network: Network): PortObserver;
  /** Of the flow with that index. */
  flow(index: number, group: number): SenderObserver;
}

export class Network implements PacketSink {
  readonly links: Link[];
  readonly groups: Group[] = [];
  readonly flows: Flow[] = [];
  /** By what packets carry as `flow`: connections, and ends of datagrams. */
  readonly ends: (Connection | Datagrams)[] = [];
  /** Which flow each of them belongs to, and which group. */
  readonly flowOfEnd: number[] = [];
  private readonly groupOfEnd: Group[] = [];
  readonly pool = new PacketPool();
  /** As they are now, after changes in mid-run. */
  path: PathSpec;
  queue: QueueSpec;
  /** What moves packets, and timers, most of which never fire: apart, so that the packets' queue stays small. */
  readonly movers = new Components();
  readonly timers = new Components();
  /** By end; only paced senders have one. */
  private readonly paceSlots: EventSlot[] = [];
  /** By end; of connections. */
  private readonly senderStreams: RandomStream[] = [];
  /** Of connections that are opened from now on. */
  tcp: Scenario["tcp"];
  private readonly seed: number;
  private readonly observer: NetworkObserver;

  constructor(scenario: Scenario, observer: NetworkObserver) {
    this.tcp = scenario.tcp;
    this.seed = readNumber(scenario.run, "seed");
    this.observer = observer;
    this.path = scenario.path;
    this.queue = scenario.queue;
    this.links = resolvePath(scenario.path).links.map((spec, index) => this.makeLink(spec, index));
  }

  /** From a link on: to the next link of the packet's route, or into the flow's own stretch. */
  receive(packet: Packet, nowNs: number): void {
    const group = this.groupOfEnd[packet.flow];
    const { isAck } = packet;
    const links = isAck ? group.back : group.forward;
    const hop = ++packet.hop;
    if (hop < links.length) links[hop].port.receive(packet, nowNs);
    else (isAck ? group.acks : group.data).receive(packet, nowNs);
  }

  linkById(id: string): Link {
    const link = this.links.find((one) => one.id === id);
    if (link === undefined) throw new Error(`there is no link ${id}`);
    return link;
  }

  /** The path takes other parameters; which links and routes there are stays. */
  changePath(path: PathSpec, nowNs: number): void {
    this.path = path;
    const { links } = resolvePath(path);
    for (const [i, link] of this.links.entries()) link.configure(links[i].params, nowNs);
    for (const group of this.groups) group.updateDelays();
  }

  hostQueue(link: Link, queue: QueueSpec, nowNs: number): void {
    link.host(queue, queueDisciplineById(queue.aqm), nowNs);
  }

  /** Adds the flows of a FlowSpec; they start no earlier than `earliestNs`. Returns them. */
  addGroup(spec: FlowSpec, scenario: Scenario, earliestNs: number, listener: FlowListener): Flow[] {
    const group = this.makeGroup(spec);
    const index = this.groups.push(group) - 1;
    const jitterNs = msToNs(readNumber(scenario.run, "start-jitter"));
    const startNs = Math.max(earliestNs, secondsToNs(readNumber(spec.params, "start")));
    const added: Flow[] = [];
    for (let copy = 0; copy < spec.count; copy++) {
      const flow = this.flows.length;
      const late =
        copy === 0 ? 0 : Math.floor(new RandomStream(this.seed, `start ${flow}`).uniform() * jitterNs);
      const made = this.makeFlow(index, startNs + late, listener);
      this.flows.push(made);
      added.push(made);
    }
    return added;
  }

  /** For the releases of a paced sender. */
  paceSlot(end: number): EventSlot {
    this.paceSlots[end] ??= this.movers.register(PACE, end);
    return this.paceSlots[end];
  }

  /** The connection goes on with the congestion control that its group has now. */
  renewCc(connection: Connection, { spec }: Group): void {
    const definition = congestionControlById(spec.cc);
    const control = definition.create(spec.params, this.randomOf(connection.index));
    const slot = definition.paced === true ? this.paceSlot(connection.index) : null;
    connection.sender.switchCongestionControl(control, definition, slot);
    connection.receiver.setFeedback(definition.feedback ?? "classic");
  }

  /** Random numbers for a sender's congestion control. */
  private randomOf(end: number): () => number {
    const stream = this.senderStreams[end];
    return () => stream.uniform();
  }

  private makeLink(spec: LinkSpec, index: number): Link {
    const queue = spec.queue ?? this.queue;
    const parts = {
      id: spec.id,
      label: spec.label,
      pool: this.pool,
      transmitted: this.movers.register(TRANSMIT, index),
      arrived: this.movers.register(LINK_PIPE, index),
      wake: this.timers.register(QUEUE_WAKE, index),
      queueStream: new RandomStream(this.seed, index === 0 ? "queue" : `queue ${spec.id}`),
      linkStream: new RandomStream(this.seed, `link ${spec.id}`),
      observer: this.observer.link(index, this),
      out: this,
    };
    return new Link(parts, spec.params, queue, queueDisciplineById(queue.aqm), spec.queue === null);
  }

  private makeGroup(spec: FlowSpec): Group {
    const index = this.groups.length;
    const { routes } = resolvePath(this.path);
    const route = routes.find((one) => one.id === spec.params.route) ?? routes[0];
    const isTcp = trafficById(spec.traffic).transport === "tcp";
    return new Group(
      spec,
      isTcp ? congestionControlById(spec.cc).probes : [],
      {
        id: route.id,
        forward: route.forward.map((id) => this.linkById(id)),
        back: route.back.map((id) => this.linkById(id)),
      },
      {
        data: new DelayPipe(this.movers.register(DATA_PIPE, index), 0),
        acks: new DelayPipe(this.movers.register(ACK_PIPE, index), 0),
      },
    );
  }

  private makeFlow(group: number, startNs: number, listener: FlowListener): Flow {
    const index = this.flows.length;
    const { spec } = this.groups[group];
    const definition = trafficById(spec.traffic);
    const observer = this.observer.flow(index, group);
    const connect = (owner: ConnectionOwner) => this.connect(index, group, owner, observer);
    const flow = new Flow({
      index,
      group,
      startNs,
      stopNs: timeNs(spec.params.stop),
      wake: this.timers.register(TRAFFIC_WAKE, index),
      stream: new RandomStream(this.seed, `traffic ${index}`),
      listener,
      connect,
      openDatagrams: definition.transport === "udp" ? () => this.makeDatagrams(index, group) : null,
    });
    flow.carry((host) => definition.create(host, spec.params));
    return flow;
  }

  private makeDatagrams(flow: number, group: number): Datagrams {
    const end = this.ends.length;
    const overheadBytes = readNumber(this.tcp, "overhead");
    const datagrams = new Datagrams(end, group, overheadBytes, this.pool, this.groups[group].firstHop);
    this.ends.push(datagrams);
    this.flowOfEnd.push(flow);
    this.groupOfEnd.push(this.groups[group]);
    return datagrams;
  }

  /** Null when the flow has as many connections as it may. */
  private connect(
    flow: number,
    group: number,
    owner: ConnectionOwner,
    observer: SenderObserver,
  ): Connection | null {
    const others = this.flows[flow]?.connections.length ?? 0;
    if (others >= MOST_CONNECTIONS_OF_A_FLOW) return null;
    const end = this.ends.length;
    // Not by the end's number, which depends on who else has opened connections before.
    const name = others === 0 ? `sender ${flow}` : `sender ${flow} ${others}`;
    this.senderStreams[end] = new RandomStream(this.seed, name);
    const connection = new Connection(end, group, owner, this.pool, this.endsOf(end, group, observer));
    this.ends.push(connection);
    this.flowOfEnd.push(flow);
    this.groupOfEnd.push(this.groups[group]);
    return connection;
  }

  /** Makes sender and receiver for a connection, as often as it is renewed, on the same timers. */
  private endsOf(end: number, groupIndex: number, observer: SenderObserver): () => Ends {
    const group = this.groups[groupIndex];
    const retransmission = this.timers.register(RETRANSMISSION_TIMER, end);
    const delayedAck = this.timers.register(DELAYED_ACK_TIMER, end);
    return () => {
      for (const slot of [retransmission, delayedAck, this.paceSlots[end]]) slot?.cancel();
      const { spec } = group;
      const definition = congestionControlById(spec.cc);
      const sender = new Sender(
        end,
        senderSettings(this.tcp, spec.params),
        definition.create(spec.params, this.randomOf(end)),
        definition,
        readBoolean(spec.params, "ecn"),
        this.pool,
        retransmission,
        definition.paced === true ? this.paceSlot(end) : null,
        observer,
        group.firstHop,
      );
      const receiver = new Receiver(
        end,
        receiverSettings(this.tcp),
        definition.feedback ?? "classic",
        this.pool,
        delayedAck,
        group.firstHopBack,
      );
      return { sender, receiver };
    };
  }
}

/** Of a nullable time in s. */
function timeNs(value: ParamValue | undefined): number {
  return typeof value === "number" ? secondsToNs(value) : Number.POSITIVE_INFINITY;
}
