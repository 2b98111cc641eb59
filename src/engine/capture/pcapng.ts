/**
 * A run as a packet capture for Wireshark and tcpdump, with Ethernet, IPv4, TCP or UDP headers as on a wire. Formats:
 * pcapng (draft-ietf-opsawg-pcapng), RFC 791, RFC 768, RFC 9293, RFC 2018, RFC 7323, RFC 9768 §3.2.
 */
import { CE, ECT0, ECT1, FINAL_ACK, SYN, SYN_ACK } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { NS_PER_MS, NS_PER_S, readNumber } from "../params/read.ts";
import { segmentsOf } from "../scenario/build.ts";
import { resolvePath } from "../scenario/path.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import {
  ByteStream,
  type Captured,
  type CapturedPacket,
  type CapturedSignal,
  type CaptureOptions,
  captureOf,
  phaseText,
  type SegmentSizes,
  SIGNAL_NAMES,
} from "./capture.ts";
import { LINK_TYPE, PCAPNG, PCAPNG_OPTION, TCP_FLAG, TCP_OPTION, WIRE } from "./file-formats.ts";

/** Place at which packets are captured: at the senders, at the receivers, or where packets enter or leave the queue of a link. */
export type CapturePoint =
  | { readonly at: "sender" | "receiver" }
  | { readonly at: "in" | "out"; readonly link: string };

/** Options of a packet capture file. */
export interface PcapOptions extends CaptureOptions {
  /**
   * Places at which packets are captured. Each becomes one interface of the file, and a packet appears once for each place that
   * it passes. Wireshark takes the second appearance for a retransmission. For Wireshark's TCP analysis, a file should therefore
   * have only one place.
   */
  readonly points: readonly CapturePoint[];
  /** Number of bytes kept of each packet. The rest is left out; it consists only of payload, which is all zeros. */
  readonly snapBytes: number;
  /** Name of the program, for the start of the file. `comments` are stored there, too. */
  readonly program: string;
  readonly comments: readonly string[];
}

/** Default number of bytes kept of each packet. All headers with options fit into it. */
export const SNAP_BYTES = 128;
/** Maximum number of bytes kept of each packet. */
export const MOST_SNAP_BYTES = 65_535;

/** Yields parts of the file after each short step of work; a part may be empty. */
export function* pcapngOf(
  scenario: Scenario,
  make: MakeReplay,
  options: PcapOptions,
): Generator<Uint8Array<ArrayBuffer>, void> {
  const { points, snapBytes } = options;
  const out = new Bytes();
  sectionHeader(out, options);
  for (const point of points) interfaceDescription(out, point, snapBytes);
  const wire = new Wire(scenario);
  for (const { rows, network } of captureOf(scenario, make, options)) {
    for (const row of rows) {
      if (row.packet === null) continue;
      wire.follow(row, row.packet);
      for (const [i, point] of points.entries())
        if (passes(point, row, row.packet, network))
          enhancedPacket(out, i, row, row.packet, wire, network, snapBytes);
      wire.forget(row, row.packet);
    }
    yield out.take();
  }
}

function passes(
  point: CapturePoint,
  { kind, link }: Captured,
  { isAck }: CapturedPacket,
  network: Network,
): boolean {
  switch (point.at) {
    case "sender":
      return isAck ? kind === "acked" : kind === "sent";
    case "receiver":
      return isAck ? kind === "sent" : kind === "delivered";
    default:
      return kind === (point.at === "in" ? "enqueued" : "dequeued") && network.links[link].id === point.link;
  }
}

// Properties of real packets that the simulator does not have: addresses, byte positions of segments, timestamps.

/** Values that an end wrote into a packet when sending it. */
interface Sending {
  readonly stamp: number;
  readonly echo: number;
  readonly received: ReceivedBytes;
}

/**
 * AccECN's byte counters, one per ECN field, with their initial values (RFC 9768 §3.2.1). Data flows in one direction only, so
 * the counters of a sender never change.
 */
