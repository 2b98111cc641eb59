/** What packets of a handshake are called. */
import { FINAL_ACK, SYN, SYN_ACK } from "../net/packet.ts";

/** By its number, as pictures and stories have it: "SYN", "SYN-ACK"; null of what belongs to no handshake. */
export function handshakeName({
  isAck,
  seq,
}: {
  readonly isAck: boolean;
  readonly seq: number;
}): string | null {
  if (isAck) return seq === SYN_ACK ? "SYN-ACK" : null;
  if (seq === FINAL_ACK) return "last ACK of the handshake";
  return seq === SYN ? "SYN" : null;
}
