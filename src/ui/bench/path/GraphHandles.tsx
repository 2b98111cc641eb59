/** The capacity and the target of the watched link, dragged in its picture where there is room for that. */
import { useState } from "react";
import type { PathStripProps } from "../plots/chart-props.ts";
import type { GraphLayout } from "./graph-layout.ts";
import { GRAPH_PADDING_PX, type GraphScene } from "./graph-scene.ts";
import { CAPACITY_HANDLE_PX, CapacitySlider, TargetSlider } from "./PathHandles.tsx";

interface GraphHandlesProps {
  readonly layout: GraphLayout;
  readonly scene: GraphScene;
  readonly strip: PathStripProps;
}

export function GraphHandles({ layout, scene, strip }: GraphHandlesProps) {
  const { capacity, target, queueLabel, run } = strip;
  const [heldPxPerMs, setHeldPxPerMs] = useState<number | null>(null);
  const link = layout.links[run.link];
  if (link === undefined || !layout.isRoomy) return null;
  const { box, direction, middleY } = link;
  const headX = direction === 1 ? box.right : box.left;
  const pxPerMs = heldPxPerMs ?? scene.scales[run.link].pxPerMs;
  return (
    <>
      {target !== null && (
        <TargetSlider
          at={{ x: targetX(target.value, link, pxPerMs), y: box.bottom }}
          pxPerMs={direction * pxPerMs}
          target={target}
          label={queueLabel}
          onHoldScale={(hold) => setHeldPxPerMs(hold ? pxPerMs : null)}
        />
      )}
      {capacity !== null && (
        <CapacitySlider at={{ x: headX + direction * CAPACITY_HANDLE_PX, y: middleY }} capacity={capacity} />
      )}
    </>
  );
}

/** Where in the box a delay stands: at the head nothing has waited yet. */
export function targetX(
  delayMs: number,
  { box, direction }: GraphLayout["links"][number],
  pxPerMs: number,
): number {
  const headX = direction === 1 ? box.right : box.left;
  const x = headX - direction * (GRAPH_PADDING_PX + delayMs * pxPerMs);
  return Math.min(box.right - 3, Math.max(box.left + 3, x));
}
