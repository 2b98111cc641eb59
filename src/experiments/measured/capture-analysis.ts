/**
 * Connections in a capture, and what can be estimated of their senders from the packets alone: the round trip, what is in
 * flight, how fast data are acknowledged, and when the window was probably cut. Two passes: the first one finds out which
 * connections carry data, and which way; the second one follows those.
 */
import { TCP_FLAG } from "../../engine/capture/file-formats.ts";
import { counted, grouped } from "../counted.ts";
import { type CaptureTold, packetsOf, type SeenPacket, SkippedPackets } from "./capture-file.ts";
import {
  ConnectionBuilder,
  type Measurement,
  measurementOf,
  type Reading,
  USUAL_MSS,
} from "./measurement.ts";
import { isStep } from "./text-lines.ts";

/** Followed, of those with most data; the others are counted. */
const FOLLOWED = 20;
const MOST_TALKS = 20_000;

/** What the first pass counts of two ends that talk. */
interface Talk {
  readonly one: string;
  readonly other: string;
  bytesOfOne: number;
  bytesOfOther: number;
  /** By interface: a file may hold each packet several times. */
  readonly packets: Map<number, number>;
}

export function* readCapture(bytes: Uint8Array): Reading<Measurement> {
  const told: CaptureTold = { packets: 0, skipped: new SkippedPackets(), interfaces: [], cut: null };
  const talks = new Map<string, Talk>();
  let [tooMany, first] = [0, Number.POSITIVE_INFINITY];
  for (const packet of packetsOf(bytes, told)) {
    if (isStep(packet.number)) yield 0.25;
    first = Math.min(first, packet.seconds);
    const talk = talkOf(talks, packet);
    if (talk === null) {
      tooMany++;
      continue;
    }
    if (packet.from === talk.one) talk.bytesOfOne += packet.payloadBytes;
    else talk.bytesOfOther += packet.payloadBytes;
    talk.packets.set(packet.at, (talk.packets.get(packet.at) ?? 0) + 1);
  }
  const bytesOf = ({ bytesOfOne, bytesOfOther }: Talk) => Math.max(bytesOfOne, bytesOfOther);
  const withData = [...talks.values()].filter((talk) => bytesOf(talk) > 0);
  if (withData.length === 0) throw noData(told, talks.size);
  withData.sort((a, b) => bytesOf(b) - bytesOf(a));
  const followed = new Map(withData.slice(0, FOLLOWED).map((talk) => [keyOf(talk), new Conversation(talk)]));
  const again = { packets: 0, skipped: new SkippedPackets(), interfaces: [], cut: null };
  let copies = 0;
  for (const packet of packetsOf(bytes, again)) {
    if (isStep(packet.number)) yield 0.25 + (0.75 * packet.number) / told.packets;
    const conversation = followed.get(keyOf(endsOf(packet)));
    if (conversation === undefined) continue;
    if (packet.at !== conversation.at) copies++;
    else conversation.packet(packet, packet.seconds - first + packet.nanoseconds / 1e9);
  }
  const left = withData.length - followed.size;
  const [best] = followed.values();
  const name = told.interfaces[best.at] ?? "";
  const where =
    told.interfaces.length < 2
      ? ""
      : ` at interface ${best.at + 1} of ${told.interfaces.length}${name === "" ? "" : ` (${name})`}`;
  return measurementOf(
    [...followed.values()].map((conversation) => conversation.finish()),
    {
      format: "a packet capture",
      read: [
        `${counted(told.packets, "packet")}; ${counted(withData.length, "TCP connection")} with data${where}.`,
      ],
      skipped: [
        ...told.skipped.sentences(),
        ...(copies > 0 ? [`${counted(copies, "packet")} of other interfaces.`] : []),
        ...(left > 0 ? [`${counted(left, "connection")} with less data.`] : []),
        ...(tooMany > 0
          ? [`${counted(tooMany, "packet")} of connections after the first ${grouped(MOST_TALKS)}.`]
          : []),
        ...(told.cut === null ? [] : [told.cut]),
      ],
      assumed: ESTIMATES,
    },
  );
}

