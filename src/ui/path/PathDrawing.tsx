/** The standing part of the picture: nodes, links, the queue's box, labels. */
import { memo } from "react";
import { PACKET_KIND, type Picture } from "../../engine/index.ts";
import type { DumbbellProps } from "../charts/chart-props.ts";
import { flowColour } from "../charts/flow-style.ts";
import { packetsPerLinkMark } from "./draw-picture.ts";
import type { PathLayout, QueueScale } from "./path-layout.ts";
import { delayText, packetsText, rateText } from "./path-words.ts";
import type { Way } from "./polyline.ts";
import { delayX } from "./queue-scale.ts";

export interface PathDrawingProps {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly acks: Way;
  readonly strip: DumbbellProps;
}

export const PathDrawing = memo(function PathDrawing({ layout, scale, acks, strip }: PathDrawingProps) {
  const { box, middleY } = layout;
  return (
    <svg className="path-drawing" width={layout.width} height={layout.height} aria-hidden="true">
      <path className="path-back" d={acks.d} />
      <Nodes layout={layout} side="sender" />
      <line
        className="path-link"
        x1={box.right}
        x2={layout.linkEndX}
        y1={middleY}
        y2={middleY}
        strokeWidth={layout.linkThickness}
      />
      <Nodes layout={layout} side="receiver" />
      <rect
        className="path-queue"
        x={box.left}
        y={box.top}
        width={box.right - box.left}
        height={box.bottom - box.top}
        rx="9"
      />
      <Labels layout={layout} strip={strip} />
      <QueueLabels layout={layout} scale={scale} picture={strip.picture} />
      {strip.target !== null && (
        <TargetLine
          layout={layout}
          scale={scale}
          text={`${strip.queueLabel} target ${delayText(strip.target)}`}
          targetMs={strip.target.value}
        />
      )}
    </svg>
  );
});

interface NodesProps {
  readonly layout: PathLayout;
  readonly side: "sender" | "receiver";
}

function Nodes({ layout, side }: NodesProps) {
  const { middleY, box, nodeRadius, nodeYs } = layout;
  const x = side === "sender" ? layout.senderX : layout.receiverX;
  const joinX = side === "sender" ? box.left : layout.linkEndX;
  const forked = side === "sender" || nodeYs.length > 1;
  return (
    <g>
      {forked &&
        nodeYs.map((y) => <line key={y} className="path-access" x1={x} x2={joinX} y1={y} y2={middleY} />)}
      {nodeYs.map((y, flow) => (
        <circle
          key={y}
          className="path-node"
          cx={x}
          cy={y}
          r={nodeRadius}
          style={{ stroke: flowColour(flow) }}
        />
      ))}
    </g>
  );
}

function Labels({ layout, strip }: { layout: PathLayout; strip: DumbbellProps }) {
  const { senderX, receiverX, box, backY, middleY, nodeRadius } = layout;
  const linkX = (box.right + receiverX) / 2;
  const flows = strip.run.snapshot.results.flows.length;
  const alone = flows === 1;
  const cwnd = strip.picture?.cwnd[0];
  const above = layout.nodeYs[0] - nodeRadius - 7;
  const echoes = strip.picture?.acks.kind.some((bits) => (bits & PACKET_KIND.signal) !== 0) ?? false;
  return (
    <g>
      <text x={senderX} y={above} textAnchor="middle">
        {alone && cwnd !== undefined ? `cwnd ${cwnd.toFixed(0)}` : plural(flows, "sender")}
      </text>
      <text x={receiverX} y={above} textAnchor="middle">
        {plural(flows, "receiver")}
      </text>
      <text x={box.right + 48} y={middleY - 15} textAnchor="start">
        {rateText(strip.capacity)}
      </text>
      <text x={linkX} y={middleY + 28} textAnchor="middle">
        {`RTT ${delayText(strip.rtt)}`}
      </text>
      <text x={(senderX + receiverX) / 2} y={backY + 17} textAnchor="middle" className="path-halo">
        {echoes ? "ACKs carry ECE until CWR" : "ACKs"}
      </text>
    </g>
  );
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${count} ${noun}s`;
}

interface QueueLabelsProps {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly picture: Picture | null;
}

function QueueLabels({ layout, scale, picture }: QueueLabelsProps) {
  const { box } = layout;
  if (picture === null) return null;
  const [{ queuePackets, moving }] = picture.links;
  const hidden = queuePackets - scale.slots * scale.packetsPerMark;
  const linkMark = packetsPerLinkMark(
    moving.at.length + picture.data.at.length,
    layout.receiverX - box.right,
  );
  const sampling = Math.max(scale.packetsPerMark, linkMark);
  return (
    <g>
      <text x={box.left + 2} y={box.top - 7}>
        {packetsText(queuePackets)}
        {hidden > 0 && `, ${queuePackets - hidden} shown`}
        {sampling > 1 && `, 1 mark ≈ ${sampling}`}
      </text>
    </g>
  );
}

interface TargetLineProps {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly targetMs: number;
  readonly text: string;
}

function TargetLine({ layout, scale, targetMs, text }: TargetLineProps) {
  const { box } = layout;
  const x = delayX(targetMs, layout, scale);
  return (
    <g className="path-target">
      <line x1={x} x2={x} y1={box.top - 5} y2={box.bottom} />
      <text x={x} y={box.bottom + 19} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
