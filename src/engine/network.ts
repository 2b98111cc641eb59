/**
 * The simulated network: flows, the links of their routes, and the forwarding of packets. Access links are infinitely fast. Half
 * of a flow's own propagation delay is after the last link, the other half on the return path. This file does not depend on any
 * particular algorithm.
 */

import { type QueueDisciplineDefinition, StepCounts } from "./aqm/queue-discipline.ts";
import type { CongestionControl, CongestionControlDefinition } from "./cc/congestion-control.ts";
import {
  CONTROL_TICK,
  Components,
  DELAYED_ACK_TIMER,
  LINK_PIPE,
  PACE,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  TRAFFIC_WAKE,
  TRANSMIT,
} from "./components.ts";
import type { Clock } from "./core/clock.ts";
import type { EventSlot } from "./core/event-queue.ts";
import { RandomStream } from "./core/random.ts";
import { RunPrograms } from "./custom/run-programs.ts";
import { type CustomPrograms, customProgram, programTexts } from "./custom/scenario-programs.ts";
import { Flow, type FlowListener } from "./flow.ts";
import { Group, makePipes } from "./group.ts";
import type { Arrivals } from "./net/arrivals.ts";
import { Link } from "./net/link.ts";
import { MOST_AT_ONCE, MOST_WITH_PROGRAMS, type Packet, PacketPool, type PacketSink } from "./net/packet.ts";
import type { PortObserver } from "./net/port.ts";
import { msToNs, readBoolean, readNumber, secondsToNs } from "./params/read.ts";
import { stopNsOf } from "./plan.ts";
import {
  congestionControlById,
  registeredControls,
  registeredQueues,
  registeredTraffic,
  trafficById,
} from "./registered.ts";
import { receiverSettings, senderSettings, senderTraits } from "./scenario/build.ts";
import { resolvePath } from "./scenario/path.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario/scenario.ts";
import { Connection, type ConnectionOwner, type Ends } from "./tcp/connection.ts";
import { Handshake } from "./tcp/handshake.ts";
import { Receiver } from "./tcp/receiver.ts";
import { Sender } from "./tcp/sender.ts";
import type { SenderObserver } from "./tcp/sender-settings.ts";
import type { LinkSpec } from "./topologies/topology.ts";
import { FlowReadings } from "./trace/flow-readings.ts";
import { LOG, type LogWriter } from "./trace/log-rows.ts";
import { type DatagramOwner, Datagrams } from "./traffic/datagrams.ts";

/** Receives the events of a network. Implemented by the recorder. */
export interface NetworkObserver {
  /** Returns the object that receives the events of the i-th link. */
  link(index: number, network: Network): PortObserver;
  /** Returns the object that receives the events of the flow with this index. */
  flow(index: number, group: number): SenderObserver;
}

/** All links, groups, flows and connections of a run. */
export class Network implements PacketSink {
  readonly clock: Clock;
  readonly links: Link[];
  readonly groups: Group[] = [];
  readonly flows: Flow[] = [];
  readonly readings = new FlowReadings();
  /** Connections, and the ends of UDP flows, indexed by the field `end` of their packets. */
  readonly ends: (Connection | Datagrams)[] = [];
  /** Index of the flow for each end; `groupOfEnd` holds that of the group. */
  readonly flowOfEnd: number[] = [];
  private readonly groupOfEnd: Group[] = [];
  readonly pool: PacketPool;
  private readonly steps = new StepCounts();
  /** The custom programs of the scenario, which flows and links can use as algorithms. */
  customPrograms: CustomPrograms;
  readonly programs: RunPrograms;
  /** The path with its current parameter values, including changes during the run. */
  path: PathSpec;
  queue: QueueSpec;
  /**
   * Queue of packet events; `timers` is the queue of timer events. They are separate, because most timers never fire, and the
   * queue of packet events stays small.
   */
  readonly movers: Components;
  readonly timers: Components;
  /** Event slots indexed by end; only paced senders have one. */
  private readonly paceSlots: EventSlot[] = [];
  /** Event slots indexed by end; only senders with a timer of the congestion control have one. */
  private readonly tickSlots: EventSlot[] = [];
  /** Random streams of connections, indexed by end. */
  private readonly senderStreams: RandomStream[] = [];
  /** TCP settings for connections that are opened from now on. */
  tcp: Scenario["tcp"];
  readonly log: LogWriter | null;
  /** Number of connections that exist, in use or idle. */
  private senders = 0;
  private readonly seed: number;
  private readonly observer: NetworkObserver;

