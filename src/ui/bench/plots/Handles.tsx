/** A horizontal line across a plot with a pill at its right end; both can be dragged. */

import type { ReactNode } from "react";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import { cssPaint, type Paint } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import type { SliderScale } from "../../shared/slider-scale.ts";
import { DragHandle } from "../rail/DragHandle.tsx";
import type { SteadyRange } from "./steady-range.ts";

interface LineHandleProps {
  readonly plot: Plot;
  readonly label: string;
  readonly value: number;
  /** What the pill says, unit included. */
  readonly text: string;
  readonly scale: SliderScale;
  readonly paint: Paint;
  /** While the value holds: line and pill stand there. */
  readonly fromS?: number | undefined;
  readonly untilS?: number | undefined;
  /** The plot draws the line itself. */
  readonly bare?: boolean;
  /** Shown, and not to be dragged. */
  readonly fixed?: boolean | undefined;
  onHold(held: boolean): void;
  onChange(value: number, final: boolean): void;
}

/** Room for the pill's text, in px a character. */
const CHARACTER_PX = 6.4;
const PILL_PADDING_PX = 36;

export function LineHandle(props: LineHandleProps) {
  const {
    plot,
    label,
    value,
    text,
    scale,
    paint,
    fromS,
    untilS,
    bare = false,
    fixed,
    onHold,
    onChange,
  } = props;
  const colour = cssPaint(paint);
  const width = text.length * CHARACTER_PX + PILL_PADDING_PX;
  const end = untilS === undefined ? plot.right : Math.min(plot.right, plot.x(untilS));
  const x = Math.max(plot.left + width / 2, end - width / 2);
  const rule = !bare && <Rule plot={plot} value={value} paint={paint} fromS={fromS} untilS={untilS} />;
  if (fixed)
    return (
      <>
        {rule}
        <span className="chart-fixed" style={{ left: x, top: Math.max(plot.top, plot.y(value)) }}>
          <span className="chart-pill" style={{ background: colour }}>
            {text}
          </span>
        </span>
      </>
    );
  return (
    <>
      {rule}
      <ValueHandle
        plot={plot}
        label={label}
        value={value}
        valueText={text}
        scale={scale}
        toAxis={(dragged) => dragged}
        fromAxis={(axisValue) => axisValue}
        x={x}
        width={width}
        onHold={onHold}
        onChange={onChange}
      >
        <span className="chart-pill chart-pill-above" style={{ background: colour }}>
          <span aria-hidden="true">⇕</span> {text}
        </span>
      </ValueHandle>
    </>
  );
}

/** A dashed line at a value, while it holds. */
export function Rule(props: Pick<LineHandleProps, "plot" | "value" | "paint" | "fromS" | "untilS">) {
  const { plot, value, paint, fromS, untilS } = props;
  const inside = (timeS: number) => Math.min(plot.right, Math.max(plot.left, plot.x(timeS)));
  const left = fromS === undefined ? plot.left : inside(fromS);
  const right = untilS === undefined ? plot.right : inside(untilS);
  const top = Math.max(plot.top, plot.y(value));
  return (
    <span className="chart-rule" style={{ left, width: right - left, top, borderColor: cssPaint(paint) }} />
  );
}

/** A value dragged up and down on a plot's y axis. */

interface ValueHandleProps {
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

/** Switches a y axis between its steady part and its highest peak; absent where nothing is cut off. */

interface PeakToolProps {
  readonly range: SteadyRange;
  readonly unit: string;
  readonly whole: boolean;
  onWhole(whole: boolean): void;
}

/** A peak that stays within this much of the steady part is no peak. */
const WORTH_A_CLICK = 1.15;

export function PeakTool({ range, unit, whole, onWhole }: PeakToolProps) {
  if (!whole && range.whole <= range.steady * WORTH_A_CLICK) return null;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={whole}
      aria-label={`peak ${shortNumber(range.whole)} ${unit}: show the whole axis`}
      title={whole ? "Scale the axis to the steady part" : "The peak is cut off: show the whole axis"}
      onClick={() => onWhole(!whole)}
    >
      <span aria-hidden="true">↑ </span>
      <span>{`peak ${shortNumber(range.whole)}`}</span>
    </button>
  );
}
