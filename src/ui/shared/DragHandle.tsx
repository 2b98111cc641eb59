/** A value that can be dragged on a plot or in a picture: a slider for pointer and keyboard, without its own look. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { magnification } from "./magnified.ts";
import { keyTarget, landed, type SliderScale, sliderEnds } from "./slider-scale.ts";

/** A distance in px. */
interface Offset {
  readonly x: number;
  readonly y: number;
}

interface DragHandleProps {
  readonly label: string;
  readonly value: number;
  readonly valueText: string;
  readonly scale: SliderScale;
  readonly orientation: "horizontal" | "vertical";
  /** Centre of the touch area. */
  readonly at: Offset;
  /** Width of the touch area; by default equal to its height. */
  readonly width?: number;
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
  /** Returns the value for a movement of the pointer since the start of the drag. */
  readonly valueAfter: (start: number, moved: Offset) => number;
  /**
   * Called with true at the start of a drag and with false at its end. The drawing under the pointer must not move
   * during a drag.
   */
  readonly onHold?: ((held: boolean) => void) | undefined;
  onChange(value: number, final: boolean): void;
}

/** Smallest touch area, in px. */
const TOUCH_PX = 44;

export function DragHandle(props: DragHandleProps) {
  const { value, scale, at, width = TOUCH_PX, style, onChange } = props;
  const drag = useDrag(props);
  const ends = sliderEnds(scale);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = keyTarget(scale, value, event);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next, true);
  };
  return (
    <button
      type="button"
      className={props.className}
      role="slider"
      aria-label={props.label}
      aria-orientation={props.orientation}
      aria-valuemin={ends.min}
      aria-valuemax={ends.max}
      aria-valuenow={value}
      aria-valuetext={props.valueText}
      style={{ ...style, left: at.x - width / 2, top: at.y - TOUCH_PX / 2, width, height: TOUCH_PX }}
      onKeyDown={onKeyDown}
      {...drag}
    >
      {props.children}
    </button>
  );
}

interface Drag {
  readonly pointer: Offset;
  readonly from: number;
  value: number;
}

function useDrag({ value: shown, scale, valueAfter, onHold, onChange }: DragHandleProps) {
  const current = useRef<Drag | null>(null);
  const end = (): void => {
    if (current.current === null) return;
    const { value } = current.current;
    current.current = null;
    onHold?.(false);
    onChange(value, true);
  };
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      current.current = { pointer: { x: event.clientX, y: event.clientY }, from: shown, value: shown };
      onHold?.(true);
    },
    onPointerMove(event: PointerEvent): void {
      const drag = current.current;
      if (drag === null) return;
      const px = 1 / magnification();
      const moved = { x: (event.clientX - drag.pointer.x) * px, y: (event.clientY - drag.pointer.y) * px };
      const value = landed(scale, valueAfter(drag.from, moved));
      if (value === drag.value) return;
      drag.value = value;
      onChange(value, false);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}
