/** Packets with chosen fields. */
import { Packet } from "../../../src/engine/net/packet.ts";

export const FULL_PACKET_BYTES = 1500;

export function madePacket(fields: Partial<Packet> = {}): Packet {
  return Object.assign(new Packet(), { bytes: FULL_PACKET_BYTES }, fields);
}
