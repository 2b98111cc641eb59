/** The whole run as a thin strip above the plots, with the part that they show as a window to move. */
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";
import { type RunView, zoomOf } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { useTimeView } from "../plots/chart-props.ts";
import { isWhole, panBy, wholeView } from "../plots/gestures.ts";
import { warmupS } from "../plots/run-metrics.ts";
import { steadyRange } from "../plots/steady-range.ts";
import { teethView } from "../plots/teeth.ts";
import { flowColour } from "../shared/chart/colours.ts";
import { useSize } from "../shared/chart/PlotLayers.tsx";
import { sharedMargins, type TimeView } from "../shared/chart/plot-geometry.ts";
import { columnsOf } from "../shared/chart/recorded-series.ts";
import { placeIn } from "../shared/magnified.ts";

const HEIGHT_PX = 30;
/** Flows of the strip: more would cover each other. */
const DRAWN_FLOWS = 4;
/** Shortest time between two pages during playback (s). Faster pages could not be read and would flicker. */
const SHORTEST_PAGE_S = 1;

export function WholeRun({ run }: { readonly run: RunView }) {
  const { store } = useBench();
  const view = useTimeView();
  const whole = wholeView(run);
  const endS = whole.toS;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const grabbedS = useRef<number | null>(null);
  const width = size?.width ?? 0;
  const { left, right } = sharedMargins(width, true);
  const [from, to] = [left, Math.max(left + 1, width - right)];
  const xOf = (timeS: number) => from + ((to - from) * timeS) / endS;
  const curves = useMemo(() => envelopes(run, endS, from, to), [run, endS, from, to]);
  const show = (next: TimeView) =>
    store.set(({ view: now }) => ({ view: { ...now, zoom: zoomOf(next, endS) ?? now.zoom } }));
  /** The part in view; while the plots show the whole run, some ten teeth around a time. */
  const partAt = (timeS: number | null) => (isWhole(view, whole) ? (teethView(run, timeS) ?? view) : view);
  const playheadS = usePages(view, (spanS) => show(panBy(view, spanS, whole)));
  const timeAt = (event: PointerEvent) =>
    ((placeIn(event.currentTarget, event)[0] - from) / (to - from)) * endS;
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const timeS = timeAt(event);
    const part = partAt(timeS);
    const isInside = timeS >= part.fromS && timeS <= part.toS;
    const spanS = part.toS - part.fromS;
    const next = isInside ? part : panBy(part, timeS - spanS / 2 - part.fromS, whole);
    show(next);
    grabbedS.current = timeS - next.fromS;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grabbedS.current === null) return;
    show(panBy(view, timeAt(event) - grabbedS.current - view.fromS, whole));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const part = partAt(null);
    const spanS = part.toS - part.fromS;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: -spanS / 10, ArrowDown: -spanS / 10, ArrowRight: spanS / 10, ArrowUp: spanS / 10 },
      ...{ PageUp: spanS, PageDown: -spanS, Home: -endS, End: endS },
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(panBy(part, step, whole));
  };
  return (
    <div className="overview" ref={box}>
      <div
        className="overview__surface"
        role="slider"
        aria-label="Part of the run that the plots show"
        aria-description="Arrow keys move it by a tenth, Page Up and Page Down by its length, Home and End to the ends of the run."
        aria-valuemin={0}
        aria-valuemax={endS}
        aria-valuenow={view.fromS}
        aria-valuetext={`${seconds(view.fromS)} to ${seconds(view.toS)} of ${seconds(endS)}`}
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          grabbedS.current = null;
        }}
        onPointerCancel={() => {
          grabbedS.current = null;
        }}
        onKeyDown={onKeyDown}
      >
        <svg className="notranslate" width={width} height={HEIGHT_PX} aria-hidden="true">
          {curves.map(({ flow, d }) => (
            <path key={flow} d={d} style={{ fill: flowColour(flow), stroke: flowColour(flow) }} />
          ))}
          <rect
            className="overview__rest"
            x={from}
            width={Math.max(0, xOf(view.fromS) - from)}
            height={HEIGHT_PX}
          />
          <rect
            className="overview__rest"
            x={xOf(view.toS)}
            width={Math.max(0, to - xOf(view.toS))}
            height={HEIGHT_PX}
          />
          <rect
            className="overview__window"
            x={xOf(view.fromS)}
            y={1}
            width={Math.max(4, xOf(view.toS) - xOf(view.fromS))}
            height={HEIGHT_PX - 2}
            rx={3}
          />
          <path className="overview__playhead" d={`M${xOf(playheadS)},0V${HEIGHT_PX}`} />
        </svg>
        {isWhole(view, whole) && (
          <span className="overview__advice">Too many teeth to tell apart. Press to see ten.</span>
        )}
      </div>
    </div>
  );
}

/**
 * Returns the time of the playhead. When playback leaves the view, calls `page` with the view's length, unless the view
 * belongs to a question.
 */
function usePages({ fromS, toS }: TimeView, page: (spanS: number) => void): number {
  const { store, page: content } = useBench();
  const playheadS = useBenchState(({ playback }) => playback.playheadS);
  const before = useRef(playheadS);
  useEffect(() => {
    const wasS = before.current;
    before.current = playheadS;
    const { playback } = store.get();
    const isExplaining = content.requests.isExplaining?.(store.get()) === true;
    const isLeft = playback.playing && wasS >= fromS && wasS <= toS && playheadS > toS;
    if (isLeft && !isExplaining && toS - fromS >= playback.speed * SHORTEST_PAGE_S) page(toS - fromS);
  });
  return playheadS;
}

function seconds(timeS: number): string {
  return `${Number(timeS.toFixed(2))} s`;
}

/** Returns cwnd of the first flows over the whole run: in each px from its smallest to its largest value. */
function envelopes(run: RunView, endS: number, from: number, to: number) {
  if (endS <= 0) return [];
  const flows = run.snapshot.flows.slice(0, DRAWN_FLOWS);
  const whole = { fromS: 0, toS: endS };
  const top = steadyRange(
    flows.map(({ cwnd }) => cwnd),
    whole,
    warmupS(run.scenario),
  )?.steady;
  if (top === undefined || top <= 0) return [];
  const y = (value: number) => (HEIGHT_PX - 2 - (HEIGHT_PX - 4) * Math.min(1, value / top)).toFixed(1);
  return flows.map(({ flow, cwnd }) => {
    const { timeS, min, max } = columnsOf(cwnd, whole, to - from);
    const columns = [...timeS.keys()].filter((column) => !Number.isNaN(max[column]));
    const through = (values: Float32Array) => (column: number) => {
      const x = from + ((to - from) * Math.min(endS, timeS[column])) / endS;
      return `${x.toFixed(1)},${y(values[column])}`;
    };
    const outline = [...columns.map(through(max)), ...columns.toReversed().map(through(min))];
    return { flow, d: columns.length === 0 ? "" : `M${outline.join("L")}Z` };
  });
}