  constructor(scenario: Scenario, observer: NetworkObserver, clock: Clock, log: LogWriter | null = null) {
    this.clock = clock;
    this.customPrograms = scenario.programs;
    const sandboxed = programTexts(scenario.programs).length;
    this.programs = new RunPrograms(clock, Math.max(1, sandboxed));
    this.pool = sandboxed === 0 ? new PacketPool() : new PacketPool(MOST_AT_ONCE, MOST_WITH_PROGRAMS);
    this.log = log;
    this.movers = new Components(clock);
    this.timers = new Components(clock);
    this.tcp = scenario.tcp;
    this.seed = readNumber(scenario.run, "seed");
    this.observer = observer;
    this.path = scenario.path;
    this.queue = scenario.queue;
    this.links = resolvePath(scenario.path).links.map((spec, index) => this.makeLink(spec, index));
  }

  /** Forwards a packet that leaves a link, to the next link of its route or into the flow's own pipe. */
  receive(packet: Packet): void {
    const group = this.groupOfEnd[packet.end];
    const { isAck } = packet;
    const links = isAck ? group.back : group.forward;
    const hop = ++packet.hop;
    if (hop < links.length) links[hop].port.receive(packet);
    else (isAck ? group.acks : group.data).receive(packet);
  }

  /** Processes all arrivals at receivers, including those at exactly the current time. */
  settle(): void {
    for (const group of this.groups) group.settle();
  }

  /** Processes all arrivals at receivers before the current time. */
  settlePast(): void {
    for (const { arrivals } of this.groups) arrivals?.settlePast();
  }

  /** Number of packets that arrived without an event of the loop. */
  get settled(): number {
    return this.groups.reduce((sum, { arrivals }) => sum + (arrivals?.settled ?? 0), 0);
  }

  groupOf(end: number): Group {
    return this.groupOfEnd[end];
  }

  linkById(id: string): Link {
    const link = this.links.find((one) => one.id === id);
    if (link === undefined) throw new Error(`there is no link ${id}`);
    return link;
  }

  /** Changes parameters of the path. Its links and routes cannot change. */
  changePath(path: PathSpec): void {
    this.path = path;
    const { links } = resolvePath(path);
    for (const [i, link] of this.links.entries()) link.configure(links[i].params);
    for (const group of this.groups) group.updateDelays();
  }

  hostQueue(link: Link, queue: QueueSpec): void {
    link.host(queue, this.queueCode(queue.aqm));
  }

  /** Returns the code of a queue discipline, built-in or custom. */
  private queueCode(id: string): QueueDisciplineDefinition {
    const program = customProgram(id, this.customPrograms);
    return program?.kind === "queue" ? executable(program.definition) : registeredQueues.code(id);
  }

  /** Returns the code of a congestion control, built-in or custom. */
  private controlCode(id: string): CongestionControlDefinition {
    const program = customProgram(id, this.customPrograms);
    return program?.kind === "sender" ? executable(program.definition) : registeredControls.code(id);
  }

  /** Adds the flows of a FlowSpec and returns them. They start at `earliestNs` or later. */
  addGroup(spec: FlowSpec, scenario: Scenario, earliestNs: number, listener: FlowListener): Flow[] {
    const group = this.makeGroup(spec);
    const index = this.groups.push(group) - 1;
    const jitterNs = msToNs(readNumber(scenario.run, "start-jitter"));
    const exact = readBoolean(scenario.run, "start-jitter-first") ? -1 : 0;
    const startNs = Math.max(earliestNs, secondsToNs(readNumber(spec.params, "start")));
    const added: Flow[] = [];
    for (let copy = 0; copy < spec.count; copy++) {
      const flow = this.flows.length;
      const late =
        copy === exact ? 0 : Math.floor(new RandomStream(this.seed, `start ${flow}`).uniform() * jitterNs);
      const made = this.makeFlow(index, startNs + late, listener);
      this.flows.push(made);
      added.push(made);
    }
    return added;
  }

  /** Returns the event slot of a paced sender. */
  paceSlot(end: number): EventSlot {
    this.paceSlots[end] ??= this.movers.register(PACE, end);
    return this.paceSlots[end];
  }

  /** Handles the timer of the congestion control at this end. */
  onControlTick(end: number): void {
    this.tickSlots[end].cancel();
    const connection = this.ends[end];
    if (connection instanceof Connection) connection.onTick();
  }

  /** Gives a connection a new congestion control, of the kind that its group has now. */
  renewCc(connection: Connection, { spec }: Group): void {
    const definition = this.controlCode(spec.cc);
    const control = this.makeControl(definition, spec, connection.index);
    const slot = definition.paced === true ? this.paceSlot(connection.index) : null;
    const traits = senderTraits(definition, spec.params);
    connection.sender.switchCongestionControl(control, traits, slot);
    connection.receiver.setFeedback(traits);
    connection.receiver.timesFrom = connection.sender.stampsFrom;
  }