const ESTIMATES: readonly string[] = [
  "A capture shows packets, and no sender's variables. All values are estimates.",
  "RTT: from the first segment that an ACK covers to this ACK, smoothed as in RFC 6298. Segments that were sent twice count by timestamps, or not at all.",
  "In flight: sent, and neither acknowledged nor named by SACK; without SACK each duplicate ACK counts for a segment. It stands in for cwnd.",
  "Throughput: what was acknowledged.",
  "Cuts: a segment that is sent again, once in each recovery, and packets with CWR.",
];

function noData({ packets, skipped, cut }: CaptureTold, talks: number): Error {
  const why = skipped.sentences();
  const found =
    talks > 0 ? "its TCP connections carry no data" : "none of them is TCP over IP that can be read";
  const text = [
    `The capture has ${counted(packets, "packet")}, and ${found}.`,
    ...why.slice(0, 4),
    ...(cut === null ? [] : [cut]),
  ];
  return new Error(text.join(" "));
}

interface Ends {
  readonly one: string;
  readonly other: string;
}

function endsOf({ from, to }: SeenPacket): Ends {
  return from < to ? { one: from, other: to } : { one: to, other: from };
}

const keyOf = ({ one, other }: Ends) => `${one} ${other}`;

function talkOf(talks: Map<string, Talk>, packet: SeenPacket): Talk | null {
  const ends = endsOf(packet);
  const key = keyOf(ends);
  const known = talks.get(key);
  if (known !== undefined) return known;
  if (talks.size >= MOST_TALKS) return null;
  const made: Talk = { ...ends, bytesOfOne: 0, bytesOfOther: 0, packets: new Map() };
  talks.set(key, made);
  return made;
}

/** A sequence number of 32 bits, counted on past 2³² from a number that it lies near to. */
function unwrapped(seq: number, near: number): number {
  return near + ((seq - near) | 0);
}

/** Segments under way that are remembered. More are only there where no ACK was captured. */
const MOST_OUT = 65_536;
const MOST_RANGES = 512;
/** Of interfaces that see nearly as many packets the first one counts: who captures at several places begins at the sender. */
const NEARLY_ALL = 0.9;
/** Share of the smoothed round trip that a new sample is (RFC 6298 §2.3). */
const GAIN = 1 / 8;
/** Timestamps take this much of a segment's room (RFC 7323, appendix A). */
const STAMP_BYTES = 12;
const LARGEST_SEGMENT = 9000;
/** A host answers a SYN faster than this, so who takes longer is far away. */
const FAR_S = 0.001;

class Conversation {
  readonly at: number;
  private readonly sender: string;
  private readonly builder: ConnectionBuilder;
  private isBegun = false;
  private base = 0;
  private una = 0;
  private sndMax = 0;
  /** Of segments under way, in order: where each ends, when it was sent, and whether once more. */
  private readonly out: { end: number; timeS: number; isAgain: boolean }[] = [];
  private outFrom = 0;
  private readonly sacked: { from: number; to: number }[] = [];
  private hasSack = false;
  /** Without SACK each ACK that says nothing new stands for a segment that has arrived (RFC 5681 §3.2). */
  private duplicates = 0;
  private readonly stamps: { stamp: number; timeS: number }[] = [];
  private srttMs = Number.NaN;
  private recoverTo = Number.NEGATIVE_INFINITY;
  private hasAcks = false;
  private largest = 0;
  private mss = 0;
  private hasStamps = false;
  private isClassicEcn = false;
  private synOfSenderS = Number.NaN;
  private synOfOtherS = Number.NaN;
  /** In the handshake, how long each side took to answer, as it was seen here. */
  private readonly answers = { sender: Number.NaN, other: Number.NaN };

  constructor({ one, other, bytesOfOne, bytesOfOther, packets }: Talk) {
    this.sender = bytesOfOne >= bytesOfOther ? one : other;
    this.builder = new ConnectionBuilder(`${this.sender} → ${this.sender === one ? other : one}`);
    this.builder.cutsFrom = "packets";
    this.builder.namesCuts = true;
    const most = Math.max(...packets.values());
    this.at = [...packets].find(([, count]) => count >= NEARLY_ALL * most)?.[0] ?? 0;
  }

  packet(packet: SeenPacket, timeS: number): void {
    this.builder.samples++;
    this.builder.beganS = Math.min(this.builder.beganS, timeS);
    if ((packet.flags & TCP_FLAG.syn) !== 0) this.handshake(packet, timeS);
    if (packet.from === this.sender) this.sent(packet, timeS);
    else if ((packet.flags & TCP_FLAG.ack) !== 0) this.acknowledged(packet, timeS);
  }