interface ReceivedBytes {
  readonly ect0: number;
  readonly ce: number;
  readonly ect1: number;
}

const NOTHING_RECEIVED: ReceivedBytes = { ect0: 1, ce: 0, ect1: 1 };
const NOTHING_SENT: Sending = { stamp: 0, echo: 0, received: NOTHING_RECEIVED };

class Talk {
  /** Timestamp that the receiver's next packet echoes (RFC 7323 §4.3); `atSender` is the same for the sender. */
  atReceiver = 0;
  atSender = 0;
  lastAckBytes = 0;
  received = NOTHING_RECEIVED;
  readonly overheadBytes: number;
  readonly stream: ByteStream;
  readonly port: number;
  /** Initial sequence numbers, different for each connection (RFC 9293 §3.4.1). */
  readonly isn: number;
  readonly isnBack: number;

  constructor(number: number, ofFlow: number, { mssBytes, overheadBytes }: SegmentSizes) {
    this.overheadBytes = overheadBytes;
    this.stream = new ByteStream(mssBytes);
    this.port = FIRST_PORT + (ofFlow % PORTS);
    this.isn = Math.imul(number + 1, 0x9e3779b1) >>> 0;
    this.isnBack = (this.isn ^ 0x5bd1e995) >>> 0;
  }

  receive(ecn: number, bytes: number): void {
    const { ect0, ce, ect1 } = this.received;
    if (ecn === ECT0) this.received = { ect0: ect0 + bytes, ce, ect1 };
    else if (ecn === ECT1) this.received = { ect0, ce, ect1: ect1 + bytes };
    else if (ecn === CE) this.received = { ect0, ce: ce + bytes, ect1 };
  }
}

/** Largest window that can be announced (RFC 7323 §2.3). */
const MOST_WINDOW_BYTES = 0x3fff_ffff;
const FIRST_PORT = 49_152;
const PORTS = 16_384;
/** Bytes of the IP and TCP headers that Linux gives every packet, with the timestamps option. */
const WITH_TIMESTAMPS = 52;

class Wire {
  /** Payload of a full segment without options of the connection. */
  readonly mssBytes: number;
  readonly overheadBytes: number;
  readonly hasTimestamps: boolean;
  readonly hasSack: boolean;
  readonly window: number;
  /** Shift of the window scale option (RFC 7323 §2). */
  readonly windowShift: number = 0;
  private readonly talks = new Map<string, Talk>();
  private readonly talksOfFlow: number[] = [];
  private readonly sendings = new Map<number, Sending>();

  constructor({ tcp }: Scenario) {
    this.mssBytes = readNumber(tcp, "mss");
    this.overheadBytes = readNumber(tcp, "overhead");
    this.hasTimestamps = this.overheadBytes >= WITH_TIMESTAMPS;
    this.hasSack = tcp.sack === true;
    const bytes = Math.min(segmentsOf(tcp["receive-window"]) * this.mssBytes, MOST_WINDOW_BYTES);
    while (bytes >> this.windowShift > 0xffff) this.windowShift++;
    const unit = 1 << this.windowShift;
    this.window = Math.min(Math.ceil(bytes / unit), 0xffff);
  }

  talkOf({ end, epoch, flow, sizes }: Captured): Talk {
    const key = `${end} ${epoch}`;
    const known = this.talks.get(key);
    if (known !== undefined) return known;
    const ofFlow = this.talksOfFlow[flow] ?? 0;
    this.talksOfFlow[flow] = ofFlow + 1;
    const talk = new Talk(this.talks.size, ofFlow, sizes ?? this);
    this.talks.set(key, talk);
    return talk;
  }

  payloadBytes({ sizes }: Captured, { isAck, isDatagram, seq, bytes }: CapturedPacket): number {
    return !isDatagram && (isAck || seq < 0) ? 0 : bytes - (sizes ?? this).overheadBytes;
  }

  /** Returns the sequence number relative to the initial sequence number, which is that of the SYN (RFC 9293 §3.4). */
  relativeSeq({ stream }: Talk, { isAck, seq }: CapturedPacket): number {
    if (isAck || seq === FINAL_ACK) return 1;
    return seq === SYN ? 0 : 1 + stream.bytesBefore(seq);
  }

