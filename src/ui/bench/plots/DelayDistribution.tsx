/** The distribution of queue delay on the scale that is chosen, under the choice of the link; by flow where that is asked. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import {
  type DelayCdf,
  delayText,
  queueDisciplines,
  queueOfLink,
  type Scenario,
} from "../../../engine/index.ts";
import { DelaysClient } from "../../../workers/sim-client.ts";
import { Axes, PlotLabels, valueAxis } from "../../shared/chart/Axes.tsx";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import { type ChartColours, cssPaint, flowColour, flowDash, type Paint } from "../../shared/chart/colours.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";
import { keyTarget } from "../../shared/Slider.tsx";
import type { SliderScale } from "../../shared/slider-scale.ts";
import { type CountedDelays, FlowDelayStore } from "../../state/flow-delay-store.ts";
import { browserClock } from "../../state/run-scheduler.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/run-view.ts";
import { useBench } from "../../state/use-store.ts";
import { ChartFrame } from "./ChartFrame.tsx";
import {
  type CdfPicture,
  type CdfScale,
  cdfCoverage,
  cdfNotes,
  cdfPlot,
  cdfTable,
  cdfTitle,
  distributionWords,
  drawCdf,
  type FlowCurve,
  fractionAt,
  ghostName,
  percentileLabels,
  tailText,
} from "./delay-cdf.ts";
import { flowCount, flowName, NAMED_FLOWS } from "./flow-names.ts";
import { useLinkMenu } from "./LinkMenu.tsx";
import { definePlot } from "./Plot.tsx";
import { runPaint } from "./run-facts.ts";
import { useSummary } from "./TimePlot.tsx";

interface DistributionProps extends Pick<CdfPicture, "run" | "pinned"> {
  readonly menu: ReactNode;
}

function Distribution({ run, pinned, menu }: DistributionProps) {
  const [scale, setScale] = useState<CdfScale>("linear");
  const [chosen, setChosen] = useState<boolean | null>(null);
  const hasFlows = flowCount(run) > 1;
  const isByFlow = hasFlows && (chosen ?? separatesFlows(run.scenario, watchedLink(run).id));
  const { delays, error } = useFlowDelays(run, isByFlow);
  const byFlow = useMemo(() => (delays === null ? [] : curvesOf(run, delays.flows)), [run, delays]);
  return (
    <>
      {(menu || hasFlows) && (
        <p className="plot__link">
          {menu}
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
      {isByFlow && <DelayLegend run={run} byFlow={byFlow} isCounting={delays === null} error={error} />}
    </>
  );
}

/** Curves of more flows would be a thicket. */
const DRAWN_FLOWS = 20;

function curvesOf(
  run: RunView,
  flows: readonly { readonly flow: number; readonly delayCdf: FlowCurve["cdf"] }[],
): FlowCurve[] {
  return flows
    .filter(({ delayCdf }) => delayCdf.ms.length > 0)
    .slice(0, DRAWN_FLOWS)
    .map(({ flow, delayCdf }) => ({ flow, name: flowName(run, flow), cdf: delayCdf }));
}

/** Where flows wait in queues of their own, one curve for all says of none how long it waits. */
function separatesFlows(scenario: Scenario, link: string): boolean {
  const { aqm } = queueOfLink(scenario, link);
  return queueDisciplines.some(({ id, separates }) => id === aqm && separates === true);
}

function CdfChart({ run, pinned, byFlow, scale, onScale }: CdfPicture & ScaleChoiceProps) {
  const picture = useMemo(() => ({ run, pinned, byFlow, scale }), [run, pinned, byFlow, scale]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const plot = useMemo(() => size && cdfPlot(size, picture), [size, picture]);
  const summary = useCallback(() => distributionWords(picture), [picture]);
  const label = useSummary(summary);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, on: Plot, colours: ChartColours) =>
      drawCdf(context, on, colours, picture),
    [picture],
  );
  return (
    <ChartFrame
      kind="cdf"
      title={cdfTitle(run, scale)}
      unit=""
      xWords="queue delay (ms)"
      yWords="share of packets"
      notes={[]}
      besides={cdfNotes(picture)}
      tools={<ScaleChoice scale={scale} onScale={onScale} />}
      table={() => cdfTable(picture)}
      box={box}
    >
      <div className="chart-layers" aria-hidden="true">
        {plot !== null && (
          <>
            <CdfAxes plot={plot} scale={scale} />
            <PlotCanvas plot={plot} draw={draw} />
            <PlotLabels plot={plot} labels={percentileLabels(picture, plot)} />
          </>
        )}
      </div>
      {plot === null ? (
        <div className="chart-surface" role="img" aria-label={label} />
      ) : (
        <CdfCursor plot={plot} picture={picture} label={label} />
      )}
    </ChartFrame>
  );
}

