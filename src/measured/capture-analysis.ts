/**
 * Finds the connections in a packet capture, in three passes. The first pass, in the order of the file, finds which hosts
 * communicate, how much, and at which interfaces. The second pass, in order of time, removes copies of packets and separates
 * connections that use the same ports one after the other. The third pass passes the packets of each connection to
 * capture-connection.ts, which estimates the sender's state.
 */
import { TCP_FLAG } from "../engine/capture/file-formats.ts";
import { counted, grouped } from "../lib/counted.ts";
import { CaptureConnection, unwrapped } from "./capture-connection.ts";
import { CaptureReader, type CaptureSummary, type SeenPacket } from "./capture-file.ts";
import { type Measurement, measurementOf, type ReadingSteps } from "./measurement.ts";
import { isStep } from "./text-lines.ts";

/** Number of connections whose packets are examined: those with the most data. Other connections are only counted. */
const FOLLOWED = 20;
const MOST_TALKS = 20_000;
/** Limit on the pairs of a talk and an interface at which it is counted. A capture of all devices has few interfaces for each talk. */
const MOST_TALKS_AT_INTERFACES = 100_000;

/** The TCP packets of a file, as rows in the order of the file. */
class PacketTable {
  length = 0;
  timeS = new Float64Array(1024);
  place = new Uint32Array(1024);
  captured = new Uint32Array(1024);
  original = new Uint32Array(1024);
  linkType = new Uint16Array(1024);
  at = new Uint16Array(1024);
  hops = new Uint8Array(1024);
  /** For each packet, the number of packets of the other side before it in the same talk. The second pass fills this column. */
  answers = new Uint32Array(1024);
  /** For each packet, the index of its talk; after the second pass, of its connection. -1 if the packet is left out. */
  of = new Int32Array(1024);

  /** Adds a packet. `share` is the share of the file before it. */
  add(
    { place, captured, original, linkType, at, hops }: SeenPacket,
    timeS: number,
    talk: number,
    share: number,
  ): void {
    if (this.length === this.timeS.length) this.grow(share);
    const row = this.length++;
    this.timeS[row] = timeS;
    this.place[row] = place;
    this.captured[row] = captured;
    this.original[row] = original;
    this.linkType[row] = linkType;
    this.at[row] = at;
    this.hops[row] = hops;
    this.of[row] = talk;
  }

  packet(row: number, reader: CaptureReader): SeenPacket {
    return reader.again(this.linkType[row], this.place[row], this.captured[row], this.original[row]);
  }

  /**
   * Returns the rows in order of time; rows with equal times stay in the order of the file. `displaced` is the number of rows
   * that are in the wrong order in the file.
   */
  inOrder(): { readonly rows: Uint32Array; readonly displaced: number } {
    const { timeS, length } = this;
    const rows = Uint32Array.from({ length }, (_, row) => row);
    let [displaced, latestS] = [0, Number.NEGATIVE_INFINITY];
    for (let row = 0; row < length; row++) {
      if (timeS[row] < latestS) displaced++;
      else latestS = timeS[row];
    }
    if (displaced > 0) rows.sort((one, other) => timeS[one] - timeS[other] || one - other);
    return { rows, displaced };
  }

  /** Makes room for as many rows as the file is expected to have. Arrays then rarely have to grow, and are rarely half empty. */
  private grow(share: number): void {
    const size = Math.ceil(this.length * Math.max(1.25, 1.05 / share));
    const grown = <T extends Float64Array | Uint32Array | Uint16Array | Uint8Array | Int32Array>(
      larger: T,
      full: T,
    ): T => {
      larger.set(full);
      return larger;
    };
    this.timeS = grown(new Float64Array(size), this.timeS);
    this.place = grown(new Uint32Array(size), this.place);
    this.captured = grown(new Uint32Array(size), this.captured);
    this.original = grown(new Uint32Array(size), this.original);
    this.linkType = grown(new Uint16Array(size), this.linkType);
    this.at = grown(new Uint16Array(size), this.at);
    this.hops = grown(new Uint8Array(size), this.hops);
    this.answers = grown(new Uint32Array(size), this.answers);
    this.of = grown(new Int32Array(size), this.of);
  }
}

