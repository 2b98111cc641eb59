/**
 * How a connection is opened: SYN, SYN-ACK, ACK, through the queues like any packet. The end that sends the data opens;
 * the other one answers each SYN and keeps nothing (`Receiver.answer`). References: RFC 9293 §3.5; RFC 6298 §2.1, §5.7;
 * Linux 6.1 tcp_rcv_synsent_state_process, tcp_init_transfer, tcp_init_metrics.
 */

import type { EventSlot } from "../core/event-queue.ts";
import {
  CE,
  ECT0,
  ECT1,
  FINAL_ACK,
  handshakeEpoch,
  NOT_ECT,
  type Packet,
  type PacketPool,
  type PacketSink,
  SYN,
} from "../net/packet.ts";
import { msToNs } from "../params/read.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { EcnSender } from "./ecn.ts";
import { boundedTimeoutNs, takeRttSample } from "./rtt-estimator.ts";
import type { Sender } from "./sender.ts";

/** RFC 6298 §5.7, Linux TCP_TIMEOUT_FALLBACK: the first timeout of data where the handshake gave no sample. */
const FALLBACK_RTO_NS = msToNs(3000);
/** Linux leaves the initial window at one SYN that was sent again; RFC 5681 §3.1 would not. */
const MOST_RESENT = 1;

const CLOSED = 0;
const SYN_SENT = 1;
const ESTABLISHED = 2;
const ENDED = 3;

export class Handshake {
  /** SYNs sent so far. */
  sent = 0;
  /** When the last SYN left, or the connection was given up. */
  changedNs = 0;
  private readonly end: number;
  private readonly sender: Sender;
  /** SYNs that are sent again at most. */
  private readonly retries: number;
  private readonly pool: PacketPool;
  /** Of the retransmission timer, which has nothing else to do meanwhile. */
  private readonly timer: EventSlot;
  private readonly out: PacketSink;
  private state = CLOSED;

  constructor(
    end: number,
    sender: Sender,
    retries: number,
    pool: PacketPool,
    timer: EventSlot,
    out: PacketSink,
  ) {
    this.end = end;
    this.sender = sender;
    this.retries = retries;
    this.pool = pool;
    this.timer = timer;
    this.out = out;
  }

  /** From this end. */
  get packets(): number {
    return this.sent + (this.isEstablished ? 1 : 0);
  }

  /** A SYN is under way. */
  get isOpening(): boolean {
    return this.state === SYN_SENT;
  }

  get isEstablished(): boolean {
    return this.state === ESTABLISHED;
  }

  /** Given up: nothing more comes of it. */
  get hasEnded(): boolean {
    return this.state === ENDED;
  }

  begin(): void {
    this.state = SYN_SENT;
    this.sendSyn();
  }

  /** The application closes before anything was agreed on: the connection is gone (RFC 9293 §3.10.4). */
  abort(): void {
    this.state = ENDED;
    this.changedNs = this.sender.state.nowNs;
    this.timer.cancel();
  }

  /** No answer in time; false when that was the last SYN: the connection has failed (Linux tcp_syn_retries). */
  onTimer(): boolean {
    if (this.sent > this.retries) {
      this.abort();
      return false;
    }
    this.sendSyn();
    this.sender.observer.onEvent(FLOW_EVENT.synTimeout, this.sent - 1, this.sent);
    return true;
  }

  /** True when the SYN-ACK opens the connection; a later one says nothing new. */
  onSynAck(synAck: Packet): boolean {
    if (!this.isOpening) return false;
    const { sender } = this;
    this.state = ESTABLISHED;
    this.timer.cancel();
    this.measure();
    if (this.sent - 1 > MOST_RESENT) sender.state.cwnd = 1;
    if (sender.ecn.enabled) sender.ecn.enabled = agreesOnEcn(synAck, sender.ecn);
    this.sendAck(synAck);
    return true;
  }

  /** Karn: a SYN that was sent again measures nothing. RFC 6298 §5.7: then data waits longer for its first ACK. */
  private measure(): void {
    const { state, settings, timer } = this.sender;
    if (this.sent > 1) settings.initialRtoNs = Math.max(settings.initialRtoNs, FALLBACK_RTO_NS);
    else {
      takeRttSample(state, state.nowNs - this.changedNs);
      timer.ticks?.onHandshake(this.changedNs, state.nowNs);
    }
  }

