/**
 * Reads the TCP packets of a capture file. Formats: pcap (libpcap's savefile) in both byte orders, with µs or ns, and pcapng
 * (draft-ietf-opsawg-pcapng). Lengths stated in the file are not trusted: nothing after the end of the file is read.
 */
import { LINK_TYPE, PCAPNG, PCAPNG_OPTION, TCP_OPTION, WIRE } from "../engine/capture/file-formats.ts";
import { counted, grouped } from "../lib/counted.ts";

/** A TCP packet of the capture. The reader uses the same object for all packets. */
export interface SeenPacket {
  /** Number of the packet in the file, from 1. Packets other than TCP are counted, too. */
  number: number;
  /** Time by the clock of the file: whole seconds, and ns in `nanoseconds`. */
  seconds: number;
  nanoseconds: number;
  /** Position of the packet in the file. `CaptureReader.again` can read the packet again. */
  place: number;
  /** Number of bytes stored in the file; `original` is the number on the wire. */
  captured: number;
  original: number;
  linkType: number;
  /** Index of the interface in `CaptureTold.interfaces`. In a capture of all devices, each device has an index. */
  at: number;
  /** IPv4 identification; -1 for IPv6, which has none. */
  identification: number;
  /** IPv4 time to live, or IPv6 hop limit. */
  hops: number;
  /** Sender's address and port: "10.0.0.1:5001", "[fe80::1]:5001". `to` is the receiver's. */
  from: string;
  to: string;
  seq: number;
  ack: number;
  flags: number;
  payloadBytes: number;
  /** Maximum segment size stated in a SYN; 0 if absent. */
  mss: number;
  /** Timestamp (RFC 7323); `echo` is the timestamp that the packet echoes. NaN if absent. */
  stamp: number;
  echo: number;
  /** SACK blocks as a flat list: start, end, start, end, … */
  sack: number[];
  /** Payload bytes received with CE, from the AccECN option (RFC 9768 §3.2.3); NaN if the option is absent. */
  ceBytes: number;
}

/** Numbers of packets that were not read, for each reason. */
class SkippedPackets {
  private readonly reasons = new Map<string, number>();

  add(reason: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  sentences(): string[] {
    return [...this.reasons].map(([reason, count]) => `${counted(count, "packet")}: ${reason}.`);
  }
}

/** Content of a capture in addition to TCP packets: names of interfaces, counts, packets that were not read. */
export interface CaptureSummary {
  packets: number;
  readonly skipped: SkippedPackets;
  /** Names of interfaces; empty if the file has none. */
  readonly interfaces: string[];
  /** If the file ends in the middle of a record: a text that says so. Otherwise null. */
  cut: string | null;
}

const PCAP_MICRO = 0xa1b2c3d4;
const PCAP_NANO = 0xa1b23c4d;
const PCAP_HEADER_BYTES = 24;
const PCAP_RECORD_BYTES = 16;
/** Maximum size of a packet (bytes). Wireshark has the same limit. */
const MOST_PACKET_BYTES = 262_144;
/** Maximum size of a block (bytes). A block may contain long options in addition to a packet. */
const MOST_BLOCK_BYTES = 16_777_216;
const MOST_INTERFACES = 1000;
const NO_INTERFACE = -1;

/** Returns true if the file starts like a capture. */
export function isCapture(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false;
  const first = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return first === PCAPNG.sectionHeader || pcapOrder(bytes) !== null;
}

function pcapOrder(bytes: Uint8Array): { readonly little: boolean; readonly perSecond: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const little of [true, false]) {
    const magic = view.getUint32(0, little);
    if (magic === PCAP_MICRO) return { little, perSecond: 1e6 };
    if (magic === PCAP_NANO) return { little, perSecond: 1e9 };
  }
  return null;
}

