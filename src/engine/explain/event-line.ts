/**
 * Describes one event of a run in a sentence. For this, the state is recorded before the event and compared with the state after
 * it.
 */
import {
  ACK_PIPE,
  CONTROL_TICK,
  DATA_PIPE,
  DELAYED_ACK_TIMER,
  LINK_PIPE,
  PACE,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  TRAFFIC_WAKE,
  TRANSMIT,
} from "../components.ts";
import type { Link } from "../net/link.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { NextEvent } from "../next-event.ts";
import { Connection } from "../tcp/connection.ts";
import { LOG } from "../trace/log-rows.ts";
import { LOG_FLAG, type PacketLog } from "../trace/packet-log.ts";
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { handshakeName, type NamedPacket, packetName } from "./event-text.ts";
import { counted, duration, number, numberText } from "./formats.ts";
import { capital, flowName } from "./run-context.ts";

/** Describes an event after it has happened. The log holds the rows that the event added. */
export type DescribeEvent = (log: PacketLog) => string;

/** Records the state before the next event. Returns a function that describes the event after it has happened. */
export function lineOf(network: Network, next: NextEvent): DescribeEvent {
  switch (next.from) {
    case "agenda":
      return ofAgenda(network);
    case "arrival":
      return ofArrival(network, next.arrivals.head);
    case "mover":
      return ofMover(network, next.kind, next.owner);
    case "timer":
      return ofTimer(network, next.kind, next.owner);
  }
}

function ofMover(network: Network, kind: number, owner: number): DescribeEvent {
  switch (kind) {
    case TRANSMIT:
      return ofTransmission(network, owner);
    case LINK_PIPE:
      return fixedLine(
        `${nameOf(network, network.links[owner].pipe.head)} reached the end of ${network.links[owner].label}.`,
      );
    case DATA_PIPE:
      return ofArrival(network, network.groups[owner].data.head);
    case ACK_PIPE:
      return ofAck;
    case PACE:
      return (log) => `The pacing timer of ${flowOf(network, owner)} fired: ${sentText(sentBy(owner, log))}.`;
    default:
      return fixedLine("A packet moved.");
  }
}

function ofTimer(network: Network, kind: number, owner: number): DescribeEvent {
  switch (kind) {
    case RETRANSMISSION_TIMER:
      return (log) => ofRetransmissionTimer(network, owner, log);
    case DELAYED_ACK_TIMER:
      return fixedLine(
        `The receiver of ${flowOf(network, owner)} stopped waiting for a second packet and sent its ACK.`,
      );
    case CONTROL_TICK:
      return (log) =>
        `The timer of the sender of ${flowOf(network, owner)} fired: ${sentText(sentBy(owner, log))}.`;
    case QUEUE_WAKE:
      return ofQueue(network.links[owner]);
    case TRAFFIC_WAKE:
      return fixedLine(`The timer of the application of ${flowName(owner)} fired.`);
    default:
      return fixedLine("A sample was taken for the plots; nothing moved.");
  }
}

/** Describes the timer of a queue discipline. The effect of such a timer shows in one of the discipline's probes. */
function ofQueue({ port, definition }: Link): DescribeEvent {
  const read = () => definition.probes.map((_, i) => port.discipline.probe(i));
  const before = read();
  return () => {
    const after = read();
    const i = after.findIndex((value, at) => Math.abs(value - before[at]) > 0);
    const looked = `${definition.label} updated its state`;
    if (i < 0) return `${looked}: nothing changed.`;
    const { symbol, label } = definition.probes[i];
    return `${looked}: ${symbol ?? label} ${numberText(before[i])} → ${numberText(after[i])}.`;
  };
}

function ofRetransmissionTimer(network: Network, end: number, log: PacketLog): string {
  const { kind, detail } = log.columns;
  const heard = rowsOf(log, (row) => kind[row] === LOG.window).map((row) => detail[row]);
  // Retransmitted SYNs and failed connections are described elsewhere.
  if (heard.some(isOfOpening)) return "";
  const timer = `The retransmission timer of ${flowOf(network, end)}`;
  if (heard.includes(FLOW_EVENT.rto)) return `${timer} expired.`;
  const sent = sentBy(end, log);
  return sent === 0
    ? `${timer} was restarted, because it is not due yet.`
    : `${timer} triggered a tail loss probe: ${sentText(sent)}.`;
}