  sendingOf({ id }: CapturedPacket): Sending {
    return this.sendings.get(id) ?? NOTHING_SENT;
  }

  /** Updates the state with an event of a packet. Events must be passed in order of time. */
  follow(row: Captured, packet: CapturedPacket): void {
    if (packet.isDatagram) return;
    const talk = this.talkOf(row);
    const payload = this.payloadBytes(row, packet);
    if (row.kind === "sent") {
      if (payload > 0) talk.stream.note(packet.seq, payload);
      this.sendings.set(packet.id, {
        stamp: 1 + Math.floor(row.timeNs / NS_PER_MS),
        echo: packet.isAck ? talk.atReceiver : talk.atSender,
        received: packet.isAck ? talk.received : NOTHING_RECEIVED,
      });
      if (packet.isAck) talk.lastAckBytes = packet.ack < 0 ? 1 : 1 + talk.stream.bytesBefore(packet.ack);
    } else if (row.kind === "delivered") {
      talk.receive(packet.ecn, payload);
      if (this.relativeSeq(talk, packet) <= talk.lastAckBytes)
        talk.atReceiver = Math.max(talk.atReceiver, this.sendingOf(packet).stamp);
    } else if (row.kind === "acked") {
      talk.atSender = Math.max(talk.atSender, this.sendingOf(packet).stamp);
    }
  }

  forget({ kind }: Captured, { id }: CapturedPacket): void {
    if (kind === "delivered" || kind === "acked" || kind === "dropped") this.sendings.delete(id);
  }
}

// Constants of the headers.

const TTL = 64;
/** Default port of iperf, used as the receiver's port. */
const SERVER_PORT = 5001;

/** Type and code of ICMP messages (RFC 792). */
const ECHO_REQUEST = 8 << 8;
const ECHO_REPLY = 0;

const SENDERS = 0x0a01_0000;
const RECEIVERS = 0x0a02_0000;

/** Writes a frame. Its payload is cut off at `snapBytes`. Returns the length of the complete frame. */
function frame(out: Bytes, row: Captured, packet: CapturedPacket, wire: Wire, snapBytes: number): number {
  const payload = wire.payloadBytes(row, packet);
  const options = packet.isDatagram ? [] : tcpOptions(row, packet, wire);
  const transport = packet.isDatagram ? WIRE.udpBytes : WIRE.tcpBytes + options.length;
  const ipLength = WIRE.ipv4Bytes + transport + payload;
  const [sender, receiver] = [SENDERS + row.flow + 1, RECEIVERS + row.flow + 1];
  const [from, to] = packet.isAck ? [receiver, sender] : [sender, receiver];
  // The MAC addresses are locally administered.
  out.u16be(0x0200).u32be(to);
  out.u16be(0x0200).u32be(from);
  out.u16be(WIRE.ipv4);
  const ip = out.length;
  out
    .u16be(0x4500 | packet.ecn)
    .u16be(ipLength)
    .u16be(packet.id & 0xffff)
    .u16be(0x4000);
  const protocol = packet.isPing ? WIRE.icmp : packet.isDatagram ? WIRE.udp : WIRE.tcp;
  out.u16be((TTL << 8) | protocol).u16be(0);
  out.u32be(from).u32be(to);
  out.setU16be(ip + 10, checksum(out.sum(ip, out.length)));
  const segment = out.length;
  const pseudo = out.sum(ip + 12, ip + 20) + protocol + transport + payload;
  if (packet.isPing) {
    out.u16be(packet.isAck ? ECHO_REPLY : ECHO_REQUEST).u16be(0);
    out.u16be(row.flow + 1).u16be((packet.isAck ? packet.ack : packet.seq) & 0xffff);
    out.setU16be(segment + 2, checksum(out.sum(segment, out.length)));
  } else if (packet.isDatagram) {
    out
      .u16be(FIRST_PORT)
      .u16be(SERVER_PORT)
      .u16be(transport + payload)
      .u16be(0);
    out.setU16be(segment + 6, checksum(pseudo + out.sum(segment, out.length)) || 0xffff);
  } else {
    tcpHeader(out, row, packet, wire, options);
    out.setU16be(segment + 16, checksum(pseudo + out.sum(segment, out.length)));
  }
  const whole = WIRE.ethernetBytes + ipLength;
  out.zeros(Math.min(snapBytes, whole) - (out.length - ip + WIRE.ethernetBytes));
  return whole;
}