/** Reads the TCP packets of a capture in the order of the file. Can read a single packet again by its position. */
export class CaptureReader {
  private readonly bytes: Uint8Array;
  private readonly dissector: Dissector;
  readonly summary: CaptureSummary = { packets: 0, skipped: new SkippedPackets(), interfaces: [], cut: null };

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.dissector = new Dissector(bytes, this.summary);
  }

  /** Yields the packets, each time as the same object. Throws an error whose message names the packet's number. */
  *packets(): Generator<SeenPacket, void> {
    const order = pcapOrder(this.bytes);
    const { bytes, summary, dissector } = this;
    yield* order === null
      ? pcapngPackets(bytes, summary, dissector)
      : pcapPackets(bytes, summary, dissector, order);
  }

  /** Reads the headers of a packet again. Number, time and interface are not set. */
  again(linkType: number, place: number, captured: number, original: number): SeenPacket {
    const found = this.dissector.packet(linkType, place, captured, original, NO_INTERFACE);
    if (found === null) throw new Error(`No packet is at byte ${grouped(place)}.`);
    return found;
  }

  /**
   * Returns a hash (52 bits) of everything that copies of a packet have in common: the TCP header without its checksum (a network
   * card may fill it in later), both ends, the identification and the length.
   */
  hashOf(packet: SeenPacket): number {
    return this.dissector.hashOf(packet);
  }
}

function* pcapPackets(
  bytes: Uint8Array,
  summary: CaptureSummary,
  dissector: Dissector,
  { little, perSecond }: { readonly little: boolean; readonly perSecond: number },
): Generator<SeenPacket, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PCAP_HEADER_BYTES)
    throw new Error(`The capture has ${bytes.length} bytes, but a file header has ${PCAP_HEADER_BYTES}.`);
  // The upper bits may hold the length of a frame checksum; they are removed.
  const linkType = view.getUint32(20, little) & 0xffff;
  summary.interfaces.push("");
  for (let at = PCAP_HEADER_BYTES; at < bytes.length; ) {
    if (at + PCAP_RECORD_BYTES > bytes.length) {
      summary.cut = `The file ends within the header of packet ${grouped(summary.packets + 1)}.`;
      return;
    }
    summary.packets++;
    const captured = view.getUint32(at + 8, little);
    const original = view.getUint32(at + 12, little);
    if (captured > MOST_PACKET_BYTES) throw tooLong(summary.packets, at, captured);
    if (at + PCAP_RECORD_BYTES + captured > bytes.length) {
      summary.cut = `The file ends within packet ${grouped(summary.packets)}.`;
      return;
    }
    const seconds = view.getUint32(at, little);
    const nanoseconds = view.getUint32(at + 4, little) * (1e9 / perSecond);
    const found = dissector.packet(linkType, at + PCAP_RECORD_BYTES, captured, original, 0);
    at += PCAP_RECORD_BYTES + captured;
    if (found !== null) yield stamped(found, summary.packets, seconds, nanoseconds);
  }
}

function tooLong(number: number, at: number, length: number): Error {
  return new Error(
    `Packet ${grouped(number)}, at byte ${grouped(at)}, has a stated length of ${grouped(length)} bytes; the limit is ${grouped(MOST_PACKET_BYTES)}.`,
  );
}

function stamped(packet: SeenPacket, number: number, seconds: number, nanoseconds: number): SeenPacket {
  packet.number = number;
  packet.seconds = seconds;
  packet.nanoseconds = nanoseconds;
  return packet;
}

interface Interface {
  readonly linkType: number;
  /** Ticks per second of the clock of an interface. */
  readonly perSecond: number;
  readonly offsetS: number;
  /** Index of the interface among those of all sections. */
  readonly index: number;
}

const NO_TIME = "they have no timestamp (simple packet blocks)";