function CdfAxes({ plot, scale }: { plot: Plot; scale: CdfScale }) {
  const x = useMemo(() => {
    const axis = valueAxis(plot);
    const ticks =
      scale === "linear"
        ? plot.x.ticks(Math.max(2, Math.floor(plot.width / 110)))
        : logTicks(plot.x.domain());
    return { ...axis, ticks, format: (value: number) => `${value} ms` };
  }, [plot, scale]);
  const y = useMemo(() => {
    const format = (value: number) => `${Number((value * 100).toPrecision(3))}%`;
    return scale === "tail"
      ? valueAxis(plot, format, logTicks(plot.y.domain()))
      : valueAxis(plot, format, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  }, [plot, scale]);
  return <Axes plot={plot} x={x} y={y} xGrid={scale !== "linear"} />;
}

/** Decades, and 2 and 5 between them where there are fewer than two whole ones. */
function logTicks([from, to]: readonly number[]): number[] {
  const first = Math.floor(Math.log10(from) + 1e-6);
  const last = Math.ceil(Math.log10(to) - 1e-6);
  const steps = Math.log10(to / from) < 2 ? [1, 2, 5] : [1];
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return decades
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((tick) => tick >= from * (1 - 1e-6) && tick <= to * (1 + 1e-6));
}

const SCALES: readonly { readonly scale: CdfScale; readonly help: string }[] = [
  { scale: "linear", help: "Delay on a linear axis" },
  { scale: "log", help: "Delay on a logarithmic axis" },
  { scale: "tail", help: "Share of packets above each delay, both axes logarithmic" },
];

interface ScaleChoiceProps {
  readonly scale: CdfScale;
  onScale(scale: CdfScale): void;
}

function ScaleChoice({ scale, onScale }: ScaleChoiceProps) {
  const name = useId();
  return (
    <fieldset className="chart-choice">
      <legend>Scale of the distribution</legend>
      {SCALES.map((choice) => (
        <label key={choice.scale} className="chart-tool" title={choice.help}>
          <input
            type="radio"
            name={name}
            checked={choice.scale === scale}
            onChange={() => onScale(choice.scale)}
          />
          {choice.scale}
        </label>
      ))}
    </fieldset>
  );
}

interface DelayLegendProps {
  readonly run: RunView;
  readonly byFlow: readonly FlowCurve[];
  readonly isCounting: boolean;
  readonly error: string | null;
}

function DelayLegend({ run, byFlow, isCounting, error }: DelayLegendProps) {
  const covered = cdfCoverage(run);
  const named = byFlow.slice(0, NAMED_FLOWS);
  const others = byFlow.length - named.length;
  return (
    <ul className="delay-legend" aria-label="Queue delay by flow">
      {covered !== "" && <li>{covered}</li>}
      {error !== null && <li role="alert">{error}</li>}
      {error === null && isCounting && <li>by flow: once the run rests, it is counted again</li>}
      {byFlow.length > 0 && (
        <LegendLine
          name="all packets"
          tail={tailText(watchedLink(run).delayCdf)}
          colour="var(--ink)"
          dash={[]}
        />
      )}
      {named.map(({ flow, name, cdf }) => (
        <LegendLine
          key={flow}
          name={name}
          tail={tailText(cdf)}
          colour={flowColour(flow)}
          dash={flowDash(flow)}
        />
      ))}
      {others > 0 && <li>{`and ${others} more: the numbers per flow have them`}</li>}
    </ul>
  );
}

interface LegendLineProps {
  readonly name: string;
  readonly tail: string;
  readonly colour: string;
  readonly dash: readonly number[];
}

function LegendLine({ name, tail, colour, dash }: LegendLineProps) {
  return (
    <li className="delay-legend__line">
      <svg width="22" height="8" aria-hidden="true">
        <line x1="0" x2="22" y1="4" y2="4" strokeDasharray={dash.join(" ")} style={{ stroke: colour }} />
      </svg>
      <span>{name}</span>
      <span className="delay-legend__tail">{tail}</span>
    </li>
  );
}

interface CdfCursorProps {
  readonly plot: Plot;
  readonly picture: CdfPicture;
  /** The picture in words. */
  readonly label: string;
}

/** Places along the axis are fractions of its length, so that one rule of keys serves every scale. */
const AXIS: SliderScale = { min: 0, max: 1, scale: "linear", step: 0.005 };

function CdfCursor({ plot, picture, label }: CdfCursorProps) {
  const [place, setPlace] = useState<number | null>(null);
  const width = plot.right - plot.left;
  const ms = plot.x.invert(plot.left + (place ?? 0.5) * width);
  const readings = readingsAt(picture, ms);
  const onMove = (event: PointerEvent) => {
    const [x] = placeIn(event.currentTarget, event);
    setPlace(Math.min(1, Math.max(0, (x - plot.left) / width)));
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
      {place !== null && <Readout plot={plot} x={plot.left + place * width} readings={readings} />}
      <div
        className="chart-surface"
        role="slider"
        aria-roledescription="chart"
        aria-label={label}
        aria-valuemin={plot.x.domain()[0]}
        aria-valuemax={plot.x.domain()[1]}
        aria-valuenow={ms}
        aria-valuetext={readings.map(({ text }) => text).join(", ")}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onMove}
        onPointerLeave={() => setPlace(null)}
        onBlur={() => setPlace(null)}
      />
    </>
  );
}

