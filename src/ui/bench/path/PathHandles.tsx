/** The three things that can be dragged in the path's picture. */

import { positionOf, valueAt } from "../../shared/slider-scale.ts";
import type { DumbbellProps, PathHandle } from "../plots/chart-props.ts";
import { PathSlider } from "./PathSlider.tsx";
import type { PathEnds } from "./path-ends.ts";
import { type PathLayout, pathLayout, type QueueScale, rttAt } from "./path-layout.ts";
import { delayText, rateText, rttValue, targetLabel } from "./path-words.ts";
import type { Point } from "./polyline.ts";
import { delayX } from "./queue-scale.ts";

export interface PathHandlesProps {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly scale: QueueScale;
  readonly strip: DumbbellProps;
  onHoldScale(hold: boolean): void;
}

export function PathHandles({ layout, ends, scale, strip, onHoldScale }: PathHandlesProps) {
  const { capacity, target } = strip;
  return (
    <>
      {target !== null && (
        <TargetSlider
          at={{ x: delayX(target.value, layout, scale), y: layout.box.bottom }}
          pxPerMs={scale.pxPerMs}
          target={target}
          label={strip.queueLabel}
          onHoldScale={onHoldScale}
        />
      )}
      <CapacitySlider
        at={{ x: layout.box.right + CAPACITY_HANDLE_PX, y: layout.middleY }}
        capacity={capacity}
      />
      {!ends.isMixed && <RttSlider layout={layout} ends={ends} strip={strip} />}
    </>
  );
}

/** A drag of so many px goes through the whole range of the capacity. */
const CAPACITY_RANGE_PX = 240;
/** The handle's distance from the queue. */
export const CAPACITY_HANDLE_PX = 30;

export function CapacitySlider({ at, capacity }: { at: Point; capacity: PathHandle }) {
  return (
    <PathSlider
      handle={capacity}
      label="Capacity, in the path's picture"
      valueText={rateText(capacity)}
      at={at}
      vertical
      valueAfter={(start, { y }) =>
        valueAt(capacity.scale, positionOf(capacity.scale, start) - y / CAPACITY_RANGE_PX)
      }
    >
      <span className="path-knob" />
    </PathSlider>
  );
}

/**
 * The receiver itself is the handle; before several, the fork that leads to them. One handle cannot stand for ways of
 * different length: these are set in the flows' own lines.
 */
function RttSlider({ layout, ends, strip }: Pick<PathHandlesProps, "layout" | "ends" | "strip">) {
  const { rtt, capacity } = strip;
  const alone = ends.rttMs.length <= 1;
  return (
    <PathSlider
      handle={rtt}
      label="Round-trip time, in the path's picture"
      valueText={rttValue(delayText(rtt))}
      at={{ x: alone ? layout.receiverX : layout.linkEndX, y: layout.middleY }}
      valueAfter={(start, { x }) => {
        const from = pathLayout(layout.width, ends, { ...rtt, value: start }, capacity).receiverX;
        return rttAt(from + x, layout, rtt);
      }}
    >
      <span className={alone ? "path-grip" : "path-knob"} aria-hidden="true">
        {alone && "↔"}
      </span>
    </PathSlider>
  );
}

interface TargetSliderProps {
  readonly at: Point;
  /** Negative where the head of the queue is at the left. */
  readonly pxPerMs: number;
  readonly target: PathHandle;
  readonly label: string;
  onHoldScale(hold: boolean): void;
}

/** Where the head of the queue is at the right, more delay is further to the left. */
export function TargetSlider({ at, pxPerMs, target, label, onHoldScale }: TargetSliderProps) {
  return (
    <PathSlider
      handle={target}
      label={targetLabel(label)}
      valueText={delayText(target)}
      at={at}
      valueAfter={(start, { x }) => start - x / pxPerMs}
      onHold={onHoldScale}
    >
      <span className="path-knob path-knob-target" />
    </PathSlider>
  );
}
