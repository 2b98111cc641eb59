/** Handlers of packet events. */
import { ACK_PIPE, DATA_PIPE, LINK_PIPE, PACE, TRANSMIT } from "./components.ts";
import type { Arrivals } from "./net/arrivals.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import type { Packet } from "./net/packet.ts";
import type { Network } from "./network.ts";
import { Connection } from "./tcp/connection.ts";
import { LOG, type LogWriter, NO_LINK } from "./trace/log-rows.ts";

/** Handles the packet event of a slot. */
export function movePacket(network: Network, slot: number): void {
  const { kinds, owners } = network.movers;
  const owner = owners[slot];
  switch (kinds[slot]) {
    case TRANSMIT:
      network.links[owner].port.onTransmitted();
      break;
    case LINK_PIPE:
      network.receive(network.links[owner].pipe.takeDue());
      break;
    case DATA_PIPE: {
      const { data } = network.groups[owner];
      if (!(data instanceof DelayPipe)) throw new Error("the data of this group need no event to arrive");
      const packet = data.takeDue();
      network.log?.add(LOG.delivered, 0, network.clock, packet, NO_LINK, 0, 0);
      network.ends[packet.end].onData(packet);
      break;
    }
    case ACK_PIPE: {
      const ack = network.groups[owner].takeAck();
      if (network.log === null) network.ends[ack.end].onAck(ack);
      else readLogged(network, network.log, ack);
      break;
    }
    case PACE:
      connectionAt(network, owner).sender.onPace();
      break;
    default:
      throw new Error(`unknown kind of packet event: ${kinds[slot]}`);
  }
}

/** Passes an ACK to its sender, and logs the sender's window before and after. */
function readLogged(network: Network, log: LogWriter, ack: Packet): void {
  const { end } = ack;
  const connection = network.ends[end];
  if (!(connection instanceof Connection)) {
    log.add(LOG.acked, 0, network.clock, ack, NO_LINK, Number.NaN, Number.NaN);
    connection.onAck(ack);
    return;
  }
  const { state } = connection.sender;
  log.add(LOG.acked, 0, network.clock, ack, NO_LINK, state.cwnd, state.una);
  connection.onAck(ack);
  log.addOfEnd(LOG.ackRead, 0, network.clock, end, state.cwnd, state.una);
}

/** Returns the pipe whose next arrival comes first, among arrivals that are not events; null if no such packet is in flight. */
export function nextArrival({ groups }: Network): Arrivals | null {
  let next: Arrivals | null = null;
  for (const { arrivals } of groups) {
    if (arrivals !== null && arrivals.nextNs < (next?.nextNs ?? Number.POSITIVE_INFINITY)) next = arrivals;
  }
  return next;
}

/** Returns the connection with this end. Throws if the end belongs to a UDP flow. */
export function connectionAt(network: Network, end: number): Connection {
  const connection = network.ends[end];
  if (!(connection instanceof Connection)) throw new Error(`end ${end} is not a TCP connection`);
  return connection;
}
