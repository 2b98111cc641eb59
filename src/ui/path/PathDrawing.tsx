/** The standing part of the picture: nodes, links, the queue's box, labels. */
import { memo } from "react";
import type { DumbbellProps } from "../charts/chart-props.ts";
import { flowColour } from "../charts/flow-style.ts";
import type { PathLayout, QueueScale } from "./path-layout.ts";
import { countText, delayText, rateText } from "./path-words.ts";
import type { Way } from "./polyline.ts";
import { delayX } from "./queue-scale.ts";

export interface PathDrawingProps extends Pick<DumbbellProps, "rtt" | "capacity" | "target" | "queueLabel"> {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly acks: Way;
  readonly flows: number;
}

export const PathDrawing = memo(function PathDrawing(props: PathDrawingProps) {
  const { layout, scale, acks, target, queueLabel } = props;
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
      <Labels {...props} />
      {target !== null && (
        <TargetLine
          layout={layout}
          scale={scale}
          text={`${queueLabel} target ${delayText(target)}`}
          targetMs={target.value}
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

/** What changes with the packets is written by `draw-picture.ts`. */
function Labels({ layout, flows, rtt, capacity }: PathDrawingProps) {
  const { receiverX, box, middleY, nodeRadius } = layout;
  const above = layout.nodeYs[0] - nodeRadius - 7;
  return (
    <g>
      <text x={receiverX} y={above} textAnchor="middle">
        {countText(flows, "receiver")}
      </text>
      <text x={box.right + 48} y={middleY - 15} textAnchor="start">
        {rateText(capacity)}
      </text>
      <text x={(box.right + receiverX) / 2} y={middleY + 28} textAnchor="middle">
        {`RTT ${delayText(rtt)}`}
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