function tcpHeader(
  out: Bytes,
  row: Captured,
  packet: CapturedPacket,
  wire: Wire,
  options: readonly number[],
): void {
  const talk = wire.talkOf(row);
  const { isAck, ack } = packet;
  const isSyn = isAck ? ack === SYN_ACK : packet.seq === SYN;
  const seq = isAck ? talk.isnBack + (isSyn ? 0 : 1) : talk.isn + wire.relativeSeq(talk, packet);
  const acknowledges = isAck ? talk.isn + acknowledged(talk, packet) : talk.isnBack + 1;
  const [port, back] = isAck ? [SERVER_PORT, talk.port] : [talk.port, SERVER_PORT];
  const hasNoAck = isSyn && !isAck;
  out.u16be(port).u16be(back);
  out.u32be(seq).u32be(hasNoAck ? 0 : acknowledges);
  out.u16be((((WIRE.tcpBytes + options.length) / 4) << 12) | flagsOf(packet, isSyn));
  out
    .u16be(isSyn ? Math.min(wire.window << wire.windowShift, 0xffff) : wire.window)
    .u16be(0)
    .u16be(0);
  for (const byte of options) out.u8(byte);
}

function acknowledged({ stream }: Talk, { ack }: CapturedPacket): number {
  return ack === SYN_ACK ? 1 : 1 + stream.bytesBefore(ack);
}

function flagsOf({ isAck, isLast, ece, cwr, ae, ace }: CapturedPacket, isSyn: boolean): number {
  const counter =
    ace === null
      ? 0
      : ((ace >> 2) * TCP_FLAG.ae) | (((ace >> 1) & 1) * TCP_FLAG.cwr) | ((ace & 1) * TCP_FLAG.ece);
  return (
    counter |
    (isSyn ? TCP_FLAG.syn : 0) |
    (isSyn && !isAck ? 0 : TCP_FLAG.ack) |
    (isLast ? TCP_FLAG.psh : 0) |
    (ece ? TCP_FLAG.ece : 0) |
    (cwr ? TCP_FLAG.cwr : 0) |
    (ae ? TCP_FLAG.ae : 0)
  );
}

/** Bytes of the timestamps option with padding (RFC 7323, appendix A). */
const STAMPS_BYTES = 12;
const NOP = TCP_OPTION.noOperation;

function tcpOptions(row: Captured, packet: CapturedPacket, wire: Wire): number[] {
  const talk = wire.talkOf(row);
  const options: number[] = [];
  const isSyn = packet.isAck ? packet.ack === SYN_ACK : packet.seq === SYN;
  if (isSyn) {
    // The MSS includes the bytes of the options (RFC 6691 §2).
    const stampBytes = wire.hasTimestamps ? STAMPS_BYTES : 0;
    options.push(
      TCP_OPTION.mss,
      4,
      ...u16(wire.mssBytes + stampBytes),
      NOP,
      TCP_OPTION.windowScale,
      3,
      wire.windowShift,
    );
    if (wire.hasSack) options.push(NOP, NOP, TCP_OPTION.sackPermitted, 2);
  }
  if (wire.hasTimestamps) {
    const { stamp, echo } = wire.sendingOf(packet);
    options.push(NOP, NOP, TCP_OPTION.timestamps, 10, ...u32(stamp), ...u32(echo));
  }
  const blocks = packet.sack.length / 2;
  if (blocks > 0) {
    options.push(NOP, NOP, TCP_OPTION.sack, 2 + 8 * blocks);
    for (const seq of Array.from(packet.sack))
      options.push(...u32(talk.isn + 1 + talk.stream.bytesBefore(seq)));
  }
  const isOfHandshake = isSyn || packet.seq === FINAL_ACK;
  if (talk.overheadBytes > wire.overheadBytes && !isOfHandshake)
    options.push(...accEcnOption(wire.sendingOf(packet).received, MOST_TCP_OPTION_BYTES - options.length));
  return options;
}

