/** Draws the static part of a path with one link: senders, queue, link, receivers, the way back, and their labels. */
import { counted } from "../../../lib/counted.ts";
import type { PathHandle } from "../../plots/use-handle.ts";
import type { BasicPen } from "../../shared/chart/pen.ts";
import { drawLabel, drawPolyline, drawQueueBox, drawTarget } from "./drawn-path.ts";
import { type PathEnds, type PathLayout, type PathWays, receiverLabel } from "./dumbbell-layout.ts";
import { delayText, delayX, type QueuePlace, queueRows, rateText } from "./scene.ts";

export interface DumbbellGround {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly ways: PathWays;
  readonly queue: QueuePlace;
  /** Names of the queues of a discipline with several queues; empty for one queue. */
  readonly queueNames: readonly string[];
  readonly rtt: PathHandle;
  readonly capacity: PathHandle;
  /** Target of the queue (ms); null if the discipline has none. */
  readonly target: PathHandle | null;
  /** Name of the queue discipline. */
  readonly queueLabel: string;
  /** Rate of the link at the time of the packets. */
  readonly mbps: number;
}

/** Share of the soft ink in the way back, which is otherwise as pale as a hairline. */
const BACK_ALPHA = 0.45;
/** Radius of the boxes of one queue, and of several queues. */
const [LONE_RADIUS_PX, RADIUS_PX] = [9, 6];
const TARGET_RISE_PX = 5;

export function drawDumbbell(pen: BasicPen, ground: DumbbellGround): void {
  const { layout, ends, ways, queue, queueNames, target } = ground;
  const { box, middleY, linkEndX, linkThickness } = layout;
  for (const { points } of new Set(ways.back)) {
    drawPolyline(pen, points, "hairline", 1);
    drawPolyline(pen, points, "inkSoft", 1, BACK_ALPHA);
  }
  drawNodes(pen, layout, ends, "sender");
  pen.line([box.right, middleY], [linkEndX, middleY], { paint: "hairline", px: linkThickness });
  drawNodes(pen, layout, ends, "receiver");
  for (const [at, row] of queueRows(box, Math.max(1, queueNames.length)).entries()) {
    drawQueueBox(pen, row, "ink", 1.5, queueNames.length > 1 ? RADIUS_PX : LONE_RADIUS_PX);
    const place = { x: row.left - 5, y: (row.top + row.bottom) / 2 + 4 };
    if (queueNames[at] !== undefined) drawLabel(pen, queueNames[at], place, { anchor: "end", hasHalo: true });
  }
  drawLabels(pen, ground);
  if (target === null) return;
  drawTarget(pen, queue, target.value, TARGET_RISE_PX);
  const name = targetName(ground);
  if (name !== null) drawLabel(pen, name.text, name, { anchor: "middle", ink: "mark" });
}

/** Returns the label of the target, with its place; null without a target. */
export function targetName({ queue, target, queueLabel }: Omit<DumbbellGround, "mbps">) {
  if (target === null) return null;
  return {
    text: `${queueLabel} target ${delayText(target)}`,
    x: delayX(queue, target.value),
    y: queue.box.bottom + 19,
  };
}

const NODE_PX = 2;
/** Share of the accent colour in a node. */
const NODE_ALPHA = 0.08;

/** Draws the senders or receivers, one per row, in their flow's hue. The last row may only state how many more there are. */
function drawNodes(pen: BasicPen, layout: PathLayout, ends: PathEnds, side: "sender" | "receiver"): void {
  const { middleY, box, nodeRadius, rows, senderX, linkEndX, forkPx } = layout;
  const isSender = side === "sender";
  for (const [row, { y, receiverX }] of rows.entries()) {
    const x = isSender ? senderX : receiverX;
    const access = isSender
      ? [
          { x, y },
          { x: box.left, y: middleY },
        ]
      : [
          { x: linkEndX, y: middleY },
          { x: linkEndX + forkPx, y },
          { x, y },
        ];
    if (isSender || rows.length > 1) drawPolyline(pen, access, "hairline", 3);
    const flow = ends.drawn[row];
    if (flow === undefined) {
      drawLabel(pen, `+ ${ends.more} more`, { x, y: y + 3.5 }, { anchor: "middle", hasHalo: true });
      continue;
    }
    pen.dot(x, y, nodeRadius, "paper", "paper", 0);
    pen.dot(x, y, nodeRadius, "accent", "accent", 0, NODE_ALPHA);
    pen.ring(x, y, nodeRadius, { paint: flow, px: NODE_PX });
    if (isSender && rows.length > 1) {
      const place = { x: senderX - nodeRadius - 4, y: y + 3.5 };
      drawLabel(pen, String(flow + 1), place, { anchor: "end", isSmall: true });
    }
    if (!isSender && ends.isMixed) {
      const { textAnchor, ...place } = receiverLabel(layout, row);
      const text = delayText({ value: ends.rttMs[flow] });
      drawLabel(pen, text, place, { anchor: textAnchor, isSmall: true, hasHalo: true });
    }
  }
}

function drawLabels(pen: BasicPen, { layout, ends, rtt, mbps }: DumbbellGround): void {
  const { receiverX, box, middleY, nodeRadius, rows, width } = layout;
  const above = rows[0].y - nodeRadius - 7;
  const count = ends.rttMs.length;
  const receivers = count === 1 ? "receiver" : counted(count, "receiver");
  if (ends.isMixed) {
    const place = { x: width - 4, y: above };
    drawLabel(pen, `${receivers} with different RTTs`, place, { anchor: "end" });
  } else {
    drawLabel(pen, receivers, { x: receiverX, y: above }, { anchor: "middle" });
    const place = { x: (box.right + receiverX) / 2, y: middleY + 28 };
    drawLabel(pen, `RTT ${delayText(rtt)}`, place, { anchor: "middle" });
  }
  const place = { x: box.right + (ends.isMixed ? 8 : 48), y: middleY - 15 };
  drawLabel(pen, rateText({ value: mbps }), place, { anchor: "start", hasHalo: true });
}
