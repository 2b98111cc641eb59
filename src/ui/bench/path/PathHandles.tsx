/** The values that can be dragged on the drawn path. */

import { type ReactNode, useState } from "react";
import type { PathHandle } from "../../plots/use-handle.ts";
import { DragHandle } from "../../shared/DragHandle.tsx";
import { positionOf, valueAt } from "../../shared/slider-scale.ts";
import { type DumbbellProps, type PathEnds, type PathLayout, pathLayout, rttAt } from "./dumbbell-layout.ts";
import { delayText, delayX, type Point, type QueuePlace, rateText } from "./scene.ts";

interface PathSliderProps {
  readonly handle: PathHandle;
  readonly label: string;
  readonly valueText: string;
  readonly at: Point;
  readonly vertical?: boolean;
  /** Returns the value for a movement of the pointer since the start of the drag. */
  readonly valueAfter: (start: number, moved: Point) => number;
  readonly onHold?: (held: boolean) => void;
  readonly children: ReactNode;
}

function PathSlider({ handle, vertical = false, ...rest }: PathSliderProps) {
  if (handle.isFixed) return null;
  return (
    <DragHandle
      {...rest}
      className={`path-handle ${vertical ? "path-handle-vertical" : ""}`}
      orientation={vertical ? "vertical" : "horizontal"}
      value={handle.value}
      scale={handle.scale}
      onChange={handle.onDrag}
    />
  );
}

/** Holds a value during a drag, so that the line does not move away from the pointer. */
export function useHeld<T>(live: T): [T, (hold: boolean) => void] {
  const [held, setHeld] = useState<T | null>(null);
  return [held ?? live, (hold) => setHeld(hold ? live : null)];
}

/** Distance of a drag through the whole range of the capacity. */
const CAPACITY_RANGE_PX = 240;
/** Distance of the handle from the queue. */
export const CAPACITY_HANDLE_PX = 30;

export function CapacitySlider({ at, capacity }: { readonly at: Point; readonly capacity: PathHandle }) {
  const { scale } = capacity;
  return (
    <PathSlider
      handle={capacity}
      label="Capacity, in the picture of the path"
      valueText={rateText(capacity)}
      at={at}
      vertical
      valueAfter={(start, { y }) => valueAt(scale, positionOf(scale, start) - y / CAPACITY_RANGE_PX)}
    >
      <span className="path-knob" />
    </PathSlider>
  );
}

interface RttSliderProps {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly strip: DumbbellProps;
}

/**
 * The handle of the round-trip time: the receiver, or with several receivers the fork that leads to them. One handle cannot
 * represent paths of different length, which are set in the table of flows.
 */
export function RttSlider({ layout, ends, strip: { rtt, capacity } }: RttSliderProps) {
  const alone = ends.rttMs.length <= 1;
  return (
    <PathSlider
      handle={rtt}
      label="Round-trip time, in the picture of the path"
      valueText={`${delayText(rtt)}, propagation only`}
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
  readonly queue: QueuePlace;
  readonly target: PathHandle;
  /** Name of the queue discipline. */
  readonly label: string;
  readonly onHold: (held: boolean) => void;
}

/** The handle of the target delay. A longer delay is further from the queue's head. */
export function TargetSlider({ queue, target, label, onHold }: TargetSliderProps) {
  const { box, direction, scale } = queue;
  return (
    <PathSlider
      handle={target}
      label={`${label} target, in the picture of the path`}
      valueText={delayText(target)}
      at={{ x: delayX(queue, target.value), y: box.bottom }}
      valueAfter={(start, { x }) => start - (x * direction) / scale.pxPerMs}
      onHold={onHold}
    >
      <span className="path-knob path-knob-target" />
    </PathSlider>
  );
}
