/**
 * Every packet event of a run in order of time, for files that other programs read. Nothing of a run is kept for that: it is
 * made again with a packet log.
 */
import { NO_BLOCKS, type Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { nextArrival } from "../packet-events.ts";
import type { Phase } from "../params/param.ts";
import { NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { Connection } from "../tcp/connection.ts";
import type { SenderSettings } from "../tcp/sender-settings.ts";
import { LOG, PacketLog } from "../trace/packet-log.ts";
import { type MakeReplay, runInSteps } from "../trace/replay.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";

/** The names of LOG. */
export type CapturedKind = keyof typeof LOG;

const KINDS = Object.keys(LOG) as readonly CapturedKind[];

/** A mark, a drop or a loss. */
export interface CapturedSignal {
  readonly timeNs: number;
  readonly link: number;
  /** A QUEUE_EVENT. */
  readonly event: number;
  /** Of the queue that it waited in, or would have: "CoDel". */
  readonly queue: string;
  readonly waitedNs: number;
}

/** What becomes of one sending of a packet. */
export interface Fate {
  /** It has arrived, or was dropped: nothing more comes. */
  isKnown: boolean;
  /** In order of time. */
  readonly signals: CapturedSignal[];
  /** Of a data packet that is the first one of a phase of its sender: that phase. */
  entered: CapturedPhase | null;
  /** A tail loss probe (RFC 8985 §7.3): no loss was the reason for sending it. */
  isProbe: boolean;
}

/** A packet as it was at that moment. */
export interface CapturedPacket {
  /** Numbers the sendings of a run from 1. */
  readonly id: number;
  /** Of its connection's data; negative values are the handshake's (net/packet.ts). Datagrams are counted. */
  readonly seq: number;
  /** Of an ACK the next segment expected; -1 of a SYN-ACK. */
  readonly ack: number;
  readonly isAck: boolean;
  readonly isDatagram: boolean;
  readonly isRetransmission: boolean;
  readonly isLast: boolean;
  /** With all headers that the run counts. */
  readonly bytes: number;
  readonly ecn: number;
  readonly ece: boolean;
  readonly cwr: boolean;
  readonly ae: boolean;
  /** The counter of RFC 9768 §3.2 in its three bits; null without accurate feedback, and in a handshake. */
  readonly ace: number | null;
  /** start0, end0, start1, …: segments, the end excluded. */
  readonly sack: ArrayLike<number>;
  readonly fate: Fate;
}

/** What the sender knew, in segments and ns; NaN: nothing yet. */
export interface CapturedWindow {
  readonly cwnd: number;
  readonly ssthresh: number;
  readonly inflight: number;
  readonly srttNs: number;
  readonly rttvarNs: number;
  readonly minRttNs: number;
  /** Null before the connection is open. */
  readonly phase: CapturedPhase | null;
}

/** What the sender was doing, and the number that the phase declares; NaN: none. */
export interface CapturedPhase extends Pick<Phase, "id" | "label"> {
  readonly name: string;
  readonly value: number;
}

/** "PROBE_RTT", "concave, W_max 374". */
export function phaseText({ label, name, value }: CapturedPhase): string {
  return Number.isNaN(value) ? label : `${label}, ${name} ${Number(value.toPrecision(3))}`;
}

export type SegmentSizes = Pick<SenderSettings, "mssBytes" | "overheadBytes">;
/** Sizes, and whether its sender finds losses by time (RACK) or by counting what came after. */
export type SentSizes = SegmentSizes & Pick<SenderSettings, "rackLosses">;

/** One row of the packet log, with what it concerns. */
export interface Captured {
  readonly timeNs: number;
  readonly kind: CapturedKind;
  /** As in the log: what a signal or a change of the window was. */
  readonly detail: number;
  /** Index of the link; -1 at the ends. */
  readonly link: number;
  readonly flow: number;
  readonly end: number;
  /** Counts the connections that have used this end one after the other. */
  readonly epoch: number;
  /** Bytes of its connection's segments, without the option that AccECN takes; null of datagrams. */
  readonly sizes: SentSizes | null;
  /** Null where the row names none. */
  readonly packet: CapturedPacket | null;
  /** Where a sender sends, hears of an ACK or changes its window. */
  readonly window: CapturedWindow | null;
  /** As in the log. */
  readonly a: number;
  readonly b: number;
}

export interface CaptureOptions {
  /** Rows from here to there alone, in s of the run. */
  readonly fromS?: number;
  readonly toS?: number;
}

/** Rows in order of time, and the network that they are of, as it is now. */
export interface Batch {
  readonly rows: readonly Captured[];
  readonly network: Network;
}

/** At these a packet has come to its end or to nothing. */
const LAST_KINDS: readonly number[] = [LOG.delivered, LOG.acked, LOG.dropped];
const WINDOW_KINDS: readonly number[] = [LOG.sent, LOG.ackRead, LOG.window, LOG.phase];

/**
 * Yields batches in order of time, between short steps of work; some are empty. A row comes once its packet's fate is
 * known, or the run has ended.
 */
export function* captureOf(
  scenario: Scenario,
  make: MakeReplay,
  { fromS = 0, toS = Number.POSITIVE_INFINITY }: CaptureOptions = {},
): Generator<Batch, void> {
  const [fromNs, toNs] = [fromS * NS_PER_S, toS * NS_PER_S];
  const fates = new Map<number, Fate>();
  const last = new Map<number, LastPacket>();
  let waiting: Captured[] = [];
  const log = new PacketLog({
    onRecord(row, packet) {
      const captured = capturedAt(log, row, packet, fates, last);
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
    // What receivers have not been asked about yet is not in the log.
    const settledNs = Math.min(
      replay.nowS * NS_PER_S,
      nextArrival(log.network)?.nextNs ?? Number.POSITIVE_INFINITY,
    );
    yield { rows: take(settledNs), network: log.network };
    if (settledNs > toNs && waiting.length === 0) return;
  }
  // The last arrivals come to light when somebody looks.
  replay.snapshot();
  for (const fate of fates.values()) fate.isKnown = true;
  yield { rows: take(Number.POSITIVE_INFINITY), network: log.network };
}

/** The data packet that an end sent last, and the words for the phase it was sent in. */
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
    packet: packet === null || fate === null ? null : copyOf(log, packet, fate),
    window: seen,
    a: a[row],
    b: b[row],
  };
}

/** "mark", "drop", "drop of a full queue", "random loss". */
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
  const { logged, seq, ack, isAck, isRetransmission, isLast, bytes, ecn, ece, cwr, ae } = packet;
  const blocks = isAck ? packet.sackBlocks : 0;
  return {
    id: logged,
    seq: isAck ? 0 : seq,
    ack: isAck ? ack : 0,
    isAck,
    isDatagram: !(network.ends[packet.end] instanceof Connection),
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

/** RFC 9768 §3.2.1: counters begin at 5. A sender gets no data, so that its own stays there. */
function aceOf({ ends }: Network, { end, isAck, seq, ack, ceCount }: Packet): number | null {
  const owner = ends[end];
  if (!(owner instanceof Connection) || (isAck ? ack : seq) < 0) return null;
  const { enabled, isAccurate } = owner.sender.ecn;
  return enabled && isAccurate ? (FIRST_ACE + (isAck ? ceCount : 0)) & 7 : null;
}

const FIRST_ACE = 5;

/** Where a connection's segments lie in its stream of bytes: the last one of a transfer may not be full. */
export class ByteStream {
  private readonly short: { readonly seq: number; readonly missing: number }[] = [];
  private readonly mssBytes: number;

  constructor(mssBytes: number) {
    this.mssBytes = mssBytes;
  }

  /** A segment is sent, perhaps again. */
  note(seq: number, payloadBytes: number): void {
    const last = this.short.at(-1);
    if (payloadBytes >= this.mssBytes || (last !== undefined && seq <= last.seq)) return;
    this.short.push({ seq, missing: (last?.missing ?? 0) + this.mssBytes - payloadBytes });
  }

  /** Payload before this segment. */
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
