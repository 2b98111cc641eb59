/**
 * Yields every packet event of a run in order of time, for files that other programs can read. The run is repeated with a packet
 * log, so normal runs need not store the events.
 */
import { NO_BLOCKS, type Packet } from "../net/packet.ts";
import { type Network, nextArrival } from "../network.ts";
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
  /** Name of the queue discipline whose queue the packet was in or arrived at, such as "CoDel". */
  readonly queue: string;
  readonly waitedNs: number;
}

/** History of one transmission of a packet. */
interface Fate {
  /** True if the packet has arrived or was dropped. No further event of the packet can follow. */
  isKnown: boolean;
  /** Marks, drops and losses of the packet, in order of time. */
  readonly signals: CapturedSignal[];
  /** Phase of the sender if this is the first data packet in that phase; otherwise null. */
  entered: CapturedPhase | null;
  /** True if the packet is a tail loss probe (RFC 8985 §7.3), which may be sent although nothing was lost. */
  isProbe: boolean;
}

/** Copy of a packet, made at the time of the event, because packet objects are reused. */
export interface CapturedPacket {
  /** Number of the transmission in the run, from 1. */
  readonly id: number;
  /** Segment number of data; a negative value in handshake packets (net/packet.ts); the number of the datagram in UDP. */
  readonly seq: number;
  /** Next segment that an ACK expects; -1 for a SYN-ACK. */
  readonly ack: number;
  readonly isAck: boolean;
  readonly isDatagram: boolean;
  /** True for a ping and its answer. */
  readonly isPing: boolean;
  readonly isRetransmission: boolean;
  readonly isLast: boolean;
  /** Size including all headers that the run counts (bytes). */
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

/** State of the sender. Windows are in segments, times in ns; NaN if unknown. */
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

/** Phase of the sender, and the number that the phase declares; NaN if it declares none. */
export interface CapturedPhase extends Pick<Phase, "id" | "label"> {
  readonly name: string;
  readonly value: number;
}

/** Returns the text of a phase: "PROBE_RTT", "concave, W_max 374". */
export function phaseText({ label, name, value }: CapturedPhase): string {
  return Number.isNaN(value) ? label : `${label}, ${name} ${Number(value.toPrecision(3))}`;
}

/** Payload bytes and header bytes of a full segment. */
export type SegmentSizes = Pick<SenderSettings, "mssBytes" | "overheadBytes">;
/** Segment sizes, and whether the sender detects losses by time (RACK) or by counting out-of-order segments. */
export type SentSizes = SegmentSizes & Pick<SenderSettings, "rackLosses">;

/** One row of the packet log, together with the state of its packet and sender. */
export interface Captured {
  readonly timeNs: number;
  readonly kind: CapturedKind;
  /** Value `detail` of the log: the kind of signal or window change. */
  readonly detail: number;
  /** Index of the link; -1 for events at senders and receivers. */
  readonly link: number;
  readonly flow: number;
  readonly end: number;
  /** Number of the connection: several connections use the same end, one after the other. */
  readonly epoch: number;
  /** Segment sizes of the connection, without AccECN's option; null for datagrams. */
  readonly sizes: SentSizes | null;
  /** The packet of the row; null if the row has no packet. */
  readonly packet: CapturedPacket | null;
  /** State of the sender when it sends, reads an ACK or changes its window; otherwise null. */
  readonly window: CapturedWindow | null;
  /** Values `a` and `b` of the log. */
  readonly a: number;
  readonly b: number;
}

/** Options of a capture. */
export interface CaptureOptions {
  /** Start of the captured part of the run (s); `toS` is its end. */
  readonly fromS?: number;
  readonly toS?: number;
}

/** Rows in order of time, with the network in its current state. */
export interface Batch {
  readonly rows: readonly Captured[];
  readonly network: Network;
}

/** Kinds of rows that end the life of a packet. */
const LAST_KINDS: readonly number[] = [LOG.delivered, LOG.acked, LOG.dropped];
const WINDOW_KINDS: readonly number[] = [LOG.sent, LOG.ackRead, LOG.window, LOG.phase];

/**
 * Yields batches of rows in order of time, after each short step of work; a batch may be empty. A row is yielded when it is known
 * whether its packet arrives, or when the run has ended.
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
    // Receivers are processed late, so the log may not contain their last arrivals yet. Rows after this time must wait.
    const settledNs = Math.min(
      replay.nowS * NS_PER_S,
      nextArrival(log.network)?.nextNs ?? Number.POSITIVE_INFINITY,
    );
    yield { rows: take(settledNs), network: log.network };
    if (settledNs > toNs && waiting.length === 0) return;
  }
  // Taking a snapshot processes all arrivals at receivers, so that the log contains them.
  replay.snapshot();
  for (const fate of fates.values()) fate.isKnown = true;
  yield { rows: take(Number.POSITIVE_INFINITY), network: log.network };
}

/** The last data packet that an end sent, and the text of the phase in which the end sent it. */
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
  // The row `ackRead` has no packet, because the packet object is already reused. It concerns the last ACK that reached the
  // sender.
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
  // A sender reports a tail loss probe after sending it, so the probe is the last packet sent.
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

/** Names of the signals by QUEUE_EVENT: "mark", "drop", "drop of a full queue", "random loss". */
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
 * Returns the ACE counter of a packet, which starts at 5 (RFC 9768 §3.2.1). A sender receives no data, so the counter in its
 * packets stays at 5.
 */
function aceOf({ ends }: Network, { end, isAck, seq, ack, ceCount }: Packet): number | null {
  const owner = ends[end];
  if (!(owner instanceof Connection) || (isAck ? ack : seq) < 0) return null;
  const { enabled, isAccurate } = owner.sender.ecn;
  return enabled && isAccurate ? (FIRST_ACE + (isAck ? ceCount : 0)) & 7 : null;
}

const FIRST_ACE = 5;

/**
 * Positions of a connection's segments in its byte stream. A position is not a simple multiple of the segment size, because the
 * last segment of a transfer may not be full.
 */
export class ByteStream {
  private readonly short: { readonly seq: number; readonly missing: number }[] = [];
  private readonly mssBytes: number;

  constructor(mssBytes: number) {
    this.mssBytes = mssBytes;
  }

  /** Records that a segment was transmitted, for the first time or again. */
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
