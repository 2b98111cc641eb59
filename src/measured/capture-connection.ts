/**
 * Estimates a sender's state from the packets of its connection: RTT, data in flight, acknowledged data, and the times at which
 * it reduced its window.
 */
import { TCP_FLAG } from "../engine/capture/file-formats.ts";
import { counted, grouped } from "../lib/counted.ts";
import type { SeenPacket } from "./capture-file.ts";
import { Column, ConnectionBuilder, USUAL_MSS } from "./measurement.ts";
import { Ranges } from "./ranges.ts";

/** Converts a 32-bit sequence number to the number nearest to `near`, so that sequence numbers continue beyond 2³². */
export function unwrapped(seq: number, near: number): number {
  return near + ((seq - near) | 0);
}

/**
 * Limit on the number of segments in flight and of timestamps that are stored: 380 MB of usual segments. It is reached only if
 * the capture has no ACKs.
 */
const MOST_OUT = 262_144;
/** Limit on the number of ranges that are stored, SACKed or sent. */
const MOST_RANGES = 16_384;
/** Weight of a new sample in the smoothed RTT (RFC 6298 §2.3). */
const GAIN = 1 / 8;
/** Size of the timestamps option in each segment (bytes; RFC 7323, appendix A). */
const STAMP_BYTES = 12;
const LARGEST_SEGMENT = 9000;
/** A side that answers the SYN within this time is at the capture point; the other side is far away (s). */
const FAR_S = 0.001;
/** Longest delay of a segment that counts as reordered while the RTT is unknown (s). Wireshark uses the same value. */
const LATE_S = 0.003;
/** Longest delay of a segment that counts as reordered, if the IP identification shows the order of sending (s). */
const LATE_BY_IDENTIFICATION_S = 1;
/**
 * A retransmission counts as caused by a timeout after this number of round trips without packets, or after the time below
 * without progress.
 */
const QUIET_ROUND_TRIPS = 0.75;
const STILL_ROUND_TRIPS = 2;
const LEAST_TIMEOUT_S = 0.2;
/** Value at which the ACE counter starts (RFC 9768 §3.2.1). */
const FIRST_ACE = 5;
/**
 * Values of AE, CWR and ECE in SYN-ACKs that accept accurate feedback. They report Not-ECT, ECT(1), ECT(0) or CE (RFC 9768
 * §3.1.1, table 2).
 */
const ACCURATE_ANSWERS: readonly number[] = [0b010, 0b011, 0b100, 0b110];
/** Shares of unseen and of repeated data that are too small to be mentioned. */
const FEW_UNSEEN = 0.01;
const MANY_AGAIN = 0.3;

/** Returns AE, CWR and ECE as one number (RFC 9768 §3.1). */
function aceOf(flags: number): number {
  return (flags & TCP_FLAG.ae ? 4 : 0) | (flags & TCP_FLAG.cwr ? 2 : 0) | (flags & TCP_FLAG.ece ? 1 : 0);
}

type Cause = "mark" | "loss";

type Feedback = "none" | "classic" | "accurate";

/** Properties of a connection that the first two passes have found. */
export interface KnownConnection {
  readonly name: string;
  readonly sender: string;
  /** True if the sender gives each packet another IP identification. */
  readonly isNumbered: boolean;
  /** True if a packet other than a SYN has AE set. Only accurate feedback uses this bit. */
  readonly usesAe: boolean;
  readonly remarks: readonly string[];
}

