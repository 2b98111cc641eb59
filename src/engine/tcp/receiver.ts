/**
 * The receiving end: reassembly, delayed and immediate ACKs, SACK, ECN-Echo. References: RFC 5681 §4.2, RFC 2018, RFC
 * 3168 §6.1.3, RFC 8257 §3.2; Linux's quick ACKs at the start of a connection and after the first CE mark of a round.
 */
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import { type Packet, type PacketPool, type PacketSink, SYN_ACK } from "../net/packet.ts";
import { EcnReceiver, type EcnTraits } from "./ecn.ts";
import { answerEcnRequest } from "./handshake.ts";
import { SackRanges } from "./sack-ranges.ts";

/** Settings of a receiver. */
export interface ReceiverSettings {
  sack: boolean;
  /** True if duplicate segments are reported to the sender (RFC 2883). */
  dsack: boolean;
  /** Number of in-order segments per ACK: 1 or 2. */
  delayedAck: number;
  delayedAckTimerNs: number;
  /** Number of segments that are acknowledged one by one at the start of the connection. */
  quickAcks: number;
  /**
   * Number of segments that the receiver acknowledges one by one after the first CE mark of a round, because the sender's cwnd
   * may be too small for delayed ACKs.
   */
  quickAcksAfterCe: number;
  /**
   * Time by which a SACK is delayed so that it can report more segments (ns); 0 disables the delay. The first three SACKs that
   * report the same hole are never delayed.
   */
  sackDelayNs: number;
  ackBytes: number;
}

const NONE = -1;
/**
 * Number of SACKs for one hole that are sent without delay, because some senders count duplicate ACKs (Linux
 * TCP_FASTRETRANS_THRESH).
 */
const SACKS_AT_ONCE = 3;
/** Number of immediate ACKs from a segment on that arrives a second time after all segments before it (Linux TCP_MAX_QUICKACKS). */
const MOST_QUICK_ACKS = 16;
/** Size of the SACK option without blocks, padded to a multiple of four bytes, and of one block (RFC 2018 §3). */
const SACK_OPTION_BYTES = 4;
const SACK_BLOCK_BYTES = 8;
/** Limit on the segments that one delayed SACK covers (Linux tcp_comp_sack_nr). */
const MAX_DELAYED_SEGMENTS = 44;

/** The receiving end of one connection. */
export class Receiver {
  /** RCV.NXT as a segment number: everything below has arrived in order. */
  next = 0;
  /** Value of the field `epoch` in the receiver's ACKs. */
  epoch = 0;
  readonly settings: ReceiverSettings;
  /** Clock of the receiving end. */
  private readonly clock: Clock;
  /** Value of the field `end` in the receiver's packets. */
  private readonly end: number;
  private readonly pool: PacketPool;
  private readonly timer: EventSlot;
  /** Path back to the sender. */
  private readonly out: PacketSink;
  readonly ranges = new SackRanges();
  /** First segment for which the one-way delay is measured; Infinity if the sender uses no timestamps. */
  timesFrom = Number.POSITIVE_INFINITY;
  /** One-way delay of the newest segment (ns). */
  private oneWayNs = 0;
  private readonly ecn: EcnReceiver;
  private unacknowledged = 0;
  private quickAcksLeft = 0;
  /** Number of the segment that has just arrived for the second time; -1 if the last segment was not a duplicate. */
  private duplicate = NONE;
  /** Time by which an ACK must be sent (ns); Infinity if none is owed. */
  private ackDueNs = Number.POSITIVE_INFINITY;
  /** Time for which the timer event is scheduled (ns). */
  private timerNs = 0;
  /**
   * SACK compression: the hole that the current SACKs report, the number of SACKs sent immediately for this hole, and the number
   * of segments that the delayed SACK will report.
   */
  private hole = NONE;
  private sacksAtHole = 0;
  private delayedSegments = 0;

  constructor(
    clock: Clock,
    end: number,
    settings: ReceiverSettings,
    ecn: EcnTraits,
    pool: PacketPool,
    timer: EventSlot,
    out: PacketSink,
  ) {
    this.clock = clock;
    this.end = end;
    this.settings = settings;
    this.ecn = new EcnReceiver(ecn);
    this.pool = pool;
    this.timer = timer;
    this.out = out;
  }

  /** Sets the kind of ECN feedback that this receiver puts into its ACKs. */
  setFeedback(ecn: EcnTraits): void {
    this.ecn.setFeedback(ecn);
  }

  /** Processes a data packet and returns it to the pool. */
  onData(packet: Packet): void {
    let ackNow = packet.cwr || packet.isLast;
    if (!this.ecn.latches) {
      if (this.readEcn(packet)) ackNow = true;
    } else if (this.ecn.onClassicData(packet)) this.ackQuickly(this.settings.quickAcksAfterCe);
    const { seq } = packet;
    if (seq >= this.timesFrom) this.oneWayNs = this.clock.nowNs - packet.stampNs;
    this.pool.release(packet);
    if (seq === this.next) {
      this.next++;
      if (this.ranges.count > 0) {
        // A segment that fills a gap is acknowledged immediately (RFC 5681 §4.2).
        this.next = this.ranges.absorb(this.next);
        ackNow = true;
      }
    } else {
      // A duplicate or out-of-order segment is acknowledged immediately, unless SACK compression delays its SACK. An ACK carries
      // two ranges of the delayed SACK; as in Linux, the SACK is sent before it would have to report a third range
      // (tcp_sack_new_ofo_skb).
      if (this.delayedSegments > 0 && !this.ranges.joinsNewest(seq)) this.acknowledge();
      const isNew = seq > this.next && this.ranges.add(seq);
      if (!isNew) {
        this.duplicate = seq;
        if (seq < this.next) this.ackQuickly(Math.min(this.settings.quickAcks, MOST_QUICK_ACKS));
      }
      if (!ackNow && isNew && this.sackWaits()) {
        this.unacknowledged++;
        this.oweWithin(this.settings.sackDelayNs);
        return;
      }
      ackNow = true;
    }
    this.unacknowledged++;
    if (ackNow || this.unacknowledged >= this.settings.delayedAck || this.isQuick()) this.acknowledge();
    else this.oweWithin(this.settings.delayedAckTimerNs);
  }

