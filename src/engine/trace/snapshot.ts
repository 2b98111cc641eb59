/** What a run shows of itself: plain data and typed arrays, ready to cross a worker boundary. */
import type { Phase, Probe } from "../params/param.ts";

/**
 * A series decimated while it was recorded. Bucket i covers [startS + i*bucketS, startS + (i+1)*bucketS); an empty
 * bucket repeats the last value (the quantity did not change), and is NaN before the first record.
 */
export interface BucketSeries {
  readonly startS: number;
  readonly bucketS: number;
  readonly length: number;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly last: Float32Array;
}

/** Of a quantity that exists at its events, such as the delay of each packet that leaves a queue. */
export interface EventSeries extends BucketSeries {
  /** Over the events of each bucket; an empty bucket repeats the last value. */
  readonly mean: Float32Array;
  /** Events in each bucket. */
  readonly count: Uint32Array;
}

export interface ProbeSeries {
  readonly probe: Probe;
  readonly series: BucketSeries;
}

export interface FlowTrace {
  /** Index over all flows of the run (groups expanded). */
  readonly flow: number;
  /** Index of its FlowSpec. */
  readonly group: number;
  /** In segments. */
  readonly cwnd: BucketSeries;
  /** In segments; NaN while ssthresh is still infinite. */
  readonly ssthresh: BucketSeries;
  readonly inflight: BucketSeries;
  readonly srttMs: BucketSeries;
  readonly probes: readonly ProbeSeries[];
  readonly phases: PhaseSeries;
}

/** What a sender did one after the other. Row i holds from timeS[i] until timeS[i + 1], the last one until now. */
export interface PhaseSeries {
  /** Those that occur. */
  readonly phases: readonly Pick<Phase, "id" | "label" | "tone" | "isWhole" | "value">[];
  /** Phases that follow each other within this time were too many to keep: the longest stands for them. 0: all are kept. */
  readonly shortestS: number;
  readonly timeS: Float64Array;
  /** Index into `phases`. */
  readonly phase: Uint8Array;
  /** The number that the phase declares; NaN: none. */
  readonly value: Float32Array;
}

