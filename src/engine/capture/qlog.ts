/**
 * A run as qlog, seen from its senders, for qvis: JSON-SEQ (RFC 7464) with the names of qlog 0.3, which is what qvis reads; the
 * head names the newer main schema's file format as well (draft-ietf-quic-qlog-main-schema). Packet numbers count the
 * packets of a connection as they are sent, as QUIC does: a retransmission has a number of its own.
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
  type SegmentSizes,
} from "./capture.ts";

export interface QlogOptions extends CaptureOptions {
  readonly title: string;
  readonly description: string;
}

interface Event {
  readonly time: number;
  readonly group_id: string;
  readonly name: string;
  readonly data: unknown;
}

const RECORD = "\u001e";
/** qvis sorts packets by these; all of a TCP connection are of one kind. */
const PACKET_TYPE = "1RTT";

/** Yields pieces of the file, between short steps of work; some are empty. */
export function* qlogOf(scenario: Scenario, make: MakeReplay, options: QlogOptions): Generator<string, void> {
  yield record(head(options));
  const connections = new Map<string, Sent>();
  for (const { rows } of captureOf(scenario, make, options)) {
    let text = "";
    for (const row of rows) {
      const key = groupOf(row);
      let sent = connections.get(key);
      if (sent === undefined) {
        sent = new Sent(key, row.sizes);
        connections.set(key, sent);
      }
      for (const event of sent.eventsOf(row)) text += record(event);
    }
    yield text;
  }
}

function head({ title, description }: QlogOptions): unknown {
  return {
    file_schema: "urn:ietf:params:qlog:file:sequential",
    serialization_format: "application/qlog+json-seq",
    qlog_version: "0.3",
    qlog_format: "JSON-SEQ",
    title,
    description,
    trace: {
      title,
      description,
      vantage_point: { name: "senders", type: "client" },
      common_fields: { time_format: "relative", reference_time: 0, protocol_type: ["TCP"] },
      event_schemas: ["urn:ietf:params:qlog:events:quic"],
    },
  };
}

function record(value: unknown): string {
  return `${RECORD}${JSON.stringify(value)}\n`;
}

/** A connection is a trace of its own in qvis. */
function groupOf({ flow, end, epoch }: Captured): string {
  return `flow ${flow + 1}, connection ${end + 1}.${epoch + 1}`;
}

class Sent {
  private readonly group: string;
  /** Null: it sends datagrams. */
  private readonly sizes: SegmentSizes | null;
  private readonly stream: ByteStream;
  private packets = 0;
  private acks = 0;
  /** Of segments that no ACK has told of yet: the number of the packet that carried them last. */
  private readonly numbers = new Map<number, { readonly packet: number; readonly bytes: number }>();
  private una = 0;
  private metrics = "";
  private state = "";

  constructor(group: string, sizes: SegmentSizes | null) {
    this.group = group;
    this.sizes = sizes;
    this.stream = new ByteStream(sizes?.mssBytes ?? 0);
  }

  *eventsOf(row: Captured): Generator<Event, void> {
    const { kind, packet, window } = row;
    if (packet !== null && kind === "sent" && !packet.isAck) yield* this.onSent(row, packet);
    if (packet !== null && kind === "acked")
      yield this.event(row, "transport:packet_received", this.received(packet));
    if (window !== null) yield* this.onWindow(row, window);
  }

  private *onSent(row: Captured, packet: CapturedPacket): Generator<Event, void> {
    const { seq, bytes, isDatagram } = packet;
    const before = this.numbers.get(seq);
    if (packet.isRetransmission && before !== undefined && seq >= 0) {
      const lost = {
        header: header(before.packet),
        raw: { length: before.bytes },
        frames: [this.frameOf(seq, before.bytes)],
      };
      yield this.event(row, "recovery:packet_lost", lost);
    }
    const number = this.packets++;
    if (seq >= 0 && !isDatagram) this.numbers.set(seq, { packet: number, bytes });
    const frames = isDatagram
      ? [{ frame_type: "datagram" }]
      : seq < 0
        ? [{ frame_type: "ping" }]
        : [this.frameOf(seq, bytes)];
    yield this.event(row, "transport:packet_sent", {
      header: header(number),
      raw: { length: bytes },
      frames,
    });
  }

  private frameOf(seq: number, bytes: number) {
    const length = bytes - (this.sizes?.overheadBytes ?? 0);
    this.stream.note(seq, length);
    return { frame_type: "stream", stream_id: 0, offset: this.stream.bytesBefore(seq), length };
  }

  private received({ ack, sack, ece, ace, bytes }: CapturedPacket) {
    const told: number[] = [];
    const tell = (seq: number) => {
      const number = this.numbers.get(seq);
      if (number !== undefined) told.push(number.packet);
      this.numbers.delete(seq);
    };
    for (; this.una < ack; this.una++) tell(this.una);
    for (let i = 0; i < sack.length; i += 2) for (let seq = sack[i]; seq < sack[i + 1]; seq++) tell(seq);
    const frame = {
      frame_type: "ack",
      acked_ranges: rangesOf(told),
      ...(ece && { ece: true }),
      ...(ace !== null && { ace }),
    };
    return { header: header(this.acks++), raw: { length: bytes }, frames: told.length === 0 ? [] : [frame] };
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
    if (text !== this.metrics) yield this.event(row, "recovery:metrics_updated", data);
    this.metrics = text;
    if (phase === null) return;
    const state = stateOf(phase);
    if (state === this.state) return;
    const trigger = TRIGGERS[phase.id];
    yield this.event(row, "recovery:congestion_state_updated", {
      old: this.state || undefined,
      new: state,
      ...(trigger !== undefined && { trigger }),
    });
    this.state = state;
  }

  private event({ timeNs }: Captured, name: string, data: unknown): Event {
    return { time: timeNs / NS_PER_MS, group_id: this.group, name, data };
  }
}

const TRIGGERS: Readonly<Record<string, string>> = {
  [REDUCING.id]: "ecn",
  [RECOVERY.id]: "loss",
  [LOSS_STATE.id]: "timeout",
};

/** The names of qlog for the phases of every sender; a congestion control's own ones keep theirs: "bbr_probe_rtt". */
const STATES: Readonly<Record<string, string>> = {
  [SLOW_START.id]: "slow_start",
  [AVOIDANCE.id]: "congestion_avoidance",
  [REDUCING.id]: "recovery",
  [RECOVERY.id]: "recovery",
  [LOSS_STATE.id]: "recovery",
};

const stateOf = ({ id }: CapturedPhase) => STATES[id] ?? id.replaceAll("-", "_");

function header(packet: number) {
  return { packet_type: PACKET_TYPE, packet_number: packet };
}

/** [[first, last], …] in order. */
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
