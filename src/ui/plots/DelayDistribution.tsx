/**
 * The distribution of queue delay on the chosen scale, below the choice of the link. The user can also show a curve
 * for each flow.
 */

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type DelayCdf, queueDisciplines, queueOfLink } from "../../engine/index.ts";
import { DelaysClient } from "../../workers/sim-client.ts";
import { type CountedDelays, FlowDelayStore } from "../core/flow-delay-store.ts";
import { browserClock } from "../core/run-scheduler.ts";
import { hasSeveralLinks, isSlowToRepeat, type RunView, watchedLink } from "../core/run-view.ts";
import { useBench } from "../core/use-store.ts";
import { cssPaint, flowDash, type Paint } from "../shared/chart/colours.ts";
import { drawMarks } from "../shared/chart/marks.ts";
import { type DrawnPlot, PlotLayers, useSize, valueAxis } from "../shared/chart/PlotLayers.tsx";
import type { Pen } from "../shared/chart/pen.ts";
import { type Domain, logTicks, type Plot, type Size } from "../shared/chart/plot-geometry.ts";
import { placeIn } from "../shared/magnified.ts";
import { keyTarget, type SliderScale } from "../shared/slider-scale.ts";
import { ChartFrame, LineSample } from "./ChartFrame.tsx";
import { CursorCanvas } from "./CursorLayer.tsx";
import type { FigureAt } from "./chart-props.ts";
import {
  CDF_OVER_PX,
  CDF_SCALES,
  type CdfInput,
  type CdfScale,
  cdfCoverage,
  cdfMarks,
  cdfNotes,
  cdfPlot,
  cdfReadings,
  cdfStill,
  cdfTable,
  cdfTitle,
  distributionWords,
  type FlowCurve,
  percentileLabels,
  queueCurves,
  tailText,
} from "./delay-cdf.ts";
import { flowCount, flowName, NAMED_FLOWS, shortFlowName } from "./flow-names.ts";
import { LinkMenu } from "./LinkMenu.tsx";
import { definePlot, useSummary } from "./TimePlot.tsx";

function Distribution({ run, pinned }: Pick<CdfInput, "run" | "pinned">) {
  const [scale, setScale] = useState<CdfScale>("linear");
  const [chosen, setChosen] = useState<boolean | null>(null);
  const hasFlows = flowCount(run) > 1;
  const isByFlow = hasFlows && (chosen ?? separatesFlows(run));
  const { byFlow, delays, error } = useFlowCurves(run, isByFlow);
  return (
    <>
      {(hasSeveralLinks(run) || hasFlows) && (
        <p className="plot__link">
          <LinkMenu run={run} word="Queue at" />
          {hasFlows && (
            <label className="check plot__by-flow">
              <input
                type="checkbox"
                checked={isByFlow}
                onChange={(event) => setChosen(event.currentTarget.checked)}
              />
              by flow
            </label>
          )}
        </p>
      )}
      <CdfChart run={run} pinned={pinned} byFlow={byFlow} scale={scale} onScale={setScale} />
      {(isByFlow || watchedLink(run).queues !== undefined) && (
        <DelayLegend run={run} byFlow={byFlow} isCounting={isByFlow && delays === null} error={error} />
      )}
    </>
  );
}

/** Maximum number of flows with their own curves. More curves would be unreadable. */
const DRAWN_FLOWS = 20;

/** Returns the curves of the flows; none while they are being counted or are not shown. */
function useFlowCurves(run: RunView, isByFlow: boolean) {
  const { delays, error } = useFlowDelays(run, isByFlow);
  const byFlow = useMemo(
    () =>
      (delays?.flows ?? [])
        .filter(({ delayCdf }) => delayCdf.ms.length > 0)
        .slice(0, DRAWN_FLOWS)
        .map(({ flow, delayCdf }): FlowCurve => {
          return { flow, name: flowName(run, flow), shortName: shortFlowName(run, flow), cdf: delayCdf };
        }),
    [run, delays],
  );
  return { byFlow, delays, error };
}

/** Returns the distribution for drawing outside the page, on the linear scale. */
function useDistributionFigure({ run, pinned }: Pick<CdfInput, "run" | "pinned">): FigureAt {
  const { byFlow } = useFlowCurves(run, flowCount(run) > 1 && separatesFlows(run));
  return useMemo((): FigureAt => {
    const input: CdfInput = { run, pinned, byFlow, scale: "linear" };
    return (size) => {
      const drawn = drawnCdf(input, size);
      return drawn && { ...frameOf(input), drawn, spoken: distributionWords(input) };
    };
  }, [run, pinned, byFlow]);
}