function* pcapngPackets(
  bytes: Uint8Array,
  summary: CaptureSummary,
  dissector: Dissector,
): Generator<SeenPacket, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let little = true;
  let interfaces: Interface[] = [];
  for (let at = 0; at < bytes.length; ) {
    const place = () => `The block at byte ${grouped(at)}, after packet ${grouped(summary.packets)},`;
    if (at + 12 > bytes.length) {
      summary.cut = `The file ends within the header of a block, after packet ${grouped(summary.packets)}.`;
      return;
    }
    if (view.getUint32(at, true) === PCAPNG.sectionHeader) {
      little = view.getUint32(at + 8, true) === PCAPNG.byteOrder;
      if (!little && view.getUint32(at + 8, false) !== PCAPNG.byteOrder)
        throw new Error(`${place()} starts a section without a valid byte order.`);
      interfaces = [];
    }
    const type = view.getUint32(at, little);
    const length = view.getUint32(at + 4, little);
    if (length < 12 || length % 4 !== 0 || length > MOST_BLOCK_BYTES)
      throw new Error(
        `${place()} has a stated length of ${grouped(length)} bytes; allowed are multiples of 4 from 12 to ${grouped(MOST_BLOCK_BYTES)}.`,
      );
    if (at + length > bytes.length) {
      summary.cut = `The file ends within a block, after packet ${grouped(summary.packets)}.`;
      return;
    }
    const [body, end] = [at + 8, at + length - 4];
    if (type === PCAPNG.interfaceDescription) {
      if (end - body < 8)
        throw new Error(`${place()} describes an interface in ${end - body} bytes; at least 8 are required.`);
      if (summary.interfaces.length >= MOST_INTERFACES)
        throw new Error(
          `${place()} describes another interface; the limit is ${grouped(MOST_INTERFACES)} interfaces.`,
        );
      interfaces.push(interfaceOf(bytes, view, body, end, little, summary.interfaces));
    } else if (type === PCAPNG.simplePacket) {
      summary.packets++;
      summary.skipped.add(NO_TIME);
    } else if (type === PCAPNG.enhancedPacket || type === PCAPNG.oldPacket) {
      summary.packets++;
      if (end - body < 20)
        throw new Error(`${place()} contains a packet block of ${end - body} bytes; its header has 20.`);
      const index = type === PCAPNG.oldPacket ? view.getUint16(body, little) : view.getUint32(body, little);
      const source = interfaces[index];
      if (source === undefined)
        throw new Error(
          `Packet ${grouped(summary.packets)} names interface ${grouped(index)}; ${counted(interfaces.length, "interface is", "interfaces are")} described before this packet.`,
        );
      const ticks = [view.getUint32(body + 4, little), view.getUint32(body + 8, little)] as const;
      const captured = view.getUint32(body + 12, little);
      const original = view.getUint32(body + 16, little);
      if (body + 20 + captured > end) throw tooLong(summary.packets, at, captured);
      const found = dissector.packet(source.linkType, body + 20, captured, original, source.index);
      if (found !== null) {
        const [seconds, nanoseconds] = secondsOf(ticks, source);
        yield stamped(found, summary.packets, seconds, nanoseconds);
      }
    }
    at += length;
  }
}

function interfaceOf(
  bytes: Uint8Array,
  view: DataView,
  body: number,
  end: number,
  little: boolean,
  names: string[],
): Interface {
  let [perSecond, offsetS] = [1e6, 0];
  let name = "";
  for (let at = body + 8; at + 4 <= end; ) {
    const code = view.getUint16(at, little);
    const length = view.getUint16(at + 2, little);
    const value = at + 4;
    if (code === PCAPNG_OPTION.end || value + length > end) break;
    if (code === PCAPNG_OPTION.resolution && length >= 1) {
      const exponent = bytes[value] & 0x7f;
      const base = (bytes[value] & 0x80) === 0 ? 10 : 2;
      perSecond = base ** Math.min(exponent, base === 10 ? 18 : 60);
    }
    if (code === PCAPNG_OPTION.timeOffset && length >= 8)
      offsetS = Number(view.getBigInt64(value, little) % 1_000_000_000_000n);
    if (code === PCAPNG_OPTION.name && length > 0)
      name = String.fromCharCode(...bytes.subarray(value, value + Math.min(length, MOST_NAME)));
    at = value + 4 * Math.ceil(length / 4);
  }
  const index = names.length;
  names.push(name.replace(/[^\x20-\x7e]/g, "?"));
  return { linkType: view.getUint16(body, little), perSecond, offsetS, index };
}

