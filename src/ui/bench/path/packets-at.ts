/** Which packet of a picture stands at a place of its drawing: what is painted is what is hit. */
import {
  type AskedPacket,
  type LinkPicture,
  PACKET_KIND,
  type Picture,
  type PicturePackets,
} from "../../../engine/index.ts";
import { type PlacedPicture, type QueuePlace, queueMarks, shownPacket } from "./draw-marks.ts";
import type { Point } from "./polyline.ts";

export interface FoundPacket {
  readonly packet: AskedPacket;
  readonly flow: number;
  readonly isSignal: boolean;
  readonly at: Point;
  /** Its mark is drawn over its neighbours: who points within so many px of its middle means it. */
  readonly coversPx: number;
}

const DIAMOND_COVERS_PX = 7;
const SYN_COVERS_PX = 5.5;

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
    const countedPx = awayPx <= found.coversPx ? awayPx - found.coversPx : awayPx;
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

/** Those of a queue that are drawn, from the head on: of the packets behind one mark the one that it shows. */
export function queuedPackets(place: QueuePlace, link: LinkPicture, index: number): FoundPacket[] {
  const { queued } = link;
  return queueMarks(place, link)
    .filter(({ from }) => from < queued.flow.length)
    .map((mark) => foundPacket(queued, shownPacket(queued, mark), index, true, mark.at));
}

function coversPx(bits: number): number {
  if ((bits & PACKET_KIND.signal) !== 0) return DIAMOND_COVERS_PX;
  return (bits & PACKET_KIND.syn) !== 0 ? SYN_COVERS_PX : 0;
}

function foundPacket(
  packets: PicturePackets,
  index: number,
  link: number | null,
  isQueued: boolean,
  at: Point,
): FoundPacket {
  const { end, seq, kind, flow } = packets;
  const bits = kind[index];
  const isAck = (bits & PACKET_KIND.ack) !== 0;
  return {
    packet: { end: end[index], seq: seq[index], isAck, link, isQueued },
    flow: flow[index],
    isSignal: (bits & PACKET_KIND.signal) !== 0,
    at,
    coversPx: coversPx(bits),
  };
}
