/**
 * How two ends agree on ECN while a connection is opened. References: RFC 3168 §6.1.1 for the classic echo, which DCTCP
 * asks for too; RFC 9768 §3.1 for accurate feedback; RFC 8257 §3.5 on packets of the handshake that are ECN-capable.
 */
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../net/packet.ts";
import type { EcnSender } from "./ecn.ts";

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
