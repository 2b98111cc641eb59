/** One link between senders and receivers, its queue a living picture; RTT, capacity and target are dragged in it. */
import { useCallback, useMemo, useRef, useState } from "react";
import { type LinkSpec, type Picture, resolvePath, routeOf } from "../../engine/index.ts";
import type { DumbbellProps } from "../charts/chart-props.ts";
import { useSize } from "../charts/plot-size.ts";
import type { ChartColours } from "../charts/theme-colours.ts";
import { drawPicture, type PictureScene, placedPicture } from "./draw-picture.ts";
import { PathDrawing } from "./PathDrawing.tsx";
import { PathHandles } from "./PathHandles.tsx";
import { PathWhy } from "./PathWhy.tsx";
import { PictureCanvas } from "./PictureCanvas.tsx";
import { ackWay, type PathLayout, pathLayout, type QueueScale } from "./path-layout.ts";
import { spokenPath } from "./path-words.ts";
import { queueScaleOf } from "./queue-scale.ts";
import { STRIP_HEIGHT_PX } from "./strip-height.ts";

export function DumbbellStrip(props: DumbbellProps) {
  const { run, pictures, rtt, capacity, target, queueLabel } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const width = size?.width ?? 0;
  const flows = run.snapshot.results.flows.length;
  const layout = useMemo(() => pathLayout(width, flows, rtt, capacity), [width, flows, rtt, capacity]);
  const acks = useMemo(() => ackWay(layout), [layout]);
  const [scale, onHoldScale] = useHeldScale(props, layout);
  const share = useMemo(() => linkShare(run.scenario), [run.scenario]);
  const scene = useMemo<PictureScene>(
    () => ({ layout, scale, acks, linkShare: share, flows }),
    [layout, scale, acks, share, flows],
  );
  const draw = useCallback(
    (context: CanvasRenderingContext2D, now: Picture | null, colours: ChartColours) =>
      drawPicture(context, scene, now, colours),
    [scene],
  );
  const asked = useMemo(
    () => ({ placed: (now: Picture) => placedPicture(scene, now), senders: senders(scene) }),
    [scene],
  );
  const falls = useMemo(() => [fallPlaces(layout)], [layout]);
  return (
    <figure className="path-strip" style={{ height: STRIP_HEIGHT_PX }}>
      <figcaption className="path-spoken">{spokenPath(props)}</figcaption>
      <div className="path-box" ref={box}>
        {size !== null && (
          <>
            <PathDrawing
              layout={layout}
              acks={acks}
              scale={scale}
              flows={flows}
              rtt={rtt}
              capacity={capacity}
              target={target}
              queueLabel={queueLabel}
            />
            <PictureCanvas
              size={size}
              draw={draw}
              falls={falls}
              pictures={pictures}
              run={run.scenario}
              reducedMotion={props.reducedMotion}
            />
            <PathWhy
              ground={box}
              scene={asked}
              run={run}
              pictures={pictures}
              box={layout.box}
              direction={1}
            />
            <PathHandles layout={layout} scale={scale} strip={props} onHoldScale={onHoldScale} />
          </>
        )}
      </div>
    </figure>
  );
}

/** A finger or a mouse finds even a small node. */
const NODE_REACH_PX = 14;

function senders({ layout: { senderX, nodeYs, nodeRadius } }: PictureScene) {
  const reachPx = Math.max(NODE_REACH_PX, nodeRadius);
  return nodeYs.map((y, flow) => ({ at: { x: senderX, y }, reachPx, flow }));
}

function fallPlaces({ box, linkEndX, middleY }: PathLayout) {
  return {
    drops: { x: box.left + 14, y: box.bottom + 4 },
    losses: { x: (box.right + linkEndX) / 2, y: middleY + 4 },
  };
}

/** A link whose delay only jitters or moves has this much of the way, so that its packets are seen. */
const LEAST_SHARE = 0.12;

/** Share of the way behind the queue that is the link's own delay; usually all of it is the flows'. */
function linkShare({ path, flows }: DumbbellProps["run"]["scenario"]): number {
  const topology = resolvePath(path);
  const [link] = topology.links;
  const delayMs = Number(link.params.delay);
  const [first] = flows.filter((flow) => routeOf(topology, flow).forward.includes(link.id));
  const ownMs = Number(first?.params.rtt ?? 0) / 2;
  const share = delayMs > 0 ? delayMs / (delayMs + ownMs) : 0;
  return moves(link) ? Math.max(LEAST_SHARE, share) : share;
}

function moves({ params }: LinkSpec): boolean {
  return params.jitter !== 0 || params["delay-pattern"] !== "";
}

/** The scale of the queue's box, held while the target is dragged in it: a line must not run away from the hand. */
function useHeldScale(props: DumbbellProps, layout: PathLayout): [QueueScale, (hold: boolean) => void] {
  const [held, setHeld] = useState<QueueScale | null>(null);
  const live = queueScaleOf(props, layout);
  return [held ?? live, (hold) => setHeld(hold ? live : null)];
}
