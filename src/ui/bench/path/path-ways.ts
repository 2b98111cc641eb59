/** The ways of the packets behind the queue, and of the ACKs: one for all flows, or each as long as its round trip. */
import type { PathEnds } from "./path-ends.ts";
import type { PathLayout, PathRow } from "./path-layout.ts";
import { type Point, polyline, type Way } from "./polyline.ts";

export interface PathWays {
  /** Per flow, from the queue to the receiver and from there to the sender. */
  readonly there: readonly Way[];
  readonly back: readonly Way[];
}

/** From the queue to where its packets begin. */
const LINK_FROM_PX = 4;

export function pathWays(layout: PathLayout, ends: PathEnds): PathWays {
  const { rowOf, rttMs } = ends;
  if (!ends.isMixed) {
    const [there, back] = [linkWay(layout), ackWay(layout, lowestEnd(layout, layout.receiverX))];
    return { there: rowOf.map(() => there), back: rowOf.map(() => back) };
  }
  const rows = rowOf.map(
    (row, flow): PathRow => ({ ...layout.rows[row], receiverX: layout.reach(rttMs[flow]) }),
  );
  const known = new Map<string, [Way, Way]>();
  const ways = rows.map((row) => {
    const key = `${row.y} ${row.receiverX}`;
    const found = known.get(key) ?? [rowWay(layout, row), ackWay(layout, { x: row.receiverX, y: row.y })];
    known.set(key, found);
    return found;
  });
  return { there: ways.map(([there]) => there), back: ways.map(([, back]) => back) };
}

function linkWay({ box, linkEndX, middleY }: PathLayout): Way {
  return polyline([
    { x: box.right + LINK_FROM_PX, y: middleY },
    { x: linkEndX, y: middleY },
  ]);
}

/** Along the link, then in the row of its own receiver. */
function rowWay({ box, linkEndX, middleY, forkPx }: PathLayout, { y, receiverX }: PathRow): Way {
  return polyline([
    { x: box.right + LINK_FROM_PX, y: middleY },
    { x: linkEndX, y: middleY },
    { x: linkEndX + forkPx, y },
    { x: receiverX, y },
  ]);
}

function lowestEnd({ rows }: PathLayout, x: number): Point {
  return { x, y: Math.max(...rows.map(({ y }) => y)) };
}

/** From a receiver down, back below the queue and up to the sender. */
export function ackWay(layout: PathLayout, receiver: Point): Way {
  const { senderX, backY, nodeRadius } = layout;
  const air = nodeRadius + 2;
  const top = lowestEnd(layout, senderX).y + air;
  const corner = Math.max(1, Math.min(22, backY - top));
  const points: Point[] = [
    { x: receiver.x, y: receiver.y + air },
    { x: receiver.x, y: backY - corner },
  ];
  points.push(...arc(receiver.x - corner, backY - corner, corner, 0));
  points.push(...arc(senderX + corner, backY - corner, corner, Math.PI / 2));
  points.push({ x: senderX, y: top });
  return polyline(points);
}

function arc(centreX: number, centreY: number, radius: number, from: number): Point[] {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (Math.PI / 2) * (step / steps);
    return { x: centreX + radius * Math.cos(angle), y: centreY + radius * Math.sin(angle) };
  });
}