  private handshake({ from, flags, mss, stamp }: SeenPacket, timeS: number): void {
    const isSender = from === this.sender;
    const isAnswer = (flags & TCP_FLAG.ack) !== 0;
    if (mss > 0) this.mss = this.mss === 0 ? mss : Math.min(this.mss, mss);
    this.hasStamps = isAnswer ? this.hasStamps && !Number.isNaN(stamp) : !Number.isNaN(stamp);
    if (!isAnswer)
      this.isClassicEcn =
        (flags & TCP_FLAG.ece) !== 0 && (flags & TCP_FLAG.cwr) !== 0 && (flags & TCP_FLAG.ae) === 0;
    else if ((flags & TCP_FLAG.ece) === 0 || (flags & TCP_FLAG.ae) !== 0) this.isClassicEcn = false;
    if (isSender) this.synOfSenderS = timeS;
    else this.synOfOtherS = timeS;
    if (isAnswer && isSender) this.answers.sender = timeS - this.synOfOtherS;
    if (isAnswer && !isSender) this.answers.other = timeS - this.synOfSenderS;
  }

  private begin(seq: number): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.base = seq;
    this.una = seq;
    this.sndMax = seq;
  }

  private sent({ seq, payloadBytes, flags, stamp }: SeenPacket, timeS: number): void {
    const isSyn = (flags & TCP_FLAG.syn) !== 0;
    this.begin(isSyn ? (seq + 1) >>> 0 : seq);
    if (!isSyn && Number.isNaN(this.answers.sender) && !Number.isNaN(this.answers.other))
      this.answers.sender = timeS - this.synOfOtherS;
    if (
      !Number.isNaN(stamp) &&
      this.stamps.at(-1)?.stamp !== stamp &&
      !(stamp <= (this.stamps.at(-1)?.stamp ?? -1))
    ) {
      if (this.stamps.length >= MOST_OUT) this.stamps.splice(0, MOST_OUT / 2);
      this.stamps.push({ stamp, timeS });
    }
    if (payloadBytes === 0) return;
    this.largest = Math.max(this.largest, payloadBytes);
    const start = unwrapped(seq, this.sndMax);
    const end = start + payloadBytes;
    if (end > this.sndMax) {
      if (this.out.length - this.outFrom < MOST_OUT)
        this.out.push({ end, timeS, isAgain: start < this.sndMax });
      this.sndMax = end;
    } else if (end > this.una) this.again(start, end, timeS);
    // What was acknowledged already keeps a connection alive, or was sent in vain.
    if (this.isClassicEcn && (flags & TCP_FLAG.cwr) !== 0 && !isSyn) this.cut(timeS);
    this.inflight(timeS);
  }

  private again(start: number, end: number, timeS: number): void {
    for (let i = this.indexBehind(start); i < this.out.length && this.out[i].end <= end; i++)
      this.out[i].isAgain = true;
    this.cut(timeS);
  }

  /** Once in a window of data: a loss sets CWR as well (RFC 3168 §6.1.2). */
  private cut(timeS: number): void {
    if (this.una < this.recoverTo) return;
    this.recoverTo = this.sndMax;
    this.builder.cuts.add(timeS, 1);
  }

  /** Of the first segment under way that ends behind a number. */
  private indexBehind(seq: number): number {
    let [low, high] = [this.outFrom, this.out.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.out[middle].end > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private acknowledged({ ack, echo, flags, sack, payloadBytes }: SeenPacket, timeS: number): void {
    if ((flags & TCP_FLAG.syn) !== 0) {
      this.begin(ack);
      return;
    }
    if (Number.isNaN(this.answers.other) && !Number.isNaN(this.answers.sender))
      this.answers.other = timeS - this.synOfSenderS;
    this.begin(ack);
    const number = unwrapped(ack, this.una);
    this.hasSack ||= sack.length > 0;
    if (number === this.una && payloadBytes === 0 && this.sndMax > this.una) this.duplicates += this.largest;
    if (number > this.una) {
      this.duplicates = Math.max(0, this.duplicates - (number - this.una - this.largest));
      this.hasAcks = true;
      this.sample(number, echo, timeS);
      this.una = number;
      this.sndMax = Math.max(this.sndMax, number);
      this.builder.add("ackedBytes", timeS, this.una - this.base);
      for (let i = this.sacked.length - 1; i >= 0; i--)
        if (this.sacked[i].to <= this.una) this.sacked.splice(i, 1);
    }
    for (let i = 0; i + 1 < sack.length; i += 2)
      this.name(unwrapped(sack[i], this.una), unwrapped(sack[i + 1], this.una));
    this.inflight(timeS);
  }

  /**
   * From the first segment that the ACK covers, as Linux and timestamps count it. One that was sent twice says nothing by itself
   * (RFC 6298 §3); its timestamp does (RFC 7323 §4.1).
   */
  private sample(number: number, echo: number, timeS: number): void {
    let [isAgain, sentS] = [false, Number.NaN];
    while (this.outFrom < this.out.length && this.out[this.outFrom].end <= number) {
      const segment = this.out[this.outFrom++];
      isAgain ||= segment.isAgain;
      if (Number.isNaN(sentS)) sentS = segment.timeS;
    }
    if (this.outFrom > MOST_OUT / 2) {
      this.out.splice(0, this.outFrom);
      this.outFrom = 0;
    }
    const roundTripS = timeS - (isAgain || Number.isNaN(sentS) ? this.stampedS(echo) : sentS);
    if (!(roundTripS >= 0)) return;
    const ms = roundTripS * 1000;
    this.srttMs = Number.isNaN(this.srttMs) ? ms : this.srttMs + GAIN * (ms - this.srttMs);
    this.builder.add("srttMs", timeS, this.srttMs);
  }

  /** When the first packet with this stamp was sent. */
  private stampedS(echo: number): number {
    let [low, high] = [0, this.stamps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stamps[middle].stamp >= echo) high = middle;
      else low = middle + 1;
    }
    return this.stamps[low]?.stamp === echo ? this.stamps[low].timeS : Number.NaN;
  }

  /** A range that the receiver has above the gap: joined with those that it touches. */
  private name(from: number, to: number): void {
    if (!(from < to) || to <= this.una || to > this.sndMax) return;
    let [low, high] = [from, to];
    for (let i = this.sacked.length - 1; i >= 0; i--) {
      const range = this.sacked[i];
      if (range.to < low || range.from > high) continue;
      low = Math.min(low, range.from);
      high = Math.max(high, range.to);
      this.sacked.splice(i, 1);
    }
    if (this.sacked.length < MOST_RANGES) this.sacked.push({ from: low, to: high });
  }

  /** In bytes as long as the size of a segment is not known. */
  private inflight(timeS: number): void {
    const named = this.hasSack
      ? this.sacked.reduce((sum, { from, to }) => sum + to - Math.max(from, this.una), 0)
      : this.duplicates;
    this.builder.add("inflight", timeS, Math.max(0, this.sndMax - this.una - named));
  }

  finish(): ConnectionBuilder {
    const { builder } = this;
    const segment = this.segmentBytes();
    if (this.hasAcks) builder.columns.inflight.scale(1 / segment);
    else {
      builder.columns.inflight.clear();
      builder.assumed.add("No ACK was captured. There is no RTT, and nothing in flight is known.");
      let sum = 0;
      for (const { end, timeS } of this.out) {
        sum = Math.max(sum, end - this.base);
        builder.add("ackedBytes", timeS, sum);
      }
    }
    if (this.answers.sender > this.answers.other && this.answers.sender > FAR_S)
      builder.assumed.add(
        "It was captured nearer to the receiver than to the sender: RTT and what is in flight are those of the way behind the capture. Capture at the sender.",
      );
    if (this.largest > segment)
      builder.assumed.add(
        `Packets of up to ${grouped(this.largest)} B are several segments in one (offloading), and counted as such.`,
      );
    return builder;
  }

  private segmentBytes(): number {
    if (this.mss > STAMP_BYTES) return this.mss - (this.hasStamps ? STAMP_BYTES : 0);
    const isPlain = this.largest > 0 && this.largest <= LARGEST_SEGMENT;
    const bytes = isPlain ? this.largest : USUAL_MSS;
    this.builder.assumed.add(
      `Segments of ${grouped(bytes)} B: the handshake is not in the file${isPlain ? ", and this is the largest one" : ""}.`,
    );
    return bytes;
  }
}
