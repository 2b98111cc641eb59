/** Listening in on one object of a replay's network: normal runs have no such object, so they pay nothing. */
import type { Packet } from "../net/packet.ts";

type Taking<K extends string> = { [P in K]: (packet: Packet) => void };

/** `hear` is called instead of the object's method, and calls `go` for what the method does. */
export function tap<K extends string>(
  object: Taking<K>,
  method: K,
  hear: (packet: Packet, go: () => void) => void,
): void {
  const own = object[method].bind(object);
  object[method] = (packet: Packet) => hear(packet, () => own(packet));
}
