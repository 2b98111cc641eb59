/** The path at one instant, for the living picture. */
import type { DelayPipe } from "../net/delay-pipe.ts";
import { CE, type Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Picture } from "./snapshot.ts";

/** More marks than this on one stretch tell an eye nothing. */
const MAX_MARKS = 600;

export function takePicture(network: Network, nowNs: number): Picture {
  const { port, connections } = network;
  return {
    nowS: nowNs / 1e9,
    queued: queued(network),
    queuePackets: port.discipline.packets,
    data: inPipes(
      network.pipes.map((pipes) => pipes.data),
      nowNs,
      (packet) => packet.ecn === CE,
      "ce",
    ),
    acks: inPipes(
      network.pipes.map((pipes) => pipes.acks),
      nowNs,
      (packet) => packet.ece,
      "ece",
    ),
    cwnd: Float32Array.from(connections, (connection) => connection.sender.state.cwnd),
    marks: port.marks,
    drops: port.aqmDrops + port.overflowDrops,
  };
}

function queued(network: Network): Picture["queued"] {
  const flow: number[] = [];
  const ce: number[] = [];
  network.port.discipline.visit((packet) => {
    flow.push(packet.flow);
    ce.push(packet.ecn === CE ? 1 : 0);
    return flow.length < MAX_MARKS;
  });
  return { flow: Uint16Array.from(flow), ce: Uint8Array.from(ce) };
}

function inPipes<K extends "ce" | "ece">(
  pipes: readonly DelayPipe[],
  nowNs: number,
  isMarked: (packet: Packet) => boolean,
  key: K,
): { flow: Uint16Array; at: Float32Array } & Record<K, Uint8Array> {
  const total = pipes.reduce((sum, pipe) => sum + pipe.packets, 0);
  // Every stride-th packet, marked ones always: a sample that loses no signal.
  const stride = Math.max(1, Math.ceil(total / MAX_MARKS));
  const flow: number[] = [];
  const marked: number[] = [];
  const at: number[] = [];
  for (const pipe of pipes) {
    let i = 0;
    for (let packet = pipe.head; packet !== null; packet = packet.next, i++) {
      const carriesSignal = isMarked(packet);
      if (i % stride !== 0 && !carriesSignal) continue;
      flow.push(packet.flow);
      marked.push(carriesSignal ? 1 : 0);
      at.push(Math.min(1, Math.max(0, 1 - (packet.dueNs - nowNs) / pipe.delayNs)));
    }
  }
  const common = { flow: Uint16Array.from(flow), at: Float32Array.from(at) };
  return { ...common, [key]: Uint8Array.from(marked) } as typeof common & Record<K, Uint8Array>;
}
