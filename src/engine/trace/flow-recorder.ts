/** Records one flow: decimated series if it is traced, statistics after the warm-up in any case. */
import type { CongestionControl } from "../cc/congestion-control.ts";
import type { Clock } from "../core/clock.ts";
import type { Probe } from "../params/param.ts";
import type { SenderObserver } from "../tcp/sender-settings.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { BucketRecorder } from "./bucket-recorder.ts";
import type { EventLog } from "./event-log.ts";
import type { FlowTrace } from "./snapshot.ts";
import { TimeWeighted } from "./statistics.ts";

const NS_PER_MS = 1e6;

/** What is sampled of a flow at each tick, beside its probes. */
export type FlowSample = Pick<SenderState, "inflight" | "srttNs">;

class FlowSeriesRecorder {
  readonly cwnd: BucketRecorder;
  readonly ssthresh: BucketRecorder;
  readonly inflight: BucketRecorder;
  readonly srttMs: BucketRecorder;
  readonly probes: BucketRecorder[] = [];

  constructor(clock: Clock, spanNs: number, buckets: number) {
    const recorder = () => new BucketRecorder(clock, spanNs, buckets, true);
    this.cwnd = recorder();
    this.ssthresh = recorder();
    this.inflight = recorder();
    this.srttMs = recorder();
  }
}

export class FlowRecorder implements SenderObserver {
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

  /** Only of a traced flow. */
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
    };
  }
}