/** Describes the end of a transmission: the link takes the next packet or has none to send. */
function ofTransmission(network: Network, index: number): DescribeEvent {
  const queue = network.links.length > 1 ? `the queue of ${network.links[index].label}` : "the queue";
  return (log) => {
    const { kind, link, a } = log.columns;
    const [row] = rowsOf(log, (one) => kind[one] === LOG.dequeued && link[one] === index);
    if (row === undefined) return `${capital(queue)} is empty: the link has nothing to send.`;
    const { packet, flow } = loggedPacket(log, row);
    return `${capital(packetName(packet, flow))} left ${queue} after ${duration(a[row])}.`;
  };
}

function ofArrival(network: Network, packet: Packet | null): DescribeEvent {
  return fixedLine(`${nameOf(network, packet)} reached its receiver.`);
}

function ofAck(log: PacketLog): string {
  const { kind, flow, end, seq, a } = log.columns;
  const [acked, read] = rowsOf(log, (row) => kind[row] === LOG.acked || kind[row] === LOG.ackRead);
  const name = handshakeName({ isAck: true, seq: seq[acked] }) ?? `ACK ${number(seq[acked])}`;
  if (read === undefined)
    return `The answer to datagram ${number(seq[acked])} reached the sender of ${flowName(flow[acked])}.`;
  const [before, after] = [a[acked], a[read]];
  const window =
    before === after ? `cwnd ${number(after)} as before` : `cwnd ${number(before)} → ${number(after)}`;
  const reached = `${name} reached the sender of ${flowName(flow[acked])}`;
  return `${reached}: ${window}, ${sentText(sentBy(end[acked], log))}.`;
}

function rowsOf({ length }: PacketLog, isOne: (row: number) => boolean): number[] {
  return Array.from({ length }, (_, row) => row).filter(isOne);
}

/** Returns the number of data packets that the end `of` has sent in the logged event. */
function sentBy(total: number, log: PacketLog): number {
  const { kind, end, epoch, flags } = log.columns;
  const isData = (row: number) => (flags[row] & LOG_FLAG.ack) === 0 && epoch[row] >= 0;
  return rowsOf(log, (row) => kind[row] === LOG.sent && end[row] === total && isData(row)).length;
}

const sentText = (count: number): string =>
  count === 0 ? "nothing sent" : `${counted(count, "packet")} sent`;

/** Describes an entry of the agenda: a start, a stop, or another planned action. */
function ofAgenda(network: Network): DescribeEvent {
  const active = network.flows.map((flow) => flow.isActive());
  return () => {
    const changed = network.flows.find((flow, i) => flow.isActive() !== active[i]);
    if (changed === undefined) return "A scheduled change took effect.";
    // That a flow joined is described elsewhere.
    return changed.isActive() ? "" : `${capital(flowName(changed.index))} stopped.`;
  };
}

const fixedLine =
  (text: string): DescribeEvent =>
  () =>
    text;

const flowOf = (network: Network, end: number): string => flowName(network.flowOfEnd[end]);

function nameOf(network: Network, packet: Packet | null): string {
  if (packet === null) return "A packet";
  return capital(packetName(namedOf(network, packet), network.flowOfEnd[packet.end]));
}

// Copies the fields from which a packet's name is made, because packet objects are reused.

function namedOf(network: Network, packet: Packet): NamedPacket {
  const { isAck, isRetransmission, ack, seq, end } = packet;
  const isDatagram = !(network.ends[end] instanceof Connection);
  return { isAck, isDatagram, isRetransmission: !isAck && isRetransmission, seq: isAck ? ack : seq };
}

/** Returns the packet of a row of the log. */
export function loggedPacket(log: PacketLog, row: number): { packet: NamedPacket; flow: number } {
  const { seq, flags, end, flow } = log.columns;
  const isDatagram = !(log.network.ends[end[row]] instanceof Connection);
  const isAck = (flags[row] & LOG_FLAG.ack) !== 0;
  const isRetransmission = (flags[row] & LOG_FLAG.retransmission) !== 0;
  return { packet: { isAck, isDatagram, isRetransmission, seq: seq[row] }, flow: flow[row] };
}