/** Reads a capture. Throws an error with a message for users if it contains no usable connection. */
export function* readCapture(bytes: Uint8Array): ReadingSteps<Measurement> {
  const reader = new CaptureReader(bytes);
  const { summary } = reader;
  const table = new PacketTable();
  const talks = new Map<string, Talk>();
  let [tooMany, elsewhere, atInterfaces, firstS] = [0, 0, 0, Number.NaN];
  let talk: Talk | null = null;
  for (const packet of reader.packets()) {
    const share = packet.place / bytes.length;
    if (isStep(packet.number)) yield share / 3;
    if (Number.isNaN(firstS)) firstS = packet.seconds;
    if (talk === null || !talk.includes(packet)) talk = talkOf(talks, packet);
    if (talk === null) tooMany++;
    else if (!talk.isSeenAt(packet.at) && ++atInterfaces > MOST_TALKS_AT_INTERFACES) elsewhere++;
    else table.add(packet, packet.seconds - firstS + packet.nanoseconds / 1e9, talk.count(packet), share);
  }
  const followed = [...talks.values()].filter(({ bytes: total }) => total > 0);
  if (followed.length === 0) throw noData(summary, [...talks.values()]);
  followed.sort((a, b) => b.bytes - a.bytes);
  const others = followed.splice(FOLLOWED);
  const { rows, displaced } = table.inOrder();
  const sorting = new Sorting(table);
  const byIndex = new Map(followed.map((talk) => [talk.index, talk]));
  for (const [i, row] of rows.entries()) {
    if (isStep(i)) yield (1 + i / rows.length) / 3;
    const talk = byIndex.get(table.of[row]);
    table.of[row] = LEFT_OUT;
    if (talk === undefined) continue;
    const packet = table.packet(row, reader);
    table.of[row] = sorting.connectionOf(talk, packet, row, reader.hashOf(packet));
  }
  sorting.settle((row) => {
    table.of[row] = LEFT_OUT;
  });
  const connections = sorting.connections();
  for (const [i, row] of rows.entries()) {
    if (isStep(i)) yield (2 + i / rows.length) / 3;
    connections.followed.get(table.of[row])?.packet(table.packet(row, reader), table.timeS[row]);
  }
  const left = connections.left + others.length;
  return measurementOf(
    [...connections.followed.values()].map((connection) => connection.finish()),
    {
      format: "a packet capture",
      read: [
        `${counted(summary.packets, "packet")}; ${counted(connections.followed.size + left, "TCP connection")} with data${followed[0].where(summary)}.`,
      ],
      skipped: [
        ...summary.skipped.sentences(),
        ...sorting.skipped(),
        ...(left > 0 ? [`${counted(left, "connection")} with less data.`] : []),
        ...(tooMany > 0
          ? [`${counted(tooMany, "packet")} of connections after the first ${grouped(MOST_TALKS)}.`]
          : []),
        ...(elsewhere > 0
          ? [
              `${counted(elsewhere, "packet")} of connections at further interfaces, after the first ${grouped(MOST_TALKS_AT_INTERFACES)} pairs of a connection and an interface.`,
            ]
          : []),
        ...(summary.cut === null ? [] : [summary.cut]),
      ],
      assumed: [
        ...ESTIMATES,
        ...(displaced > 0
          ? [
              `${counted(displaced, "packet stands", "packets stand")} after later ones in the file. All packets were sorted by time.`,
            ]
          : []),
        ...sorting.assumed(),
      ],
    },
  );
}

const LEFT_OUT = -1;

const ESTIMATES: readonly string[] = [
  "A capture contains packets, but not the variables of the sender. All values are estimates.",
  "RTT: the time from the first segment that an ACK covers to this ACK, smoothed as in RFC 6298. Retransmitted segments count only if timestamps identify the ACK.",
  "In flight: data that was sent and neither acknowledged nor SACKed; without SACK, each duplicate ACK counts as one segment. This value replaces cwnd.",
  "Throughput: the acknowledged bytes.",
  "Cuts: the first retransmission of each recovery, and packets with CWR; with accurate ECN feedback, an increase of the mark counter.",
];

function noData({ packets, skipped, cut }: CaptureSummary, talks: readonly Talk[]): Error {
  const why = skipped.sentences();
  const found = talks.some((talk) => talk.hasAcksOfUnseen())
    ? "only the ACKs of its TCP connections, not the data. Capture both directions, on the sender's host"
    : talks.length > 0
      ? "its TCP connections carry no data"
      : "none of them is a complete TCP packet over IP";
  const text = [
    `The capture has ${counted(packets, "packet")}, and ${found}.`,
    ...why.slice(0, 4),
    ...(cut === null ? [] : [cut]),
  ];
  return new Error(text.join(" "));
}

