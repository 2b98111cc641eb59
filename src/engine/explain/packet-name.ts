/** What a packet is called in a line. */
import { handshakeName } from "./handshake-name.ts";
import { flowName } from "./telling.ts";
import { number } from "./text.ts";

export interface NamedPacket {
  readonly isAck: boolean;
  readonly isRetransmission: boolean;
  readonly isDatagram: boolean;
  /** Of data the segment's number, of an ACK the next one expected. */
  readonly seq: number;
}

/** "packet 10 433 of flow 1"; an ACK goes by what it expects next. */
export function packetName(packet: NamedPacket, flow: number): string {
  const { isAck, isDatagram, isRetransmission, seq } = packet;
  const ofHandshake = handshakeName(packet);
  if (ofHandshake !== null)
    return `${isRetransmission ? "repeated " : ""}${ofHandshake} of ${flowName(flow)}`;
  const kind = isAck ? "ACK" : isDatagram ? "datagram" : isRetransmission ? "retransmitted packet" : "packet";
  return `${kind} ${number(seq)} of ${flowName(flow)}`;
}
