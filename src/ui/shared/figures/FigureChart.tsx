/** A figure: series over one pair of axes, with a data cursor whose points lead to the runs behind them. */
import { memo, useId, useMemo, useRef, useState } from "react";
import type { Figure } from "../../../experiments/experiment.ts";
import { Axes } from "../chart/Axes.tsx";
import { cssPaint, useChartColours } from "../chart/colours.ts";
import { useSize } from "../chart/PlotCanvas.tsx";
import type { Plot } from "../chart/plot-geometry.ts";
import { saveFile } from "../save-file.ts";
import { AxisWords } from "./AxisWords.tsx";
import { pictureCsv, stamped } from "./export-text.ts";
import { FigureCursor } from "./FigureCursor.tsx";
import { FigureLegend } from "./FigureLegend.tsx";
import { FigureShapes } from "./FigureShapes.tsx";
import { figurePlot, figureXAxis, figureYAxis, undrawnTo } from "./figure-geometry.ts";
import { looksOf } from "./figure-look.ts";
import { figureShapes, type Spot, spotsOf } from "./figure-shapes.ts";
import { figureSvg } from "./figure-svg.ts";
import { figureTable } from "./figure-table.ts";
import { pointSentence, pointWords } from "./figure-words.ts";
import { PictureFrame } from "./PictureFrame.tsx";
import { PointStrip } from "./PointStrip.tsx";
import type { RunLinks, Stamp } from "./run-links.ts";

interface FigureChartProps {
  readonly figure: Figure;
  /** Keeps the axes of this figure of the same thing: while points arrive they stand still. */
  readonly steady: Figure | null;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

export const FigureChart = memo(function FigureChart({ figure, steady, links, stamp }: FigureChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const plot = useMemo(() => size && figurePlot(size, figure, steady), [size, figure, steady]);
  const [chosenSeries, setChosenSeries] = useState<number | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const colours = useChartColours();
  const spot = place === null || plot === null ? null : spotAt(figure, place, plot);
  return (
    <PictureFrame
      title={figure.title}
      table={() => figureTable(figure)}
      onCsv={() =>
        saveFile(`${figure.id}.csv`, "text/csv", stamped(stamp(), pictureCsv({ figures: [figure] })))
      }
      onSvg={() => saveFile(`${figure.id}.svg`, "image/svg+xml", figureSvg(figure, colours, stamp()))}
      legend={
        needsLegend(figure) && (
          <FigureLegend figure={figure} chosen={chosenSeries} onChoose={setChosenSeries} />
        )
      }
      foot={<FigureStrip figure={figure} spot={spot} links={links} />}
    >
      <div className="picture__box" ref={box}>
        {plot !== null && (
          <>
            <FigureLayers figure={figure} plot={plot} chosen={chosenSeries} />
            <FigureCursor figure={figure} plot={plot} spot={spot} onSpot={setPlace} links={links} />
          </>
        )}
      </div>
    </PictureFrame>
  );
});

/** A line that is called as its axis needs no name of its own. */
function needsLegend({ series, y }: Figure): boolean {
  return series.length > 1 || series.some(({ label }) => label !== y.label);
}

/** A point of the data, wherever it is drawn just now. */
type Place = Pick<Spot, "series" | "index">;

function spotAt(figure: Figure, { series, index }: Place, plot: Plot): Spot | null {
  return series < figure.series.length ? (spotsOf(figure, series, plot)[index] ?? null) : null;
}

interface FigureLayersProps {
  readonly figure: Figure;
  readonly plot: Plot;
  readonly chosen: number | null;
}

const FigureLayers = memo(function FigureLayers({ figure, plot, chosen }: FigureLayersProps) {
  const clipId = useId();
  const shapes = useMemo(() => figureShapes(figure, plot), [figure, plot]);
  const x = useMemo(() => figureXAxis(figure, plot), [figure, plot]);
  const y = useMemo(() => figureYAxis(figure, plot), [figure, plot]);
  return (
    <div className="chart-layers" aria-hidden="true">
      <Axes plot={plot} x={x} y={y} />
      <FigureShapes plot={plot} shapes={shapes} chosen={chosen} clipId={clipId} />
      <AxisWords plot={plot} x={figure.x} y={figure.y} undrawn={undrawnTo(figure, plot)} />
    </div>
  );
});

interface FigureStripProps {
  readonly figure: Figure;
  readonly spot: Spot | null;
  readonly links: RunLinks;
}

function FigureStrip({ figure, spot, links }: FigureStripProps) {
  if (spot === null) return <PointStrip words={null} job={null} links={links} />;
  return (
    <PointStrip
      words={pointSentence(pointWords(figure, spot))}
      colour={cssPaint(looksOf(figure)[spot.series].paint)}
      job={figure.series[spot.series].jobs?.[spot.index] ?? null}
      links={links}
    />
  );
}