function talkOf(talks: Map<string, Talk>, { from, to }: SeenPacket): Talk | null {
  const key = from < to ? `${from} ${to}` : `${to} ${from}`;
  const known = talks.get(key);
  if (known !== undefined) return known;
  if (talks.size >= MOST_TALKS) return null;
  const made = new Talk(talks.size, from, to);
  talks.set(key, made);
  return made;
}

/** A step of sequence or ACK numbers of at least this size means another connection, or a hole in the capture. */
const LARGE_STEP = 16_777_216;

/** Adds up the increases of a number such as a sequence number. Large steps are not counted. */
class Rise {
  sum = 0;
  private top = Number.NaN;

  to(value: number): void {
    const step = Number.isNaN(this.top) ? 0 : (value - this.top) | 0;
    if (Number.isNaN(this.top) || Math.abs(step) > LARGE_STEP) this.top = value;
    else if (step > 0) {
      this.sum += step;
      this.top = value;
    }
  }
}

/** Counts of the first pass for one direction of a talk at one interface. */
class Direction {
  packets = 0;
  bytes = 0;
  readonly sent = new Rise();
  readonly acked = new Rise();
}

/** An interface counts as complete if it saw at least this share of what the interface with the most data saw. */
const NEARLY_ALL = 0.9;

/** Two ends that communicate, with all their connections one after the other. */
class Talk {
  readonly index: number;
  private readonly one: string;
  private readonly other: string;
  /** Counts of both directions at each interface: first from the end `one`, then from the end `other`. */
  private readonly seen = new Map<number, readonly [Direction, Direction]>();
  private readonly numbers = [
    { last: Number.NaN, changes: 0, packets: 0 },
    { last: Number.NaN, changes: 0, packets: 0 },
  ];
  private chosen: number | "all" | null = null;

  constructor(index: number, one: string, other: string) {
    this.index = index;
    this.one = one;
    this.other = other;
  }

  includes({ from, to }: SeenPacket): boolean {
    return (from === this.one && to === this.other) || (from === this.other && to === this.one);
  }

  sideOf({ from }: SeenPacket): 0 | 1 {
    return from === this.one ? 0 : 1;
  }

  nameOf(side: 0 | 1): string {
    return side === 0 ? this.one : this.other;
  }

  isSeenAt(at: number): boolean {
    return this.seen.has(at);
  }

  /** Counts a packet. Returns 0 or 1 for the end that sent it. */
  count(packet: SeenPacket): number {
    const side = this.sideOf(packet);
    const known = this.seen.get(packet.at) ?? [new Direction(), new Direction()];
    if (known[0].packets + known[1].packets === 0) this.seen.set(packet.at, known);
    const direction = known[side];
    direction.packets++;
    direction.bytes += packet.payloadBytes;
    direction.sent.to((packet.seq + packet.payloadBytes) >>> 0);
    if ((packet.flags & TCP_FLAG.ack) !== 0) direction.acked.to(packet.ack);
    const numbers = this.numbers[side];
    numbers.packets++;
    if (packet.identification > 0 && packet.identification !== numbers.last) numbers.changes++;
    numbers.last = packet.identification;
    return this.index;
  }

  /** Data bytes of the direction with more data, at the interface that saw most of it. */
  get bytes(): number {
    return Math.max(...[...this.seen.values()].flatMap((both) => both.map(({ bytes }) => bytes)));
  }

  hasAcksOfUnseen(): boolean {
    return [...this.seen.values()].some((both) => both.some(({ acked }) => acked.sum > 0));
  }

  /** True if the packets of a direction have different IP identifications. Some hosts send the same one in each packet. */
  isNumbered(side: 0 | 1): boolean {
    const { changes, packets } = this.numbers[side];
    return changes > FEW_CHANGES * packets;
  }

  /**
   * The first interface that saw all data and ACKs. If a capture was made at several places, the sender is usually the first.
   * "all" if no interface saw everything, for example if each direction has its own interface.
   */
  get at(): number | "all" {
    this.chosen ??= this.choose();
    return this.chosen;
  }

