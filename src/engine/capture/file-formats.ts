/**
 * Constants of file formats: numbers in capture files and headers, and words in tables. The code that writes runs and the code
 * that reads measurements share them.
 */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";

/** Block types of a pcapng file (draft-ietf-opsawg-pcapng). */
export const PCAPNG = {
  sectionHeader: 0x0a0d0d0a,
  /** Magic number from which a reader recognises the byte order. */
  byteOrder: 0x1a2b3c4d,
  interfaceDescription: 1,
  /** Packet block that was used in files before 2004. */
  oldPacket: 2,
  simplePacket: 3,
  enhancedPacket: 6,
} as const;

/** Codes of options in blocks of a pcapng file. Their meaning depends on the type of the block. */
export const PCAPNG_OPTION = {
  end: 0,
  comment: 1,
  program: 4,
  name: 2,
  description: 3,
  resolution: 9,
  timeOffset: 14,
} as const;

/** Kind of header at the start of each captured packet (tcpdump.org/linktypes.html). */
export const LINK_TYPE = {
  loopback: 0,
  ethernet: 1,
  raw: 101,
  loop: 108,
  linuxCooked: 113,
  ipv4: 228,
  ipv6: 229,
  linuxCooked2: 276,
} as const;

/** Numbers in Ethernet, IP, TCP and UDP headers without options. */
export const WIRE = {
  ethernetBytes: 14,
  ipv4: 0x0800,
  ipv6: 0x86dd,
  ipv4Bytes: 20,
  ipv6Bytes: 40,
  tcp: 6,
  tcpBytes: 20,
  icmp: 1,
  udp: 17,
  udpBytes: 8,
} as const;

/** TCP flags (RFC 9293 §3.1, RFC 3168 §6.1, RFC 9768 §3.1). */
export const TCP_FLAG = { syn: 0x02, psh: 0x08, ack: 0x10, ece: 0x40, cwr: 0x80, ae: 0x100 } as const;

/** TCP options (RFC 9293 §3.1, RFC 7323, RFC 2018, RFC 9768 §3.2.3). */
export const TCP_OPTION = {
  end: 0,
  noOperation: 1,
  mss: 2,
  windowScale: 3,
  sackPermitted: 4,
  sack: 5,
  timestamps: 8,
  /** AccECN option that starts with ECT(0). */
  accEcn0: 172,
  /** AccECN option that starts with ECT(1). */
  accEcn1: 174,
} as const;

type FlowEventWord =
  | "reduction-by-mark"
  | "reduction-by-loss"
  | "timeout"
  | "slow-start-exit"
  | "syn-timeout"
  | "not-opened"
  | "loss-probe"
  | "undo";

type QueueEventWord = "mark" | "drop-by-aqm" | "drop-by-overflow" | "random-loss";

/** Words for events of flows in exported files, by FLOW_EVENT. They must not change. */
export const FLOW_EVENT_WORDS: Readonly<Record<number, FlowEventWord>> = {
  [FLOW_EVENT.ecnReduction]: "reduction-by-mark",
  [FLOW_EVENT.lossReduction]: "reduction-by-loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow-start-exit",
  [FLOW_EVENT.synTimeout]: "syn-timeout",
  [FLOW_EVENT.notOpened]: "not-opened",
  [FLOW_EVENT.lossProbe]: "loss-probe",
  [FLOW_EVENT.undo]: "undo",
};

/** Words for events of queues in exported files, by QUEUE_EVENT. They must not change. */
export const QUEUE_EVENT_WORDS: Readonly<Record<number, QueueEventWord>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "drop-by-aqm",
  [QUEUE_EVENT.overflowDrop]: "drop-by-overflow",
  [QUEUE_EVENT.linkLoss]: "random-loss",
};

/** Event that a row of the packet log reports. "phase-…" is followed by the name of the phase that begins. */
export type PacketEvent =
  | "sent"
  | "enqueued"
  | "dequeued"
  | "received"
  | "ack-read"
  | QueueEventWord
  | FlowEventWord
  | `phase-${string}`;

export type PacketType =
  | "data"
  | "retransmission"
  | "ack"
  | "syn"
  | "syn-ack"
  | "handshake-ack"
  | "datagram"
  | "answer";

export type EcnField = "Not-ECT" | "ECT(0)" | "ECT(1)" | "CE";

/**
 * A row of the packet log in a table. Column names must not change, because files and scripts use them. Segments are counted, not
 * bytes. A value is null if the column does not apply to the row.
 */
export interface PacketRow {
  readonly time_s: number;
  readonly event: PacketEvent;
  /** "sender", "receiver", or the name of a link. */
  readonly place: string;
  readonly flow: number;
  readonly connection: string;
  readonly packet: number | null;
  readonly type: PacketType | null;
  readonly seq: number | null;
  readonly ack: number | null;
  readonly sack: string | null;
  readonly bytes: number | null;
  readonly ecn: EcnField | null;
  readonly flags: string | null;
  readonly sojourn_ms: number | null;
  readonly queue_packets: number | null;
  readonly rule: string | null;
  readonly cwnd_before_segments: number | null;
  readonly cwnd_segments: number | null;
  readonly ssthresh_segments: number | null;
  readonly inflight_segments: number | null;
  readonly srtt_ms: number | null;
}

export type ColumnKind = "text" | "whole" | "number";

/** The columns in the order of the table, with their types. */
export const COLUMN_KINDS: Readonly<Record<keyof PacketRow, ColumnKind>> = {
  time_s: "number",
  event: "text",
  place: "text",
  flow: "whole",
  connection: "text",
  packet: "whole",
  type: "text",
  seq: "whole",
  ack: "whole",
  sack: "text",
  bytes: "whole",
  ecn: "text",
  flags: "text",
  sojourn_ms: "number",
  queue_packets: "whole",
  rule: "text",
  cwnd_before_segments: "number",
  cwnd_segments: "number",
  ssthresh_segments: "number",
  inflight_segments: "number",
  srtt_ms: "number",
};

export const PACKET_COLUMNS = Object.keys(COLUMN_KINDS) as readonly (keyof PacketRow)[];

/** Text of a cell that does not apply, as in Zeek's logs. An empty cell would let readers guess another type for the column. */
export const NO_TEXT = "-";
