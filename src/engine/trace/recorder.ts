/** Everything a run records of itself. Memory is bounded: by buckets per series, traced flows and log entries. */
import type { Clock } from "../core/clock.ts";
import type { Flow } from "../flow.ts";
import { type FlowCounts, NO_COUNTS } from "../flow-connections.ts";
import type { Link } from "../net/link.ts";
import type { Network, NetworkObserver } from "../network.ts";
import type { Probe } from "../params/param.ts";
import { resolvePath } from "../scenario/path.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { EventLog } from "./event-log.ts";
import { fairnessAmong } from "./fairness-among.ts";
import { FlowRecorder } from "./flow-recorder.ts";
import { QueueRecorder } from "./queue-recorder.ts";
import { Sampler } from "./sampler.ts";
import type { LinkTrace, RunResults, Samples, Snapshot } from "./snapshot.ts";
import { RangeColumns } from "./statistics.ts";

const MAX_FLOW_EVENTS = 8192;
/** Flows whose series are kept; the counts and goodputs of all others are. */
const TRACED_FLOWS = 20;
const BUCKETS_OF_ONE = 4096;
const MIN_BUCKETS = 512;

/** The counters of a link at one moment. */
export interface LinkBaseline {
  readonly packetsSent: number;
  readonly bytesOnLink: number;
  readonly marks: number;
  readonly aqmDrops: number;
  readonly overflowDrops: number;
  readonly losses: number;
  /** Packets · ns waited so far. */
  readonly lengthIntegral: number;
}

const NOTHING_SENT: LinkBaseline = {
  packetsSent: 0,
  bytesOnLink: 0,
  marks: 0,
  aqmDrops: 0,
  overflowDrops: 0,
  losses: 0,
  lengthIntegral: 0,
};

export class Recorder implements NetworkObserver {
  readonly links: QueueRecorder[] = [];
  readonly flows: FlowRecorder[] = [];
  readonly sampler: Sampler;
  /** By flow. */
  readonly srttMs = new RangeColumns();
  readonly log: EventLog;
  /** Figures cover the time since then. */
  sinceNs = 0;
  private linkBaselines: LinkBaseline[] = [];
  private flowBaselines: FlowCounts[] = [];
  private readonly clock: Clock;
  private readonly endNs: number;
  private readonly flowBuckets: number;
  private readonly linkBuckets: number;

  constructor(scenario: Scenario, endNs: number, clock: Clock) {
    this.clock = clock;
    this.log = new EventLog(clock, MAX_FLOW_EVENTS);
    this.endNs = endNs;
    const flows = scenario.flows.reduce((sum, spec) => sum + spec.count, 0);
    const links = resolvePath(scenario.path).links.length;
    this.flowBuckets = bucketsFor(Math.min(flows, TRACED_FLOWS));
    this.linkBuckets = bucketsFor(links);
    this.sampler = new Sampler(clock, endNs, links, flows);
  }

  link(index: number, network: Network): QueueRecorder {
    const recorder = new QueueRecorder(
      this.clock,
      this.endNs,
      this.linkBuckets,
      (end) => network.flowOfEnd[end],
    );
    this.links[index] = recorder;
    return recorder;
  }

  flow(index: number, group: number): FlowRecorder {
    const traced = index < TRACED_FLOWS;
    const recorder = new FlowRecorder(
      this.clock,
      index,
      group,
      this.endNs,
      this.flowBuckets,
      this.log,
      traced,
    );
    this.flows[index] = recorder;
    return recorder;
  }

  /** What was counted of a link and of a flow before the figures begin. */
  linkBaseline(link: number): LinkBaseline {
    return this.linkBaselines[link] ?? NOTHING_SENT;
  }

  flowBaseline(flow: number): Readonly<FlowCounts> {
    return this.flowBaselines[flow] ?? NO_COUNTS;
  }

  /** What the figures cover. */
  get coveredNs(): number {
    return this.clock.nowNs - this.sinceNs;
  }

  sample(network: Network): void {
    const { links, flows, groups, readings } = network;
    readings.update();
    this.sampler.sample(readings, links);
    this.srttMs.add(readings.srttMs, flows.length);
    for (let i = 0; i < links.length; i++) {
      this.links[i].sample(links[i].port.discipline, links[i].definition.probes.length);
    }
    const traced = flows.length < TRACED_FLOWS ? flows.length : TRACED_FLOWS;
    for (let i = 0; i < traced; i++) {
      const flow = flows[i];
      if (readings.isActive[i] === 1) this.sampleFlow(flow, groups[flow.group].probes);
    }
  }

  private sampleFlow(flow: Flow, probes: readonly Probe[]): void {
    if (flow.current === null) return;
    const { state, cc } = flow.current.sender;
    this.flows[flow.index].sample(state, cc, probes.length);
  }

  /** The warm-up is over: what was counted so far is left out of the figures. */
  endWarmup(network: Network): void {
    this.sinceNs = this.clock.nowNs;
    this.linkBaselines = network.links.map((link) => baselineOf(link));
    this.flowBaselines = network.flows.map((flow) => flow.counts());
    for (const recorder of this.links) recorder.delays.clear();
    for (const link of network.links) {
      link.port.restartLongestQueue();
      link.restartCapacity();
    }
    for (const recorder of this.flows) recorder.cwnd.restart();
    this.srttMs.restart();
    for (const flow of network.flows) flow.responses.restart();
  }

  snapshot(network: Network, done: boolean, results: RunResults, digest: string): Snapshot {
    return {
      nowS: this.clock.nowNs / 1e9,
      done,
      results,
      digest,
      flows: this.flows
        .filter((flow) => flow.isTraced)
        .map((recorder, i) => recorder.trace(network.groups[network.flows[i].group].probes)),
      links: network.links.map((link, i) => this.linkTrace(link, i)),
      samples: this.samplesOf(network, results.fairness.sharing.thin),
      flowEvents: this.log.flowEvents(),
    };
  }

  /** With Jain's index of the flows that count. */
  private samplesOf({ flows }: Network, thin: readonly number[]): Samples {
    const samples = this.sampler.samples();
    if (thin.length === 0) return samples;
    const counts = new Uint8Array(flows.length).fill(1);
    for (const flow of thin) counts[flow] = 0;
    const { momentary, running } = fairnessAmong(samples, counts);
    return { ...samples, jainMomentary: momentary, jainRunning: running };
  }

  private linkTrace(link: Link, index: number): LinkTrace {
    const recorder = this.links[index];
    return {
      id: link.id,
      label: link.label,
      queue: recorder.trace(link.definition.probes),
      events: recorder.log.queueEvents(),
      delayCdf: recorder.delays.cdf(),
      ...this.sampler.linkSamples(index),
    };
  }
}

function bucketsFor(series: number): number {
  return Math.max(MIN_BUCKETS, Math.floor(BUCKETS_OF_ONE / series));
}

function baselineOf({ port, losses }: Link): LinkBaseline {
  return {
    packetsSent: port.packetsSent,
    bytesOnLink: port.bytesOnLink(),
    marks: port.marks,
    aqmDrops: port.aqmDrops,
    overflowDrops: port.overflowDrops,
    losses,
    lengthIntegral: port.lengthIntegral(),
  };
}
