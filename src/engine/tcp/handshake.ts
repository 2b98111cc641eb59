/**
 * The opening of a connection: SYN, SYN-ACK and ACK travel through the queues like any packet. The end that sends the
 * data opens the connection; the other end answers each SYN and keeps no state for it (`Receiver.answer`).
 * References: RFC 9293 §3.5; RFC 6298 §2.1, §5.7; Linux 6.1 tcp_rcv_synsent_state_process, tcp_init_transfer,
 * tcp_init_metrics.
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

/** First timeout for data if the handshake gave no RTT sample (RFC 6298 §5.7, Linux TCP_TIMEOUT_FALLBACK). */
const FALLBACK_RTO_NS = msToNs(3000);
/**
 * Number of retransmitted SYNs up to which the initial window stays unchanged. Linux tolerates one retransmission; RFC 5681 §3.1
 * tolerates none.
 */
const MOST_RESENT = 1;

const CLOSED = 0;
const SYN_SENT = 1;
const ESTABLISHED = 2;
const ENDED = 3;

/** The handshake of one connection, at the end that opens it. */
export class Handshake {
  /** Number of SYNs sent so far. */
  sent = 0;
  /** Time at which the last SYN left or the connection attempt ended (ns). */
  changedNs = 0;
  private readonly end: number;
  private readonly sender: Sender;
  /** Limit on the number of SYN retransmissions. */
  private readonly retries: number;
  private readonly pool: PacketPool;
  /** Event slot of the retransmission timer. The handshake may use it, because no data is outstanding yet. */
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

  /** Number of handshake packets sent by this end. */
  get packets(): number {
    return this.sent + (this.isEstablished ? 1 : 0);
  }

  /** True while a SYN is in flight. */
  get isOpening(): boolean {
    return this.state === SYN_SENT;
  }

  get isEstablished(): boolean {
    return this.state === ESTABLISHED;
  }

  /** True after the connection attempt has ended without success. */
  get hasEnded(): boolean {
    return this.state === ENDED;
  }

  begin(): void {
    this.state = SYN_SENT;
    this.sendSyn();
  }

  /** Ends the attempt because the application closes before the connection is established (RFC 9293 §3.10.4). */
  abort(): void {
    this.state = ENDED;
    this.changedNs = this.sender.state.nowNs;
    this.timer.cancel();
  }

  /**
   * Sends the SYN again because no answer has arrived in time. Returns false if no more SYNs are allowed, which means
   * that the connection has failed (Linux tcp_syn_retries).
   */
  onTimer(): boolean {
    if (this.sent > this.retries) {
      this.abort();
      return false;
    }
    this.sendSyn();
    this.sender.observer.onEvent(FLOW_EVENT.synTimeout, this.sent - 1, this.sent);
    return true;
  }

  /** Reads a SYN-ACK. Returns true when it opens the connection; later SYN-ACKs are ignored. */
  onSynAck(synAck: Packet): boolean {
    if (!this.isOpening) return false;
    const { sender } = this;
    this.state = ESTABLISHED;
    this.timer.cancel();
    this.measure();
    if (this.sent - 1 > MOST_RESENT) sender.state.cwnd = 1;
    if (sender.ecn.enabled) sender.ecn.enabled = acceptsEcn(synAck, sender.ecn);
    this.sendAck(synAck);
    return true;
  }

  /**
   * Takes the RTT sample. A retransmitted SYN gives no sample (Karn's algorithm); the first timeout for data is then longer (RFC
   * 6298 §5.7).
   */
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
    requestEcn(syn, ecn, this.sent === 0);
    // The timeout follows RFC 6298 §2.1 and §5.5.
    this.timer.schedule(boundedTimeoutNs(settings.initialRtoNs, this.sent));
    this.sent++;
    this.changedNs = state.nowNs;
    this.out.receive(syn);
  }

  /**
   * Sends the final ACK as a separate packet before the data, as Linux does for an application that writes after the
   * connection is established.
   */
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

// ECN negotiation during the handshake. References: RFC 3168 §6.1.1 for the classic echo, which DCTCP requests too;
// RFC 9768 §3.1 for accurate feedback; RFC 8257 §3.6 on ECN-capable handshake packets.

/**
 * Sets the ECN flags of a SYN: ECE and CWR (RFC 3168 §6.1.1), plus AE for accurate feedback (RFC 9768 §3.1.1). A SYN is ECT only
 * if the sender requires ECN (Linux tcp_ecn_send_syn, RFC 8257 §3.6). With classic ECN a retransmitted SYN does not request ECN,
 * because the path may drop SYNs with these flags (RFC 3168 §6.1.1.1, Linux tcp_ecn_clear_syn).
 */
export function requestEcn(syn: Packet, ecn: EcnSender, isFirst: boolean): void {
  const asks = ecn.enabled && (isFirst || !ecn.isClassic);
  syn.ecn = asks && !ecn.isClassic ? ecn.ect : NOT_ECT;
  syn.ece = asks;
  syn.cwr = asks;
  syn.ae = asks && ecn.isAccurate;
}

/**
 * Sets the ECN flags of a SYN-ACK: ECE alone for classic ECN (RFC 3168 §6.1.1); with accurate feedback the three bits
 * report the ECN field of the received SYN (RFC 9768 §3.1.1).
 */
export function answerEcnRequest(synAck: Packet, syn: Packet): void {
  synAck.ecn = syn.ecn === CE ? ECT0 : syn.ecn;
  if (syn.ae && syn.cwr && syn.ece) reflect(synAck, syn.ecn);
  else {
    synAck.ae = false;
    synAck.cwr = false;
    synAck.ece = syn.ece && syn.cwr;
  }
}

/** Returns true if the SYN-ACK agrees to the ECN request of its SYN. */
export function acceptsEcn(synAck: Packet, ecn: EcnSender): boolean {
  if (ecn.isAccurate) return synAck.ae || synAck.cwr;
  return synAck.ece && !synAck.cwr;
}

/**
 * Sets the ECN fields of the last handshake packet. It is ECT only if the sender requires ECN, as all ACKs of that sender are
 * (RFC 3168 §6.1.4, Linux tcp_ecn_send). With accurate feedback it reports the ECN field of the received SYN-ACK.
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

/** Encodes the received ECN field as one number in the bits AE, CWR and ECE (RFC 9768 §3.1.1, table 3). */
function reflect(packet: Packet, arrived: number): void {
  packet.ae = arrived === ECT0 || arrived === CE;
  packet.cwr = arrived !== ECT0;
  packet.ece = arrived === ECT1;
}