  private choose(): number | "all" {
    const all = [...this.seen].sort(([a], [b]) => a - b);
    const sums = ([one, other]: readonly [Direction, Direction]) => [one.bytes, other.bytes];
    const [ofOne, ofOther] = [0, 1].map((side) => Math.max(...all.map(([, both]) => sums(both)[side])));
    const data = ofOne >= ofOther ? 0 : 1;
    const most = (value: (both: readonly [Direction, Direction]) => number) =>
      Math.max(...all.map(([, both]) => value(both)));
    const mostSent = most((both) => both[data].sent.sum);
    const mostAcked = most((both) => both[1 - data].acked.sum);
    const complete = all.find(
      ([, both]) =>
        both[data].sent.sum >= NEARLY_ALL * mostSent &&
        both[data].bytes >= NEARLY_ALL * both[data].sent.sum &&
        both[1 - data].acked.sum >= NEARLY_ALL * mostAcked,
    );
    if (all.length === 1) return all[0][0];
    return complete?.[0] ?? "all";
  }

  where({ interfaces }: CaptureSummary): string {
    if (interfaces.length < 2) return "";
    const named = (at: number) => `${at + 1}${interfaces[at] === "" ? "" : ` (${interfaces[at]})`}`;
    if (this.at !== "all")
      return ` at interface ${named(this.at).replace(/^\d+/, `$& of ${interfaces.length}`)}`;
    const all = [...this.seen.keys()].sort((a, b) => a - b).map(named);
    return `, combined from the interfaces ${all.join(", ")}, because none of them has all packets`;
  }
}

const FEW_CHANGES = 0.1;

// The second pass over the packets.

/** Maximum time between a packet and its copy (s). */
const COPY_S = 2;
/**
 * Longest time between a packet and its copy if packets have no identification (s). It is short, because a retransmission may
 * have the same header.
 */
const COPY_WITHOUT_IDENTIFICATION_S = 0.005;
/** If more than this share of a direction's packets are duplicates, the capture is assumed to hold each packet twice. */
const MANY_COPIES = 0.5;

/** Finds rows of packets by their hash. It uses arrays with open addressing, because a large capture has millions of packets. */
class RowsByHash {
  private hashes = new Float64Array(64);
  /** Row numbers plus 1; 0 for a free slot. */
  private rows = new Int32Array(64);
  private count = 0;

  /** Returns the row of a hash; -1 if there is none. */
  get(hash: number): number {
    const slot = this.slotOf(hash);
    return this.hashes[slot] === hash ? this.rows[slot] - 1 : -1;
  }

  set(hash: number, row: number): void {
    if (2 * this.count > this.rows.length) this.grow();
    const slot = this.slotOf(hash);
    if (this.rows[slot] === 0) this.count++;
    this.hashes[slot] = hash;
    this.rows[slot] = row + 1;
  }

  /** Returns the slot of a hash, or a free slot where it can be stored. After too many attempts, returns a slot to overwrite. */
  private slotOf(hash: number): number {
    const { hashes, rows } = this;
    const last = rows.length - 1;
    const low = Math.imul((hash % 0x1_0000_0000) ^ (hash / 0x1_0000_0000), 0x9e37_79b1);
    let slot = (low ^ (low >>> 15)) & last;
    for (let i = 0; i < MOST_PROBES && rows[slot] !== 0 && hashes[slot] !== hash; i++)
      slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const { hashes, rows } = this;
    this.hashes = new Float64Array(2 * rows.length);
    this.rows = new Int32Array(2 * rows.length);
    for (const [i, row] of rows.entries()) {
      if (row === 0) continue;
      const slot = this.slotOf(hashes[i]);
      this.hashes[slot] = hashes[i];
      this.rows[slot] = row;
    }
  }
}

/**
 * Number of slots that are tried for a hash. So many slots in a row are full only if somebody has made a capture for this
 * purpose. Copies are then missed, but reading does not take longer.
 */
const MOST_PROBES = 256;

/** Headers of packets from the last seconds, in two generations. Older packets cannot have copies any more. */
class SeenHeaders {
  private young = new RowsByHash();
  private old = new RowsByHash();
  private sinceS = Number.NEGATIVE_INFINITY;

