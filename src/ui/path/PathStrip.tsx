/** The path as a drawn dumbbell whose bottleneck queue is a living picture; RTT, capacity and target are dragged in it. */
import { useMemo, useRef, useState } from "react";
import "./path.css";
import type { PathStripProps } from "../charts/chart-props.ts";
import { useSize } from "../charts/plot-size.ts";
import { PathDrawing } from "./PathDrawing.tsx";
import { PathHandles } from "./PathHandles.tsx";
import { PictureCanvas } from "./PictureCanvas.tsx";
import { ackWay, type PathLayout, pathLayout, type QueueScale, STRIP_HEIGHT_PX } from "./path-layout.ts";
import { spokenPath } from "./path-words.ts";
import { queueScaleOf } from "./queue-scale.ts";

export function PathStrip(props: PathStripProps) {
  const { run, picture, rtt, capacity } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const width = size?.width ?? 0;
  const flows = run.snapshot.results.flows.length;
  const layout = useMemo(() => pathLayout(width, flows, rtt, capacity), [width, flows, rtt, capacity]);
  const acks = useMemo(() => ackWay(layout), [layout]);
  const [scale, onHoldScale] = useHeldScale(props, layout);
  return (
    <figure className="path-strip" style={{ height: STRIP_HEIGHT_PX }}>
      <figcaption className="path-spoken">{spokenPath(props)}</figcaption>
      <div className="path-box" ref={box}>
        {size !== null && (
          <>
            <PathDrawing layout={layout} acks={acks} scale={scale} strip={props} />
            {picture !== null && (
              <PictureCanvas
                size={size}
                scene={{ layout, scale, acks }}
                picture={picture}
                run={run.scenario}
                reducedMotion={props.reducedMotion}
              />
            )}
            <PathHandles layout={layout} scale={scale} strip={props} onHoldScale={onHoldScale} />
          </>
        )}
      </div>
    </figure>
  );
}

/** The scale of the queue's box, held while the target is dragged in it: a line must not run away from the hand. */
function useHeldScale(props: PathStripProps, layout: PathLayout): [QueueScale, (hold: boolean) => void] {
  const [held, setHeld] = useState<QueueScale | null>(null);
  const live = queueScaleOf(props, layout);
  return [held ?? live, (hold) => setHeld(hold ? live : null)];
}
