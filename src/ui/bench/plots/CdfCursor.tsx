/** The data cursor of the distribution: how many packets waited at most so long. */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { type DelayCdf, delayText } from "../../../engine/index.ts";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import { cssPaint, type Paint } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { placeIn } from "../../shared/magnified.ts";
import { keyTarget } from "../../shared/slider-keys.ts";
import type { SliderScale } from "../../shared/slider-scale.ts";
import { watchedLink } from "../../state/watched-link.ts";
import { type CdfPicture, ghostName } from "./cdf-model.ts";
import { fractionAt } from "./cdf-transform.ts";
import { runPaint } from "./run-facts.ts";

export interface CdfCursorProps {
  readonly plot: Plot;
  readonly picture: CdfPicture;
  /** The picture in words. */
  readonly label: string;
}

/** Places along the axis are fractions of its length, so that one rule of keys serves every scale. */
const AXIS: SliderScale = { min: 0, max: 1, scale: "linear", step: 0.005 };

export function CdfCursor({ plot, picture, label }: CdfCursorProps) {
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
