/**
 * The receiving end: reassembly, delayed and immediate ACKs, SACK, ECN-Echo. References: RFC 5681 §4.2, RFC 2018,
 * RFC 3168 §6.1.3, RFC 8257 §3.2; Linux's quick ACKs at the start of a connection and after the first CE of a round.
 */
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import { type Packet, type PacketPool, type PacketSink, SYN_ACK } from "../net/packet.ts";
import { EcnReceiver, type EcnTraits } from "./ecn.ts";
import { answerOnEcn } from "./handshake.ts";
import { SackRanges } from "./sack-ranges.ts";

export interface ReceiverSettings {
  sack: boolean;
  /** Tell of segments that came twice (RFC 2883). */
  dsack: boolean;
  /** In-order segments per ACK: 1 or 2. */
  delayedAck: number;
  delayedAckTimerNs: number;
  /** Segments acknowledged one by one at the start of the connection. */
  quickAcks: number;
  /** Segments acknowledged one by one after the first CE of a round: the sender's cwnd may be very low. */
  quickAcksAfterCe: number;
  /** So long a SACK waits for more that it can tell of, from the fourth at the same hole on; 0: none waits. */
  sackDelayNs: number;
  ackBytes: number;
}

const NONE = -1;
/** SACKs at a hole that do not wait: what a sender that counts duplicate ACKs needs (Linux TCP_FASTRETRANS_THRESH). */
const SACKS_AT_ONCE = 3;
/** Segments that one SACK waits for at most (Linux tcp_comp_sack_nr). */
const MOST_HELD_BACK = 44;

export class Receiver {
  /** RCV.NXT as a segment number: what has arrived in order. */
  next = 0;
  /** What its ACKs carry as `epoch`. */
  epoch = 0;
  readonly settings: ReceiverSettings;
  /** Of the far side. */
  private readonly clock: Clock;
  /** What its packets carry as `end`. */
  private readonly end: number;
  private readonly pool: PacketPool;
  private readonly timer: EventSlot;
  /** The way back to the sender. */
  private readonly out: PacketSink;
  readonly ranges = new SackRanges();
  private readonly ecn: EcnReceiver;
  private unacknowledged = 0;
  private quickAcksLeft = 0;
  /** A segment that has just come once more; -1: none. */
  private duplicate = NONE;
  /** When an ACK is due at the latest; Infinity while none is owed. */
  private ackDueNs = Number.POSITIVE_INFINITY;
  /** When the timer goes off, if it is pending. */
  private timerNs = 0;
  /** The hole that SACKs tell of, how many of them did so at once, and the segments that the next one waits with. */
  private hole = NONE;
  private sacksAtHole = 0;
  private heldBack = 0;

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

  /** The sender reads CE from its ACKs in another way from now on. */
  setFeedback(ecn: EcnTraits): void {
    this.ecn.setFeedback(ecn);
  }

  /** Takes a data packet and gives it back to the pool. */
  onData(packet: Packet): void {
    let ackNow = packet.cwr || packet.isLast;
    if (!this.ecn.latches) {
      if (this.readEcn(packet)) ackNow = true;
    } else if (this.ecn.onClassicData(packet)) this.quickAcksLeft = this.settings.quickAcksAfterCe;
    const { seq } = packet;
    this.pool.release(packet);
    if (seq === this.next) {
      this.next++;
      if (this.ranges.count > 0) {
        // RFC 5681 §4.2: a segment that fills a gap is acknowledged at once.
        this.next = this.ranges.absorb(this.next);
        ackNow = true;
      }
    } else {
      // Out of order or a duplicate: at once as well, unless a SACK may wait.
      // As in Linux a held back SACK does not wait for a third range: a sender hears of two in each (tcp_sack_new_ofo_skb).
      if (this.heldBack > 0 && !this.ranges.joinsNewest(seq)) this.acknowledge();
      const isNew = seq > this.next && this.ranges.add(seq);
      if (!isNew) this.duplicate = seq;
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

  /** ECN feedback that is not RFC 3168's echo; true: this segment is acknowledged at once. */
  private readEcn(packet: Packet): boolean {
    const turns = this.ecn.turns(packet);
    // RFC 8257 §3.2: what is owed for the segments before is acknowledged for itself. As in Linux the ACK of this one follows
    // at once (dctcp_ece_ack_update). An echo says what these segments said; a count has this one in it already.
    const owes = turns && this.unacknowledged > 0 && this.ecn.splits(packet);
    if (owes && this.ecn.echoesEach) this.acknowledge();
    this.ecn.onData(packet);
    if (owes && !this.ecn.echoesEach) this.acknowledge();
    return turns;
  }

  /** RFC 9293 §3.5: a SYN, also one that comes again. Nothing is kept of it, so that nothing has to be undone. */
  answer(syn: Packet): void {
    const synAck = this.pool.take();
    synAck.end = this.end;
    synAck.epoch = syn.epoch;
    synAck.hop = 0;
    synAck.bytes = this.settings.ackBytes;
    synAck.isAck = true;
    synAck.ack = SYN_ACK;
    synAck.ceCount = 0;
    synAck.sackBlocks = 0;
    answerOnEcn(synAck, syn);
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

  private isQuick(): boolean {
    return this.quickAcksLeft > 0 || this.next <= this.settings.quickAcks;
  }

  /** Whether the ACK of a segment above a hole may tell of more later: Linux's SACK compression (__tcp_ack_snd_check). */
  private sackWaits(): boolean {
    const { sack, sackDelayNs } = this.settings;
    if (!sack || sackDelayNs === 0 || this.quickAcksLeft > 0 || this.heldBack >= MOST_HELD_BACK) return false;
    if (this.hole !== this.next) {
      this.hole = this.next;
      this.sacksAtHole = 0;
    }
    if (this.sacksAtHole < SACKS_AT_ONCE) {
      this.sacksAtHole++;
      return false;
    }
    this.heldBack++;
    return true;
  }

  /** The timer is lazy: a pending one that fires early looks at what is due and goes back to sleep. */
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
    const ack = tellsBlocks ? this.pool.takeWithBlocks() : this.pool.take();
    ack.end = this.end;
    ack.epoch = this.epoch;
    ack.hop = 0;
    ack.bytes = this.settings.ackBytes;
    ack.isAck = true;
    ack.ack = this.next;
    this.ecn.stamp(ack);
    const duplicate = this.settings.dsack ? this.duplicate : NONE;
    if (this.settings.sack && (duplicate >= 0 || this.ranges.count > 0)) this.ranges.writeTo(ack, duplicate);
    else ack.sackBlocks = 0;
    this.duplicate = NONE;
    if (this.quickAcksLeft > 0) this.quickAcksLeft--;
    this.unacknowledged = 0;
    this.heldBack = 0;
    this.ackDueNs = Number.POSITIVE_INFINITY;
    this.out.receive(ack);
  }
}
