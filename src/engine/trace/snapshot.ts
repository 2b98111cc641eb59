/** The recorded data of a run: plain data and typed arrays that can be sent between workers. */
import type { Phase, Probe } from "../params/param.ts";

/**
 * A series with a limited number of buckets. Bucket i covers the times [startS + i*bucketS, startS + (i+1)*bucketS). An empty
 * bucket repeats the last value, because the quantity did not change. Before the first record, values are NaN.
 */
export interface BucketSeries {
  readonly startS: number;
  readonly bucketS: number;
  readonly length: number;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly last: Float32Array;
}

/** A series of a quantity that exists only at its events, such as the delay of each packet that leaves a queue. */
export interface EventSeries extends BucketSeries {
  /** Mean over the events of each bucket; an empty bucket repeats the last value. */
  readonly mean: Float32Array;
  /** Number of events in each bucket. */
  readonly count: Uint32Array;
}

/** The recorded values of one probe. */
export interface ProbeSeries {
  readonly probe: Probe;
  readonly series: BucketSeries;
}

/** Series of one traced flow. */
export interface FlowTrace {
  /** Index of the flow among all flows of the run. Each flow of a group is counted separately. */
  readonly flow: number;
  /** Index of the flow's FlowSpec. */
  readonly group: number;
  /** Congestion window in segments. */
  readonly cwnd: BucketSeries;
  /** ssthresh in segments; NaN while it is still infinite. */
  readonly ssthresh: BucketSeries;
  readonly inflight: BucketSeries;
  readonly srttMs: BucketSeries;
  readonly probes: readonly ProbeSeries[];
  readonly phases: PhaseSeries;
  /**
   * Response times (ms), one for each response, at the time when it is complete. For a ping this is the round-trip time; for a web page or a short
   * flow, the time to the last byte. Absent if the flow had no response.
   */
  readonly responseMs?: EventSeries;
}

/** Phases of a sender. Row i is valid from timeS[i] to timeS[i + 1]; the last row is valid until now. */
export interface PhaseSeries {
  /** Phases that occur. */
  readonly phases: readonly Pick<Phase, "id" | "label" | "tone" | "isWhole" | "value">[];
  /**
   * Time resolution (s): of successive phases that together last less than this, only the longest is kept; 0 if all phases are
   * kept.
   */
  readonly shortestS: number;
  readonly timeS: Float64Array;
  /** Index into `phases`. */
  readonly phase: Uint8Array;
  /** The number declared by the phase, for example a gain; NaN if the phase declares none. */
  readonly value: Float32Array;
}

