/** Records one flow: decimated series if it is traced, statistics after the warm-up in any case. */
import type { CongestionControl } from "../cc/congestion-control.ts";
import type { Probe } from "../params/param.ts";
import type { SenderObserver } from "../tcp/sender.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { BucketRecorder } from "./bucket-recorder.ts";
import type { EventLog } from "./event-log.ts";
import type { FlowTrace } from "./snapshot.ts";
import { RangeStatistic, TimeWeighted } from "./statistics.ts";

const NS_PER_MS = 1e6;

/** What is sampled of a flow at each tick, beside its probes. */
export type FlowSample = Pick<SenderState, "inflight" | "srttNs">;

class FlowSeriesRecorder {
  readonly cwnd: BucketRecorder;
  readonly ssthresh: BucketRecorder;
  readonly inflight: BucketRecorder;
  readonly srttMs: BucketRecorder;
  readonly probes: BucketRecorder[] = [];

  constructor(spanNs: number, buckets: number) {
    const recorder = () => new BucketRecorder(spanNs, buckets, true);
    this.cwnd = recorder();
    this.ssthresh = recorder();
    this.inflight = recorder();
    this.srttMs = recorder();
  }
}

export class FlowRecorder implements SenderObserver {
  readonly cwnd = new TimeWeighted();
  readonly srttMs = new RangeStatistic();
  private readonly flow: number;
  private readonly group: number;
  private readonly log: EventLog;
  private readonly series: FlowSeriesRecorder | null;
  private readonly span: { ns: number; buckets: number };

  constructor(flow: number, group: number, spanNs: number, buckets: number, log: EventLog, traced: boolean) {
    this.flow = flow;
    this.group = group;
    this.log = log;
    this.span = { ns: spanNs, buckets };
    this.series = traced ? new FlowSeriesRecorder(spanNs, buckets) : null;
  }

  get isTraced(): boolean {
    return this.series !== null;
  }

  onCwnd(nowNs: number, cwnd: number): void {
    this.cwnd.set(nowNs, cwnd);
    if (this.series !== null) this.series.cwnd.record(nowNs, cwnd);
  }

  onSsthresh(nowNs: number, ssthresh: number): void {
    if (this.series !== null) this.series.ssthresh.record(nowNs, ssthresh);
  }

  onEvent(kind: number, nowNs: number, before: number, after: number): void {
    if (this.series !== null) this.log.add(nowNs, this.flow, kind, before, after);
  }

  sample(nowNs: number, flow: FlowSample, cc: Pick<CongestionControl, "probe">, probes: number): void {
    const srttMs = flow.srttNs / NS_PER_MS;
    if (srttMs > 0) this.srttMs.add(srttMs);
    const series = this.series;
    if (series === null) return;
    series.inflight.record(nowNs, flow.inflight);
    if (srttMs > 0) series.srttMs.record(nowNs, srttMs);
    for (let i = 0; i < probes; i++) {
      if (i === series.probes.length)
        series.probes.push(new BucketRecorder(this.span.ns, this.span.buckets, true));
      const value = cc.probe(i);
      if (!Number.isNaN(value)) series.probes[i].record(nowNs, value);
    }
  }

  restartStatistics(nowNs: number): void {
    this.cwnd.restart(nowNs);
    this.srttMs.restart();
  }

  /** Only of a traced flow. */
  trace(nowNs: number, probes: readonly Probe[]): FlowTrace {
    const series = this.series;
    if (series === null) throw new Error(`flow ${this.flow} is not traced`);
    return {
      flow: this.flow,
      group: this.group,
      cwnd: series.cwnd.series(nowNs),
      ssthresh: series.ssthresh.series(nowNs),
      inflight: series.inflight.series(nowNs),
      srttMs: series.srttMs.series(nowNs),
      probes: probes
        .slice(0, series.probes.length)
        .map((probe, i) => ({ probe, series: series.probes[i].series(nowNs) })),
    };
  }
}