/** A connection of a capture while its packets are read. */
export class CaptureConnection {
  private readonly sender: string;
  private readonly isNumbered: boolean;
  private readonly builder: ConnectionBuilder;
  private isBegun = false;
  private base = 0;
  private una = 0;
  private sndMax = 0;
  /** IP identification of the packet that set `sndMax`. */
  private topIdentification = 0;
  /**
   * Segments that were sent for the first time and not yet acknowledged, by increasing sequence number: end sequence number, and
   * time of sending (s).
   */
  private outEnd: number[] = [];
  private outTimeS: number[] = [];
  private outFrom = 0;
  private readonly seen = new Ranges(MOST_RANGES);
  private seenBytes = 0;
  /** Bytes sent for the first time over time. They stand for acknowledged data until there is an ACK. */
  private readonly sentBytes = new Column();
  private readonly again = new Ranges(MOST_RANGES);
  private againBytes = 0;
  /** Gaps in the sent data, by increasing sequence number, with the time of the later segment that left the gap open. */
  private gaps: { readonly from: number; readonly to: number; readonly timeS: number }[] = [];
  private gapsFrom = 0;
  private late = 0;
  private readonly sacked = new Ranges(MOST_RANGES);
  private hasSack = false;
  /** Bytes that count as delivered because of duplicate ACKs. Without SACK, each stands for one segment (RFC 5681 §3.2). */
  private duplicates = 0;
  private readonly stamps: { stamp: number; timeS: number }[] = [];
  private srttMs = Number.NaN;
  /** Cause of the current reduction. The reduction ends when the data in flight at its start has been acknowledged. */
  private cause: Cause = "loss";
  private recoverTo = Number.NEGATIVE_INFINITY;
  private cutS = Number.NEGATIVE_INFINITY;
  /** Recoveries in which the first outstanding segment was lost a second time. */
  private readonly repeatedly = new Set<number>();
  /** True if the next new segment will carry CWR because of a loss (RFC 3168 §6.1.2). */
  private owesCwr = false;
  /** End sequence number of a loss probe whose ACK has not arrived (RFC 8985 §7); NaN if there is none. */
  private probeEnd = Number.NaN;
  /** Time of the last packet from the other side; `progressS` is the time of the last ACK of new data or reduction (s). */
  private lastHeardS = Number.NaN;
  private progressS = Number.NaN;
  private hasAcks = false;
  private largest = 0;
  private mss = 0;
  private hasStamps = false;
  private feedback: Feedback;
  private hasOfferedAccurate = false;
  private hasSyn = false;
  private ace = Number.NaN;
  private ceBytes = Number.NaN;
  private synOfSenderS = Number.NaN;
  private synOfOtherS = Number.NaN;
  /** Time that each side took to answer in the handshake, as seen at the capture point (s). */
  private readonly answers = { sender: Number.NaN, other: Number.NaN };

  constructor({ name, sender, isNumbered, usesAe, remarks }: KnownConnection) {
    this.sender = sender;
    this.isNumbered = isNumbered;
    // The capture starts later than the connection. A sender that sets CWR uses ECN, because without ECN it never does.
    this.feedback = usesAe ? "accurate" : "classic";
    this.builder = new ConnectionBuilder(name);
    this.builder.cutsFrom = "packets";
    this.builder.namesCuts = true;
    for (const remark of remarks) this.builder.assumed.add(remark);
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
    const ace = aceOf(flags);
    if (!isAnswer) {
      this.hasSyn = true;
      this.hasOfferedAccurate = ace === 0b111;
      this.feedback = ace === 0b111 ? "accurate" : ace === 0b011 ? "classic" : "none";
    } else if (ACCURATE_ANSWERS.includes(ace) && (this.hasOfferedAccurate || !this.hasSyn)) {
      // The SYN is missing, but this answer shows that the SYN offered accurate feedback.
      this.hasOfferedAccurate = true;
      this.feedback = "accurate";
    } else this.feedback = ace === 0b001 && this.feedback !== "none" ? "classic" : "none";
    if (isSender) this.synOfSenderS = timeS;
    else this.synOfOtherS = timeS;
    if (isAnswer && isSender) this.answers.sender = timeS - this.synOfOtherS;
    if (isAnswer && !isSender) this.answers.other = timeS - this.synOfSenderS;
    // The server counts marks from the SYN on. The client's next packet repeats the ECN field of the SYN-ACK in another code.
    if (isAnswer) this.ace = isSender ? Number.NaN : FIRST_ACE;
  }