/** Returns the row of the phase at a time; -1 before the first phase. */
export function phaseAt({ timeS }: Pick<PhaseSeries, "timeS">, atS: number): number {
  let [low, high] = [0, timeS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeS[middle] <= atS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Series of one queue. */
export interface QueueTrace {
  /** Sojourn time of each packet that left the queue (ms). */
  readonly sojournMs: EventSeries;
  /** Number of packets waiting at the sampler's ticks. */
  readonly lengthPackets: BucketSeries;
  readonly probes: readonly ProbeSeries[];
}

/** Times at which flows start or stop competing, in order of time. */
export interface Turns {
  readonly timeS: Float64Array;
  readonly flow: Int32Array;
  /** 1 if the flow started competing, 0 if it stopped. */
  readonly joined: Uint8Array;
}

/** Samples at equal intervals over the whole run. `receivedBytes` and similar fields are cumulative since t = 0. */
export interface Samples {
  readonly intervalS: number;
  /** Number of samples; sample i was taken at i * intervalS. */
  readonly length: number;
  /** Payload bytes delivered in order to the receiver so far, for each flow. */
  readonly receivedBytes: readonly Float64Array[];
  /**
   * Payload bytes that have reached the receiver so far, for each flow, in any order and including duplicates. Bytes behind a gap
   * are included here when they arrive; `receivedBytes` includes them only after the gap is filled.
   */
  readonly arrivedBytes: readonly Float64Array[];
  /** Jain's index of the flows' rates over the last second, without thin flows; NaN while no flow is active. */
  readonly jainMomentary: Float32Array;
  /** F(t) of the ABE paper: Jain's index of the bytes received since the newest flow joined, without thin flows. */
  readonly jainRunning: Float32Array;
  readonly turns: Turns;
}

/** Kinds of flow events, the values of `FlowEvents.kind`. */
export const FLOW_EVENT = {
  ecnReduction: 0,
  lossReduction: 1,
  rto: 2,
  slowStartExit: 3,
  /** No answer to a SYN arrived, so the SYN was sent again. `before` and `after` are numbers of SYNs. */
  synTimeout: 4,
  /** No answer to any SYN arrived: the connection has failed. `before` is the number of SYNs. */
  notOpened: 5,
  lossProbe: 6,
  undo: 7,
} as const;

/** Returns true if the event reduced the window. */
export function isCut(kind: number): boolean {
  return kind <= FLOW_EVENT.rto;
}

/** Returns true for a retransmitted SYN or a failed connection, which has no window yet. */
export function isOfOpening(kind: number): boolean {
  return kind === FLOW_EVENT.synTimeout || kind === FLOW_EVENT.notOpened;
}

/**
 * Reductions and timeouts of the traced flows, in order of time. The number of events is limited: if `stride` > 1,
 * only every stride-th event was kept.
 */
export interface FlowEvents {
  readonly stride: number;
  /** Number of events, including those that were not kept. */
  readonly total: number;
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
  /** cwnd in segments before and after the event. For events of the handshake: numbers of SYNs. */
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** Kinds of queue events, the values of `QueueEvents.kind`. `linkLoss` is a random loss on the link. */
export const QUEUE_EVENT = { mark: 0, aqmDrop: 1, overflowDrop: 2, linkLoss: 3 } as const;

/** Marks and drops at a link, in order of time; limited in number like FlowEvents. */
export interface QueueEvents {
  readonly stride: number;
  readonly total: number;
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
  /** 1 if the event concerned an ACK. */
  readonly isAck: Uint8Array;
}

/** Cumulative distribution of the sojourn time. */
export interface DelayCdf {
  /** Ascending sojourn times (ms), and the fraction of packets with at most that sojourn time. */
  readonly ms: Float32Array;
  readonly fraction: Float32Array;
}

/** Mean, percentiles and maximum. */
export interface Percentiles {
  readonly n: number;
  readonly mean: number;
  readonly min: number;
  readonly p1: number;
  readonly p5: number;
  readonly p10: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Counts of one flow's packets at a link after the warm-up, including its ACKs on the return path. */
export interface FlowDelay {
  /** Index of the flow among all flows of the run. */
  readonly flow: number;
  readonly marks: number;
  readonly drops: number;
  readonly sojournMs: Percentiles | null;
  readonly delayCdf: DelayCdf;
}

/** Delays per flow, counted in a replay of the run, because a run records only the delays of a link. */
export interface FlowDelays {
  /** Index of the link. */
  readonly link: number;
  readonly flows: readonly FlowDelay[];
}

/** One of the separate queues of a discipline: DualPI2's L queue or C queue. */
export interface InnerQueueTrace {
  /** Name of the queue, such as "L". */
  readonly name: string;
  readonly sojournMs: EventSeries;
  readonly delayCdf: DelayCdf;
}

/** One link with its queue. */
export interface LinkTrace {
  readonly id: string;
  readonly label: string;
  readonly queue: QueueTrace;
  readonly events: QueueEvents;
  readonly delayCdf: DelayCdf;
  /**
   * Separate queues of the discipline; absent if the discipline has a single queue, or if a different discipline was
   * active for part of the run.
   */
  readonly queues?: readonly InnerQueueTrace[];
  /** Values at the times of `Samples`: the bytes that have left the queue so far. `rateBps` holds the link's rate. */
  readonly sentBytes: Float64Array;
  readonly rateBps: Float64Array;
}

/**
 * Results of one link. Results cover the time after the warm-up. Values that do not exist (no packet, no RTT sample)
 * are null.
 */
export interface LinkResult {
  readonly id: string;
  readonly rateBps: number;
  readonly utilisation: number;
  readonly packets: number;
  readonly marks: number;
  readonly drops: { readonly overflow: number; readonly aqm: number; readonly link: number };
  readonly queuePackets: { readonly mean: number; readonly max: number };
  readonly sojournMs: Percentiles | null;
  /** Separate queues, as in `LinkTrace.queues`. The digest does not cover them, because `sojournMs` includes them. */
  readonly queues?: readonly InnerQueueResult[];
}

/** Results of one of the separate queues of a discipline. */
export interface InnerQueueResult {
  readonly name: string;
  readonly sojournMs: Percentiles | null;
}

/** Results of one flow. */
export interface FlowResult {
  readonly id: number;
  readonly group: number;
  /** Id of the congestion control; "udp" if the traffic is not TCP. */
  readonly cc: string;
  readonly traffic: string;
  /** Id of the flow's route. */
  readonly route: string;
  readonly ecn: boolean;
  /** Propagation RTT (ms) of the flow: the links of its route and its own access. */
  readonly rttMs: number;
  readonly startS: number;
  readonly stopS: number;
  readonly goodputBps: number;
  readonly bytesReceived: number;
  readonly packetsSent: number;
  readonly retransmissions: number;
  readonly rtos: number;
  readonly ecnReductions: number;
  readonly lossReductions: number;
  /** Packets sent in the periods ended by a reduction for a mark, and in the periods ended by a loss or timeout. */
  readonly packetsToMarks: number;
  readonly packetsToLosses: number;
  readonly cwndSegments: { readonly mean: number; readonly min: number; readonly max: number } | null;
  readonly srttMs: { readonly mean: number; readonly min: number; readonly max: number } | null;
  /**
   * Completion time of a finite transfer, from its start until the last byte is acknowledged; null for bulk or
   * unfinished transfers.
   */
  readonly fctS: number | null;
  /** Response or completion times of the requests or transfers completed after the warm-up; null for traffic without requests. */
  readonly responses: Responses | null;
  /**
   * Number of requests refused because too many connections were open. Present only if no request was answered, so
   * that `responses` is null, and at least one was refused.
   */
  readonly refused?: number;
  /** Number of connections whose SYNs were never answered; absent if there were none. */
  readonly notOpened?: number;
  /**
   * True if the flow requests ECN but its first connection was opened without it. The digest does not cover this
   * field.
   */
  readonly withoutEcn?: true;
}

/** Response or completion times (s). */
export interface Responses {
  readonly n: number;
  readonly meanS: number;
  readonly p50S: number;
  readonly p90S: number;
  readonly p99S: number;
  readonly maxS: number;
  /** Number of requests refused because too many connections were open. */
  readonly refused: number;
}

/** A join: flows that started within one second, and the time until all included flows had reached an even share. */
export interface JoinResult {
  /** Start time of the last of these flows (s). */
  readonly startS: number;
  /** Started flows that the index includes. */
  readonly flows: readonly number[];
  /** Time from the join until F(t) first reached 0.95 (s); null if F(t) has not reached it. */
  readonly firstS: number | null;
  /**
   * Time from the join until F(t) stayed at or above 0.95 up to the next join or the end of the run (s); null if F(t) is below
   * 0.95 at that time.
   */
  readonly settledS: number | null;
}

/** Fairness among the flows that want more than their share. The digest does not cover it. */
export interface Sharing {
  /** Flows included in the index: they have started, are measured and are not thin. */
  readonly flows: readonly number[];
  /** True if the user chose the flows. */
  readonly chosen?: boolean;
  /** Excluded flows: each wants less than an equal share of each link that it passes, and gets what it wants. */
  readonly thin: readonly number[];
  /** Jain's index of the included flows' goodputs after the warm-up; NaN if undefined. */
  readonly jain: number;
  /** Joins: times at which flows started while others competed, or at which several flows started together. */
  readonly joins: readonly JoinResult[];
}

/** Results of a run. */
export interface RunResults {
  readonly links: readonly LinkResult[];
  readonly flows: readonly FlowResult[];
  readonly fairness: {
    /** Jain's index of the flows' goodputs after the warm-up. */
    readonly jain: number;
    /**
     * For each joining flow after the first, the time from its start until F(t) first reached 0.95 (s); null if F(t)
     * never reached it.
     */
    readonly convergenceS: readonly (number | null)[];
    readonly sharing: Sharing;
  };
  readonly packets: number;
  readonly events: number;
}

/** Everything recorded of a run up to one time. */
export interface Snapshot {
  /** Simulated time that the run has reached (s). `done` is true if the run is complete. */
  readonly nowS: number;
  readonly done: boolean;
  readonly results: RunResults;
  /** Digest of the scenario and the results. It is final when `done` is true. */
  readonly digest: string;
  readonly flows: readonly FlowTrace[];
  /** Links in the order of `results.links`. */
  readonly links: readonly LinkTrace[];
  readonly samples: Samples;
  readonly flowEvents: FlowEvents;
  /** Reports of user-defined programs in the run. */
  readonly programs: readonly ProgramReport[];
}

/** Report of a user-defined program. */
export interface ProgramReport {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ProgramLine[];
  /** Number of lines that the program logged in addition to the ones kept. */
  readonly leftOut: number;
  /**
   * How the program ended first, before the end of the run; null if it did not end early. A flow whose program has ended sends no
   * new data; a queue whose program has ended gives no signals.
   */
  readonly stopped: ProgramEnd | null;
  /** Number of loop iterations of the interpreter that the program has used. It measures the program's computing time. */
  readonly turns: number;
  /** True if the program has used more than 1 MiB of memory. Each of its turns may then take five times as long. */
  readonly isLarge: boolean;
}

interface ProgramEnd {
  /** Place of the program, such as "flow 2" or "queue". */
  readonly place: string;
  readonly atS: number;
  readonly message: string;
  readonly line: number | null;
}

/** Returns a sentence that reports the early end of a program, for the page and the terminal. */
export function programEnd(name: string, { place, atS, message, line }: ProgramEnd): string {
  const where = line === null ? "" : ` (line ${line})`;
  return `${name} stopped at ${Number(atS.toPrecision(6))} s, in ${place}${where}: ${message}`;
}

/** A line that a program logged, and the line of code that logged it. */
export interface ProgramLine {
  /** Place of the program, such as "flow 2". */
  readonly place: string;
  readonly atS: number;
  readonly line: number;
  readonly text: string;
}
