/** What is kept of a packet to name it later: packets are used again. */
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { Connection } from "../tcp/connection.ts";
import { LOG_FLAG, type PacketLog } from "../trace/packet-log.ts";
import type { NamedPacket } from "./packet-name.ts";

export function namedOf(network: Network, packet: Packet): NamedPacket {
  const { isAck, isRetransmission, ack, seq, end } = packet;
  const isDatagram = !(network.ends[end] instanceof Connection);
  return { isAck, isDatagram, isRetransmission: !isAck && isRetransmission, seq: isAck ? ack : seq };
}

/** That a row of the log names. */
export function loggedPacket(log: PacketLog, row: number): { packet: NamedPacket; flow: number } {
  const { seq, flags, end, flow } = log.columns;
  const isDatagram = !(log.network.ends[end[row]] instanceof Connection);
  const isAck = (flags[row] & LOG_FLAG.ack) !== 0;
  const isRetransmission = (flags[row] & LOG_FLAG.retransmission) !== 0;
  return { packet: { isAck, isDatagram, isRetransmission, seq: seq[row] }, flow: flow[row] };
}
