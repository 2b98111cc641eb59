/** What is kept of a packet to name it later: packets are used again. */
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { Connection } from "../tcp/connection.ts";
import type { NamedPacket } from "./packet-name.ts";

export function namedOf(network: Network, packet: Packet): NamedPacket {
  const { isAck, isRetransmission, ack, seq, end } = packet;
  const isDatagram = !(network.ends[end] instanceof Connection);
  return { isAck, isDatagram, isRetransmission: !isAck && isRetransmission, seq: isAck ? ack : seq };
}
