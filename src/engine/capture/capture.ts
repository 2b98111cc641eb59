/**
 * Yields every packet event of a run in order of time, for files that other programs read. The run is repeated with a
 * packet log, so a normal run stores nothing for it.
 */
import { NO_BLOCKS, type Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { nextArrival } from "../packet-events.ts";
import type { Phase } from "../params/param.ts";
import { NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { Connection } from "../tcp/connection.ts";
import type { SenderSettings } from "../tcp/sender-settings.ts";
import { LOG } from "../trace/log-rows.ts";
import { PacketLog } from "../trace/packet-log.ts";
import { type MakeReplay, runInSteps } from "../trace/replay.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import { Datagrams } from "../traffic/datagrams.ts";

/** Names of the kinds in LOG. */
type CapturedKind = keyof typeof LOG;

const KINDS = Object.keys(LOG) as readonly CapturedKind[];

/** A mark, a drop or a loss. */
export interface CapturedSignal {
  readonly timeNs: number;
  readonly link: number;
  /** Kind of the signal: a QUEUE_EVENT. */
  readonly event: number;
  /** Name of the queue discipline, such as "CoDel", whose queue the packet was in or arrived at. */
  readonly queue: string;
  readonly waitedNs: number;
}

/** Fate of one transmission of a packet. */
interface Fate {
  /** True once the packet has arrived or was dropped, so that no further event can follow. */
  isKnown: boolean;
  /** Signals in order of time. */
  readonly signals: CapturedSignal[];
  /** Phase of the sender, for the first data packet of that phase; otherwise null. */
  entered: CapturedPhase | null;
  /** True for a tail loss probe (RFC 8985 §7.3), which is sent without a loss. */
  isProbe: boolean;
}

/** Copy of a packet at the time of the event. */
export interface CapturedPacket {
  /** Number of the transmission in the run, from 1. */
  readonly id: number;
  /**
   * Segment number of its connection's data, or a negative value for handshake packets (net/packet.ts). Datagrams are
   * counted.
   */
  readonly seq: number;
  /** Next segment that an ACK expects; -1 for a SYN-ACK. */
  readonly ack: number;
  readonly isAck: boolean;
  readonly isDatagram: boolean;
  /** True for a ping and its answer. */
  readonly isPing: boolean;
  readonly isRetransmission: boolean;
  readonly isLast: boolean;
  /** Size with all headers that the run counts. */
  readonly bytes: number;
  readonly ecn: number;
  readonly ece: boolean;
  readonly cwr: boolean;
  readonly ae: boolean;
  /** The three bits of the ACE counter of RFC 9768 §3.2; null without accurate feedback and in a handshake. */
  readonly ace: number | null;
  /** SACK blocks start0, end0, start1, … in segments, the end excluded. */
  readonly sack: ArrayLike<number>;
  readonly fate: Fate;
}

/** State of the sender, in segments and ns; NaN if unknown. */
export interface CapturedWindow {
  readonly cwnd: number;
  readonly ssthresh: number;
  readonly inflight: number;
  readonly srttNs: number;
  readonly rttvarNs: number;
  readonly minRttNs: number;
  /** Current phase; null before the connection is open. */
  readonly phase: CapturedPhase | null;
}

/** Phase of the sender, with the number that the phase declares; NaN if it declares no number. */
export interface CapturedPhase extends Pick<Phase, "id" | "label"> {
  readonly name: string;
  readonly value: number;
}

/** Returns the text of a phase: "PROBE_RTT", "concave, W_max 374". */
export function phaseText({ label, name, value }: CapturedPhase): string {
  return Number.isNaN(value) ? label : `${label}, ${name} ${Number(value.toPrecision(3))}`;
}

/** Bytes of payload and of headers in a full segment. */
export type SegmentSizes = Pick<SenderSettings, "mssBytes" | "overheadBytes">;
/**
 * Segment sizes, and whether the sender detects losses by time (RACK) or by counting segments that arrive out of
 * order.
 */
export type SentSizes = SegmentSizes & Pick<SenderSettings, "rackLosses">;

/** One row of the packet log with its packet and sender. */
export interface Captured {
  readonly timeNs: number;
  readonly kind: CapturedKind;
  /** Detail from the log: the kind of signal or window change. */
  readonly detail: number;
  /** Index of the link; -1 at the ends. */
  readonly link: number;
  readonly flow: number;
  readonly end: number;
  /** Number of the connection among the connections that have used this end. */
  readonly epoch: number;
  /** Segment sizes of the connection, without AccECN's option; null for datagrams. */
  readonly sizes: SentSizes | null;
  /** The packet of the row; null if the row is not about a packet. */
  readonly packet: CapturedPacket | null;
  /** State of the sender when it sends, reads an ACK or changes its window; otherwise null. */
  readonly window: CapturedWindow | null;
  /** Values `a` and `b` of the log. */
  readonly a: number;
  readonly b: number;
}

/** Options of a capture. */
export interface CaptureOptions {
  /** Start and end of the captured part (s of the run). */
  readonly fromS?: number;
  readonly toS?: number;
}

/** Rows in order of time, and the network in its current state. */
export interface Batch {
  readonly rows: readonly Captured[];
  readonly network: Network;
}

/** Kinds of rows after which a packet no longer exists. */
const LAST_KINDS: readonly number[] = [LOG.delivered, LOG.acked, LOG.dropped];
const WINDOW_KINDS: readonly number[] = [LOG.sent, LOG.ackRead, LOG.window, LOG.phase];

/**
 * Yields batches in order of time, between short steps of work; some are empty. A row is yielded once its packet's
 * fate is known or the run has ended.
 */
export function* captureOf(
  scenario: Scenario,
  make: MakeReplay,
  { fromS = 0, toS = Number.POSITIVE_INFINITY }: CaptureOptions = {},
): Generator<Batch, void> {
  const [fromNs, toNs] = [fromS * NS_PER_S, toS * NS_PER_S];
  const fates = new Map<number, Fate>();
  const last = new Map<number, LastPacket>();
  const acks = new Map<number, CapturedPacket>();
  let waiting: Captured[] = [];
  const log = new PacketLog({
    onRecord(row, packet) {
      const captured = capturedAt(log, row, packet, fates, last, acks);
      if (captured.timeNs >= fromNs && captured.timeNs <= toNs) waiting.push(captured);
    },
  });
  const replay = make(log);
  const take = (beforeNs: number) => {
    waiting.sort((one, other) => one.timeNs - other.timeNs);
    const held = waiting.findIndex(
      ({ timeNs, packet }) => timeNs >= beforeNs || packet?.fate.isKnown === false,
    );
    const ready = held < 0 ? waiting : waiting.slice(0, held);
    waiting = held < 0 ? [] : waiting.slice(held);
    return ready;
  };
  for (const _ of runInSteps(replay, Number(scenario.run.duration))) {
    log.clear();
    // The log does not yet contain the arrivals at receivers that have not caught up.
    const settledNs = Math.min(
      replay.nowS * NS_PER_S,
      nextArrival(log.network)?.nextNs ?? Number.POSITIVE_INFINITY,
    );
    yield { rows: take(settledNs), network: log.network };
    if (settledNs > toNs && waiting.length === 0) return;
  }
  // Taking a snapshot makes the receivers catch up, which logs the last arrivals.
  replay.snapshot();
  for (const fate of fates.values()) fate.isKnown = true;
  yield { rows: take(Number.POSITIVE_INFINITY), network: log.network };
}

/** The last data packet that an end sent, and the text of the phase in which it was sent. */
interface LastPacket {
  readonly fate: Fate;
  readonly phase: string;
}

function capturedAt(
  log: PacketLog,
  row: number,
  packet: Packet | null,
  fates: Map<number, Fate>,
  last: Map<number, LastPacket>,
  acks: Map<number, CapturedPacket>,
): Captured {
  const { timeNs, kind, detail, link, flow, end, epoch, packet: id, a, b } = log.columns;
  const code = kind[row];
  const fate = packet === null ? null : fateOf(fates, id[row], code === LOG.sent);
  if (fate !== null && (code === LOG.marked || code === LOG.dropped)) {
    const queue = log.network.links[link[row]].definition.label;
    fate.signals.push({ timeNs: timeNs[row], link: link[row], event: detail[row], queue, waitedNs: a[row] });
  }
  if (fate !== null && LAST_KINDS.includes(code)) {
    fate.isKnown = true;
    fates.delete(id[row]);
  }
  const owner = log.network.ends[end[row]];
  // The ACK that a sender has just read is the last one that reached it. The packet object of that ACK is already
  // reused.
  const concerned =
    packet !== null && fate !== null
      ? copyOf(log, packet, fate)
      : code === LOG.ackRead
        ? (acks.get(end[row]) ?? null)
        : null;
  if (code === LOG.acked && concerned !== null) acks.set(end[row], concerned);
  const seen = WINDOW_KINDS.includes(code) && packet?.isAck !== true ? windowAt(log, end[row]) : null;
  const phase = seen?.phase ?? null;
  if (code === LOG.sent && fate !== null && phase !== null) {
    const text = phaseText(phase);
    if (last.get(end[row])?.phase !== text) fate.entered = phase;
    last.set(end[row], { fate, phase: text });
  }
  // A sender reports a probe after it has sent it.
  const probe = code === LOG.window && detail[row] === FLOW_EVENT.lossProbe ? last.get(end[row]) : undefined;
  if (probe !== undefined) probe.fate.isProbe = true;
  return {
    timeNs: timeNs[row],
    kind: KINDS[code],
    detail: detail[row],
    link: link[row],
    flow: flow[row],
    end: end[row],
    epoch: epoch[row] < 0 ? -1 - epoch[row] : epoch[row],
    sizes: owner instanceof Connection ? owner.sender.settings : null,
    packet: concerned,
    window: seen,
    a: a[row],
    b: b[row],
  };
}

/** Names of the signals: "mark", "drop", "drop of a full queue", "random loss". */
export const SIGNAL_NAMES: Readonly<Record<number, string>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "drop",
  [QUEUE_EVENT.overflowDrop]: "queue full",
  [QUEUE_EVENT.linkLoss]: "random loss",
};

function fateOf(fates: Map<number, Fate>, id: number, isNew: boolean): Fate {
  const known = isNew ? undefined : fates.get(id);
  if (known !== undefined) return known;
  const fate: Fate = { isKnown: false, signals: [], entered: null, isProbe: false };
  fates.set(id, fate);
  return fate;
}

function copyOf({ network }: PacketLog, packet: Packet, fate: Fate): CapturedPacket {
  const owner = network.ends[packet.end];
  const { logged, seq, ack, isAck, isRetransmission, isLast, bytes, ecn, ece, cwr, ae } = packet;
  const blocks = isAck ? packet.sackBlocks : 0;
  return {
    id: logged,
    seq: isAck ? 0 : seq,
    ack: isAck ? ack : 0,
    isAck,
    isDatagram: !(owner instanceof Connection),
    isPing: owner instanceof Datagrams && owner.isEchoed,
    isRetransmission: !isAck && isRetransmission,
    isLast: !isAck && isLast,
    bytes,
    ecn,
    ece: (isAck || seq < 0) && ece && aceOf(network, packet) === null,
    cwr: (!isAck || ack < 0) && cwr,
    ae: (isAck ? ack : seq) < 0 && ae,
    ace: aceOf(network, packet),
    sack: blocks === 0 ? NO_BLOCKS : packet.sack.slice(0, 2 * blocks),
    fate,
  };
}

/**
 * Returns the ACE counter, which starts at 5 (RFC 9768 §3.2.1). A sender receives no data, so its own counter stays
 * at 5.
 */
function aceOf({ ends }: Network, { end, isAck, seq, ack, ceCount }: Packet): number | null {
  const owner = ends[end];
  if (!(owner instanceof Connection) || (isAck ? ack : seq) < 0) return null;
  const { enabled, isAccurate } = owner.sender.ecn;
  return enabled && isAccurate ? (FIRST_ACE + (isAck ? ceCount : 0)) & 7 : null;
}

const FIRST_ACE = 5;

/**
 * Positions of a connection's segments in its byte stream. They are not simple multiples, because the last segment of
 * a transfer may not be full.
 */
export class ByteStream {
  private readonly short: { readonly seq: number; readonly missing: number }[] = [];
  private readonly mssBytes: number;

  constructor(mssBytes: number) {
    this.mssBytes = mssBytes;
  }

  /** Notes a transmission of a segment, possibly a retransmission. */
  note(seq: number, payloadBytes: number): void {
    const last = this.short.at(-1);
    if (payloadBytes >= this.mssBytes || (last !== undefined && seq <= last.seq)) return;
    this.short.push({ seq, missing: (last?.missing ?? 0) + this.mssBytes - payloadBytes });
  }

  /** Returns the payload bytes before this segment. */
  bytesBefore(seq: number): number {
    for (let i = this.short.length - 1; i >= 0; i--)
      if (this.short[i].seq < seq) return seq * this.mssBytes - this.short[i].missing;
    return seq * this.mssBytes;
  }
}

const orNaN = (value: number) => (value > 0 && Number.isFinite(value) ? value : Number.NaN);

function windowAt({ network }: PacketLog, end: number): CapturedWindow | null {
  const owner = network.ends[end];
  if (!(owner instanceof Connection)) return null;
  const { cwnd, ssthresh, inflight, srttNs, rttvarNs, minRttNs } = owner.sender.state;
  const { phase, phaseValue } = owner.sender;
  return {
    phase: phase && {
      id: phase.id,
      label: phase.label,
      name: phase.value?.name ?? "",
      value: phaseValue,
    },
    cwnd,
    ssthresh: orNaN(ssthresh),
    inflight,
    srttNs: orNaN(srttNs),
    rttvarNs: srttNs > 0 ? rttvarNs : Number.NaN,
    minRttNs: orNaN(minRttNs),
  };
}