  private makeControl(
    definition: CongestionControlDefinition,
    { params }: FlowSpec,
    end: number,
  ): CongestionControl {
    this.tickSlots[end]?.cancel();
    if (definition.ticks === true) this.tickSlots[end] ??= this.timers.register(CONTROL_TICK, end);
    const timer = definition.ticks === true ? this.tickSlots[end] : null;
    const place = this.programs.at(`flow ${this.flowOfEnd[end] + 1}`, timer);
    return definition.create(params, this.randomOf(end), place);
  }

  /** Returns the random number generator of a sender's congestion control. */
  private randomOf(end: number): () => number {
    const stream = this.senderStreams[end];
    return () => stream.uniform();
  }

  private makeLink(spec: LinkSpec, index: number): Link {
    const queue = spec.queue ?? this.queue;
    const parts = {
      clock: this.clock,
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
      log: this.log,
      index,
      steps: this.steps,
      programs: this.programs.at(index === 0 ? "queue" : `queue of ${spec.label}`),
    };
    return new Link(parts, spec.params, queue, this.queueCode(queue.aqm), spec.queue === null);
  }

  private makeGroup(spec: FlowSpec): Group {
    const index = this.groups.length;
    const { routes } = resolvePath(this.path);
    const route = routes.find((one) => one.id === spec.params.route) ?? routes[0];
    const isTcp = trafficById(spec.traffic).transport === "tcp";
    const forward = route.forward.map((id) => this.linkById(id));
    const back = route.back.map((id) => this.linkById(id));
    return new Group(
      spec,
      isTcp ? congestionControlById(spec.cc, this.customPrograms).probes : [],
      { id: route.id, forward, back },
      makePipes(this, index, back.length > 0),
    );
  }

  private makeFlow(group: number, startNs: number, listener: FlowListener): Flow {
    const index = this.flows.length;
    const { spec } = this.groups[group];
    const definition = registeredTraffic.code(spec.traffic);
    const observer = this.observer.flow(index, group);
    const connect = (owner: ConnectionOwner) => this.connect(index, group, owner, observer);
    const flow = new Flow({
      clock: this.clock,
      index,
      group,
      startNs,
      stopNs: stopNsOf(spec.params),
      wake: this.timers.register(TRAFFIC_WAKE, index),
      stream: new RandomStream(this.seed, `traffic ${index}`),
      listener,
      readings: this.readings,
      connect,
      settle: () => this.groups[group].settle(),
      openDatagrams:
        definition.transport === "udp"
          ? (owner) => this.makeDatagrams(index, group, owner, definition.isEchoed === true)
          : null,
    });
    flow.carry((host) => definition.create(host, spec.params));
    return flow;
  }

  private makeDatagrams(flow: number, group: number, owner: DatagramOwner, isEchoed: boolean): Datagrams {
    const end = this.ends.length;
    const overheadBytes = readNumber(this.tcp, "overhead");
    const datagrams = new Datagrams(
      end,
      group,
      owner,
      overheadBytes,
      this.pool,
      this.dataSink(this.groups[group]),
      isEchoed ? { clock: this.clock, out: this.ackSink(this.groups[group]) } : null,
    );
    this.ends.push(datagrams);
    this.flowOfEnd.push(flow);
    this.groupOfEnd.push(this.groups[group]);
    return datagrams;
  }

  /** Opens a connection; returns null if the flow or the run already has the maximum number of connections. */
  private connect(
    flow: number,
    group: number,
    owner: ConnectionOwner,
    observer: SenderObserver,
  ): Connection | null {
    const others = this.flows[flow]?.connections.length ?? 0;
    if (!mayConnect(others, this.senders)) return null;
    this.senders++;
    const end = this.ends.length;
    // The name must not contain the number of the end, because this number depends on the connections of other flows.
    const name = others === 0 ? `sender ${flow}` : `sender ${flow} ${others}`;
    this.senderStreams[end] = new RandomStream(this.seed, name);
    this.flowOfEnd.push(flow);
    const connection = new Connection(end, group, owner, this.pool, this.endsOf(end, group, observer));
    this.ends.push(connection);
    this.groupOfEnd.push(this.groups[group]);
    return connection;
  }

  /** Returns the object that receives senders' packets. If there is a log, they are logged first. */
  private dataSink({ firstHop }: Group): PacketSink {
    const { clock, log } = this;
    if (log === null) return firstHop;
    return {
      receive: (packet) => {
        const owner = this.ends[packet.end];
        const state = owner instanceof Connection ? owner.sender.state : null;
        log.send(clock, packet, state?.cwnd ?? Number.NaN, state?.inflight ?? Number.NaN);
        firstHop.receive(packet);
      },
    };
  }

