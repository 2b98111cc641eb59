/**
 * Writes a run as qlog for the program qvis, as seen from the senders. The file is a JSON text sequence (RFC 7464) in qlog 0.3,
 * the version that qvis reads (draft-ietf-quic-qlog-main-schema-03, draft-ietf-quic-qlog-quic-events-02). Packet numbers count
 * the packets that a connection sends, as in QUIC: a retransmission has a new number. Values that exist only in TCP are in the
 * custom field `tcp` of an event: qlog allows custom fields next to an event's data, but not inside the data.
 */
import { AVOIDANCE, LOSS_STATE, RECOVERY, REDUCING, SLOW_START } from "../cc/phases.ts";
import { NS_PER_MS } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import {
  ByteStream,
  type Captured,
  type CapturedPacket,
  type CapturedPhase,
  type CapturedWindow,
  type CaptureOptions,
  captureOf,
  type SentSizes,
} from "./capture.ts";

/** Options of a qlog file. */
export interface QlogOptions extends CaptureOptions {
  readonly title: string;
  readonly description: string;
}

/** ECN fields of an ACK: the flag ECE (RFC 3168), or the counter of RFC 9768. */
interface TcpFields {
  readonly ece?: true;
  readonly ace?: number;
}

interface Event {
  readonly time: number;
  readonly group_id: string;
  readonly name: string;
  readonly data: unknown;
  readonly tcp?: TcpFields;
}

const RECORD = "\u001e";
/** Packet type in the file. qvis groups packets by this type; all packets of a TCP connection have the same one. */
const PACKET_TYPE = "1RTT";
/** Type of a DATAGRAM frame (RFC 9221 §4), for which qlog 0.3 has no name. */
const DATAGRAM = 0x30;

/** Yields parts of the file between short steps of work; some are empty. */
export function* qlogOf(scenario: Scenario, make: MakeReplay, options: QlogOptions): Generator<string, void> {
  yield record(head(options));
  const connections = new Map<string, Sent>();
  /** Connections whose state has changed at the time `instantNs`. If a state starts and ends at the same time, it is not written. */
  const changed = new Set<Sent>();
  let instantNs = 0;
  const changes = () => {
    const text = [...changed].flatMap((sent) => [...sent.stateEvents(instantNs)].map(record)).join("");
    changed.clear();
    return text;
  };
  for (const { rows } of captureOf(scenario, make, options)) {
    let text = "";
    for (const row of rows) {
      if (row.timeNs !== instantNs) text += changes();
      instantNs = row.timeNs;
      const key = groupOf(row);
      let sent = connections.get(key);
      if (sent === undefined) {
        sent = new Sent(key, row.sizes);
        connections.set(key, sent);
      }
      for (const event of sent.eventsOf(row)) text += record(event);
      if (sent.hasChanged) changed.add(sent);
    }
    yield text;
  }
  yield changes();
}

function head({ title, description }: QlogOptions): unknown {
  return {
    qlog_version: "0.3",
    qlog_format: "JSON-SEQ",
    title,
    description,
    trace: {
      title,
      description,
      vantage_point: { name: "senders", type: "client" },
      common_fields: { time_format: "relative", reference_time: 0, protocol_type: ["TCP"] },
    },
  };
}

function record(value: unknown): string {
  return `${RECORD}${JSON.stringify(value)}\n`;
}

/** Returns the name of a connection's group. qvis shows each group as a separate trace. */
function groupOf({ flow, end, epoch }: Captured): string {
  return `flow ${flow + 1}, connection ${end + 1}.${epoch + 1}`;
}

class Sent {
  private readonly group: string;
  /** Segment sizes; null for datagrams. */
  private readonly sizes: SentSizes | null;
  private readonly stream: ByteStream;
  private packets = 0;
  private acks = 0;
  /** For each segment that no ACK has reported: the number of the last packet that carried it, and its bytes. */
  private readonly numbers = new Map<number, { readonly packet: number; readonly bytes: number }>();
  private una = 0;
  private metrics = "";
  /** State in the last event that was written; empty before the first. */
  private state = "";
  private phase: CapturedPhase | null = null;

  constructor(group: string, sizes: SentSizes | null) {
    this.group = group;
    this.sizes = sizes;
    this.stream = new ByteStream(sizes?.mssBytes ?? 0);
  }

  *eventsOf(row: Captured): Generator<Event, void> {
    const { kind, packet, window } = row;
    if (packet !== null && kind === "sent" && !packet.isAck) yield* this.onSent(row, packet);
    if (packet !== null && kind === "acked") {
      const tcp = tcpFieldsOf(packet);
      const event = this.event(row.timeNs, "transport:packet_received", this.received(packet));
      yield tcp === null ? event : { ...event, tcp };
    }
    if (window !== null) yield* this.onWindow(row, window);
  }

  get hasChanged(): boolean {
    return this.phase !== null && stateOf(this.phase) !== this.state;
  }

