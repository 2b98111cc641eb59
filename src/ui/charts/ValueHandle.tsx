/** A value dragged up and down on a plot's y axis: a slider by pointer and by key. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { Plot } from "./plot-geometry.ts";
import { roundSensibly, type SliderRange, valueForKey } from "./slider-keys.ts";

export interface ValueHandleProps {
  readonly plot: Plot;
  readonly label: string;
  /** In the parameter's own unit, not the axis'. */
  readonly value: number;
  readonly valueText: string;
  readonly range: SliderRange;
  /** The y axis' value at which the handle stands, and back. */
  readonly axisValue: number;
  readonly fromAxis: (axisValue: number) => number;
  /** Centre of the touch area in px from the left, and its size. */
  readonly x: number;
  readonly width: number;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
  /** The axis must not move under the hand: called with true at the start of a drag and with false at its end. */
  onHold(held: boolean): void;
  onChange(value: number, final: boolean): void;
}

/** Smallest touch area, in px. */
const TOUCH_PX = 44;

export function ValueHandle(props: ValueHandleProps) {
  const { plot, range } = props;
  const drag = useDrag(props);
  const y = Math.min(plot.bottom, Math.max(plot.top, plot.y(props.axisValue)));
  return (
    <button
      type="button"
      className={`chart-handle ${props.className ?? ""}`}
      role="slider"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={props.value}
      aria-valuetext={props.valueText}
      style={{
        ...props.style,
        left: props.x - props.width / 2,
        top: y - TOUCH_PX / 2,
        width: props.width,
        height: TOUCH_PX,
      }}
      onKeyDown={(event) => onKey(event, props)}
      {...drag}
    >
      {props.children}
    </button>
  );
}

function onKey(event: KeyboardEvent, { value, range, onChange }: ValueHandleProps): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = valueForKey(event.key, event.shiftKey, value, range);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  onChange(next, true);
}

interface DragStart {
  readonly pointerY: number;
  readonly handleY: number;
  value: number;
}

function useDrag(props: ValueHandleProps) {
  const start = useRef<DragStart | null>(null);
  const end = (): void => {
    if (start.current === null) return;
    const { value } = start.current;
    start.current = null;
    props.onHold(false);
    props.onChange(value, true);
  };
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { pointerY: event.clientY, handleY: props.plot.y(props.axisValue), value: props.value };
      props.onHold(true);
    },
    onPointerMove(event: PointerEvent): void {
      const from = start.current;
      if (from === null) return;
      const axisValue = props.plot.y.invert(from.handleY + event.clientY - from.pointerY);
      const value = roundSensibly(props.fromAxis(axisValue), props.range);
      if (value === from.value) return;
      from.value = value;
      props.onChange(value, false);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}