/** Limit on the bytes of TCP options: the header length has four bits (RFC 9293 §3.1). */
const MOST_TCP_OPTION_BYTES = 40;

/**
 * Returns AccECN's option (RFC 9768 §3.2.3). The order of its counters depends on the use of ECT. If SACK blocks leave too little
 * room, its last counters are left out.
 */
function accEcnOption({ ect0, ce, ect1 }: ReceivedBytes, room: number): number[] {
  const [kind, first, last] =
    ect1 > ect0 ? [TCP_OPTION.accEcn1, ect1, ect0] : [TCP_OPTION.accEcn0, ect0, ect1];
  const counters = [first, ce, last].slice(0, Math.floor((room - 2) / COUNTER_BYTES));
  if (counters.length === 0) return [];
  const option = [kind, 2 + COUNTER_BYTES * counters.length, ...counters.flatMap(u24)];
  while (option.length % 4 !== 0) option.push(NOP);
  return option;
}

const COUNTER_BYTES = 3;

const u24 = (value: number) => [(value >> 16) & 0xff, ...u16(value)];
const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)];

/** Returns the Internet checksum (RFC 1071). */
function checksum(sum: number): number {
  let folded = sum;
  while (folded > 0xffff) folded = (folded & 0xffff) + Math.floor(folded / 0x10000);
  return ~folded & 0xffff;
}

// Constants of the blocks of the file.

const NANOSECONDS = 9;
const WORD = 0x1_0000_0000;

function sectionHeader(out: Bytes, { program, comments }: PcapOptions): void {
  block(out, PCAPNG.sectionHeader, () => {
    // This value means that the length of the section is not given.
    out.u32(PCAPNG.byteOrder).u16(1).u16(0).u32(0xffff_ffff).u32(0xffff_ffff);
    for (const comment of comments) textOption(out, PCAPNG_OPTION.comment, comment);
    textOption(out, PCAPNG_OPTION.program, program);
    out.u32(PCAPNG_OPTION.end);
  });
}

function interfaceDescription(out: Bytes, point: CapturePoint, snapBytes: number): void {
  block(out, PCAPNG.interfaceDescription, () => {
    out.u16(LINK_TYPE.ethernet).u16(0).u32(snapBytes);
    textOption(out, PCAPNG_OPTION.name, pointName(point));
    out.u16(PCAPNG_OPTION.resolution).u16(1).u32(NANOSECONDS);
    out.u32(PCAPNG_OPTION.end);
  });
}

/** Returns the name of a capture point: "sender", "receiver", "bottleneck:in". */
function pointName(point: CapturePoint): string {
  return "link" in point ? `${point.link}:${point.at}` : point.at;
}

/**
 * Returns the capture place with the given name, such as "sender" or "bottleneck:in". Throws a RangeError that lists the existing
 * names.
 */
export function pointNamed(name: string, { path }: Scenario): CapturePoint {
  const ofLinks = resolvePath(path).links.flatMap(({ id }): CapturePoint[] => [
    { at: "in", link: id },
    { at: "out", link: id },
  ]);
  const points: readonly CapturePoint[] = [{ at: "sender" }, { at: "receiver" }, ...ofLinks];
  const found = points.find((point) => pointName(point) === name);
  if (found !== undefined) return found;
  throw new RangeError(`there is no such capture point. Allowed: ${points.map(pointName).join(", ")}.`);
}

