/**
 * Parts of a plot that can be dragged or clicked: a line across the plot with a label at its right end, a value, the
 * peak.
 */

import { type ReactNode, useState } from "react";
import { type PlotLine, shortNumber } from "../shared/chart/chart-model.ts";
import { cssPaint, type Paint } from "../shared/chart/colours.ts";
import type { Plot } from "../shared/chart/plot-geometry.ts";
import { DragHandle } from "../shared/DragHandle.tsx";
import type { SliderScale } from "../shared/slider-scale.ts";
import type { SteadyRange } from "./steady-range.ts";
import type { PathHandle } from "./use-handle.ts";

/** A line at a value. Its label is a handle if the line has one. */
export interface DraggedLine extends PlotLine {
  readonly drag?: { readonly label: string; readonly handle: PathHandle };
}

interface LineHandleProps {
  readonly plot: Plot;
  readonly line: DraggedLine;
  onHold(held: boolean): void;
}

/** Width of a character in the label, in px. */
const CHARACTER_PX = 6.4;
const PILL_PADDING_PX = 36;

export function LineHandle({ plot, line, onHold }: LineHandleProps) {
  const { value, paint, fromS, untilS, isBare = false, text, drag } = line;
  const inside = (timeS: number) => Math.min(plot.right, Math.max(plot.left, plot.x(timeS)));
  const left = fromS === undefined ? plot.left : inside(fromS);
  const right = untilS === undefined ? plot.right : inside(untilS);
  const [top, color] = [Math.max(plot.top, plot.y(value)), cssPaint(paint)];
  return (
    <>
      {!isBare && (
        <span className="chart-rule" style={{ left, width: right - left, top, borderColor: color }} />
      )}
      {drag !== undefined && text !== undefined && (
        <DraggedLabel {...{ plot, line, text, top, right, onHold }} {...drag} />
      )}
    </>
  );
}

interface DraggedLabelProps extends LineHandleProps {
  readonly text: string;
  readonly label: string;
  readonly handle: PathHandle;
  readonly top: number;
  readonly right: number;
}

function DraggedLabel({ plot, line, text, label, handle, top, right, onHold }: DraggedLabelProps) {
  const { value, scale, onDrag, isFixed } = handle;
  const background = cssPaint(line.paint);
  const width = text.length * CHARACTER_PX + PILL_PADDING_PX;
  const x = Math.max(plot.left + width / 2, right - width / 2);
  return isFixed ? (
    <span className="chart-fixed" style={{ left: x, top }}>
      <span className="chart-pill" style={{ background }}>
        {text}
      </span>
    </span>
  ) : (
    <ValueHandle {...{ plot, label, value, scale, x, width, onHold }} valueText={text} onChange={onDrag}>
      <span className="chart-pill chart-pill-above" style={{ background }}>
        <span aria-hidden="true">⇕</span> <span>{text}</span>
      </span>
    </ValueHandle>
  );
}

interface ValueHandleProps {
  readonly plot: Plot;
  readonly label: string;
  /** The value in the parameter's own unit, not in that of the axis. */
  readonly value: number;
  readonly valueText: string;
  readonly scale: SliderScale;
  /** Value on the y axis that corresponds to a parameter value of 1, if the units differ. */
  readonly axisPerUnit?: number;
  /** Centre of the touch area in px from the left, and its width. */
  readonly x: number;
  readonly width: number;
  readonly children: ReactNode;
  /** Called with true at the start of a drag and with false at its end, because the axis must not change during a drag. */
  onHold(held: boolean): void;
  onChange(value: number, final: boolean): void;
}

/** A value that can be dragged up and down on a plot's y axis. */
function ValueHandle({ plot, axisPerUnit = 1, x, ...rest }: ValueHandleProps) {
  const yOf = (value: number) => plot.y(value * axisPerUnit);
  const y = Math.min(plot.bottom, Math.max(plot.top, yOf(rest.value)));
  return (
    <DragHandle
      {...rest}
      className="chart-handle"
      orientation="vertical"
      at={{ x, y }}
      valueAfter={(start, moved) => plot.y.invert(yOf(start) + moved.y) / axisPerUnit}
    />
  );
}

/** Time of a drop, and the height that it starts from. */
export interface DropPlace {
  readonly timeS: number;
  readonly height: number;
}

/** A share of a height that is dragged: the depth of a drop. */
export interface DraggedDrop {
  readonly label: string;
  /** Share of the height that remains after the drop. */
  readonly share: number;
  readonly scale: SliderScale;
  readonly text: string;
  /** The value for screen readers. */
  readonly valueText: string;
  readonly paint: Paint;
  /** Returns the drop that carries the handle; null if the plot shows none. */
  placeIn(plot: Plot): DropPlace | null;
  onDrag(share: number, final: boolean): void;
}

interface DropHandleProps {
  readonly plot: Plot;
  readonly drop: DraggedDrop;
  onHold(held: boolean): void;
}

const TOUCH_WIDTH_PX = 44;
/** Room for the label below the handle, so that it does not overlap the next plot. */
const BELOW_PX = 16;

/** The handle at the lower end of a drop. During a drag it stays at the drop at which the drag began. */
export function DropHandle({ plot, drop, onHold }: DropHandleProps) {
  const [held, setHeld] = useState<DropPlace | null>(null);
  const { share, text, paint, label, valueText, scale, onDrag } = drop;
  const place = held ?? drop.placeIn(plot);
  if (place === null) return null;
  const [x, top, end] = [plot.x(place.timeS), plot.y(place.height), plot.y(place.height * share)];
  const color = cssPaint(paint);
  const isLow = end > plot.bottom - BELOW_PX;
  return (
    <>
      <span className="chart-rule chart-drop" style={{ left: x, top, height: end - top, color }} />
      <ValueHandle
        {...{ plot, label, valueText, scale, x }}
        value={share}
        axisPerUnit={place.height}
        width={TOUCH_WIDTH_PX}
        onHold={(grabbed) => {
          setHeld(grabbed ? place : null);
          onHold(grabbed);
        }}
        onChange={onDrag}
      >
        <span className="chart-knob" style={{ borderColor: color }} />
        <span className={`chart-knob-label${isLow ? " chart-knob-label-above" : ""}`} style={{ color }}>
          {text}
        </span>
      </ValueHandle>
    </>
  );
}

interface PeakToolProps {
  readonly range: SteadyRange;
  readonly unit: string;
  readonly whole: boolean;
  onWhole(whole: boolean): void;
}

/** Ratio to the steady part below which the highest value does not count as a peak. */
const WORTH_A_CLICK = 1.15;

/**
 * A button that switches a y axis between its steady part and its highest peak; absent if the axis shows the whole
 * range anyway.
 */
export function PeakTool({ range, unit, whole, onWhole }: PeakToolProps) {
  if (!whole && range.whole <= range.steady * WORTH_A_CLICK) return null;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={whole}
      aria-label={`peak ${shortNumber(range.whole)} ${unit}: show the whole axis`}
      title={
        whole ? "Scale the axis to the part after the start" : "The peak is cut off: show the whole axis"
      }
      onClick={() => onWhole(!whole)}
    >
      <span aria-hidden="true">↑ </span>
      <span>{`peak ${shortNumber(range.whole)}`}</span>
    </button>
  );
}