const MOST_NAME = 60;

/** Returns a 64-bit time in seconds. It is computed from two halves, because a double has fewer than 64 bits. */
function secondsOf(
  [high, low]: readonly [number, number],
  { perSecond, offsetS }: Interface,
): [number, number] {
  const ticks = (BigInt(high) << 32n) | BigInt(low);
  const per = BigInt(perSecond);
  return [Number(ticks / per) + offsetS, (Number(ticks % per) * 1e9) / perSecond];
}

const MOST_ENDS = 10_000;
const VLAN: readonly number[] = [0x8100, 0x88a8, 0x9100];
/** IPv6 extension headers whose second byte is their length. */
const EXTENSIONS: readonly number[] = [0, 43, 60, 135];
const FRAGMENT = 44;

const SHORT = "truncated before the end of their TCP header; capture at least 100 bytes of each packet";
const FRAGMENTED = "IP fragments";

/** Position of the checksum in a TCP header (RFC 9293 §3.1). */
const CHECKSUM_AT = 16;

/** Finds the TCP header in a packet. If there is none, counts the reason. */
class Dissector {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly summary: CaptureSummary;
  /** Index of each device in a capture of all devices, by the interface of the file and the number of the device. */
  private readonly devices = new Map<number, number>();
  private tcpAt = 0;
  private tcpEnd = 0;
  private readonly packetSeen: SeenPacket = {
    ...{ number: 0, seconds: 0, nanoseconds: 0, place: 0, captured: 0, original: 0, linkType: 0, at: 0 },
    ...{ identification: -1, hops: 0, from: "", to: "", seq: 0, ack: 0, flags: 0 },
    ...{ payloadBytes: 0, mss: 0, stamp: Number.NaN, echo: Number.NaN, sack: [], ceBytes: Number.NaN },
  };

