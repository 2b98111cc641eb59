/** Records one queue: sojourn times, length, marks and drops, probes. */
import type { QueueDiscipline } from "../aqm/queue-discipline.ts";
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import type { PortObserver } from "../net/port.ts";
import type { Probe } from "../params/param.ts";
import { BucketRecorder } from "./bucket-recorder.ts";
import { EventLog, OF_ACK } from "./event-log.ts";
import { DelayHistogram } from "./histogram.ts";
import type { QueueTrace } from "./snapshot.ts";

const NS_PER_MS = 1e6;
const MAX_EVENTS = 8192;

export class QueueRecorder implements PortObserver {
  readonly delays = new DelayHistogram();
  readonly log: EventLog;
  /** In ns; turned into ms when it is shown. */
  private readonly sojournNs: BucketRecorder;
  private readonly lengthPackets: BucketRecorder;
  private readonly clock: Clock;
  private readonly span: { ns: number; buckets: number };
  private readonly flowOfEnd: (end: number) => number;
  private probes: BucketRecorder[] = [];

  /** `flowOfEnd`: which flow a packet's `end` belongs to. */
  constructor(clock: Clock, spanNs: number, buckets: number, flowOfEnd: (end: number) => number) {
    this.clock = clock;
    this.log = new EventLog(clock, MAX_EVENTS);
    this.flowOfEnd = flowOfEnd;
    this.span = { ns: spanNs, buckets };
    this.sojournNs = new BucketRecorder(clock, spanNs, buckets, false);
    this.lengthPackets = new BucketRecorder(clock, spanNs, buckets, true);
  }

  onLeaveQueue(sojournNs: number): void {
    this.delays.add(sojournNs);
    this.sojournNs.record(sojournNs);
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

  /** Another discipline took over: its probes are other quantities. */
  restartProbes(): void {
    this.probes = [];
  }

  trace(probes: readonly Probe[]): QueueTrace {
    const sojourn = this.sojournNs.series();
    for (const column of [sojourn.min, sojourn.max, sojourn.last]) {
      for (let i = 0; i < column.length; i++) column[i] /= NS_PER_MS;
    }
    return {
      sojournMs: sojourn,
      lengthPackets: this.lengthPackets.series(),
      probes: probes
        .slice(0, this.probes.length)
        .map((probe, i) => ({ probe, series: this.probes[i].series() })),
    };
  }
}
