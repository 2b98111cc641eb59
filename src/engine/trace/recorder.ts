/** Everything a run records of itself. Memory is bounded: by buckets per series, traced flows and log entries. */
import { type Flow, type FlowCounts, NO_COUNTS } from "../flow.ts";
import type { Link } from "../net/link.ts";
import type { Network, NetworkObserver } from "../network.ts";
import type { Probe } from "../params/param.ts";
import { resolvePath } from "../scenario/resolve-path.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { EventLog } from "./event-log.ts";
import { FlowRecorder } from "./flow-recorder.ts";
import { QueueRecorder } from "./queue-recorder.ts";
import { Sampler } from "./sampler.ts";
import type { LinkTrace, RunResults, Snapshot } from "./snapshot.ts";

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
  readonly log = new EventLog(MAX_FLOW_EVENTS);
  /** Figures cover the time since then. */
  sinceNs = 0;
  private linkBaselines: LinkBaseline[] = [];
  private flowBaselines: FlowCounts[] = [];
  private readonly endNs: number;
  private readonly flowBuckets: number;
  private readonly linkBuckets: number;

  constructor(scenario: Scenario, endNs: number) {
    this.endNs = endNs;
    const flows = scenario.flows.reduce((sum, spec) => sum + spec.count, 0);
    const links = resolvePath(scenario.path).links.length;
    this.flowBuckets = bucketsFor(Math.min(flows, TRACED_FLOWS));
    this.linkBuckets = bucketsFor(links);
    this.sampler = new Sampler(endNs, links);
  }

  link(index: number, network: Network): QueueRecorder {
    const recorder = new QueueRecorder(this.endNs, this.linkBuckets, (end) => network.flowOfEnd[end]);
    this.links[index] = recorder;
    return recorder;
  }

  flow(index: number, group: number): FlowRecorder {
    const traced = index < TRACED_FLOWS;
    const recorder = new FlowRecorder(index, group, this.endNs, this.flowBuckets, this.log, traced);
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

  sample(nowNs: number, network: Network): void {
    this.sampler.sample(nowNs, network.flows, network.links);
    for (const [i, { port, definition }] of network.links.entries()) {
      this.links[i].sample(nowNs, port.discipline, definition.probes.length);
    }
    for (const flow of network.flows) {
      if (flow.isActive(nowNs)) this.sampleFlow(nowNs, flow, network.groups[flow.group].probes);
    }
  }

  private sampleFlow(nowNs: number, flow: Flow, probes: readonly Probe[]): void {
    if (flow.current === null) return;
    const { state, cc } = flow.current.sender;
    this.flows[flow.index].sample(nowNs, state, cc, probes.length);
  }

  /** The warm-up is over: what was counted so far is left out of the figures. */
  endWarmup(nowNs: number, network: Network): void {
    this.sinceNs = nowNs;
    this.linkBaselines = network.links.map((link) => baselineOf(link, nowNs));
    this.flowBaselines = network.flows.map((flow) => flow.counts());
    for (const recorder of this.links) recorder.delays.clear();
    for (const link of network.links) {
      link.port.restartLongestQueue();
      link.restartCapacity(nowNs);
    }
    for (const recorder of this.flows) recorder.restartStatistics(nowNs);
    for (const flow of network.flows) flow.responses.restart();
  }

  snapshot(network: Network, nowNs: number, done: boolean, results: RunResults, digest: string): Snapshot {
    return {
      nowS: nowNs / 1e9,
      done,
      results,
      digest,
      flows: this.flows
        .filter((flow) => flow.isTraced)
        .map((recorder, i) => recorder.trace(nowNs, network.groups[network.flows[i].group].probes)),
      links: network.links.map((link, i) => this.linkTrace(link, i, nowNs)),
      samples: this.sampler.samples(),
      flowEvents: this.log.flowEvents(),
    };
  }

  private linkTrace(link: Link, index: number, nowNs: number): LinkTrace {
    const recorder = this.links[index];
    return {
      id: link.id,
      label: link.label,
      queue: recorder.trace(nowNs, link.definition.probes),
      events: recorder.log.queueEvents(),
      delayCdf: recorder.delays.cdf(),
      ...this.sampler.linkSamples(index),
    };
  }
}

function bucketsFor(series: number): number {
  return Math.max(MIN_BUCKETS, Math.floor(BUCKETS_OF_ONE / series));
}

function baselineOf({ port, losses }: Link, nowNs: number): LinkBaseline {
  return {
    packetsSent: port.packetsSent,
    bytesOnLink: port.bytesOnLink(nowNs),
    marks: port.marks,
    aqmDrops: port.aqmDrops,
    overflowDrops: port.overflowDrops,
    losses,
    lengthIntegral: port.lengthIntegral(nowNs),
  };
}
