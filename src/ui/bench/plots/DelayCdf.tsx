/** The distribution of queue delay, with its percentiles and the pinned run's curve beside it. */

import { useCallback, useId, useMemo, useRef } from "react";
import { Axes, PlotLabels, valueAxis } from "../../shared/chart/Axes.tsx";
import type { ChartColours } from "../../shared/chart/colours.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { CdfCursor } from "./CdfCursor.tsx";
import { ChartFrame } from "./ChartFrame.tsx";
import { cdfPlot, cdfTable, cdfTitle, drawCdf, percentileLabels } from "./cdf-model.ts";
import { cdfNotes } from "./cdf-notes.ts";
import type { CdfScale, DelayCdfProps } from "./chart-props.ts";
import { distributionWords } from "./delay-words.ts";
import { usePlotWords } from "./use-plot-words.ts";

export function DelayCdf({ run, pinned, byFlow, scale, onScale }: DelayCdfProps) {
  const picture = useMemo(() => ({ run, pinned, byFlow, scale }), [run, pinned, byFlow, scale]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const plot = useMemo(() => size && cdfPlot(size, picture), [size, picture]);
  const summary = useCallback(() => distributionWords(picture), [picture]);
  const words = usePlotWords(summary);
  const label = words === "" ? cdfTitle(run, scale) : words;
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

function ScaleChoice({ scale, onScale }: Pick<DelayCdfProps, "scale" | "onScale">) {
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