  /** Returns the object that receives receivers' ACKs. If there is a log, they are logged first. */
  private ackSink({ firstHopBack, farClock }: Group): PacketSink {
    const { log } = this;
    if (log === null) return firstHopBack;
    return {
      receive(ack) {
        log.send(farClock, ack, Number.NaN, Number.NaN);
        firstHopBack.receive(ack);
      },
    };
  }

  /** Returns the observer of a sender: the recorder, combined with the log if there is one. */
  private withLog(end: number, observer: SenderObserver): SenderObserver {
    const { clock, log } = this;
    if (log === null) return observer;
    return {
      onCwnd: (cwnd) => observer.onCwnd(cwnd),
      onSsthresh: (ssthresh) => observer.onSsthresh(ssthresh),
      onEvent(kind, before, after) {
        observer.onEvent(kind, before, after);
        log.addOfEnd(LOG.window, kind, clock, end, before, after);
      },
      onPhase: (phase, value) => {
        observer.onPhase(phase, value);
        const owner = this.ends[end];
        const cwnd = owner instanceof Connection ? owner.sender.state.cwnd : Number.NaN;
        log.enter(phase, clock, end, value, cwnd);
      },
    };
  }

  /**
   * Returns a function that creates the sender and the receiver of a connection. It is called each time the connection object is
   * renewed; the timers are reused.
   */
  private endsOf(end: number, groupIndex: number, observer: SenderObserver): () => Ends {
    const group = this.groups[groupIndex];
    const dataSink = this.dataSink(group);
    const ackSink = this.ackSink(group);
    const senderObserver = this.withLog(end, observer);
    const retransmission = this.timers.register(RETRANSMISSION_TIMER, end);
    const delayedAck = this.timers.register(DELAYED_ACK_TIMER, end);
    return () => {
      for (const slot of [retransmission, delayedAck, this.paceSlots[end]]) slot?.cancel();
      const { spec } = group;
      const definition = this.controlCode(spec.cc);
      const traits = senderTraits(definition, spec.params);
      const sender = new Sender(
        this.clock,
        end,
        senderSettings(this.tcp, spec.params, traits),
        this.makeControl(definition, spec, end),
        traits,
        readBoolean(spec.params, "ecn"),
        this.pool,
        retransmission,
        definition.paced === true ? this.paceSlot(end) : null,
        senderObserver,
        dataSink,
      );
      const settings = receiverSettings(this.tcp, sender.settings.overheadBytes, group.propagationNs);
      group.setReceiverResponseTime(settings.delayedAckTimerNs);
      if (settings.sackDelayNs > 0) group.setReceiverAnswerDelay(settings.sackDelayNs);
      const receiver = new Receiver(group.farClock, end, settings, traits, this.pool, delayedAck, ackSink);
      receiver.timesFrom = sender.stampsFrom;
      const handshake = readBoolean(this.tcp, "handshake")
        ? new Handshake(end, sender, readNumber(this.tcp, "syn-retries"), this.pool, retransmission, dataSink)
        : null;
      return { sender, receiver, handshake };
    };
  }
}

/** Limit on the open connections of one flow. It makes sure that every run fits into memory. */
export const MOST_CONNECTIONS_OF_A_FLOW = 1000;
/** Limit on the open connections of all flows. A flow's first connection is always allowed, so that every flow can send. */
export const MOST_CONNECTIONS_OF_A_RUN = 20_000;

/** Returns true if a flow with `ofFlow` open connections may open one more, in a run with `ofRun` open connections. */
export function mayConnect(ofFlow: number, ofRun: number): boolean {
  if (ofFlow === 0) return true;
  return ofFlow < MOST_CONNECTIONS_OF_A_FLOW && ofRun < MOST_CONNECTIONS_OF_A_RUN;
}

/** Returns the definition of a custom program. Throws if the program has not been prepared for a run. */
function executable<Definition>(definition: Definition | undefined): Definition {
  if (definition === undefined)
    throw new Error(
      "Custom programs need the interpreter, which is not loaded: call loadInterpreter() first",
    );
  return definition;
}

/** Returns the pipe whose next arrival comes first, among arrivals that are not events; null if no such packet is in flight. */
export function nextArrival({ groups }: Network): Arrivals | null {
  let next: Arrivals | null = null;
  for (const { arrivals } of groups) {
    if (arrivals !== null && arrivals.nextNs < (next?.nextNs ?? Number.POSITIVE_INFINITY)) next = arrivals;
  }
  return next;
}

/** Returns the connection with this end. Throws if the end belongs to a UDP flow. */
export function connectionAt(network: Network, end: number): Connection {
  const connection = network.ends[end];
  if (!(connection instanceof Connection)) throw new Error(`end ${end} is not a TCP connection`);
  return connection;
}
