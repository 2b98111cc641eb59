/**
 * Everything that a run records. Memory is bounded: series have a fixed number of buckets, only some flows are traced, and logs
 * have a limited number of entries.
 */
import type { QueueDiscipline } from "../aqm/queue-discipline.ts";
import type { CongestionControl } from "../cc/congestion-control.ts";
import type { Clock } from "../core/clock.ts";
import type { Flow } from "../flow.ts";
import { type FlowCounts, NO_COUNTS } from "../flow-connections.ts";
import type { Link } from "../net/link.ts";
import type { Packet } from "../net/packet.ts";
import type { PortObserver } from "../net/port.ts";
import type { Network, NetworkObserver } from "../network.ts";
import type { Phase, Probe } from "../params/param.ts";
import { resolvePath } from "../scenario/path.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { SenderObserver } from "../tcp/sender-settings.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { BucketRecorder } from "./bucket-recorder.ts";
import { EventLog, OF_ACK } from "./event-log.ts";
import { fairnessAmong } from "./fairness-among.ts";
import { DelayHistogram } from "./histogram.ts";
import { PhaseLog } from "./phase-log.ts";
import { RangeColumns, TimeWeighted } from "./running-statistics.ts";
import { Sampler } from "./sampler.ts";
import type {
  EventSeries,
  FlowTrace,
  InnerQueueResult,
  InnerQueueTrace,
  LinkTrace,
  QueueTrace,
  RunResults,
  Samples,
  Snapshot,
} from "./snapshot.ts";

const NS_PER_MS = 1e6;

// Recorder of one flow: series if the flow is traced, and statistics after the warm-up for every flow.

/** Values sampled from a flow at each tick, in addition to its probes. */
type FlowSample = Pick<SenderState, "inflight" | "srttNs">;

class FlowSeriesRecorder {
  readonly cwnd: BucketRecorder;
  readonly ssthresh: BucketRecorder;
  readonly inflight: BucketRecorder;
  readonly srttMs: BucketRecorder;
  readonly probes: BucketRecorder[] = [];
  readonly phases: PhaseLog;
  /** Response times (ns); null until the first one. */
  responses: BucketRecorder | null = null;

  constructor(clock: Clock, spanNs: number, buckets: number) {
    this.phases = new PhaseLog(clock, buckets);
    const recorder = () => new BucketRecorder(clock, spanNs, buckets, true);
    this.cwnd = recorder();
    this.ssthresh = recorder();
    this.inflight = recorder();
    this.srttMs = recorder();
  }
}

class FlowRecorder implements SenderObserver {
  readonly cwnd: TimeWeighted;
  private readonly clock: Clock;
  private readonly flow: number;
  private readonly group: number;
  private readonly log: EventLog;
  private readonly series: FlowSeriesRecorder | null;
  private readonly span: { ns: number; buckets: number };

  constructor(
    clock: Clock,
    flow: number,
    group: number,
    spanNs: number,
    buckets: number,
    log: EventLog,
    traced: boolean,
  ) {
    this.clock = clock;
    this.cwnd = new TimeWeighted(clock);
    this.flow = flow;
    this.group = group;
    this.log = log;
    this.span = { ns: spanNs, buckets };
    this.series = traced ? new FlowSeriesRecorder(clock, spanNs, buckets) : null;
  }

  get isTraced(): boolean {
    return this.series !== null;
  }

  onCwnd(cwnd: number): void {
    this.cwnd.set(cwnd);
    if (this.series !== null) this.series.cwnd.record(cwnd);
  }

  onSsthresh(ssthresh: number): void {
    if (this.series !== null) this.series.ssthresh.record(ssthresh);
  }

  onEvent(kind: number, before: number, after: number): void {
    if (this.series !== null) this.log.add(this.flow, kind, before, after);
  }

  onPhase(phase: Phase, value: number): void {
    if (this.series !== null) this.series.phases.add(phase, value);
  }

  onResponse(responseNs: number): void {
    const { series, span } = this;
    if (series === null) return;
    series.responses ??= new BucketRecorder(this.clock, span.ns, span.buckets, false);
    series.responses.record(responseNs);
  }

