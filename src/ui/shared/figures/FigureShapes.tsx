/** The shapes of a figure on the screen. */
import { memo } from "react";
import { cssPaint } from "../chart/colours.ts";
import type { Plot } from "../chart/plot-geometry.ts";
import type { Shape } from "./figure-shapes.ts";

interface FigureShapesProps {
  readonly plot: Plot;
  readonly shapes: readonly Shape[];
  /** The series that stands out; null: all alike. */
  readonly chosen: number | null;
  readonly clipId: string;
}

/** Markers at the edge of the plot are whole, lines end there. */
const EDGE_PX = 6;

export const FigureShapes = memo(function FigureShapes({ plot, shapes, chosen, clipId }: FigureShapesProps) {
  return (
    <svg className="picture__layer" width={plot.width} height={plot.height} aria-hidden="true">
      <clipPath id={clipId}>
        <rect
          x={plot.left - EDGE_PX}
          y={plot.top - EDGE_PX}
          width={plot.right - plot.left + 2 * EDGE_PX}
          height={plot.bottom - plot.top + 2 * EDGE_PX}
        />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        {shapes.map((shape) => (
          <ShapePath
            key={`${shape.kind} ${shape.series}`}
            shape={shape}
            faded={chosen !== null && chosen !== shape.series}
          />
        ))}
      </g>
    </svg>
  );
});

const FADED = 0.16;

function ShapePath({ shape, faded }: { readonly shape: Shape; readonly faded: boolean }) {
  const { d, paint, width, dash, fill, alpha } = shape;
  const colour = cssPaint(paint);
  return (
    <path
      d={d}
      opacity={faded ? alpha * FADED : alpha}
      strokeDasharray={dash.length > 0 ? dash.join(" ") : undefined}
      strokeLinejoin="round"
      style={{
        fill: fill === "none" ? "none" : fill === "paper" ? "var(--paper)" : colour,
        stroke: width > 0 ? colour : "none",
        strokeWidth: `calc(var(--chart-line) * ${width} * 1px)`,
      }}
    />
  );
}