  constructor(bytes: Uint8Array, summary: CaptureSummary) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.summary = summary;
  }

  packet(linkType: number, from: number, captured: number, original: number, at: number): SeenPacket | null {
    const end = from + captured;
    const { packetSeen } = this;
    packetSeen.place = from;
    packetSeen.captured = captured;
    packetSeen.original = original;
    packetSeen.linkType = linkType;
    const ip = this.ipStart(linkType, from, end);
    if (typeof ip === "string") return this.skip(ip);
    if (ip >= end) return this.skip(SHORT);
    const isSix = this.bytes[ip] >> 4 === 6;
    const found = isSix ? this.six(ip, end) : this.four(ip, end);
    if (typeof found === "string") return this.skip(found);
    const { transport, source, target } = found;
    // The length may be missing if the network card splits segments.
    const wholeBytes = found.ipBytes > 0 ? found.ipBytes : original - (ip - from);
    packetSeen.identification = isSix ? -1 : this.view.getUint16(ip + 4);
    packetSeen.hops = this.bytes[ip + (isSix ? 7 : 8)];
    packetSeen.at = linkType === LINK_TYPE.linuxCooked2 && at !== NO_INTERFACE ? this.deviceOf(at, from) : at;
    return this.tcp(transport, end, ip + wholeBytes, source, target, isSix);
  }

  /** Returns the index of the device that is named in the header of each packet, in a capture of all devices. */
  private deviceOf(at: number, from: number): number {
    const { interfaces } = this.summary;
    const device = this.view.getUint32(from + 4);
    const key = at * 0x1_0000_0000 + device;
    const known = this.devices.get(key);
    if (known !== undefined) return known;
    if (interfaces.length >= MOST_INTERFACES) return at;
    const index = this.devices.size === 0 && interfaces.length === 1 ? 0 : interfaces.length;
    interfaces[index] = `device ${device}`;
    this.devices.set(key, index);
    return index;
  }

  hashOf({ identification, payloadBytes, from, to }: SeenPacket): number {
    let low = Math.imul(identification + 1, 0x9e37_79b1) ^ payloadBytes;
    let high = 0x85eb_ca6b ^ payloadBytes;
    const { bytes, tcpAt, tcpEnd } = this;
    const ofHeader = tcpEnd - tcpAt;
    // Bytes of the header, then both ends. There is no function call in the loop, because it runs for each byte of a capture.
    for (let i = 0; i < ofHeader + from.length + to.length; i++) {
      if (i === CHECKSUM_AT || i === CHECKSUM_AT + 1) continue;
      const ofEnds = i - ofHeader;
      const value =
        ofEnds < 0
          ? bytes[tcpAt + i]
          : ofEnds < from.length
            ? from.charCodeAt(ofEnds)
            : to.charCodeAt(ofEnds - from.length);
      low = Math.imul(low ^ value, 0x0100_0193);
      high = Math.imul(high ^ value, 0x5bd1_e995) ^ (high >>> 13);
    }
    return (low >>> 0) * 0x10_0000 + ((high ^ (high >>> 15)) & 0xf_ffff);
  }

  private skip(reason: string): null {
    this.summary.skipped.add(reason);
    return null;
  }

  private ipStart(linkType: number, from: number, end: number): number | string {
    switch (linkType) {
      case LINK_TYPE.ethernet: {
        let at = from + WIRE.ethernetBytes - 2;
        while (VLAN.includes(this.etherType(at, end))) at += 4;
        return this.behind(this.etherType(at, end), at + 2);
      }
      case LINK_TYPE.linuxCooked:
        return this.behind(this.etherType(from + 14, end), from + 16);
      case LINK_TYPE.linuxCooked2:
        return this.behind(this.etherType(from, end), from + 20);
      case LINK_TYPE.loopback:
      case LINK_TYPE.loop:
        return from + 4;
      case LINK_TYPE.raw:
      case LINK_TYPE.ipv4:
      case LINK_TYPE.ipv6:
        return from;
      default:
        return `link type ${linkType} is not supported; supported are Ethernet, Linux cooked (SLL, SLL2), raw IP and loopback`;
    }
  }

  private etherType(at: number, end: number): number {
    return at + 2 <= end ? this.view.getUint16(at) : -1;
  }

  private behind(type: number, at: number): number | string {
    return type === WIRE.ipv4 || type === WIRE.ipv6 ? at : "neither IPv4 nor IPv6";
  }

  private four(ip: number, end: number) {
    if (this.bytes[ip] >> 4 !== 4) return "neither IPv4 nor IPv6";
    const headerBytes = (this.bytes[ip] & 15) * 4;
    if (headerBytes < WIRE.ipv4Bytes || ip + headerBytes > end) return SHORT;
    if (this.bytes[ip + 9] !== WIRE.tcp) return "not TCP";
    if ((this.view.getUint16(ip + 6) & 0x3fff) !== 0) return FRAGMENTED;
    return {
      transport: ip + headerBytes,
      ipBytes: this.view.getUint16(ip + 2),
      source: ip + 12,
      target: ip + 16,
    };
  }

  private six(ip: number, end: number) {
    if (ip + WIRE.ipv6Bytes > end) return SHORT;
    const payloadBytes = this.view.getUint16(ip + 4);
    let next = this.bytes[ip + 6];
    let at = ip + WIRE.ipv6Bytes;
    while (EXTENSIONS.includes(next)) {
      if (at + 8 > end) return SHORT;
      next = this.bytes[at];
      at += (this.bytes[at + 1] + 1) * 8;
    }
    if (next === FRAGMENT) return FRAGMENTED;
    if (next !== WIRE.tcp) return "not TCP";
    const ipBytes = payloadBytes === 0 ? 0 : payloadBytes + WIRE.ipv6Bytes;
    return { transport: at, ipBytes, source: ip + 8, target: ip + 24 };
  }

  private tcp(
    at: number,
    end: number,
    wholeEnd: number,
    source: number,
    target: number,
    isSix: boolean,
  ): SeenPacket | null {
    const { view, bytes, packetSeen } = this;
    if (at + WIRE.tcpBytes > end) return this.skip(SHORT);
    const headerBytes = (bytes[at + 12] >> 4) * 4;
    if (headerBytes < WIRE.tcpBytes || at + headerBytes > wholeEnd)
      return this.skip("a TCP header that is longer than its packet");
    packetSeen.from = this.address(source, view.getUint16(at), isSix);
    packetSeen.to = this.address(target, view.getUint16(at + 2), isSix);
    packetSeen.seq = view.getUint32(at + 4);
    packetSeen.ack = view.getUint32(at + 8);
    packetSeen.flags = view.getUint16(at + 12) & 0x1ff;
    packetSeen.payloadBytes = wholeEnd - at - headerBytes;
    this.tcpAt = at;
    this.tcpEnd = Math.min(end, at + headerBytes);
    this.options(at + WIRE.tcpBytes, this.tcpEnd);
    return packetSeen;
  }

  private options(from: number, end: number): void {
    const { view, bytes, packetSeen } = this;
    packetSeen.mss = 0;
    packetSeen.stamp = Number.NaN;
    packetSeen.echo = Number.NaN;
    packetSeen.ceBytes = Number.NaN;
    packetSeen.sack.length = 0;
    for (let at = from; at < end; ) {
      const kind = bytes[at];
      if (kind === TCP_OPTION.end) return;
      if (kind === TCP_OPTION.noOperation) {
        at++;
        continue;
      }
      const length = at + 1 < end ? bytes[at + 1] : 0;
      if (length < 2 || at + length > end) return;
      if (kind === TCP_OPTION.mss && length === 4) packetSeen.mss = view.getUint16(at + 2);
      if (kind === TCP_OPTION.timestamps && length === 10) {
        packetSeen.stamp = view.getUint32(at + 2);
        packetSeen.echo = view.getUint32(at + 6);
      }
      // The counter of CE bytes is the second one in both orders, and has 24 bits.
      if ((kind === TCP_OPTION.accEcn0 || kind === TCP_OPTION.accEcn1) && length >= 8)
        packetSeen.ceBytes = view.getUint32(at + 4) & 0xff_ffff;
      if (kind === TCP_OPTION.sack)
        for (let block = at + 2; block + 8 <= at + length; block += 8)
          packetSeen.sack.push(view.getUint32(block), view.getUint32(block + 4));
      at += length;
    }
  }

  /** Cache of addresses as text. A capture has few ends and many packets. */
  private readonly known = new Map<number | string, string>();

  private address(at: number, port: number, isSix: boolean): string {
    const key = isSix ? this.keyOfSix(at, port) : this.view.getUint32(at) * 0x1_0000 + port;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    if (this.known.size > MOST_ENDS) this.known.clear();
    const made = `${isSix ? this.textOfSix(at) : this.bytes.subarray(at, at + 4).join(".")}:${port}`;
    this.known.set(key, made);
    return made;
  }

  /** Returns the 16 bytes of an address and a port as nine characters. */
  private keyOfSix(at: number, port: number): string {
    const { view } = this;
    return String.fromCharCode(
      ...[view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 4), view.getUint16(at + 6)],
      ...[view.getUint16(at + 8), view.getUint16(at + 10), view.getUint16(at + 12), view.getUint16(at + 14)],
      port,
    );
  }

  private textOfSix(at: number): string {
    const parts = Array.from({ length: 8 }, (_, i) => this.view.getUint16(at + 2 * i).toString(16));
    return `[${parts.join(":").replace(/(?:^|:)0(?::0)+(?::|$)/, "::")}]`;
  }
}
