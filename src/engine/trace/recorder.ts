/** Everything a run records of itself. Memory is bounded: by buckets per series, traced flows and log entries. */
import type { Network } from "../network.ts";
import type { Probe } from "../params/param.ts";
import { capacityBps, congestionControlById, queueDisciplineById } from "../scenario/build.ts";
import type { Change, Scenario } from "../scenario/scenario.ts";
import type { Connection } from "../tcp/connection.ts";
import { EventLog } from "./event-log.ts";
import { FlowRecorder } from "./flow-recorder.ts";
import { QueueRecorder } from "./queue-recorder.ts";
import { Sampler } from "./sampler.ts";
import type { RunResults, Snapshot } from "./snapshot.ts";

const MAX_FLOW_EVENTS = 8192;
/** Flows whose series are kept; the counts and goodputs of all others are. */
const TRACED_FLOWS = 20;
const BUCKETS_OF_ONE_FLOW = 4096;
const MIN_BUCKETS = 512;

/** The counters of a link and its flows at one moment. */
export interface Baseline {
  readonly atNs: number;
  readonly packetsSent: number;
  readonly bytesOnLink: number;
  readonly marks: number;
  readonly aqmDrops: number;
  readonly overflowDrops: number;
  /** Packets · ns waited so far. */
  readonly lengthIntegral: number;
  readonly flows: readonly FlowBaseline[];
}

export interface FlowBaseline {
  readonly receivedBytes: number;
  readonly packetsSent: number;
  readonly retransmissions: number;
  readonly rtos: number;
  readonly ecnReductions: number;
  readonly lossReductions: number;
}

export class Recorder {
  readonly queue: QueueRecorder;
  readonly flows: FlowRecorder[] = [];
  readonly sampler: Sampler;
  readonly log = new EventLog(MAX_FLOW_EVENTS);
  /** Figures cover the time since then. */
  baseline: Baseline = {
    atNs: 0,
    packetsSent: 0,
    bytesOnLink: 0,
    marks: 0,
    aqmDrops: 0,
    overflowDrops: 0,
    lengthIntegral: 0,
    flows: [],
  };
  private readonly endNs: number;
  private readonly buckets: number;
  /** The link's rate over time, for its utilisation: bits it could have sent since the baseline. */
  private linkCapacityBits = 0;
  private capacityBps: number;
  private capacitySinceNs = 0;
  private queueProbes: readonly Probe[];
  private readonly groupProbes: (readonly Probe[])[] = [];

  constructor(scenario: Scenario, endNs: number) {
    this.endNs = endNs;
    const flows = scenario.flows.reduce((sum, spec) => sum + spec.count, 0);
    this.buckets = Math.max(MIN_BUCKETS, Math.floor(BUCKETS_OF_ONE_FLOW / Math.min(flows, TRACED_FLOWS)));
    this.queue = new QueueRecorder(endNs, BUCKETS_OF_ONE_FLOW);
    this.sampler = new Sampler(endNs, flows);
    this.capacityBps = capacityBps(scenario.path);
    this.queueProbes = queueDisciplineById(scenario.queue.aqm).probes;
  }

  addFlow(flow: number, group: number): FlowRecorder {
    const traced = flow < TRACED_FLOWS;
    const recorder = new FlowRecorder(flow, group, this.endNs, this.buckets, this.log, traced);
    this.flows[flow] = recorder;
    return recorder;
  }

  sample(nowNs: number, network: Network): void {
    const { connections, port } = network;
    this.sampler.sample(nowNs, connections, port.bytesSent);
    const discipline = port.discipline;
    this.queue.sample(nowNs, discipline.packets, (index) => discipline.probe(index), this.queueProbes.length);
    for (const connection of connections) {
      if (connection.isActive(nowNs)) this.sampleFlow(nowNs, connection);
    }
  }

  private sampleFlow(nowNs: number, connection: Connection): void {
    const { state, cc } = connection.sender;
    const probes = this.probesOf(connection.group).length;
    const sample = {
      inflight: state.inflight,
      srttNs: state.srttNs,
      probe: (index: number) => cc.probe(index),
    };
    this.flows[connection.flow].sample(nowNs, sample, probes);
  }

  /** The warm-up is over: what was counted so far is left out of the figures. */
  endWarmup(nowNs: number, network: Network): void {
    const { port, connections } = network;
    this.baseline = {
      atNs: nowNs,
      packetsSent: port.packetsSent,
      bytesOnLink: port.bytesOnLink(nowNs),
      marks: port.marks,
      aqmDrops: port.aqmDrops,
      overflowDrops: port.overflowDrops,
      lengthIntegral: port.lengthIntegral(nowNs),
      flows: connections.map((connection) => ({
        receivedBytes: connection.receivedBytes,
        packetsSent: connection.sender.packetsSent,
        retransmissions: connection.sender.retransmissions,
        rtos: connection.sender.rtos,
        ecnReductions: connection.sender.ecnReductions,
        lossReductions: connection.sender.lossReductions,
      })),
    };
    this.queue.delays.clear();
    port.restartLongestQueue();
    for (const flow of this.flows) flow.restartStatistics(nowNs);
    this.linkCapacityBits = 0;
    this.capacitySinceNs = nowNs;
  }

  /** A change in mid-run that the figures or the declared probes depend on. */
  noteChange(change: Change, nowNs: number): void {
    if (change.id === "capacity") {
      this.linkCapacityBits = this.capacityBits(nowNs);
      this.capacitySinceNs = nowNs;
      this.capacityBps = capacityBps({ capacity: change.value });
    } else if (change.id === "aqm") {
      this.queueProbes = queueDisciplineById(String(change.value)).probes;
    } else if (change.id === "cc") {
      const probes = congestionControlById(String(change.value)).probes;
      for (let group = 0; group < this.groupProbes.length; group++) {
        if (change.flow === null || change.flow === group) this.groupProbes[group] = probes;
      }
    }
  }

  /** Bits the link could have sent since the baseline. */
  capacityBits(nowNs: number): number {
    // Asking leaves no trace: parts added up one by one would round differently.
    return this.linkCapacityBits + (this.capacityBps * (nowNs - this.capacitySinceNs)) / 1e9;
  }

  probesOf(group: number): readonly Probe[] {
    return this.groupProbes[group] ?? [];
  }

  noteGroup(group: number, cc: string): void {
    this.groupProbes[group] = congestionControlById(cc).probes;
  }

  snapshot(network: Network, nowNs: number, done: boolean, results: RunResults, digest: string): Snapshot {
    return {
      nowS: nowNs / 1e9,
      done,
      results,
      digest,
      flows: this.flows
        .filter((flow) => flow.isTraced)
        .map((flow, i) => flow.trace(nowNs, this.probesOf(network.connections[i].group))),
      queue: this.queue.trace(nowNs, this.queueProbes),
      samples: this.sampler.samples(),
      flowEvents: this.log.flowEvents(),
      queueEvents: this.queue.log.queueEvents(),
      delayCdf: this.queue.delays.cdf(),
    };
  }
}
