/**
 * The sheet over a plot on which a student draws a prediction before the run is shown. Afterwards, the predicted
 * curve is shown together with the run.
 */

import {
  type KeyboardEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { counted } from "../../../lib/counted.ts";
import {
  DRAWN_PLOTS,
  type DrawingTask,
  type DrawnPlot,
  type DrawnPoint,
  sampled,
} from "../../../teaching/document/drawing.ts";
import type { RunView } from "../../core/run-view.ts";
import type { PlotSheetProps } from "../../plots/chart-props.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { Axes, timeAxis, valueAxis } from "../../shared/chart/PlotLayers.tsx";
import { makePlot, type Plot, sharedMargins } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";
import {
  movedPoint,
  type Prediction,
  prediction,
  withoutPoint,
  withPointAfter,
  withStroke,
} from "./prediction.ts";
import "./prediction.css";

const shownNow = () => prediction.get().shown;

export function PlotPrediction({ kind, plot, chart }: PlotSheetProps) {
  const shown = useSyncExternalStore(prediction.subscribe, shownNow, shownNow);
  if (shown === null || shown.task.plot !== kind) return null;
  const { task, points, onPoints } = shown;
  if (onPoints === null) return <DrawnCurve plot={plot} points={points} />;
  return <DrawingSheet plot={plot} run={chart.run} task={task} points={points} onPoints={onPoints} />;
}

function DrawnCurve({ plot, points }: { readonly plot: Plot } & Pick<Prediction, "points">) {
  const { left, top, right, bottom } = plot;
  const last = points[points.length - 1];
  const y = Math.min(bottom - 6, Math.max(top + 12, plot.y(last.value) - 7));
  return (
    <svg className="prediction notranslate" width={plot.width} height={plot.height} aria-hidden="true">
      <clipPath id="prediction-plot">
        <rect x={left} y={top - 1} width={right - left} height={bottom - top + 2} />
      </clipPath>
      <path className="prediction__curve" d={pathOf(plot, points)} clipPath="url(#prediction-plot)" />
      <text x={Math.min(right, plot.x(last.timeS)) - 4} y={y} textAnchor="end">
        you drew
      </text>
    </svg>
  );
}

export function pathOf(plot: Pick<Plot, "x" | "y">, points: Prediction["points"]): string {
  return points
    .map(
      ({ timeS, value }, i) =>
        `${i === 0 ? "M" : "L"}${plot.x(timeS).toFixed(1)} ${plot.y(value).toFixed(1)}`,
    )
    .join("");
}

interface DrawingSheetProps extends Pick<Prediction, "task" | "points"> {
  readonly plot: Plot;
  /** The run before the change, drawn below the pen because the student knows it. */
  readonly run: RunView;
  onPoints(points: readonly DrawnPoint[]): void;
}

/** A sheet over the plot with the axes that the lesson sets. A pen draws freely; points can be moved by pointer and keyboard. */
export function DrawingSheet({ plot: shown, run, task, points, onPoints }: DrawingSheetProps) {
  const plot = useMemo(
    () => makePlot(shown, sharedMargins(shown.width, true), [task.fromS, task.toS], [0, task.top]),
    [shown, task],
  );
  const x = useMemo(() => timeAxis(plot, true), [plot]);
  const y = useMemo(() => valueAxis(plot), [plot]);
  const known = useMemo(
    () => pathOf(plot, sampled(DRAWN_PLOTS[task.plot].of(run.snapshot), task)),
    [plot, task, run],
  );
  const pen = usePen(plot, { task, points, onPoints });
  return (
    <fieldset className="sheet-over" {...pen.handlers}>
      <legend className="unseen">
        {`Draw the curve: ${counted(points.length, "point")}. Arrow keys move a point (with Shift: in smaller steps), Insert adds a point, Delete removes it.`}
      </legend>
      <Axes plot={plot} x={x} y={y} />
      <svg
        className="prediction prediction--drawing notranslate"
        width={plot.width}
        height={plot.height}
        aria-hidden="true"
      >
        <path className="prediction__known" d={known} />
        <text x={plot.left + 8} y={plot.top + 12}>
          Draw here; in grey the run of now
        </text>
        <path className="prediction__curve" d={pathOf(plot, points)} />
        {pen.stroke.length > 1 && <path className="prediction__stroke" d={pathOf(plot, pen.stroke)} />}
      </svg>
      {numbered(points).map(([i]) => (
        <PointHandle key={i} plot={plot} task={task} points={points} index={i} onPoints={onPoints} />
      ))}
    </fieldset>
  );
}

/** Handles freehand drawing. A stroke replaces the points below it. */
function usePen(plot: Plot, { task, points, onPoints }: Omit<DrawingSheetProps, "plot" | "run">) {
  const [stroke, setStroke] = useState<readonly DrawnPoint[]>([]);
  const drawing = useRef<DrawnPoint[] | null>(null);
  const at = (event: PointerEvent) => pointAt(plot, event.currentTarget, event);
  const end = () => {
    const drawn = drawing.current;
    drawing.current = null;
    setStroke([]);
    if (drawn !== null && drawn.length > 1) onPoints(withStroke(points, drawn, task));
  };
  return {
    stroke,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drawing.current = [at(event)];
      },
      onPointerMove(event: PointerEvent) {
        if (drawing.current === null) return;
        drawing.current.push(at(event));
        setStroke([...drawing.current].sort((a, b) => a.timeS - b.timeS));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

interface PointHandleProps {
  readonly plot: Plot;
  readonly task: DrawingTask;
  readonly points: readonly DrawnPoint[];
  readonly index: number;
  onPoints(points: readonly DrawnPoint[]): void;
}

export function pointWords(timeS: number, value: number, plot: DrawnPlot): string {
  return `at ${Number(timeS.toPrecision(3))} s: ${Number(value.toPrecision(3))} ${DRAWN_PLOTS[plot].unit}`;
}

function PointHandle({ plot, task, points, index, onPoints }: PointHandleProps) {
  const held = useRef(false);
  const { timeS, value } = points[index];
  const letGo = () => {
    held.current = false;
  };
  return (
    <button
      type="button"
      className="sheet-over__point"
      role="slider"
      aria-label={`Point ${index + 1} of ${points.length}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={task.top}
      aria-valuenow={value}
      aria-valuetext={pointWords(timeS, value, task.plot)}
      style={{ left: plot.x(timeS), top: plot.y(value) }}
      onKeyDown={(event) => {
        const next = pointsAfterKey(event, points, index, task);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onPoints(next);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = true;
      }}
      onPointerMove={(event) => {
        const sheet = event.currentTarget.closest(".sheet-over");
        if (held.current && sheet !== null)
          onPoints(movedPoint(points, index, pointAt(plot, sheet, event), task));
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    />
  );
}

function pointAt(plot: Plot, sheet: Element, event: PointerEvent): DrawnPoint {
  const [px, py] = placeIn(sheet, event);
  return { timeS: plot.x.invert(px), value: plot.y.invert(py) };
}

/** Distance by which a key moves a point, in shares of the sheet: right and up. With Shift, a fifth of it. */
const MOVES: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowUp: [0, 1 / 20],
  ArrowDown: [0, -1 / 20],
  PageUp: [0, 1 / 10],
  PageDown: [0, -1 / 10],
  ArrowRight: [1 / 40, 0],
  ArrowLeft: [-1 / 40, 0],
};

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Returns the points after a key press; null if the key does not act on points. */
export function pointsAfterKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  points: readonly DrawnPoint[],
  index: number,
  task: DrawingTask,
): DrawnPoint[] | null {
  if (ctrlKey || metaKey || altKey) return null;
  const { timeS, value } = points[index];
  const to = (change: Partial<DrawnPoint>) => movedPoint(points, index, { timeS, value, ...change }, task);
  if (Object.hasOwn(MOVES, key)) {
    const [right, up] = MOVES[key];
    const size = shiftKey ? 0.2 : 1;
    return to({
      timeS: timeS + (task.toS - task.fromS) * right * size,
      value: value + task.top * up * size,
    });
  }
  if (key === "Home") return to({ value: 0 });
  if (key === "End") return to({ value: task.top });
  if (key === "Insert" || key === "+") return withPointAfter(points, index);
  return key === "Delete" ? withoutPoint(points, index) : null;
}
