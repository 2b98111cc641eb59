/** What the path's picture says in words. */
import { counted, grouped } from "../../../experiments/counted.ts";
import type { DumbbellProps, PathHandle } from "../plots/chart-props.ts";

export function rateText({ value }: Pick<PathHandle, "value">): string {
  return value >= 1000 ? `${short(value / 1000)} Gbps` : `${short(value)} Mbps`;
}

export function delayText({ value }: Pick<PathHandle, "value">): string {
  return value >= 10_000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** "receiver", "3 receivers"; `isMixed`: each has a round-trip time of its own. */
export function receiversText(count: number, isMixed: boolean): string {
  const receivers = countText(count, "receiver");
  return isMixed ? `${receivers}, each with its RTT` : receivers;
}

function countText(count: number, noun: string): string {
  return count === 1 ? noun : counted(count, noun);
}

/** Over the senders: a lone one has a window that is worth saying. */
export function sendersText(flows: number, cwnd: number | undefined): string {
  return flows === 1 && cwnd !== undefined ? `cwnd ${cwnd.toFixed(0)}` : countText(flows, "sender");
}

/** Over the queue: how many packets there are, and where the box is too short for them, how many of these are in it. */
export function queueText(packets: number, hidden: number): string {
  const all = counted(packets, "packet");
  return hidden > 0 ? `${all}, ${grouped(packets - hidden)} shown` : all;
}

/** `time`: "5 ms". */
export function targetText(queue: string, time: string): string {
  return `${queue} target ${time}`;
}

/** For the ear. */
export function targetLabel(queue: string): string {
  return `${queue} target, in the path's picture`;
}

export function rttText(time: string): string {
  return `RTT ${time}`;
}

export function rttValue(time: string): string {
  return `${time}, propagation only`;
}

/** Of ends that are not drawn. */
export function moreEnds(more: number): string {
  return `+ ${more} more`;
}

export function queueCursorLabel(link: string): string {
  return `Packets in the queue at ${link}`;
}

/** `place`: from 1 on. */
export function queuePlace(place: number, count: number, packet: string): string {
  return `${place} of ${count} from the head: ${packet}`;
}

/** What a press would ask of. */
export function lastActWords(flow: string): string {
  return `what ${flow} did last`;
}

/** `link`: null where the queue's last signal is meant. */
export function queueQuestionWords(link: string | null): string {
  return link === null ? "the queue's last signal" : `the queue at ${link}`;
}

interface PacketFacts {
  /** Its number; null: it is an ACK. */
  readonly seq: string | null;
  /** Its part in a handshake; null: none. */
  readonly handshake: string | null;
  readonly isSignal: boolean;
}

/** "packet 12 345 of flow 1, marked CE". */
export function packetWords({ seq, handshake, isSignal }: PacketFacts, flow: string): string {
  if (handshake !== null) return `${handshake} of ${flow}`;
  if (seq === null) return `ACK${isSignal ? " with ECE" : ""} to ${flow}`;
  return `packet ${seq} of ${flow}${isSignal ? ", marked CE" : ""}`;
}

/** How many packets a dash stands for, and the same where there is little room. */
export interface DashWords {
  readonly inFull: string;
  readonly short: string;
}

export interface DashFacts {
  /** In queues, the least and the most. */
  readonly least: number;
  readonly most: number;
  readonly underWay: number;
}

/** "1 packet", "about 20 packets", "20 packets in a queue, about 5 under way"; where there is little room "5 to 20 packets". */
export function dashText({ least, most, underWay }: DashFacts): DashWords {
  const inQueue = least === most ? counted(most, "packet") : `${least} to ${counted(most, "packet")}`;
  if (most === 1 && underWay === 1) return ONE_PACKET;
  if (least === most && most === underWay) return alike(`about ${inQueue}`);
  return {
    inFull: `${inQueue} in a queue, about ${underWay} under way`,
    short: `${Math.min(least, underWay)} to ${Math.max(most, underWay)} packets`,
  };
}

const alike = (text: string): DashWords => ({ inFull: text, short: text });

export const ONE_PACKET = alike(counted(1, "packet"));

/** Of the sign that stands for them. */
export function oneDash(dash: string): string {
  return `one dash: ${dash}`;
}

export function shortDash(dash: string): string {
  return `dash: ${dash}`;
}

/** Of each flow, in ms: propagation beyond the link. */
export function ownRtts({ scenario, snapshot }: DumbbellProps["run"]): number[] {
  return snapshot.results.flows.map(({ group }) => Number(scenario.flows[group]?.params.rtt ?? 0));
}

/** More would not be listened to. */
const MOST_LISTED = 6;

function listed(texts: readonly string[]): string {
  const [more, some] = [texts.length - MOST_LISTED, texts.slice(0, MOST_LISTED)];
  if (more > 0) return `${some.join(", ")} and ${more} more`;
  return `${some.slice(0, -1).join(", ")} and ${some[some.length - 1]}`;
}

/** For a reader of the screen; what moves many times a second is not in it. */
export function spokenPath({ run, rtt, capacity, target, queueLabel }: DumbbellProps): string {
  const rtts = ownRtts(run).map((value) => delayText({ value }));
  const flows = rtts.length;
  const different = [...new Set(rtts)];
  const round =
    different.length === 1 ? `round-trip time ${delayText(rtt)}` : `round-trip times ${listed(different)}`;
  const senders = flows === 1 ? "One sender" : counted(flows, "sender");
  const aim = target === null ? "" : ` with a target of ${delayText(target)}`;
  return `${senders}, a ${queueLabel} queue${aim}, a link of ${rateText(capacity)}, ${round} (propagation only).`;
}