  sample(flow: FlowSample, cc: Pick<CongestionControl, "probe">, probes: number): void {
    const srttMs = flow.srttNs / NS_PER_MS;
    const series = this.series;
    if (series === null) return;
    series.inflight.record(flow.inflight);
    if (srttMs > 0) series.srttMs.record(srttMs);
    for (let i = 0; i < probes; i++) {
      if (i === series.probes.length)
        series.probes.push(new BucketRecorder(this.clock, this.span.ns, this.span.buckets, true));
      const value = cc.probe(i);
      if (!Number.isNaN(value)) series.probes[i].record(value);
    }
  }

  /** Returns the series; only for a traced flow. */
  trace(probes: readonly Probe[]): FlowTrace {
    const series = this.series;
    if (series === null) throw new Error(`flow ${this.flow} is not traced`);
    return {
      flow: this.flow,
      group: this.group,
      cwnd: series.cwnd.series(),
      ssthresh: series.ssthresh.series(),
      inflight: series.inflight.series(),
      srttMs: series.srttMs.series(),
      probes: probes
        .slice(0, series.probes.length)
        .map((probe, i) => ({ probe, series: series.probes[i].series() })),
      phases: series.phases.series(),
      ...(series.responses !== null && { responseMs: inMs(series.responses.eventSeries()) }),
    };
  }
}

// Recorder of one queue: sojourn times, length, marks and drops, probes.

const MAX_EVENTS = 8192;

/** Number of delays that are recorded in one loop, because a call per packet costs more. */
const BATCH = 64;

/** Waiting times of packets in one queue. */
class DelayRecorder {
  private readonly histogram = new DelayHistogram();
  /** Sojourn times (ns); converted to ms for display. */
  private readonly sojournNs: BucketRecorder;
  private readonly clock: Clock;
  /** Delays that are not in the series yet, and the times at which these delays ended. */
  private readonly waitingNs = new Float64Array(BATCH);
  private readonly timesNs = new Float64Array(BATCH);
  private waiting = 0;

  constructor(clock: Clock, spanNs: number, buckets: number) {
    this.clock = clock;
    this.sojournNs = new BucketRecorder(clock, spanNs, buckets, false);
  }

  add(sojournNs: number): void {
    const at = this.waiting++;
    this.waitingNs[at] = sojournNs;
    this.timesNs[at] = this.clock.nowNs;
    if (this.waiting === BATCH) this.recordWaiting();
  }

  get delays(): DelayHistogram {
    this.recordWaiting();
    return this.histogram;
  }

  private recordWaiting(): void {
    this.histogram.addAll(this.waitingNs, this.waiting);
    this.sojournNs.recordAll(this.waitingNs, this.timesNs, this.waiting);
    this.waiting = 0;
  }

  seriesMs(): EventSeries {
    this.recordWaiting();
    return inMs(this.sojournNs.eventSeries());
  }
}

/** Converts a series from ns to ms in place. */
function inMs(series: EventSeries): EventSeries {
  for (const column of [series.min, series.max, series.last, series.mean]) {
    for (let i = 0; i < column.length; i++) column[i] /= NS_PER_MS;
  }
  return series;
}

/** Recorder of one queue. */
export class QueueRecorder implements PortObserver {
  readonly log: EventLog;
  private readonly waits: DelayRecorder;
  /** Recorders of the separate queues of a discipline, in the order of the discipline. */
  private innerDelays: DelayRecorder[] = [];
  private innerNames: readonly string[] | null = null;
  /**
   * True if packets have left the link from another discipline or one with different queues. Delays per queue would then be
   * incomplete.
   */
  private hasOthers = false;
  private hasPackets = false;
  private readonly lengthPackets: BucketRecorder;
  private readonly clock: Clock;
  private readonly span: { ns: number; buckets: number };
  private readonly flowOfEnd: (end: number) => number;
  private probes: BucketRecorder[] = [];

  /** `flowOfEnd` returns the flow to which the packets of an end belong. */
  constructor(clock: Clock, spanNs: number, buckets: number, flowOfEnd: (end: number) => number) {
    this.clock = clock;
    this.log = new EventLog(clock, MAX_EVENTS);
    this.flowOfEnd = flowOfEnd;
    this.span = { ns: spanNs, buckets };
    this.waits = new DelayRecorder(clock, spanNs, buckets);
    this.lengthPackets = new BucketRecorder(clock, spanNs, buckets, true);
  }

  get delays(): DelayHistogram {
    return this.waits.delays;
  }

  onHost(innerQueues: readonly string[] | null): void {
    if (innerQueues === this.innerNames) return;
    this.hasOthers ||= this.hasPackets;
    this.innerNames = innerQueues;
    this.innerDelays = (innerQueues ?? []).map(
      () => new DelayRecorder(this.clock, this.span.ns, this.span.buckets),
    );
  }

