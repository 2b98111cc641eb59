/** Every packet event of a run as a table: one row an event, in order of time. */
import { CE, ECT0, ECT1, FINAL_ACK, NOT_ECT, SYN, SYN_ACK } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import { type Captured, type CapturedPacket, type CaptureOptions, captureOf } from "./capture.ts";

/** Names of the columns, which stay: files and scripts have them. Segments are counted, not bytes. */
const COLUMNS = [
  "time_s",
  "event",
  "place",
  "flow",
  "connection",
  "packet",
  "type",
  "seq",
  "ack",
  "sack",
  "bytes",
  "ecn",
  "flags",
  "sojourn_ms",
  "queue_packets",
  "rule",
  "cwnd_before_segments",
  "cwnd_segments",
  "ssthresh_segments",
  "inflight_segments",
  "srtt_ms",
] as const;

export const FLOW_EVENT_WORDS: Readonly<Record<number, string>> = {
  [FLOW_EVENT.ecnReduction]: "reduction-by-mark",
  [FLOW_EVENT.lossReduction]: "reduction-by-loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow-start-exit",
  [FLOW_EVENT.synTimeout]: "syn-timeout",
  [FLOW_EVENT.notOpened]: "not-opened",
  [FLOW_EVENT.lossProbe]: "loss-probe",
  [FLOW_EVENT.undo]: "undo",
};

export const QUEUE_EVENT_WORDS: Readonly<Record<number, string>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "drop-by-aqm",
  [QUEUE_EVENT.overflowDrop]: "drop-by-overflow",
  [QUEUE_EVENT.linkLoss]: "random-loss",
};

const EVENT_WORDS: Readonly<Record<Captured["kind"], (row: Captured) => string>> = {
  sent: () => "sent",
  enqueued: () => "enqueued",
  marked: ({ detail }) => QUEUE_EVENT_WORDS[detail],
  dropped: ({ detail }) => QUEUE_EVENT_WORDS[detail],
  dequeued: () => "dequeued",
  delivered: () => "received",
  acked: () => "received",
  ackRead: () => "ack-read",
  window: ({ detail }) => FLOW_EVENT_WORDS[detail],
};

const ECN_WORDS: Readonly<Record<number, string>> = {
  [NOT_ECT]: "Not-ECT",
  [ECT0]: "ECT(0)",
  [ECT1]: "ECT(1)",
  [CE]: "CE",
};

/** `stamp`: lines at its head, that scripts skip. Yields pieces of the file, between short steps of work. */
export function* packetCsvOf(
  scenario: Scenario,
  make: MakeReplay,
  { stamp, ...options }: CaptureOptions & { readonly stamp: string },
): Generator<string, void> {
  yield `${stamp}${COLUMNS.join(",")}\n`;
  for (const { rows, network } of captureOf(scenario, make, options))
    yield rows.map((row) => `${lineOf(row, network)}\n`).join("");
}

function lineOf(row: Captured, network: Network): string {
  const { timeNs, kind, flow, end, epoch, packet, window } = row;
  const cells: Readonly<Record<(typeof COLUMNS)[number], string | number>> = {
    time_s: (timeNs / NS_PER_S).toFixed(9),
    event: EVENT_WORDS[kind](row),
    place: placeOf(row, network),
    flow: flow + 1,
    connection: `${end + 1}.${epoch + 1}`,
    ...packetCells(packet),
    ...queueCells(row, network),
    cwnd_before_segments: kind === "window" ? plain(row.a) : "",
    cwnd_segments: plain(kind === "window" ? row.b : (window?.cwnd ?? Number.NaN)),
    ssthresh_segments: plain(window?.ssthresh ?? Number.NaN),
    inflight_segments: plain(window?.inflight ?? Number.NaN),
    srtt_ms: milliseconds(window?.srttNs ?? Number.NaN),
  };
  return COLUMNS.map((name) => cells[name]).join(",");
}

/** A spreadsheet would take a name that begins with "-" for a formula. */
function placeOf({ link, kind, packet }: Captured, { links }: Network): string {
  if (link >= 0) return links[link].id.replace(/^-/, "'-");
  return kind === "delivered" || (kind === "sent" && packet?.isAck === true) ? "receiver" : "sender";
}

function packetCells(packet: CapturedPacket | null) {
  if (packet === null)
    return { packet: "", type: "", seq: "", ack: "", sack: "", bytes: "", ecn: "", flags: "" };
  const { id, isAck, isDatagram, seq, ack, sack, bytes, ecn } = packet;
  const isOfData = !isAck && (isDatagram || seq >= 0);
  return {
    packet: id,
    type: typeOf(packet),
    seq: isOfData ? seq : "",
    ack: isAck && ack >= 0 ? ack : "",
    sack: ranges(sack),
    bytes,
    ecn: ECN_WORDS[ecn],
    flags: flagsOf(packet),
  };
}

function typeOf({ isAck, isDatagram, isRetransmission, seq, ack }: CapturedPacket): string {
  if (isDatagram) return "datagram";
  if (isAck) return ack === SYN_ACK ? "syn-ack" : "ack";
  if (seq === SYN) return "syn";
  if (seq === FINAL_ACK) return "handshake-ack";
  return isRetransmission ? "retransmission" : "data";
}

/** "12-15 18-19": the last one excluded, as in RFC 2018. */
function ranges(sack: ArrayLike<number>): string {
  return Array.from({ length: sack.length / 2 }, (_, i) => `${sack[2 * i]}-${sack[2 * i + 1]}`).join(" ");
}

/** "ECE CWR", "ACE=5". */
function flagsOf({ ae, cwr, ece, ace, isLast }: CapturedPacket): string {
  const names = [ae && "AE", cwr && "CWR", ece && "ECE", isLast && "PSH", ace !== null && `ACE=${ace}`];
  return names.filter((name) => name !== false).join(" ");
}

function queueCells({ kind, link, detail, a, b }: Captured, { links }: Network) {
  const isSignal = kind === "marked" || kind === "dropped";
  const hasWaited = isSignal || kind === "dequeued";
  return {
    sojourn_ms: hasWaited ? milliseconds(a) : "",
    queue_packets: kind === "enqueued" ? a : isSignal ? b : "",
    rule: isSignal && detail !== QUEUE_EVENT.linkLoss ? links[link].definition.id : "",
  };
}

const plain = (value: number) => (Number.isNaN(value) ? "" : value);
const milliseconds = (ns: number) => (Number.isNaN(ns) ? "" : Number((ns / NS_PER_MS).toFixed(6)));