  /** Yields the change of state since the last call. Call this when no further change at the same time can follow. */
  *stateEvents(timeNs: number): Generator<Event, void> {
    if (this.phase === null || !this.hasChanged) return;
    const state = stateOf(this.phase);
    const trigger = TRIGGERS[this.phase.id];
    yield this.event(timeNs, "recovery:congestion_state_updated", {
      old: this.state || undefined,
      new: state,
      ...(trigger !== undefined && { trigger }),
    });
    this.state = state;
  }

  private *onSent(row: Captured, packet: CapturedPacket): Generator<Event, void> {
    const { seq, bytes, isDatagram } = packet;
    const before = this.numbers.get(seq);
    const { isProbe } = packet.fate;
    const isTimeout = seq < 0 || row.window?.phase?.id === LOSS_STATE.id;
    if (packet.isRetransmission && !isProbe && before !== undefined && seq >= 0) {
      const lost = {
        header: header(before.packet),
        frames: [this.frameOf(seq, before.bytes)],
        trigger: isTimeout
          ? "pto_expired"
          : this.sizes?.rackLosses
            ? "time_threshold"
            : "reordering_threshold",
      };
      yield this.event(row.timeNs, "recovery:packet_lost", lost);
    }
    const number = this.packets++;
    if (seq >= 0 && !isDatagram) this.numbers.set(seq, { packet: number, bytes });
    const frames = isDatagram
      ? [{ frame_type: "unknown", raw_frame_type: DATAGRAM }]
      : seq < 0
        ? [{ frame_type: "ping" }]
        : [this.frameOf(seq, bytes)];
    const trigger = isProbe
      ? "pto_probe"
      : !packet.isRetransmission
        ? undefined
        : isTimeout
          ? "retransmit_timeout"
          : "retransmit_reordered";
    yield this.event(row.timeNs, "transport:packet_sent", {
      header: header(number),
      frames,
      raw: { length: bytes },
      trigger,
    });
  }

  private frameOf(seq: number, bytes: number) {
    const length = bytes - (this.sizes?.overheadBytes ?? 0);
    this.stream.note(seq, length);
    return { frame_type: "stream", stream_id: 0, offset: this.stream.bytesBefore(seq), length };
  }

  private received({ ack, sack, bytes }: CapturedPacket) {
    const packetNumbers: number[] = [];
    const tell = (seq: number) => {
      const number = this.numbers.get(seq);
      if (number !== undefined) packetNumbers.push(number.packet);
      this.numbers.delete(seq);
    };
    for (; this.una < ack; this.una++) tell(this.una);
    for (let i = 0; i < sack.length; i += 2) for (let seq = sack[i]; seq < sack[i + 1]; seq++) tell(seq);
    const frames =
      packetNumbers.length === 0 ? [] : [{ frame_type: "ack", acked_ranges: rangesOf(packetNumbers) }];
    return { header: header(this.acks++), frames, raw: { length: bytes } };
  }

  private *onWindow(row: Captured, window: CapturedWindow): Generator<Event, void> {
    const { cwnd, ssthresh, inflight, srttNs, rttvarNs, minRttNs, phase } = window;
    const mssBytes = this.sizes?.mssBytes ?? 0;
    const data = {
      congestion_window: cwnd * mssBytes,
      bytes_in_flight: inflight * mssBytes,
      ...(!Number.isNaN(ssthresh) && { ssthresh: ssthresh * mssBytes }),
      ...(!Number.isNaN(srttNs) && { smoothed_rtt: ms(srttNs), rtt_variance: ms(rttvarNs) }),
      ...(!Number.isNaN(minRttNs) && { min_rtt: ms(minRttNs) }),
    };
    const text = JSON.stringify(data);
    if (text !== this.metrics) yield this.event(row.timeNs, "recovery:metrics_updated", data);
    this.metrics = text;
    this.phase = phase ?? this.phase;
  }

  private event(timeNs: number, name: string, data: unknown): Event {
    return { time: timeNs / NS_PER_MS, group_id: this.group, name, data };
  }
}

/**
 * Reasons for a recovery. qlog has names for only two: an RTO is TCP's equivalent of persistent congestion in QUIC (RFC 9002
 * §7.6). Other reasons are in the `packet_lost` event.
 */
const TRIGGERS: Readonly<Record<string, string>> = {
  [REDUCING.id]: "ECN",
  [LOSS_STATE.id]: "persistent_congestion",
};

/** qlog's names for the phases common to all senders. Other phases keep their own names: "bbr_probe_rtt". */
const STATES: Readonly<Record<string, string>> = {
  [SLOW_START.id]: "slow_start",
  [AVOIDANCE.id]: "congestion_avoidance",
  [REDUCING.id]: "recovery",
  [RECOVERY.id]: "recovery",
  [LOSS_STATE.id]: "recovery",
};

const stateOf = ({ id }: CapturedPhase) => STATES[id] ?? id.replaceAll("-", "_");

function tcpFieldsOf({ ece, ace }: CapturedPacket): TcpFields | null {
  if (ace !== null) return { ace };
  return ece ? { ece } : null;
}

function header(packet: number) {
  return { packet_type: PACKET_TYPE, packet_number: packet };
}

/** Returns the numbers as ranges [[first, last], …], in ascending order. */
function rangesOf(numbers: number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

const ms = (ns: number) => Number((ns / NS_PER_MS).toFixed(6));