/**
 * Returns whether each flow has its own queue. In that case, a single curve for all flows does not describe the delay
 * of any flow.
 */
function separatesFlows(run: RunView): boolean {
  const { id: link, queues } = watchedLink(run);
  const { aqm } = queueOfLink(run.scenario, link);
  return (
    queues === undefined && queueDisciplines.some(({ id, separates }) => id === aqm && separates === true)
  );
}

interface CdfChartProps extends CdfInput {
  onScale(scale: CdfScale): void;
}

function CdfChart({ run, pinned, byFlow, scale, onScale }: CdfChartProps) {
  const input = useMemo(() => ({ run, pinned, byFlow, scale }), [run, pinned, byFlow, scale]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const label = useSummary(useCallback(() => distributionWords(input), [input]));
  const drawn = useMemo(() => size && drawnCdf(input, size), [input, size]);
  return (
    <ChartFrame
      {...frameOf(input)}
      tools={<ScaleChoice scale={scale} onScale={onScale} />}
      table={() => cdfTable(input)}
      box={box}
      drawn={drawn}
    >
      <div className="chart-layers" aria-hidden="true">
        {drawn !== null && <PlotLayers {...drawn} />}
      </div>
      {drawn === null ? (
        <div className="chart-surface" role="img" aria-label={label} />
      ) : (
        <CdfCursor plot={drawn.plot} input={input} label={label} />
      )}
    </ChartFrame>
  );
}

function frameOf(input: CdfInput) {
  return {
    kind: "cdf",
    title: cdfTitle(input.run, input.scale),
    unit: "",
    xWords: "queue delay (ms)",
    yWords: "share of packets",
    notes: [],
    besides: cdfNotes(input),
  };
}

function drawnCdf(input: CdfInput, size: Size): DrawnPlot | null {
  const plot = cdfPlot(size, input);
  if (plot === null) return null;
  const draw = (pen: Pen) => drawMarks(pen, cdfMarks(input), CDF_OVER_PX);
  return { plot, ...cdfAxes(plot, input.scale), draw, labels: percentileLabels(input, plot) };
}

function cdfAxes(plot: Plot, scale: CdfScale) {
  const isLog = scale !== "linear";
  const share = (value: number) => `${Number((value * 100).toPrecision(3))}%`;
  return {
    x: valueAxis(
      plot,
      (ms) => `${ms} ms`,
      isLog ? decades(plot.x.domain()) : plot.x.ticks(Math.max(2, Math.floor(plot.width / 110))),
    ),
    y: valueAxis(plot, share, scale === "tail" ? decades(plot.y.domain()) : [0, 0.2, 0.4, 0.6, 0.8, 1]),
    xGrid: isLog,
  };
}

/** Returns powers of ten, with 2 and 5 between them if the axis covers less than two whole decades. */
function decades([from, to]: Domain): number[] {
  return logTicks([from, to], Math.log10(to / from) < 2 ? [1, 2, 5] : [1]);
}

const SCALES = Object.keys(CDF_SCALES) as CdfScale[];

const ScaleChoice = memo(function ScaleChoice({ scale, onScale }: Pick<CdfChartProps, "scale" | "onScale">) {
  const name = useId();
  return (
    <fieldset className="chart-choice">
      <legend className="unseen">Scale of the distribution</legend>
      {SCALES.map((choice) => (
        <label key={choice} className="chart-tool" title={CDF_SCALES[choice].help}>
          <input
            className="unseen"
            type="radio"
            name={name}
            checked={choice === scale}
            onChange={() => onScale(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
});

interface DelayLegendProps {
  readonly run: RunView;
  readonly byFlow: readonly FlowCurve[];
  readonly isCounting: boolean;
  readonly error: string | null;
}

function DelayLegend({ run, byFlow, isCounting, error }: DelayLegendProps) {
  const covered = cdfCoverage(run);
  const named = byFlow.slice(0, NAMED_FLOWS);
  const queues = queueCurves(run, byFlow.length === 0);
  const own = byFlow.length > 0 || queues.length > 1 ? queues : [];
  const others = byFlow.length - named.length;
  return (
    <ul className="delay-legend" aria-label={`Queue delay by ${queues.length > 1 ? "queue" : "flow"}`}>
      {covered !== "" && <li>{covered}</li>}
      {error !== null && (
        <li>
          <span role="alert">{error}</span>
        </li>
      )}
      {error === null && isCounting && <li>by flow: computed again when the run is complete</li>}
      {own.map(({ name, cdf, paint, dash = [] }) => (
        <LegendLine key={name} name={name} cdf={cdf} paint={paint} dash={dash} />
      ))}
      {named.map(({ flow, name, cdf }) => (
        <LegendLine key={flow} name={name} cdf={cdf} paint={flow} dash={flowDash(flow)} />
      ))}
      {others > 0 && <li>{`and ${others} more: see the numbers per flow`}</li>}
    </ul>
  );
}

interface LegendLineProps {
  readonly name: string;
  readonly cdf: DelayCdf;
  readonly paint: Paint;
  readonly dash: readonly number[];
}

function LegendLine({ name, cdf, paint, dash }: LegendLineProps) {
  return (
    <li className="delay-legend__line">
      <LineSample dash={dash} colour={cssPaint(paint)} />
      <span>{name}</span>
      <span className="delay-legend__tail">{tailText(cdf)}</span>
    </li>
  );
}

interface CdfCursorProps {
  readonly plot: Plot;
  readonly input: CdfInput;
  /** Description of the plot. */
  readonly label: string;
}

/** Positions on the axis are fractions of its length, so that the same keys work on every scale. */
const AXIS: SliderScale = { min: 0, max: 1, scale: "linear", step: 0.005 };

function CdfCursor({ plot, input, label }: CdfCursorProps) {
  const [place, setPlace] = useState<number | null>(null);
  const width = plot.right - plot.left;
  const x = plot.left + (place ?? 0.5) * width;
  const ms = plot.x.invert(x);
  const readings = useMemo(() => cdfReadings(input, ms, plot), [input, ms, plot]);
  const onMove = (event: PointerEvent) => {
    const [at] = placeIn(event.currentTarget, event);
    setPlace(Math.min(1, Math.max(0, (at - plot.left) / width)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(AXIS, place ?? 0.5, event);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setPlace(next);
  };
  return (
    <>
      {place !== null && <CursorCanvas plot={plot} x={x} readings={readings} timeS={null} isLow />}
      <div
        className="chart-surface"
        role="slider"
        aria-roledescription="chart"
        aria-label={label}
        aria-valuemin={plot.x.domain()[0]}
        aria-valuemax={plot.x.domain()[1]}
        aria-valuenow={ms}
        aria-valuetext={readings.map(({ name }) => name).join(", ")}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onMove}
        onPointerLeave={() => setPlace(null)}
        onBlur={() => setPlace(null)}
      />
    </>
  );
}

let opened: FlowDelayStore | null = null;

/** Returns the store of delays by flow. It starts its worker on first use. */
function flowDelays(): FlowDelayStore {
  opened ??= new FlowDelayStore(new DelaysClient(), browserClock);
  return opened;
}

const NOTHING: CountedDelays = { wanted: null, delays: null, error: null };
const NOT_COUNTED: CountedDelays = {
  ...NOTHING,
  error: "Delays by flow are not counted, because a custom program of this run took too much time.",
};
const idle = () => () => undefined;

/** Returns the delays by flow at the watched link; null while they are being counted or are not shown. */
export function useFlowDelays({ snapshot, link }: RunView, requested: boolean): CountedDelays {
  const { store } = useBench();
  const isSlow = isSlowToRepeat(snapshot);
  const wanted = requested && !isSlow;
  const now = () => (wanted ? flowDelays().store.get() : NOTHING);
  const found = useSyncExternalStore(wanted ? flowDelays().store.subscribe : idle, now, now);
  const { nowS } = snapshot;
  const { flows } = snapshot.results;
  useEffect(() => {
    const { scenario } = store.get().run;
    if (wanted && scenario !== null) flowDelays().want({ scenario, nowS, flows, link });
  }, [store, wanted, flows, nowS, link]);
  if (requested && isSlow) return NOT_COUNTED;
  return found.wanted?.flows === flows && found.wanted.link === link ? found : NOTHING;
}

export const delayDistribution = definePlot({
  id: "distribution",
  label: "Distribution of queue delay",
  place: "over-numbers",
  heightPx: 240,
  still: cdfStill,
  useProps: ({ run, pinned }) => ({ run, pinned }),
  Chart: Distribution,
  useFigure: useDistributionFigure,
});
