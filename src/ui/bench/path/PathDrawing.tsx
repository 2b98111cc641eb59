/** The standing part of the picture: nodes, links, the queue's box, labels. */
import { memo, useMemo } from "react";
import { flowColour } from "../../shared/chart/flow-style.ts";
import type { DumbbellProps } from "../plots/chart-props.ts";
import type { PathEnds } from "./path-ends.ts";
import { type PathLayout, type QueueScale, receiverLabel } from "./path-layout.ts";
import type { PathWays } from "./path-ways.ts";
import { delayText, moreEnds, rateText, receiversText, rttText, targetText } from "./path-words.ts";
import { delayX } from "./queue-scale.ts";

export interface PathDrawingProps extends Pick<DumbbellProps, "rtt" | "capacity" | "target" | "queueLabel"> {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly ways: PathWays;
  readonly ends: PathEnds;
}

export const PathDrawing = memo(function PathDrawing(props: PathDrawingProps) {
  const { layout, scale, ways, ends, target, queueLabel } = props;
  const { box, middleY } = layout;
  const back = useMemo(() => [...new Set(ways.back)], [ways]);
  return (
    <svg className="path-drawing" width={layout.width} height={layout.height} aria-hidden="true">
      {back.map(({ d }) => (
        <path key={d} className="path-back" d={d} />
      ))}
      <Nodes layout={layout} ends={ends} side="sender" />
      <line
        className="path-link"
        x1={box.right}
        x2={layout.linkEndX}
        y1={middleY}
        y2={middleY}
        strokeWidth={layout.linkThickness}
      />
      <Nodes layout={layout} ends={ends} side="receiver" />
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
          text={targetText(queueLabel, delayText(target))}
          targetMs={target.value}
        />
      )}
    </svg>
  );
});

interface NodesProps {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly side: "sender" | "receiver";
}

/** One a row, in its flow's hue; the last row may only say how many more there are. */
function Nodes({ layout, ends, side }: NodesProps) {
  const { middleY, box, nodeRadius, rows, senderX, linkEndX, forkPx } = layout;
  const isSender = side === "sender";
  return (
    <g>
      {rows.map(({ y, receiverX }, row) => {
        const x = isSender ? senderX : receiverX;
        const forkX = linkEndX + forkPx;
        const access = isSender
          ? `M${x},${y}L${box.left},${middleY}`
          : `M${linkEndX},${middleY}L${forkX},${y}H${x}`;
        const flow = ends.drawn[row];
        return (
          <g key={y}>
            {(isSender || rows.length > 1) && <path className="path-access" d={access} />}
            {flow === undefined ? (
              <text x={x} y={y + 3.5} textAnchor="middle" className="path-halo">
                {moreEnds(ends.more)}
              </text>
            ) : (
              <circle
                className="path-node"
                cx={x}
                cy={y}
                r={nodeRadius}
                style={{ stroke: flowColour(flow) }}
              />
            )}
            {flow !== undefined && <NodeLabel layout={layout} ends={ends} row={row} isSender={isSender} />}
          </g>
        );
      })}
    </g>
  );
}

interface NodeLabelProps {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly row: number;
  readonly isSender: boolean;
}

/** Beside a sender its flow's number, where there are several; beside a receiver its round trip, where these differ. */
function NodeLabel({ layout, ends, row, isSender }: NodeLabelProps) {
  const { rows, senderX, nodeRadius } = layout;
  const flow = ends.drawn[row];
  if (isSender) {
    if (rows.length < 2) return null;
    return (
      <text x={senderX - nodeRadius - 4} y={rows[row].y + 3.5} textAnchor="end" className="path-small">
        {flow + 1}
      </text>
    );
  }
  if (!ends.isMixed) return null;
  return (
    <text {...receiverLabel(layout, row)} className="path-halo path-small">
      {delayText({ value: ends.rttMs[flow] })}
    </text>
  );
}

/** What changes with the packets is written by `draw-picture.ts`. */
function Labels({ layout, ends, rtt, capacity }: PathDrawingProps) {
  const { receiverX, box, middleY, nodeRadius, rows, width } = layout;
  const above = rows[0].y - nodeRadius - 7;
  const receivers = receiversText(ends.rttMs.length, ends.isMixed);
  return (
    <g>
      {ends.isMixed ? (
        <text x={width - 4} y={above} textAnchor="end">
          {receivers}
        </text>
      ) : (
        <>
          <text x={receiverX} y={above} textAnchor="middle">
            {receivers}
          </text>
          <text x={(box.right + receiverX) / 2} y={middleY + 28} textAnchor="middle">
            {rttText(delayText(rtt))}
          </text>
        </>
      )}
      <text x={box.right + (ends.isMixed ? 8 : 48)} y={middleY - 15} textAnchor="start" className="path-halo">
        {rateText(capacity)}
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