interface CdfReading {
  readonly text: string;
  readonly fraction: number;
  readonly paint: Paint;
}

/** Beyond these a box would cover the plot. */
const READ_FLOWS = 4;

function readingsAt({ run, pinned, byFlow, scale }: CdfPicture, ms: number): CdfReading[] {
  const tail = scale === "tail";
  const of = (cdf: DelayCdf, name: string, paint: Paint): CdfReading => {
    const below = fractionAt(cdf, ms);
    const fraction = tail ? 1 - below : below;
    return { text: `${name}${percent(fraction)}`, fraction, paint };
  };
  const whose = byFlow.length > 0 ? "all: " : "";
  const first = `${tail ? "> " : "≤ "}${delayText(ms, shortNumber)}: ${whose}`;
  return [
    of(watchedLink(run).delayCdf, first, runPaint(run)),
    ...byFlow.slice(0, READ_FLOWS).map(({ flow, name, cdf }) => of(cdf, `${name}: `, flow)),
    ...(pinned === null ? [] : [of(watchedLink(pinned).delayCdf, `${ghostName(run, pinned)}: `, "ghost")]),
  ];
}

function percent(fraction: number): string {
  return Number.isFinite(fraction) ? `${Number((fraction * 100).toPrecision(3))} %` : "–";
}

interface ReadoutProps {
  readonly plot: Plot;
  readonly x: number;
  readonly readings: readonly CdfReading[];
}

/** Its box stands low, beside the cursor, where the curves are not. */
function Readout({ plot, x, readings }: ReadoutProps) {
  const leftwards = x > (plot.left + plot.right) / 2;
  const side = leftwards ? { right: plot.width - x + 8 } : { left: x + 8 };
  return (
    <>
      <svg className="chart-labels" width={plot.width} height={plot.height} aria-hidden="true">
        <line className="chart-cursor-line" x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
        {readings.map(({ fraction, paint }) => (
          <circle
            key={paint}
            className="chart-cursor-dot"
            cx={x}
            cy={plot.y(Math.max(plot.y.domain()[0], fraction || 0))}
            r="3.5"
            style={{ stroke: cssPaint(paint) }}
          />
        ))}
      </svg>
      <div
        className="chart-readout"
        style={{ ...side, bottom: plot.height - plot.bottom + 6 }}
        aria-hidden="true"
      >
        {readings.map(({ text, paint }) => (
          <div key={paint} style={{ color: cssPaint(paint === "ghost" ? "inkSoft" : paint) }}>
            {text}
          </div>
        ))}
      </div>
    </>
  );
}

let opened: FlowDelayStore | null = null;

/** With its worker, when it is first asked. */
function flowDelays(): FlowDelayStore {
  opened ??= new FlowDelayStore(new DelaysClient(), browserClock);
  return opened;
}

const NOTHING: CountedDelays = { wanted: null, delays: null, error: null };
const idle = () => () => undefined;

/** Of the watched link; nothing until they are counted, and where they are not wanted. */
export function useFlowDelays({ snapshot, link }: RunView, wanted: boolean): CountedDelays {
  const { store } = useBench();
  const now = () => (wanted ? flowDelays().store.get() : NOTHING);
  const found = useSyncExternalStore(wanted ? flowDelays().store.subscribe : idle, now, now);
  const { nowS } = snapshot;
  const { flows } = snapshot.results;
  useEffect(() => {
    const { scenario } = store.get().run;
    if (wanted && scenario !== null) flowDelays().want({ scenario, nowS, flows, link });
  }, [store, wanted, flows, nowS, link]);
  return found.wanted?.flows === flows && found.wanted.link === link ? found : NOTHING;
}

export const delayDistribution = definePlot({
  id: "distribution",
  place: "over-numbers",
  heightPx: 240,
  useProps: ({ run, pinned }) => ({ run, pinned, menu: useLinkMenu(run, "Queue at") }),
  Chart: Distribution,
});