function enhancedPacket(
  out: Bytes,
  index: number,
  row: Captured,
  packet: CapturedPacket,
  wire: Wire,
  network: Network,
  snapBytes: number,
): void {
  block(out, PCAPNG.enhancedPacket, () => {
    out
      .u32(index)
      .u32(Math.floor(row.timeNs / WORD))
      .u32(row.timeNs % WORD);
    const lengths = out.length;
    out.u32(0).u32(0);
    const start = out.length;
    const whole = frame(out, row, packet, wire, snapBytes);
    if (out.length - start > snapBytes) out.cutTo(start + snapBytes);
    out.setU32(lengths, out.length - start);
    out.setU32(lengths + 4, whole);
    out.pad();
    const { signals, entered } = packet.fate;
    const comments = [
      ...(entered === null ? [] : [`first packet of the phase ${phaseText(entered)}`]),
      ...signals.map((signal) => signalText(signal, network)),
    ];
    for (const text of comments) textOption(out, PCAPNG_OPTION.comment, text);
    if (comments.length > 0) out.u32(PCAPNG_OPTION.end);
  });
}

/** Returns a description of a signal: "12.407183 s, bottleneck: mark by CoDel after 7.9 ms". */
function signalText({ timeNs, link, event, queue, waitedNs }: CapturedSignal, { links }: Network): string {
  const waited = `${Number((waitedNs / NS_PER_MS).toPrecision(3))} ms`;
  return `${(timeNs / NS_PER_S).toFixed(6)} s, ${links[link].id}: ${SIGNAL_NAMES[event]}, ${queue}, after ${waited}`;
}

function block(out: Bytes, type: number, body: () => void): void {
  const start = out.length;
  out.u32(type).u32(0);
  body();
  const length = out.length - start + 4;
  out.u32(length);
  out.setU32(start + 4, length);
}

/**
 * Limit on the length of an option (bytes), whose length field has 16 bits. A longer text continues in another option of the same
 * kind.
 */
const MOST_OPTION_BYTES = 65_532;

function textOption(out: Bytes, code: number, text: string): void {
  const bytes = utf8(text);
  for (let from = 0; from < bytes.length; from += MOST_OPTION_BYTES) {
    const piece = bytes.slice(from, from + MOST_OPTION_BYTES);
    out.u16(code).u16(piece.length);
    for (const byte of piece) out.u8(byte);
    out.pad();
  }
}

/** Encodes a text as UTF-8. TextEncoder is not part of the language, and the simulator uses nothing else. */
function utf8(text: string): number[] {
  const letters = encodeURIComponent(text).match(/%..|./g) ?? [];
  return letters.map((one) => (one.length > 1 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0)));
}

/** A growing byte buffer; numbers are little-endian unless the method's name says otherwise. */
class Bytes {
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  length = 0;

  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  u8(value: number): this {
    this.reserve(1);
    this.bytes[this.length++] = value;
    return this;
  }

  u16(value: number): this {
    this.reserve(2);
    this.view.setUint16(this.length, value, true);
    this.length += 2;
    return this;
  }

  u32(value: number): this {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
    return this;
  }

  u16be(value: number): this {
    this.reserve(2);
    this.view.setUint16(this.length, value);
    this.length += 2;
    return this;
  }

  u32be(value: number): this {
    this.reserve(4);
    this.view.setUint32(this.length, value);
    this.length += 4;
    return this;
  }

  setU32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  setU16be(at: number, value: number): void {
    this.view.setUint16(at, value);
  }

  zeros(count: number): void {
    if (count <= 0) return;
    this.reserve(count);
    this.bytes.fill(0, this.length, this.length + count);
    this.length += count;
  }

  /** Pads to a multiple of four bytes, at which blocks and options start. */
  pad(): void {
    this.zeros((4 - (this.length % 4)) % 4);
  }

  cutTo(length: number): void {
    this.length = length;
  }

  /** Returns the sum of 16-bit words for checksums; the number of bytes must be even. */
  sum(from: number, to: number): number {
    let sum = 0;
    for (let i = from; i < to; i += 2) sum += this.view.getUint16(i);
    return sum;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