  onLeaveQueue(sojournNs: number, queue: number): void {
    this.hasPackets = true;
    this.waits.add(sojournNs);
    if (queue >= 0) this.innerDelays[queue].add(sojournNs);
  }

  /** Discards the delays that were recorded during the warm-up. */
  restartDelays(): void {
    this.delays.clear();
    for (const { delays } of this.innerDelays) delays.clear();
  }

  innerResults(): InnerQueueResult[] | null {
    return this.ofOwn((name, { delays }) => ({ name, sojournMs: delays.percentiles() }));
  }

  innerTraces(): InnerQueueTrace[] | null {
    return this.ofOwn((name, queue) => {
      return { name, sojournMs: queue.seriesMs(), delayCdf: queue.delays.cdf() };
    });
  }

  private ofOwn<T>(tell: (name: string, queue: DelayRecorder) => T): T[] | null {
    const { innerNames, innerDelays, hasOthers } = this;
    return innerNames === null || hasOthers ? null : innerNames.map((name, i) => tell(name, innerDelays[i]));
  }

  onSignal(kind: number, packet: Pick<Packet, "end" | "isAck">): void {
    this.log.add(this.flowOfEnd(packet.end), packet.isAck ? kind | OF_ACK : kind, 0, 0);
  }

  sample(queue: Pick<QueueDiscipline, "packets" | "probe">, probes: number): void {
    this.lengthPackets.record(queue.packets);
    for (let i = 0; i < probes; i++) {
      if (i === this.probes.length)
        this.probes.push(new BucketRecorder(this.clock, this.span.ns, this.span.buckets, true));
      const value = queue.probe(i);
      if (!Number.isNaN(value)) this.probes[i].record(value);
    }
  }

  /** Starts new series for the probes, because a different discipline with different probes is active now. */
  restartProbes(): void {
    this.probes = [];
  }

  trace(probes: readonly Probe[]): QueueTrace {
    return {
      sojournMs: this.waits.seriesMs(),
      lengthPackets: this.lengthPackets.series(),
      probes: probes
        .slice(0, this.probes.length)
        .map((probe, i) => ({ probe, series: this.probes[i].series() })),
    };
  }
}

const MAX_FLOW_EVENTS = 8192;
/** Number of flows with recorded series; counts and goodputs are recorded for all flows. */
const TRACED_FLOWS = 20;
const BUCKETS_OF_ONE = 4096;
const MIN_BUCKETS = 512;

/** Counters of a link at the start of the time that the results cover. */
interface LinkBaseline {
  readonly packetsSent: number;
  readonly bytesOnLink: number;
  readonly marks: number;
  readonly aqmDrops: number;
  readonly overflowDrops: number;
  readonly losses: number;
  /** Total waiting time so far (packets · ns). */
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

/** Recorder of one run. */
export class Recorder implements NetworkObserver {
  readonly links: QueueRecorder[] = [];
  readonly flows: FlowRecorder[] = [];
  readonly sampler: Sampler;
  /** Smoothed RTTs, indexed by flow. */
  readonly srttMs = new RangeColumns();
  readonly log: EventLog;
  /** Start of the time that the results cover (ns). */
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

  /** Returns the counters of a link at the start of the covered time. */
  linkBaseline(link: number): LinkBaseline {
    return this.linkBaselines[link] ?? NOTHING_SENT;
  }

  flowBaseline(flow: number): Readonly<FlowCounts> {
    return this.flowBaselines[flow] ?? NO_COUNTS;
  }

  /** Length of the time that the results cover so far (ns). */
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

  /** Ends the warm-up: everything counted so far is excluded from the results. */
  endWarmup(network: Network): void {
    this.sinceNs = this.clock.nowNs;
    this.linkBaselines = network.links.map((link) => baselineOf(link));
    this.flowBaselines = network.flows.map((flow) => flow.counts());
    for (const recorder of this.links) recorder.restartDelays();
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
      programs: network.programs.reports(),
    };
  }

  /** Returns the samples with Jain's index of the flows that are not thin. */
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
    const queues = recorder.innerTraces();
    return {
      id: link.id,
      label: link.label,
      queue: recorder.trace(link.definition.probes),
      events: recorder.log.queueEvents(),
      delayCdf: recorder.delays.cdf(),
      ...(queues !== null && { queues }),
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
