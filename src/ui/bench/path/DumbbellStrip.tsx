/** One link between senders and receivers, its queue a living picture; RTT, capacity and target are dragged in it. */
import { useCallback, useMemo, useRef, useState } from "react";
import { type LinkSpec, type Picture, resolvePath, routeOf } from "../../../engine/index.ts";
import { useSize } from "../../shared/chart/plot-size.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import type { DumbbellProps } from "../plots/chart-props.ts";
import { drawPicture, type PictureScene, placedPicture } from "./draw-picture.ts";
import { PathDrawing } from "./PathDrawing.tsx";
import { PathHandles } from "./PathHandles.tsx";
import { PathKey } from "./PathKey.tsx";
import { PathPicture } from "./PathPicture.tsx";
import { type PathEnds, pathEnds } from "./path-ends.ts";
import { type PathLayout, pathLayout, type QueueScale } from "./path-layout.ts";
import { pathWays } from "./path-ways.ts";
import { ownRtts, spokenPath } from "./path-words.ts";
import { queueScaleOf } from "./queue-scale.ts";
import { STRIP_HEIGHT_PX } from "./strip-height.ts";

export function DumbbellStrip(props: DumbbellProps) {
  const { run, rtt, capacity, target, queueLabel } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const width = size?.width ?? 0;
  const ends = useEnds(run);
  const layout = useMemo(() => pathLayout(width, ends, rtt, capacity), [width, ends, rtt, capacity]);
  const ways = useMemo(() => pathWays(layout, ends), [layout, ends]);
  const [scale, onHoldScale] = useHeldScale(props, layout);
  const share = useMemo(() => linkShare(run.scenario), [run.scenario]);
  const flows = ends.rttMs.length;
  const scene = useMemo<PictureScene>(
    () => ({ layout, scale, ways, linkShare: share, flows }),
    [layout, scale, ways, share, flows],
  );
  const draw = useCallback(
    (context: CanvasRenderingContext2D, now: Picture | null, colours: ChartColours) =>
      drawPicture(context, scene, now, colours),
    [scene],
  );
  const asked = useMemo(
    () => ({ placed: (now: Picture) => placedPicture(scene, now), senders: senders(layout, ends) }),
    [scene, layout, ends],
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
              ways={ways}
              ends={ends}
              scale={scale}
              rtt={rtt}
              capacity={capacity}
              target={target}
              queueLabel={queueLabel}
            />
            <PathPicture
              strip={props}
              size={size}
              draw={draw}
              falls={falls}
              ground={box}
              scene={asked}
              queue={{ box: layout.box, direction: 1 }}
            />
            <PathHandles layout={layout} ends={ends} scale={scale} strip={props} onHoldScale={onHoldScale} />
            <PathKey strip={props} widthPx={width} placed={asked.placed} />
          </>
        )}
      </div>
    </figure>
  );
}

/** A finger or a mouse finds even a small node. */
const NODE_REACH_PX = 14;

/** Of the drawn flows. */
function senders({ senderX, rows, nodeRadius }: PathLayout, { drawn }: PathEnds) {
  const reachPx = Math.max(NODE_REACH_PX, nodeRadius);
  return drawn.map((flow, row) => ({ at: { x: senderX, y: rows[row].y }, reachPx, flow }));
}

/** Made anew only where flows or their round trips are others. */
function useEnds(run: DumbbellProps["run"]): PathEnds {
  const groups = run.snapshot.results.flows.map(({ group }) => group);
  const shape = JSON.stringify([groups, ownRtts(run)]);
  return useMemo(() => {
    const [ofFlows, rtts]: [number[], number[]] = JSON.parse(shape);
    return pathEnds(ofFlows.map((group, flow) => ({ group, rttMs: rtts[flow] })));
  }, [shape]);
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
