/** A value dragged in the path's picture: a slider by pointer and by key. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { PathHandle } from "../charts/chart-props.ts";
import { roundSensibly, valueForKey } from "../charts/slider-keys.ts";
import type { Point } from "./polyline.ts";

export interface PathSliderProps {
  readonly handle: PathHandle;
  readonly label: string;
  readonly valueText: string;
  readonly at: Point;
  readonly vertical?: boolean;
  /** The value after the pointer has moved so far from where it took the handle. */
  readonly valueAfter: (start: number, moved: Point) => number;
  readonly onHold?: (held: boolean) => void;
  readonly children: ReactNode;
}

const TOUCH_PX = 44;

export function PathSlider(props: PathSliderProps) {
  const { handle, at } = props;
  const drag = useDrag(props);
  return (
    <button
      type="button"
      className={`path-handle ${props.vertical ? "path-handle-vertical" : ""}`}
      role="slider"
      aria-label={props.label}
      aria-orientation={props.vertical ? "vertical" : "horizontal"}
      aria-valuemin={handle.min}
      aria-valuemax={handle.max}
      aria-valuenow={handle.value}
      aria-valuetext={props.valueText}
      style={{ left: at.x - TOUCH_PX / 2, top: at.y - TOUCH_PX / 2, width: TOUCH_PX, height: TOUCH_PX }}
      onKeyDown={(event) => onKey(event, handle)}
      {...drag}
    >
      {props.children}
    </button>
  );
}

function onKey(event: KeyboardEvent, handle: PathHandle): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = valueForKey(event.key, event.shiftKey, handle.value, handle);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  handle.onDrag(next, true);
}

interface DragStart {
  readonly pointer: Point;
  readonly from: number;
  value: number;
}

function useDrag({ handle, valueAfter, onHold }: PathSliderProps) {
  const start = useRef<DragStart | null>(null);
  const end = (): void => {
    if (start.current === null) return;
    const { value } = start.current;
    start.current = null;
    onHold?.(false);
    handle.onDrag(value, true);
  };
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = {
        pointer: { x: event.clientX, y: event.clientY },
        from: handle.value,
        value: handle.value,
      };
      onHold?.(true);
    },
    onPointerMove(event: PointerEvent): void {
      const held = start.current;
      if (held === null) return;
      const moved = { x: event.clientX - held.pointer.x, y: event.clientY - held.pointer.y };
      const inside = Math.min(handle.max, Math.max(handle.min, valueAfter(held.from, moved)));
      const value = roundSensibly(inside, handle);
      if (value === held.value) return;
      held.value = value;
      handle.onDrag(value, false);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}
