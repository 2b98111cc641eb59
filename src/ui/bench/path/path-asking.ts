/** What a place in the drawn path asks: a packet, a sender's latest event, or what the queue did last. */
import type { Picture, Question, Snapshot } from "../../../engine/index.ts";
import { latestEvent, questionOf } from "../../state/run-events.ts";
import type { PlacedPicture } from "./draw-marks.ts";
import type { Box } from "./graph-layout.ts";
import { type FoundPacket, packetAt } from "./packets-at.ts";
import type { Point } from "./polyline.ts";

/** What is drawn beside the packets. */
export interface AskedScene {
  placed(picture: Picture): PlacedPicture;
  /** Per drawn sender. */
  readonly senders: readonly { readonly at: Point; readonly reachPx: number; readonly flow: number }[];
}

export interface PathHit {
  readonly question: Question;
  /** "packet 10 433 of flow 1", "flow 1", "the queue". */
  readonly what: "packet" | "sender" | "queue";
  readonly found: FoundPacket | null;
  /** The link that it is on; null: on none. */
  readonly link: number | null;
}

/** A packet is hit within 24 px across. */
const REACH_PX = 12;

export function pathHit(
  scene: AskedScene,
  picture: Picture,
  snapshot: Snapshot,
  point: Point,
): PathHit | null {
  const placed = scene.placed(picture);
  const found = packetAt(placed, picture, point, REACH_PX);
  if (found !== null) {
    return { question: packetQuestion(found, picture), what: "packet", found, link: found.packet.link };
  }
  const awayPx = ({ at }: { readonly at: Point }) => Math.hypot(at.x - point.x, at.y - point.y);
  // Of several above each other the nearest.
  const [sender] = scene.senders
    .filter((one) => awayPx(one) <= one.reachPx)
    .sort((a, b) => awayPx(a) - awayPx(b));
  if (sender !== undefined) {
    const question = senderQuestion(snapshot, picture.nowS, sender.flow);
    return question && { question, what: "sender", found: null, link: null };
  }
  const link = placed.queues.findIndex(({ box }) => isInside(box, point));
  if (link < 0) return null;
  return { question: queueQuestion(snapshot, picture, link), what: "queue", found: null, link };
}

function isInside({ left, right, top, bottom }: Box, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

export function packetQuestion({ packet }: FoundPacket, { nowS }: Picture): Question {
  return { kind: "packet", packet, atS: nowS };
}

/** Null before it has done anything. */
function senderQuestion(snapshot: Snapshot, nowS: number, flow: number): Question | null {
  const latest = latestEvent(snapshot, nowS, (event) => event.flow === flow && event.link === null);
  return latest && questionOf(latest);
}

/** Of the run, on each side of the playhead. */
const STRETCH_SHARE = 0.02;

/** Its latest signal; of an empty queue, and before the first signal, how it comes to be as it is. */
export function queueQuestion(snapshot: Snapshot, { nowS, links }: Picture, link: number): Question {
  const latest =
    links[link].queuePackets === 0 ? null : latestEvent(snapshot, nowS, (event) => event.link === link);
  if (latest !== null) return questionOf(latest);
  const beside = snapshot.nowS * STRETCH_SHARE;
  const [fromS, toS] = [Math.max(0, nowS - beside), Math.min(snapshot.nowS, nowS + beside)];
  return { kind: "stretch", of: "queue", link, flow: null, fromS, toS };
}