  private sendSyn(): void {
    const { settings, ecn, state } = this.sender;
    const syn = this.packet(SYN);
    syn.isRetransmission = this.sent > 0;
    askForEcn(syn, ecn, this.sent === 0);
    // RFC 6298 §2.1 and §5.5.
    this.timer.schedule(boundedTimeoutNs(settings.initialRtoNs, this.sent));
    this.sent++;
    this.changedNs = state.nowNs;
    this.out.receive(syn);
  }

  /** Of its own, ahead of the data, as Linux sends it for an application that writes once it is connected. */
  private sendAck(synAck: Packet): void {
    const ack = this.packet(FINAL_ACK);
    ack.isRetransmission = false;
    confirmEcn(ack, synAck, this.sender.ecn);
    this.out.receive(ack);
  }

  private packet(seq: number): Packet {
    const packet = this.pool.take();
    packet.end = this.end;
    packet.epoch = handshakeEpoch(this.sender.epoch);
    packet.hop = 0;
    packet.seq = seq;
    packet.isAck = false;
    packet.isLast = false;
    packet.bytes = this.sender.settings.overheadBytes;
    return packet;
  }
}

// How two ends agree on ECN while a connection is opened. References: RFC 3168 §6.1.1 for the classic echo, which DCTCP
// asks for too; RFC 9768 §3.1 for accurate feedback; RFC 8257 §3.5 on packets of the handshake that are ECN-capable.

/**
 * RFC 3168 §6.1.1: an ECN-setup SYN has ECE and CWR, RFC 9768 §3.1.1: and AE. A SYN is not ECT; Linux sends it as ECT all
 * the same where the sender needs ECN (tcp_ecn_send_syn), as RFC 8257 §3.5 wants it. The classic one does without ECN when
 * it is sent again (§6.1.1.1, Linux tcp_ecn_clear_syn): something on the way may drop it for its flags.
 */
export function askForEcn(syn: Packet, ecn: EcnSender, isFirst: boolean): void {
  const asks = ecn.enabled && (isFirst || !ecn.isClassic);
  syn.ecn = asks && !ecn.isClassic ? ecn.ect : NOT_ECT;
  syn.ece = asks;
  syn.cwr = asks;
  syn.ae = asks && ecn.isAccurate;
}

/** RFC 3168 §6.1.1: an ECN-setup SYN-ACK has ECE alone; RFC 9768 §3.1.1: its three bits say how the SYN arrived. */
export function answerOnEcn(synAck: Packet, syn: Packet): void {
  synAck.ecn = syn.ecn === CE ? ECT0 : syn.ecn;
  if (syn.ae && syn.cwr && syn.ece) reflect(synAck, syn.ecn);
  else {
    synAck.ae = false;
    synAck.cwr = false;
    synAck.ece = syn.ece && syn.cwr;
  }
}

/** Whether the SYN-ACK agrees to what its SYN asked for. */
export function agreesOnEcn(synAck: Packet, ecn: EcnSender): boolean {
  if (ecn.isAccurate) return synAck.ae || synAck.cwr;
  return synAck.ece && !synAck.cwr;
}

/**
 * The last packet of the handshake is not ECT (RFC 3168 §6.1.4), but where the sender needs ECN it is as all its ACKs are
 * (Linux tcp_ecn_send). With accurate feedback it says how the SYN-ACK arrived.
 */
export function confirmEcn(ack: Packet, synAck: Packet, ecn: EcnSender): void {
  ack.ecn = ecn.enabled && !ecn.isClassic ? ecn.ect : NOT_ECT;
  if (ecn.enabled && ecn.isAccurate) reflect(ack, synAck.ecn);
  else {
    ack.ae = false;
    ack.cwr = false;
    ack.ece = false;
  }
}

/** RFC 9768 §3.1.1 table 3: AE, CWR and ECE as one number, by the ECN field that has arrived. */
function reflect(packet: Packet, arrived: number): void {
  packet.ae = arrived === ECT0 || arrived === CE;
  packet.cwr = arrived !== ECT0;
  packet.ece = arrived === ECT1;
}
