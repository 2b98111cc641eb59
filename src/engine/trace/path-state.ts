/** Reads the state of the path at one time, for the drawn path. */
import type { DelayLine } from "../net/delay-pipe.ts";
import type { Link } from "../net/link.ts";
import { CE, FINAL_ACK, type Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { NS_PER_S } from "../params/read.ts";
import {
  type Moving,
  PACKET_KIND,
  type PathLink,
  type PathPackets,
  type PathState,
} from "./path-state-data.ts";

/** Limit on the packets shown in one place; more would not be visible. */
const MAX_MARKS = 600;

/** Returns the state of the path at the current time. */
export function takePathState(network: Network): PathState {
  const pipes = (which: "data" | "acks") => network.groups.map((group) => group[which]);
  return {
    nowS: network.clock.nowNs / NS_PER_S,
    links: network.links.map((link) => pathLink(link, network)),
    data: moving(pipes("data"), network),
    acks: moving(pipes("acks"), network),
    cwnd: Float32Array.from(network.flows, ({ current }) => current?.sender.state.cwnd ?? 0),
    programs: network.programs.watched(),
  };
}

function pathLink(link: Link, network: Network): PathLink {
  const { port } = link;
  const queued: Packet[] = [];
  port.discipline.visit((packet) => queued.push(packet) < MAX_MARKS);
  const { discipline } = port;
  return {
    queued: columns(queued, network),
    queuePackets: discipline.packets,
    parts: discipline.innerQueues?.map((_, queue) => discipline.packetsIn?.(queue) ?? 0),
    moving: moving([link.pipe], network),
    marks: port.marks,
    drops: port.aqmDrops + port.overflowDrops + link.losses,
    losses: link.losses,
  };
}

function kindOf(packet: Packet): number {
  const ack = packet.isAck ? PACKET_KIND.ack : 0;
  if (packet.epoch < 0)
    return ack === 0 && packet.seq === FINAL_ACK ? PACKET_KIND.lastAck : PACKET_KIND.syn | ack;
  const isSignal = packet.isAck ? packet.ece : packet.ecn === CE;
  return ack | (isSignal ? PACKET_KIND.signal : 0);
}

/** Kinds of packets that a sample always includes. */
const ALWAYS = PACKET_KIND.signal | PACKET_KIND.syn;

function moving(pipes: readonly DelayLine[], network: Network): Moving {
  const total = pipes.reduce((sum, pipe) => sum + pipe.packets, 0);
  // Every stride-th packet is shown; marked packets and SYNs are always shown.
  const stride = Math.max(1, Math.ceil(total / MAX_MARKS));
  const shown: Packet[] = [];
  const at: number[] = [];
  for (const pipe of pipes) {
    let i = 0;
    pipe.visit((packet) => {
      if (i++ % stride !== 0 && (kindOf(packet) & ALWAYS) === 0) return;
      shown.push(packet);
      // In a pipe without delay, packets exist only because of jitter.
      const delayNs = Math.max(1, pipe.delayNs);
      at.push(Math.min(1, Math.max(0, 1 - (packet.dueNs - network.clock.nowNs) / delayNs)));
    });
  }
  return { ...columns(shown, network), total, at: Float32Array.from(at) };
}

function columns(packets: readonly Packet[], { flowOfEnd }: Network): PathPackets {
  return {
    flow: Uint16Array.from(packets, ({ end }) => flowOfEnd[end]),
    kind: Uint8Array.from(packets, kindOf),
    end: Int32Array.from(packets, ({ end }) => end),
    seq: Int32Array.from(packets, ({ isAck, ack, seq }) => (isAck ? ack : seq)),
  };
}
