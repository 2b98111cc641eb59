/** A value dragged up and down on a plot's y axis. */
import type { ReactNode } from "react";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import type { SliderScale } from "../../shared/slider-scale.ts";
import { DragHandle } from "../rail/DragHandle.tsx";

export interface ValueHandleProps {
  readonly plot: Plot;
  readonly label: string;
  /** In the parameter's own unit, not the axis'. */
  readonly value: number;
  readonly valueText: string;
  readonly scale: SliderScale;
  /** The y axis' value at which a value stands, and back. */
  readonly toAxis: (value: number) => number;
  readonly fromAxis: (axisValue: number) => number;
  /** Centre of the touch area in px from the left, and its width. */
  readonly x: number;
  readonly width: number;
  readonly children: ReactNode;
  /** The axis must not move under the hand: called with true at the start of a drag and with false at its end. */
  onHold(held: boolean): void;
  onChange(value: number, final: boolean): void;
}

export function ValueHandle({ plot, toAxis, fromAxis, x, ...rest }: ValueHandleProps) {
  const y = Math.min(plot.bottom, Math.max(plot.top, plot.y(toAxis(rest.value))));
  return (
    <DragHandle
      {...rest}
      className="chart-handle"
      orientation="vertical"
      at={{ x, y }}
      valueAfter={(start, moved) => fromAxis(plot.y.invert(plot.y(toAxis(start)) + moved.y))}
    />
  );
}
