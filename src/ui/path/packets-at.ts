/** Which packet of a picture stands at a place of its drawing: what is painted is what is hit. */
import {
  type AskedPacket,
  type LinkPicture,
  PACKET_KIND,
  type Picture,
  type PicturePackets,
} from "../../engine/index.ts";
import { type PlacedPicture, type QueueMark, type QueuePlace, queueMarks } from "./draw-marks.ts";
import type { Point } from "./polyline.ts";

export interface FoundPacket {
  readonly packet: AskedPacket;
  readonly flow: number;
  readonly isSignal: boolean;
  readonly at: Point;
}

/** A diamond is drawn over its neighbours: who points at it means it. */
const ON_DIAMOND_PX = 7;

/** The nearest one within reach; of what is drawn over each other the upper one. */
export function packetAt(
  placed: PlacedPicture,
  picture: Picture,
  { x, y }: Point,
  reachPx: number,
): FoundPacket | null {
  let nearest: FoundPacket | null = null;
  let leastPx = reachPx;
  for (const found of drawnPackets(placed, picture)) {
    const awayPx = Math.hypot(found.at.x - x, found.at.y - y);
    const countedPx = found.isSignal && awayPx <= ON_DIAMOND_PX ? awayPx - ON_DIAMOND_PX : awayPx;
    if (countedPx > leastPx) continue;
    nearest = found;
    leastPx = countedPx;
  }
  return nearest;
}

function* drawnPackets({ queues, stretches }: PlacedPicture, picture: Picture): Generator<FoundPacket> {
  for (const { moving, placeOf, link } of stretches) {
    for (let index = 0; index < moving.flow.length; index++) {
      const at = placeOf(index);
      if (at !== null) yield foundPacket(moving, index, link, false, at);
    }
  }
  for (const [link, place] of queues.entries()) yield* queuedPackets(place, picture.links[link], link);
}

/** Those of a queue that are drawn, from the head on. Of the packets behind one mark it is the first that carries a signal, or the first. */
export function queuedPackets(place: QueuePlace, link: LinkPicture, index: number): FoundPacket[] {
  const { queued } = link;
  return queueMarks(place, link)
    .filter(({ from }) => from < queued.flow.length)
    .map((mark) => foundPacket(queued, shownPacket(queued, mark), index, true, mark.at));
}

function shownPacket(queued: PicturePackets, { from, to }: QueueMark): number {
  for (let index = from; index < to; index++) if (isSignal(queued, index)) return index;
  return from;
}

function isSignal({ kind }: PicturePackets, index: number): boolean {
  return (kind[index] & PACKET_KIND.signal) !== 0;
}

function foundPacket(
  packets: PicturePackets,
  index: number,
  link: number | null,
  isQueued: boolean,
  at: Point,
): FoundPacket {
  const { end, seq, kind, flow } = packets;
  const isAck = (kind[index] & PACKET_KIND.ack) !== 0;
  return {
    packet: { end: end[index], seq: seq[index], isAck, link, isQueued },
    flow: flow[index],
    isSignal: isSignal(packets, index),
    at,
  };
}