  /** Returns the row of the packet of which this packet may be a copy. If there is none, stores this packet and returns -1. */
  take(hash: number, row: number, timeS: Float64Array): number {
    const nowS = timeS[row];
    if (nowS > this.sinceS + COPY_S) {
      this.old = nowS > this.sinceS + 2 * COPY_S ? new RowsByHash() : this.young;
      this.young = new RowsByHash();
      this.sinceS = nowS;
    }
    const young = this.young.get(hash);
    const found = young >= 0 ? young : this.old.get(hash);
    if (found >= 0 && nowS - timeS[found] <= COPY_S) return found;
    this.young.set(hash, row);
    return -1;
  }
}

/** One of the connections between two ends. */
class Found {
  readonly index: number;
  readonly talk: Talk;
  readonly startS: number;
  readonly bytes: [number, number] = [0, 0];
  /** Sequence number of each side's SYN. */
  readonly syn: [number, number] = [Number.NaN, Number.NaN];
  /** End of the data of each side; NaN if the side has sent nothing after its SYN. */
  readonly end: [number, number] = [Number.NaN, Number.NaN];
  readonly hasMore: [boolean, boolean] = [false, false];
  /** Sequence and acknowledgement number of each side's first packet without SYN. */
  private readonly firstSeq: [number, number] = [Number.NaN, Number.NaN];
  private readonly firstAck: [number, number] = [Number.NaN, Number.NaN];
  /** Acknowledgement number of each side's SYN-ACK. */
  private readonly synAcked: [number, number] = [Number.NaN, Number.NaN];
  isReset = false;
  usesAe = false;
  lastS: number;

  constructor(index: number, talk: Talk, startS: number) {
    this.index = index;
    this.talk = talk;
    this.startS = startS;
    this.lastS = startS;
  }

  /** The side that sends more data. */
  get sender(): 0 | 1 {
    return this.bytes[0] >= this.bytes[1] ? 0 : 1;
  }

  get hasData(): boolean {
    return this.bytes[0] > 0 || this.bytes[1] > 0;
  }

  /**
   * Returns true if the packet belongs to the next connection. This is so if its SYN has another sequence number, or comes after
   * data or a reset (Wireshark's "port numbers reused"). Without a SYN, it is so if the sequence numbers do not continue.
   */
  isFollowedBy({ flags, seq, ack, payloadBytes }: SeenPacket, side: 0 | 1, timeS: number): boolean {
    if ((flags & TCP_FLAG.syn) === 0) return payloadBytes > 0 && this.leaps(side, seq, payloadBytes, timeS);
    const other = side === 0 ? 1 : 0;
    const isAnswer = (flags & TCP_FLAG.ack) !== 0;
    // The packet answers this connection's SYN, or it is the SYN itself, captured after its answer.
    if (isAnswer && ((this.syn[other] + 1) | 0) === (ack | 0) && !Number.isNaN(this.syn[other])) return false;
    if (!isAnswer && this.synAcked[other] === (seq + 1) >>> 0) return this.isReset;
    if (Number.isNaN(this.syn[side])) {
      // The SYN comes late, for example as a copy, if the first packets after the handshake continue it.
      const next = (seq + 1) >>> 0;
      if (this.firstAck[other] === next || this.firstSeq[side] === next) return this.isReset;
      return this.hasMore[side] || this.hasMore[other];
    }
    return this.syn[side] !== seq || this.isReset;
  }

  /** Returns true if a step of the sequence number is far too large for the rate so far. */
  private leaps(side: 0 | 1, seq: number, payloadBytes: number, timeS: number): boolean {
    if (Number.isNaN(this.end[side])) {
      const fromSyn = Number.isNaN(this.syn[side]) ? 0 : (seq - this.syn[side]) | 0;
      return Math.abs(fromSyn) > LARGE_LEAP;
    }
    const step = (seq + payloadBytes - this.end[side]) | 0;
    if (Math.abs(step) <= LARGE_LEAP) return false;
    if (step < 0 || this.isReset) return true;
    const rate = this.bytes[side] / Math.max(1e-3, this.lastS - this.startS);
    return step > MANY_TIMES_THE_RATE * rate * Math.max(0, timeS - this.lastS);
  }

