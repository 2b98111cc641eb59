/** Every packet event of a run as a CSV table: one row per event, in order of time. */
import { CE, ECT0, ECT1, FINAL_ACK, NOT_ECT, SYN, SYN_ACK } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { type Captured, type CapturedPacket, type CaptureOptions, captureOf } from "./capture.ts";
import {
  COLUMN_KINDS,
  type EcnField,
  FLOW_EVENT_WORDS,
  NO_TEXT,
  PACKET_COLUMNS,
  type PacketEvent,
  type PacketRow,
  type PacketType,
  QUEUE_EVENT_WORDS,
} from "./file-formats.ts";

const EVENT_WORDS: Readonly<Record<Captured["kind"], (row: Captured) => PacketEvent>> = {
  sent: () => "sent",
  enqueued: () => "enqueued",
  marked: ({ detail }) => QUEUE_EVENT_WORDS[detail],
  dropped: ({ detail }) => QUEUE_EVENT_WORDS[detail],
  dequeued: () => "dequeued",
  delivered: () => "received",
  acked: () => "received",
  ackRead: () => "ack-read",
  window: ({ detail }) => FLOW_EVENT_WORDS[detail],
  phase: ({ window }) => `phase-${window?.phase?.id ?? "none"}`,
};

const ECN_WORDS: Readonly<Record<number, EcnField>> = {
  [NOT_ECT]: "Not-ECT",
  [ECT0]: "ECT(0)",
  [ECT1]: "ECT(1)",
  [CE]: "CE",
};

/**
 * Yields parts of the file after each short step of work. `stamp` holds comment lines for the start of the file; reading scripts
 * skip them.
 */
export function* packetCsvOf(
  scenario: Scenario,
  make: MakeReplay,
  { stamp, ...options }: CaptureOptions & { readonly stamp: string },
): Generator<string, void> {
  yield `${stamp}${PACKET_COLUMNS.join(",")}\n`;
  for (const { rows, network } of captureOf(scenario, make, options))
    yield rows.map((row) => `${lineOf(packetRowOf(row, network))}\n`).join("");
}

/** Yields the rows of the table one by one. */
export function* packetRowsOf(
  scenario: Scenario,
  make: MakeReplay,
  options: CaptureOptions,
): Generator<PacketRow, void> {
  for (const { rows, network } of captureOf(scenario, make, options))
    for (const row of rows) yield packetRowOf(row, network);
}

function packetRowOf(row: Captured, network: Network): PacketRow {
  const { timeNs, kind, flow, end, epoch, packet, window } = row;
  return {
    time_s: timeNs / NS_PER_S,
    event: EVENT_WORDS[kind](row),
    place: placeOf(row, network),
    flow: flow + 1,
    // The separator is an underscore, because spreadsheets would read 1.1 and 1.10 as the same number.
    connection: `${end + 1}_${epoch + 1}`,
    ...packetCells(packet),
    ...queueCells(row, network),
    cwnd_before_segments: kind === "window" ? known(row.a) : null,
    cwnd_segments: known(kind === "window" || kind === "phase" ? row.b : window?.cwnd),
    ssthresh_segments: known(window?.ssthresh),
    inflight_segments: known(window?.inflight),
    srtt_ms: milliseconds(window?.srttNs),
  };
}

function lineOf(row: PacketRow): string {
  // A spreadsheet would interpret a name that starts with "-" as a formula.
  const cells = { ...row, time_s: row.time_s.toFixed(9), place: row.place.replace(/^-/, "'-") };
  const cell = (name: keyof PacketRow) =>
    COLUMN_KINDS[name] === "text" ? cells[name] || NO_TEXT : (cells[name] ?? "");
  return PACKET_COLUMNS.map(cell).join(",");
}

function placeOf({ link, kind, packet }: Captured, { links }: Network): string {
  if (link >= 0) return links[link].id;
  return kind === "delivered" || (kind === "sent" && packet?.isAck === true) ? "receiver" : "sender";
}

function packetCells(packet: CapturedPacket | null) {
  if (packet === null)
    return {
      packet: null,
      type: null,
      seq: null,
      ack: null,
      sack: null,
      bytes: null,
      ecn: null,
      flags: null,
    };
  const { id, isAck, isDatagram, seq, ack, sack, bytes, ecn } = packet;
  const isOfData = !isAck && (isDatagram || seq >= 0);
  return {
    packet: id,
    type: typeOf(packet),
    seq: isOfData ? seq : null,
    ack: isAck && ack >= 0 ? ack : null,
    sack: ranges(sack),
    bytes,
    ecn: ECN_WORDS[ecn],
    flags: flagsOf(packet),
  };
}

function typeOf({ isAck, isDatagram, isRetransmission, seq, ack }: CapturedPacket): PacketType {
  if (isDatagram) return isAck ? "answer" : "datagram";
  if (isAck) return ack === SYN_ACK ? "syn-ack" : "ack";
  if (seq === SYN) return "syn";
  if (seq === FINAL_ACK) return "handshake-ack";
  return isRetransmission ? "retransmission" : "data";
}

/** Returns SACK blocks as text: "12-15 18-19". As in RFC 2018, the end is not included. */
function ranges(sack: ArrayLike<number>): string {
  return Array.from({ length: sack.length / 2 }, (_, i) => `${sack[2 * i]}-${sack[2 * i + 1]}`).join(" ");
}

/** Returns the flags of a packet as text: "ECE CWR", "ACE=5". */
function flagsOf({ ae, cwr, ece, ace, isLast }: CapturedPacket): string {
  const names = [ae && "AE", cwr && "CWR", ece && "ECE", isLast && "PSH", ace !== null && `ACE=${ace}`];
  return names.filter((name) => name !== false).join(" ");
}

function queueCells({ kind, link, detail, a, b }: Captured, { links }: Network) {
  const isSignal = kind === "marked" || kind === "dropped";
  const hasWaited = isSignal || kind === "dequeued";
  return {
    sojourn_ms: hasWaited ? milliseconds(a) : null,
    queue_packets: kind === "enqueued" ? a : isSignal ? b : null,
    rule: isSignal && detail !== QUEUE_EVENT.linkLoss ? links[link].definition.id : null,
  };
}

function known(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

function milliseconds(ns = Number.NaN): number | null {
  return Number.isNaN(ns) ? null : Number((ns / NS_PER_MS).toFixed(6));
}
