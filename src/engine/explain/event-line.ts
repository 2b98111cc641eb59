/** One event of a run in a sentence: looked at before it happens, told afterwards by what has become different. */
import {
  ACK_PIPE,
  DATA_PIPE,
  DELAYED_ACK_TIMER,
  LINK_PIPE,
  PACE,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  TRAFFIC_WAKE,
  TRANSMIT,
} from "../event-kinds.ts";
import type { Link } from "../net/link.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { connectionAt } from "../packet-events.ts";
import { Connection } from "../tcp/connection.ts";
import type { Coming } from "./coming.ts";
import { numberText } from "./formats.ts";
import { handshakeName } from "./handshake-name.ts";
import { namedOf } from "./named-packet.ts";
import { packetName } from "./packet-name.ts";
import { capital, flowName } from "./telling.ts";
import { counted, duration, number } from "./text.ts";

/** Words for an event that is about to happen; called once it has, with the packets that were dropped in it. */
export type Line = (dropped: ReadonlySet<Packet>) => string;

export function lineOf(network: Network, coming: Coming): Line {
  switch (coming.from) {
    case "agenda":
      return ofAgenda(network);
    case "arrival":
      return ofArrival(network, coming.arrivals.head);
    case "mover":
      return ofMover(network, coming.kind, coming.owner);
    case "timer":
      return ofTimer(network, coming.kind, coming.owner);
  }
}

function ofMover(network: Network, kind: number, owner: number): Line {
  switch (kind) {
    case TRANSMIT:
      return ofTransmission(network, network.links[owner]);
    case LINK_PIPE:
      return said(
        `${nameOf(network, network.links[owner].pipe.head)} reached the end of ${network.links[owner].label}.`,
      );
    case DATA_PIPE:
      return ofArrival(network, network.groups[owner].data.head);
    case ACK_PIPE:
      return ofAck(network, network.groups[owner].acks.head);
    case PACE:
      return ofPace(network, owner);
    default:
      return said("A packet moved.");
  }
}

function ofTimer(network: Network, kind: number, owner: number): Line {
  switch (kind) {
    case RETRANSMISSION_TIMER: {
      const { sender, handshake } = connectionAt(network, owner);
      const { rtos } = sender;
      // That a SYN is sent again, or none any more, is heard anyway.
      if (handshake?.isOpening) return said("");
      const sent = sendings(connectionAt(network, owner));
      const { packetsSent } = sender;
      const timer = `The retransmission timer of ${flowOf(network, owner)}`;
      return () => {
        if (sender.rtos > rtos) return `${timer} expired.`;
        if (sender.packetsSent > packetsSent)
          return `${timer} asked what became of the last segments: ${sent()}.`;
        return `${timer} was set anew: it is not due yet.`;
      };
    }
    case DELAYED_ACK_TIMER:
      return said(
        `The receiver of ${flowOf(network, owner)} waited no longer for a second packet: it sent its ACK.`,
      );
    case QUEUE_WAKE:
      return ofQueue(network.links[owner]);
    case TRAFFIC_WAKE:
      return said(`The application of ${flowName(owner)} woke up.`);
    default:
      return said("A sample was taken for the plots; nothing moved.");
  }
}

/** What a discipline does by a timer shows in one of its probes. */
function ofQueue({ port, definition }: Link): Line {
  const read = () => definition.probes.map((_, i) => port.discipline.probe(i));
  const before = read();
  return () => {
    const after = read();
    const i = after.findIndex((value, at) => Math.abs(value - before[at]) > 0);
    const looked = `${definition.label} looked at its queue`;
    if (i < 0) return `${looked}: nothing changed.`;
    const { symbol, label } = definition.probes[i];
    return `${looked}: ${symbol ?? label} ${numberText(before[i])} → ${numberText(after[i])}.`;
  };
}

/** The link has sent a packet and takes the next one, or finds none. */
function ofTransmission(network: Network, { port, label }: Link): Line {
  const queue = network.links.length > 1 ? `the queue of ${label}` : "the queue";
  const waiting = new Map<Packet, { readonly name: string; readonly enteredNs: number }>();
  port.discipline.visit((packet) => {
    waiting.set(packet, { name: nameOf(network, packet), enteredNs: packet.enqueuedNs });
    return true;
  });
  const { packetsSent } = port;
  return (dropped) => {
    const { nowNs } = network.clock;
    if (port.packetsSent === packetsSent) return `${capital(queue)} is empty: the link has nothing to send.`;
    port.discipline.visit((packet) => {
      waiting.delete(packet);
      return true;
    });
    for (const packet of dropped) waiting.delete(packet);
    const [sent] = waiting.values();
    return `${sent.name} left ${queue} after ${duration(nowNs - sent.enteredNs)}.`;
  };
}

function ofArrival(network: Network, packet: Packet | null): Line {
  return said(`${nameOf(network, packet)} reached its receiver.`);
}

function ofAck(network: Network, packet: Packet | null): Line {
  if (packet === null) return said("An ACK arrived.");
  const owner = network.ends[packet.end];
  const name = handshakeName({ isAck: true, seq: packet.ack }) ?? `ACK ${number(packet.ack)}`;
  const reached = `${name} reached the sender of ${flowOf(network, packet.end)}`;
  if (!(owner instanceof Connection)) return said(`${reached}.`);
  const { state } = owner.sender;
  const { cwnd } = state;
  const sent = sendings(owner);
  return () => {
    const window =
      state.cwnd === cwnd ? `cwnd ${number(cwnd)} as before` : `cwnd ${number(cwnd)} → ${number(state.cwnd)}`;
    return `${reached}: ${window}, ${sent()}.`;
  };
}

function ofPace(network: Network, end: number): Line {
  const sent = sendings(connectionAt(network, end));
  return () => `The pacing of ${flowOf(network, end)} came round: ${sent()}.`;
}

/** "2 packets sent", counted from now on. */
function sendings({ sender }: Connection): () => string {
  const before = sender.packetsSent;
  return () => {
    const count = sender.packetsSent - before;
    return count === 0 ? "nothing sent" : `${counted(count, "packet")} sent`;
  };
}

/** A start, a stop, or what was planned for that moment. */
function ofAgenda(network: Network): Line {
  const active = network.flows.map((flow) => flow.isActive());
  return () => {
    const changed = network.flows.find((flow, i) => flow.isActive() !== active[i]);
    if (changed === undefined) return "What was planned for this moment took effect.";
    // That a flow joins is heard anyway.
    return changed.isActive() ? "" : `${capital(flowName(changed.index))} stopped.`;
  };
}

const said =
  (text: string): Line =>
  () =>
    text;

const flowOf = (network: Network, end: number): string => flowName(network.flowOfEnd[end]);

function nameOf(network: Network, packet: Packet | null): string {
  if (packet === null) return "A packet";
  return capital(packetName(namedOf(network, packet), network.flowOfEnd[packet.end]));
}