  note({ flags, seq, ack, payloadBytes }: SeenPacket, side: 0 | 1, timeS: number): void {
    this.lastS = timeS;
    if ((flags & TCP_FLAG.syn) !== 0) {
      this.syn[side] = seq;
      if ((flags & TCP_FLAG.ack) !== 0) this.synAcked[side] = ack;
      return;
    }
    if (!this.hasMore[side]) {
      this.firstSeq[side] = seq;
      this.firstAck[side] = ack;
    }
    this.hasMore[side] = true;
    this.usesAe ||= (flags & TCP_FLAG.ae) !== 0;
    this.isReset ||= (flags & TCP_RESET) !== 0;
    if (payloadBytes === 0) return;
    this.bytes[side] += payloadBytes;
    const end = unwrapped((seq + payloadBytes) >>> 0, this.end[side]);
    this.end[side] = Number.isNaN(this.end[side]) ? seq + payloadBytes : Math.max(this.end[side], end);
  }

  connection(number: number, uses: number): CaptureConnection {
    const { talk, sender, usesAe } = this;
    const other = sender === 0 ? 1 : 0;
    const ends = `${talk.nameOf(sender)} → ${talk.nameOf(other)}`;
    const remarks = [
      ...(this.bytes[other] > MUCH_BACK * this.bytes[sender]
        ? [
            `The other host sent data as well, ${grouped(this.bytes[other])} B. Only the direction with more data is used.`,
          ]
        : []),
      ...(number > 1 && this.syn.every(Number.isNaN)
        ? [
            "No handshake separates the connection from the previous one with these ports; it was detected by a jump of the sequence numbers.",
          ]
        : []),
    ];
    return new CaptureConnection({
      name: uses > 1 ? `${ends} (connection ${number} of ${uses} with these ports)` : ends,
      sender: talk.nameOf(sender),
      isNumbered: talk.isNumbered(sender),
      usesAe,
      remarks,
    });
  }
}

/** A smaller step of the sequence number may be a hole in the capture. */
const LARGE_LEAP = 67_108_864;
const MANY_TIMES_THE_RATE = 10;
const MUCH_BACK = 0.1;
/** RST (RFC 9293 §3.1). */
const TCP_RESET = 0x04;
const MOST_FOUND = 20_000;

/** Packets of one side that may be copies. Only their times distinguish them from retransmissions. */
interface Doubts {
  readonly rows: number[];
  /** Number of these packets with data. */
  ofData: number;
  /** Longest time between such a packet and the one that it may copy (s). */
  longestS: number;
}

/** State of a talk in the second pass. */
interface Sorted {
  readonly found: Found[];
  current: Found;
  readonly headers: SeenHeaders;
  /** Number of packets of each side that are not left out. */
  readonly kept: [number, number];
  readonly doubts: readonly [Doubts, Doubts];
}

/** Assigns each packet to its connection, or leaves it out as a copy. */
class Sorting {
  private readonly table: PacketTable;
  private readonly sorted = new Map<Talk, Sorted>();
  private readonly found: Found[] = [];
  private made = 0;
  private readonly copies = { numbered: 0, others: 0, longestS: 0 };
  private atOtherInterfaces = 0;
  private tooMany = 0;
  private undecided = 0;

  constructor(table: PacketTable) {
    this.table = table;
  }

  /** Returns the index of the packet's connection. */
  connectionOf(talk: Talk, packet: SeenPacket, row: number, hash: number): number {
    const { table } = this;
    const timeS = table.timeS[row];
    if (talk.at !== "all" && table.at[row] !== talk.at) {
      this.atOtherInterfaces++;
      return LEFT_OUT;
    }
    const sorted = this.sorted.get(talk) ?? this.begin(talk, timeS);
    const side = talk.sideOf(packet);
    table.answers[row] = sorted.kept[side === 0 ? 1 : 0];
    const before = sorted.headers.take(hash, row, table.timeS);
    const gapS = before < 0 ? Number.POSITIVE_INFINITY : timeS - table.timeS[before];
    if (before >= 0 && this.isCopy(talk.isNumbered(side), packet, row, before)) {
      this.copies[packet.identification > 0 ? "numbered" : "others"]++;
      this.copies.longestS = Math.max(this.copies.longestS, gapS);
      return LEFT_OUT;
    }
    if (gapS <= COPY_WITHOUT_IDENTIFICATION_S) {
      const doubts = sorted.doubts[side];
      doubts.rows.push(row);
      doubts.longestS = Math.max(doubts.longestS, gapS);
      if (packet.payloadBytes > 0) doubts.ofData++;
    } else sorted.kept[side]++;
    if (sorted.current.isFollowedBy(packet, side, timeS))
      sorted.current = new Found(this.made++, talk, timeS);
    const hadData = sorted.current.hasData;
    sorted.current.note(packet, side, timeS);
    if (!hadData && sorted.current.hasData) this.keep(sorted);
    return sorted.current.index;
  }