/** Row of the phase at that time; -1 before the first. */
export function phaseAt({ timeS }: Pick<PhaseSeries, "timeS">, atS: number): number {
  let [low, high] = [0, timeS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeS[middle] <= atS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface QueueTrace {
  /** Sojourn time of each packet that left the queue, in ms. */
  readonly sojournMs: EventSeries;
  /** Packets waiting, seen at the sampler's ticks. */
  readonly lengthPackets: BucketSeries;
  readonly probes: readonly ProbeSeries[];
}

/** When flows began and ceased to compete, in order of time. */
export interface Turns {
  readonly timeS: Float64Array;
  readonly flow: Int32Array;
  /** 1 where the flow began. */
  readonly joined: Uint8Array;
}

/** Equally spaced samples over the whole run. `receivedBytes` and the like are cumulative since t = 0. */
export interface Samples {
  readonly intervalS: number;
  /** Number of samples; sample i was taken at i * intervalS. */
  readonly length: number;
  /** Per flow (all flows), in-order payload bytes delivered to the receiver so far. */
  readonly receivedBytes: readonly Float64Array[];
  /**
   * Per flow, payload bytes that have reached the receiver so far, counted as they arrive: in order or not, once or again.
   * What waits at the receiver for a retransmission is in here at once, and in `receivedBytes` only once the gap is filled.
   */
  readonly arrivedBytes: readonly Float64Array[];
  /** Jain's index of the rates over the last second, thin flows left out; NaN while fewer than one flow is active. */
  readonly jainMomentary: Float32Array;
  /** F(t) of the ABE paper: Jain's index of bytes since the newest flow joined; thin flows left out. */
  readonly jainRunning: Float32Array;
  readonly turns: Turns;
}

/** Kinds of flow events, the values of `FlowEvents.kind`. */
export const FLOW_EVENT = {
  ecnReduction: 0,
  lossReduction: 1,
  rto: 2,
  slowStartExit: 3,
  /** No answer to a SYN: it was sent once more. `before` and `after` count SYNs. */
  synTimeout: 4,
  /** No answer to any SYN: the connection has failed. `before` counts SYNs. */
  notOpened: 5,
  lossProbe: 6,
  undo: 7,
} as const;

/** The window was made smaller. */
export function isCut(kind: number): boolean {
  return kind <= FLOW_EVENT.rto;
}

/** A SYN was sent again, or the connection failed: it has no window yet. */
export function isOfOpening(kind: number): boolean {
  return kind === FLOW_EVENT.synTimeout || kind === FLOW_EVENT.notOpened;
}

/** Reductions and timeouts of the traced flows, in order of time. Bounded: `stride` > 1 means every stride-th was kept. */
export interface FlowEvents {
  readonly stride: number;
  /** How many there were, kept or not. */
  readonly total: number;
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
  /** cwnd in segments before, and the value it is being reduced to; of an opening SYNs. */
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** Kinds of queue events, the values of `QueueEvents.kind`; `linkLoss`: lost at random on the link. */
export const QUEUE_EVENT = { mark: 0, aqmDrop: 1, overflowDrop: 2, linkLoss: 3 } as const;

/** Marks and drops at a link, in order of time; bounded as FlowEvents. */
export interface QueueEvents {
  readonly stride: number;
  readonly total: number;
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
  /** 1 where it happened to an ACK. */
  readonly isAck: Uint8Array;
}

export interface DelayCdf {
  /** Ascending sojourn times in ms and the fraction of packets at or below each. */
  readonly ms: Float32Array;
  readonly fraction: Float32Array;
}

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

/** What happened to one flow's packets at a link after the warm-up, its ACKs on their way included. */
export interface FlowDelay {
  /** Index over all flows. */
  readonly flow: number;
  readonly marks: number;
  readonly drops: number;
  readonly sojournMs: Percentiles | null;
  readonly delayCdf: DelayCdf;
}

/** Counted by looking at a run again: a run on its own keeps the delays of a link, not whose they are. */
export interface FlowDelays {
  /** Index of the link. */
  readonly link: number;
  readonly flows: readonly FlowDelay[];
}

/** One of the queues that a discipline is made of: DualPI2's L queue and its C queue. */
export interface OwnQueueTrace {
  /** "L". */
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
  /** Of a discipline that is made of several queues; absent: one, or another discipline for a part of the run. */
  readonly queues?: readonly OwnQueueTrace[];
  /** At the times of `Samples`: bytes that left the queue so far, and the link's rate. */
  readonly sentBytes: Float64Array;
  readonly rateBps: Float64Array;
}

/** Figures cover the time after the warm-up. Values that do not exist (no packet, no RTT sample) are null. */
export interface LinkResult {
  readonly id: string;
  readonly rateBps: number;
  readonly utilisation: number;
  readonly packets: number;
  readonly marks: number;
  readonly drops: { readonly overflow: number; readonly aqm: number; readonly link: number };
  readonly queuePackets: { readonly mean: number; readonly max: number };
  readonly sojournMs: Percentiles | null;
  /** As `LinkTrace.queues`. The digest does not cover them: they are a part of `sojournMs` each. */
  readonly queues?: readonly OwnQueueResult[];
}

export interface OwnQueueResult {
  readonly name: string;
  readonly sojournMs: Percentiles | null;
}

export interface FlowResult {
  readonly id: number;
  readonly group: number;
  /** "udp" where the traffic is no TCP. */
  readonly cc: string;
  readonly traffic: string;
  /** Id of its route. */
  readonly route: string;
  readonly ecn: boolean;
  /** Propagation there and back: of the links of its route and of its own access. */
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
  /** Packets sent in periods that ended with a reduction for a mark, and in those that ended with a loss or timeout. */
  readonly packetsToMarks: number;
  readonly packetsToLosses: number;
  readonly cwndSegments: { readonly mean: number; readonly min: number; readonly max: number } | null;
  readonly srttMs: { readonly mean: number; readonly min: number; readonly max: number } | null;
  /** Completion time of a finite transfer, from its start to the last byte acknowledged; null for bulk or unfinished. */
  readonly fctS: number | null;
  /** Of traffic that makes requests or many transfers: those completed after the warm-up. */
  readonly responses: Responses | null;
  /** Requests that could not be made, where none was answered that `responses` could tell of; absent: none. */
  readonly refused?: number;
  /** Connections whose SYNs nobody answered; absent: none. */
  readonly notOpened?: number;
  /** True: the flow asks for ECN, and its first connection was opened without. The digest does not cover it. */
  readonly withoutEcn?: true;
}

/** Response or completion times in s. */
export interface Responses {
  readonly n: number;
  readonly meanS: number;
  readonly p50S: number;
  readonly p90S: number;
  readonly p99S: number;
  readonly maxS: number;
  /** Requests that could not be made because too many were open. */
  readonly refused: number;
}

/** Flows that began together, within a second, and when all that count had come to share evenly since. */
export interface JoinResult {
  /** When the last of them began. */
  readonly startS: number;
  /** Those of them that count. */
  readonly flows: readonly number[];
  /** Seconds from then until F(t) first reached 0.95; null: it has not. */
  readonly firstS: number | null;
  /** Until it had come there to stay, up to the next join or to the end; null: it is below. */
  readonly settledS: number | null;
}

/** How evenly those flows share that want more than their share. The digest does not cover it. */
export interface Sharing {
  /** The flows of the index: begun, measured, not thin. */
  readonly flows: readonly number[];
  /** True where a person chose them. */
  readonly chosen?: boolean;
  /** Left out: flows that ask for less than an equal share of each link that they pass, and get it. */
  readonly thin: readonly number[];
  /** Jain's index of their goodputs after the warm-up; NaN where there is none. */
  readonly jain: number;
  /** Each time at which flows began while others competed, or several at once. */
  readonly joins: readonly JoinResult[];
}

export interface RunResults {
  readonly links: readonly LinkResult[];
  readonly flows: readonly FlowResult[];
  readonly fairness: {
    /** Jain's index of the flows' goodputs after the warm-up. */
    readonly jain: number;
    /** Per joining flow (after the first), seconds from its start until F(t) first reached 0.95; null if it never did. */
    readonly convergenceS: readonly (number | null)[];
    readonly sharing: Sharing;
  };
  readonly packets: number;
  readonly events: number;
}

export interface Snapshot {
  /** Simulated time reached, in s, and whether the run is complete. */
  readonly nowS: number;
  readonly done: boolean;
  readonly results: RunResults;
  /** Of scenario and results only; final when `done`. */
  readonly digest: string;
  readonly flows: readonly FlowTrace[];
  /** In the order of `results.links`. */
  readonly links: readonly LinkTrace[];
  readonly samples: Samples;
  readonly flowEvents: FlowEvents;
  /** Of the programs of one's own that the run uses. */
  readonly programs: readonly ProgramReport[];
}

/** What came of a program of one's own. */
export interface ProgramReport {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ProgramLine[];
  /** Lines that it logged beyond these. */
  readonly leftOut: number;
  /** Where it came to an end before the run did, first: the flow sends nothing new from then on, the queue signals nothing. */
  readonly stopped: ProgramEnd | null;
}

interface ProgramEnd {
  /** "flow 2", "queue". */
  readonly place: string;
  readonly atS: number;
  readonly message: string;
  readonly line: number | null;
}

/** For people, in page and terminal. */
export function programEnd(name: string, { place, atS, message, line }: ProgramEnd): string {
  const where = line === null ? "" : ` (line ${line})`;
  return `${name} came to an end at ${Number(atS.toPrecision(6))} s, in ${place}${where}: ${message}`;
}

/** What a program logged, and which of its lines did. */
export interface ProgramLine {
  /** "flow 2". */
  readonly place: string;
  readonly atS: number;
  readonly line: number;
  readonly text: string;
}