  private begin(seq: number): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.base = seq;
    this.una = seq;
    this.sndMax = seq;
  }

  private sent(packet: SeenPacket, timeS: number): void {
    const { seq, payloadBytes, flags, stamp } = packet;
    const isSyn = (flags & TCP_FLAG.syn) !== 0;
    this.begin(isSyn ? (seq + 1) >>> 0 : seq);
    if (!isSyn && Number.isNaN(this.answers.sender) && !Number.isNaN(this.answers.other))
      this.answers.sender = timeS - this.synOfOtherS;
    this.noteStamp(stamp, timeS);
    if (payloadBytes === 0) return;
    this.largest = Math.max(this.largest, payloadBytes);
    const start = unwrapped(seq, this.sndMax);
    const end = start + payloadBytes;
    const hasCwr = this.feedback === "classic" && (flags & TCP_FLAG.cwr) !== 0 && !isSyn;
    const isFirstOfReduction = this.owesCwr && end > this.sndMax;
    // Data that was already acknowledged is sent again as a keep-alive or as an unnecessary retransmission.
    if (end > this.una) this.segment(Math.max(start, this.una), end, packet, timeS);
    if (hasCwr && !isFirstOfReduction) this.cutByMark(timeS);
    if (isFirstOfReduction) this.owesCwr = false;
    this.inflight(timeS);
  }

  private noteStamp(stamp: number, timeS: number): void {
    if (Number.isNaN(stamp)) return;
    const last = this.stamps.at(-1);
    const value = last === undefined ? stamp : unwrapped(stamp, last.stamp);
    if (last !== undefined && value <= last.stamp) return;
    if (this.stamps.length >= MOST_OUT) this.stamps.splice(0, MOST_OUT / 2);
    this.stamps.push({ stamp: value, timeS });
  }

  private segment(start: number, end: number, { identification }: SeenPacket, timeS: number): void {
    const isNew = end > this.sndMax;
    if (start > this.sndMax) this.gap(this.sndMax, start, timeS);
    const fresh = this.seen.add(start, end);
    this.seenBytes += fresh;
    const isSentBefore = fresh < end - start;
    if (isSentBefore || (!isNew && !this.isLate(start, identification, timeS)))
      this.sentAgain(start, end, timeS);
    if (!isNew) return;
    this.sndMax = end;
    this.topIdentification = identification;
    if (this.outEnd.length - this.outFrom >= MOST_OUT) {
      this.outFrom += MOST_OUT / 2;
      this.dropOut();
    }
    this.outEnd.push(end);
    this.outTimeS.push(timeS);
    if (!this.hasAcks) this.sentBytes.add(timeS, end - this.base);
  }

  /** Drops stored segments if there are too many. */
  private dropOut(): void {
    this.outEnd.splice(0, this.outFrom);
    this.outTimeS.splice(0, this.outFrom);
    this.outFrom = 0;
  }

  private gap(from: number, to: number, timeS: number): void {
    if (this.gaps.length - this.gapsFrom >= MOST_RANGES) this.gapsFrom += MOST_RANGES / 2;
    this.gaps.push({ from, to, timeS });
    if (this.gapsFrom < MOST_RANGES) return;
    this.gaps.splice(0, this.gapsFrom);
    this.gapsFrom = 0;
  }

  /**
   * Returns true if an unseen segment comes after later ones because the path or the capture has reordered it. Otherwise it is a
   * retransmission, which comes a round trip later; the original may have been lost before the capture point.
   */
  private isLate(start: number, identification: number, timeS: number): boolean {
    while (this.gapsFrom < this.gaps.length && this.gaps[this.gapsFrom].to <= this.una) this.gapsFrom++;
    let [low, high] = [this.gapsFrom, this.gaps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.gaps[middle].to > start) high = middle;
      else low = middle + 1;
    }
    const gap = this.gaps[low];
    if (gap === undefined || gap.from > start) return false;
    const isEarlier = (identification - this.topIdentification) << 16 < 0;
    const roundTripS = this.answers.sender + this.answers.other;
    const limitS = this.isNumbered
      ? LATE_BY_IDENTIFICATION_S
      : Number.isFinite(roundTripS) && roundTripS > 0
        ? roundTripS / 2
        : LATE_S;
    const isLate = timeS - gap.timeS < limitS && (!this.isNumbered || isEarlier);
    if (isLate) this.late++;
    return isLate;
  }

  private sentAgain(start: number, end: number, timeS: number): void {
    const isHead = start === this.una;
    const isHeadAgain = isHead && this.again.covered(start, end) > 0;
    this.againBytes += end - start;
    this.again.add(start, Math.min(end, this.sndMax));
    const roundTripS = Number.isNaN(this.srttMs) ? 0 : this.srttMs / 1000;
    const isQuiet = timeS - this.lastHeardS > QUIET_ROUND_TRIPS * roundTripS;
    const isStill = timeS - this.progressS > Math.max(LEAST_TIMEOUT_S, STILL_ROUND_TRIPS * roundTripS);
    if (isQuiet && !isHead && end === this.sndMax && this.hasSack) this.probeEnd = end;
    else if ((isHead && isQuiet) || (isHeadAgain && isStill)) this.cut("loss", timeS);
    else if (isHeadAgain) this.repeatedly.add(this.recoverTo);
    else this.cutByLoss(timeS);
  }

  /** Starts a reduction for a loss, once per window of data. A reduction for a mark continues instead, unless feedback is accurate. */
  private cutByLoss(timeS: number): void {
    const isMarked = this.cause === "mark" && this.feedback === "accurate" && this.lastHeardS > this.cutS;
    if (this.una >= this.recoverTo || isMarked) this.cut("loss", timeS);
  }

  /**
   * Starts a reduction for a mark, once per window of data. An ACK that ends a reduction does not start the next one (RFC 3168
   * §6.1.2).
   */
  private cutByMark(timeS: number): void {
    const endsNone = this.cause === "loss" || this.feedback === "classic";
    if (this.una > this.recoverTo || (this.una === this.recoverTo && endsNone)) this.cut("mark", timeS);
  }

  private cut(cause: Cause, timeS: number): void {
    this.cause = cause;
    this.cutS = timeS;
    this.recoverTo = this.sndMax;
    this.owesCwr = cause === "loss" && this.feedback === "classic";
    this.probeEnd = Number.NaN;
    this.progressS = timeS;
    this.builder.cuts.add(timeS, 1);
  }

  private acknowledged(packet: SeenPacket, timeS: number): void {
    const { ack, echo, flags, sack, payloadBytes } = packet;
    if ((flags & TCP_FLAG.syn) !== 0) {
      this.begin(ack);
      return;
    }
    if (Number.isNaN(this.answers.other) && !Number.isNaN(this.answers.sender))
      this.answers.other = timeS - this.synOfSenderS;
    this.begin(ack);
    this.lastHeardS = timeS;
    const number = unwrapped(ack, this.una);
    this.hasSack ||= sack.length > 0;
    if (number >= this.probeEnd) {
      // The probe has replaced a lost segment, unless the receiver reports that it already had this segment (RFC 8985 §7.4).
      this.probeEnd = Number.NaN;
      if (!hasDuplicate(sack, ack)) this.cutByLoss(timeS);
    }
    if (number === this.una && payloadBytes === 0 && this.sndMax > this.una) this.duplicates += this.largest;
    if (number > this.una) {
      this.duplicates = Math.max(0, this.duplicates - (number - this.una - this.largest));
      if (!this.hasAcks) this.sentBytes.clear();
      this.hasAcks = true;
      this.progressS = timeS;
      this.sample(number, echo, timeS);
      this.una = number;
      this.sndMax = Math.max(this.sndMax, number);
      this.builder.add("ackedBytes", timeS, this.una - this.base);
      for (const ranges of [this.sacked, this.again, this.seen]) ranges.dropBelow(this.una);
    }
    for (let i = 0; i + 1 < sack.length; i += 2)
      this.name(unwrapped(sack[i], this.una), unwrapped(sack[i + 1], this.una));
    if (this.feedback === "accurate" && number >= this.una) this.accurateFeedback(packet, timeS);
    this.inflight(timeS);
  }

  /** Reads accurate feedback: the 3-bit counter of packets with CE, and the counter of bytes with CE in the option. */
  private accurateFeedback({ flags, ceBytes }: SeenPacket, timeS: number): void {
    const ace = aceOf(flags);
    const hasRisen =
      (!Number.isNaN(this.ace) && ace !== this.ace) ||
      (!Number.isNaN(this.ceBytes) && !Number.isNaN(ceBytes) && ceBytes !== this.ceBytes);
    // The client's first ACK contains the code of the handshake, not a counter.
    const isOfHandshake = this.una === this.base && Number.isNaN(this.ace) && this.hasOfferedAccurate;
    this.ace = isOfHandshake ? FIRST_ACE + (ace === 0b110 ? 1 : 0) : ace;
    if (!Number.isNaN(ceBytes)) this.ceBytes = ceBytes;
    if (hasRisen) this.cutByMark(timeS);
  }

  /**
   * Takes an RTT sample from the first segment that the ACK covers, as Linux does. A segment that was sent twice gives a sample
   * only by its timestamp (RFC 6298 §3, RFC 7323 §4.1).
   */
  private sample(number: number, echo: number, timeS: number): void {
    const isAgain = this.again.covered(this.una, number) > 0;
    let sentS = Number.NaN;
    for (; this.outFrom < this.outEnd.length && this.outEnd[this.outFrom] <= number; this.outFrom++)
      if (Number.isNaN(sentS)) sentS = this.outTimeS[this.outFrom];
    if (this.outFrom > MOST_KEPT && this.outFrom > this.outEnd.length / 2) this.dropOut();
    const roundTripS = timeS - (isAgain || Number.isNaN(sentS) ? this.stampedS(echo) : sentS);
    if (!(roundTripS >= 0)) return;
    const ms = roundTripS * 1000;
    this.srttMs = Number.isNaN(this.srttMs) ? ms : this.srttMs + GAIN * (ms - this.srttMs);
    this.builder.add("srttMs", timeS, this.srttMs);
  }

  /** Returns the time at which the first packet with this timestamp was sent (s); NaN if there is none. */
  private stampedS(echo: number): number {
    const last = this.stamps.at(-1);
    if (last === undefined || Number.isNaN(echo)) return Number.NaN;
    const wanted = unwrapped(echo, last.stamp);
    let [low, high] = [0, this.stamps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stamps[middle].stamp >= wanted) high = middle;
      else low = middle + 1;
    }
    return this.stamps[low]?.stamp === wanted ? this.stamps[low].timeS : Number.NaN;
  }

  /** Records that the receiver reports to have a range above a gap. */
  private name(from: number, to: number): void {
    if (to <= this.una || to > this.sndMax) return;
    this.sacked.add(Math.max(from, this.una), to);
  }

  /** Records the bytes in flight. They are not converted to segments here, because the segment size may not be known yet. */
  private inflight(timeS: number): void {
    const named = this.hasSack ? this.sacked.total : this.duplicates;
    this.builder.add("inflight", timeS, Math.max(0, this.sndMax - this.una - named));
  }

  finish(): ConnectionBuilder {
    const { builder } = this;
    const segment = this.segmentBytes();
    if (this.hasAcks) builder.columns.inflight.scale(1 / segment);
    else this.oneWay();
    this.remarks(segment);
    return builder;
  }

  private oneWay(): void {
    const { builder } = this;
    builder.columns.inflight.clear();
    builder.cuts.clear();
    builder.cutsUnknown =
      "Cuts are missing: the capture contains only the direction of the sender, and without ACKs a cut cannot be distinguished from a repeated loss. Capture both directions.";
    builder.assumed.add(
      "No ACK was captured, so RTT and data in flight are unknown, and the throughput is calculated from the data sent for the first time.",
    );
    builder.columns.ackedBytes = this.sentBytes;
  }

  private remarks(segment: number): void {
    const { builder } = this;
    const acked = this.una - this.base;
    const unseen = acked - (this.seenBytes - this.seen.total);
    if (this.hasAcks && unseen > FEW_UNSEEN * acked)
      builder.assumed.add(
        `${percent(unseen / acked)} of the acknowledged data is not in the capture: packets are missing, so cuts may be missing as well.`,
      );
    if (this.againBytes > MANY_AGAIN * this.seenBytes)
      builder.assumed.add(
        `${percent(this.againBytes / this.seenBytes)} of the data was retransmitted. The number of cuts is too high if the capture contains the same data twice in packets of different sizes.`,
      );
    if (this.late > 0)
      builder.assumed.add(
        this.isNumbered
          ? `${counted(this.late, "segment comes", "segments come")} after later ones, although the IP identification shows an earlier transmission. This counts as reordering on the path or in the capture, not as a cut.`
          : `${counted(this.late, "segment comes", "segments come")} shortly after later ones. This counts as reordering, not as a cut. Reordering on the path, reordering in the capture and retransmissions cannot be distinguished here.`,
      );
    if (this.repeatedly.size > 0)
      builder.assumed.add(
        `In ${counted(this.repeatedly.size, "recovery", "recoveries")} a retransmission was lost. Some senders then reduce their window again, which packets do not show.`,
      );
    if ([this.seen, this.again, this.sacked].some(({ isIncomplete }) => isIncomplete))
      builder.assumed.add(
        `More than ${grouped(MOST_RANGES)} gaps are open at the same time. Data in flight and cuts are unreliable.`,
      );
    if (this.answers.sender > this.answers.other && this.answers.sender > FAR_S)
      builder.assumed.add(
        "The connection was captured nearer to the receiver than to the sender: RTT and data in flight refer to the path after the capture point. Capture at the sender.",
      );
    if (this.largest > segment)
      builder.assumed.add(
        `Packets of up to ${grouped(this.largest)} B contain several segments (offloading) and are counted as several segments.`,
      );
    if (this.feedback === "accurate" && builder.cuts.length > 0)
      builder.assumed.add(
        "ECN: accurate feedback (RFC 9768). A cut is assumed when the mark counter increases, once per window of data; a loss in such a window counts as a separate cut.",
      );
  }

  private segmentBytes(): number {
    if (this.mss > STAMP_BYTES) return this.mss - (this.hasStamps ? STAMP_BYTES : 0);
    const isPlain = this.largest > 0 && this.largest <= LARGEST_SEGMENT;
    const bytes = isPlain ? this.largest : USUAL_MSS;
    this.builder.assumed.add(
      `Segments of ${grouped(bytes)} B: assumed, because the handshake is not in the file${isPlain ? "; this is the largest segment" : ""}.`,
    );
    return bytes;
  }
}

/** Returns true if the first SACK block reports data that the receiver got twice (RFC 2883 §4). */
function hasDuplicate(sack: readonly number[], ack: number): boolean {
  if (sack.length < 2) return false;
  if (((sack[1] - ack) | 0) <= 0) return true;
  return sack.length >= 4 && ((sack[0] - sack[2]) | 0) >= 0 && ((sack[3] - sack[1]) | 0) >= 0;
}

/** Number of acknowledged segments after which they are removed from the lists. */
const MOST_KEPT = 4096;

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