  /** Reads ECN feedback other than RFC 3168's echo. Returns true if this segment must be acknowledged immediately. */
  private readEcn(packet: Packet): boolean {
    const isImmediate = this.ecn.needsImmediateAck(packet);
    // If the ECN field changes, the earlier segments get a separate ACK (RFC 8257 §3.2). As in Linux, the ACK of this segment
    // follows immediately (dctcp_ece_ack_update). An echo in the first ACK describes only the earlier segments; a count in it
    // includes this segment.
    const owesSeparateAck = isImmediate && this.unacknowledged > 0 && this.ecn.needsSeparateAck(packet);
    if (owesSeparateAck && this.ecn.echoesEach) this.acknowledge();
    this.ecn.onData(packet);
    if (owesSeparateAck && !this.ecn.echoesEach) this.acknowledge();
    return isImmediate;
  }

  /**
   * Answers a SYN, including a retransmitted SYN (RFC 9293 §3.5). The receiver keeps no state for the SYN, so an attempt that
   * fails leaves nothing to remove.
   */
  answer(syn: Packet): void {
    const synAck = this.pool.takeAnswer();
    synAck.end = this.end;
    synAck.epoch = syn.epoch;
    synAck.hop = 0;
    synAck.bytes = this.settings.ackBytes;
    synAck.isAck = true;
    synAck.ack = SYN_ACK;
    synAck.ceCount = 0;
    synAck.sackBlocks = 0;
    answerEcnRequest(synAck, syn);
    this.out.receive(synAck);
  }

  onTimer(): void {
    if (this.ackDueNs <= this.clock.nowNs) this.acknowledge();
    if (this.ackDueNs === Number.POSITIVE_INFINITY) this.timer.cancel();
    else {
      this.timerNs = this.ackDueNs;
      this.timer.schedule(this.ackDueNs - this.clock.nowNs);
    }
  }

  /** Makes sure that at least the next `count` ACKs are sent immediately. */
  private ackQuickly(count: number): void {
    if (count > this.quickAcksLeft) this.quickAcksLeft = count;
  }

  private isQuick(): boolean {
    return this.quickAcksLeft > 0 || this.next <= this.settings.quickAcks;
  }

  /**
   * Returns true if the ACK of a segment above a hole may be delayed to report more segments: Linux's SACK
   * compression (__tcp_ack_snd_check).
   */
  private sackWaits(): boolean {
    const { sack, sackDelayNs } = this.settings;
    if (!sack || sackDelayNs === 0 || this.quickAcksLeft > 0 || this.delayedSegments >= MAX_DELAYED_SEGMENTS)
      return false;
    if (this.hole !== this.next) {
      this.hole = this.next;
      this.sacksAtHole = 0;
    }
    if (this.sacksAtHole < SACKS_AT_ONCE) {
      this.sacksAtHole++;
      return false;
    }
    this.delayedSegments++;
    return true;
  }

  /**
   * Makes sure that an ACK is sent within `ns`. If the timer event fires before the ACK is due, it is scheduled again; this saves
   * rescheduling at each packet.
   */
  private oweWithin(ns: number): void {
    const dueNs = this.clock.nowNs + ns;
    if (this.ackDueNs <= dueNs) return;
    this.ackDueNs = dueNs;
    if (this.timer.isPending && this.timerNs <= dueNs) return;
    this.timerNs = dueNs;
    this.timer.scheduleBy(this.clock, ns);
  }

  private acknowledge(): void {
    const tellsBlocks = this.settings.sack && this.ranges.count > 0;
    const ack = tellsBlocks ? this.pool.takeWithBlocks() : this.pool.takeAnswer();
    ack.end = this.end;
    ack.epoch = this.epoch;
    ack.hop = 0;
    ack.bytes = this.settings.ackBytes;
    ack.isAck = true;
    ack.ack = this.next;
    ack.stampNs = this.oneWayNs;
    this.ecn.stamp(ack);
    const duplicate = this.settings.dsack ? this.duplicate : NONE;
    if (this.settings.sack && (duplicate >= 0 || this.ranges.count > 0)) this.ranges.writeTo(ack, duplicate);
    else ack.sackBlocks = 0;
    if (ack.sackBlocks > 0) ack.bytes += SACK_OPTION_BYTES + SACK_BLOCK_BYTES * ack.sackBlocks;
    this.duplicate = NONE;
    if (this.quickAcksLeft > 0) this.quickAcksLeft--;
    this.unacknowledged = 0;
    this.delayedSegments = 0;
    this.ackDueNs = Number.POSITIVE_INFINITY;
    this.out.receive(ack);
  }
}