  private begin(talk: Talk, timeS: number): Sorted {
    const sorted: Sorted = {
      found: [],
      current: new Found(this.made++, talk, timeS),
      headers: new SeenHeaders(),
      kept: [0, 0],
      doubts: [
        { rows: [], ofData: 0, longestS: 0 },
        { rows: [], ofData: 0, longestS: 0 },
      ],
    };
    this.sorted.set(talk, sorted);
    return sorted;
  }

  private keep({ found, current }: Sorted): void {
    if (this.found.length >= MOST_FOUND) {
      this.tooMany++;
      return;
    }
    this.found.push(current);
    found.push(current);
  }

  /**
   * Returns true if a packet must be a copy. Without an identification, it must be a copy if it comes sooner than a
   * retransmission could: before an answer and before a timeout.
   */
  private isCopy(isNumbered: boolean, packet: SeenPacket, row: number, before: number): boolean {
    const { timeS, at, hops, answers } = this.table;
    if (isNumbered && packet.identification > 0) return true;
    if (at[row] !== at[before] || hops[row] !== hops[before]) return true;
    const isAtOnce = timeS[row] - timeS[before] <= COPY_WITHOUT_IDENTIFICATION_S;
    return isAtOnce && packet.payloadBytes > 0 && answers[row] === answers[before];
  }

  /**
   * Decides about packets that may be copies, by the share of duplicates in their direction. It is used if nothing else
   * identifies copies.
   */
  settle(leaveOut: (row: number) => void): void {
    for (const { kept, doubts } of this.sorted.values())
      for (const [side, { rows, ofData, longestS }] of doubts.entries()) {
        if (rows.length < MANY_COPIES * kept[side]) {
          this.undecided += ofData;
          continue;
        }
        for (const row of rows) leaveOut(row);
        this.copies.others += rows.length;
        this.copies.longestS = Math.max(this.copies.longestS, longestS);
      }
  }

  /** Returns the connections with the most data, and the number of other connections. */
  connections(): { readonly followed: ReadonlyMap<number, CaptureConnection>; readonly left: number } {
    const bytesOf = ({ bytes, sender }: Found) => bytes[sender];
    const most = this.found.toSorted((a, b) => bytesOf(b) - bytesOf(a)).slice(0, FOLLOWED);
    const followed = most.map((one): [number, CaptureConnection] => {
      const all = this.sorted.get(one.talk)?.found ?? [];
      return [one.index, one.connection(all.indexOf(one) + 1, all.length)];
    });
    return { followed: new Map(followed), left: this.found.length + this.tooMany - most.length };
  }

  skipped(): string[] {
    const { numbered, others, longestS } = this.copies;
    const apart = `at most ${shortTime(longestS)} apart`;
    return [
      ...(numbered > 0
        ? [
            `${counted(numbered, "copy", "copies")} of packets, with the same IP identification and TCP header, ${apart}.`,
          ]
        : []),
      ...(others > 0
        ? [
            `${counted(others, "copy", "copies")} of packets without an IP identification, with the same TCP header, ${apart}.`,
          ]
        : []),
      ...(this.atOtherInterfaces > 0
        ? [`${counted(this.atOtherInterfaces, "packet")} of other interfaces.`]
        : []),
    ];
  }

  assumed(): string[] {
    return this.undecided > 0
      ? [
          `${counted(this.undecided, "packet repeats", "packets repeat")} another packet within ${shortTime(COPY_WITHOUT_IDENTIFICATION_S)}. Without an IP identification, copies and retransmissions cannot be distinguished; these packets count as retransmissions.`,
        ]
      : [];
  }
}

function shortTime(seconds: number): string {
  const [value, unit] = seconds < 1e-3 ? [seconds * 1e6, "µs"] : [seconds * 1e3, "ms"];
  return `${Number(value.toPrecision(3))} ${unit}`;
}
