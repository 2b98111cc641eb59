/** Which line is whose. Choosing one lets the others step back. */
import { symbol } from "d3-shape";
import { memo } from "react";
import type { Figure } from "../../../experiments/experiment.ts";
import { cssPaint } from "../chart/colours.ts";
import { SymbolText } from "../SymbolText.tsx";
import { looksOf, type SeriesLook } from "./figure-look.ts";
import { uniqueKeys } from "./unique-keys.ts";

interface FigureLegendProps {
  readonly figure: Figure;
  /** The series that stands out, by choice; null: all alike. */
  readonly chosen: number | null;
  onChoose(series: number | null): void;
}

export const FigureLegend = memo(function FigureLegend({ figure, chosen, onChoose }: FigureLegendProps) {
  const looks = looksOf(figure);
  const keys = uniqueKeys(figure.series.map(({ label }) => label));
  return (
    <ul className="legend">
      {figure.series.map(({ label, y }, series) => (
        <li key={keys[series]}>
          <button
            type="button"
            className={
              y.some((value) => value !== null) ? "legend__item" : "legend__item legend__item--empty"
            }
            aria-pressed={chosen === series}
            onClick={() => onChoose(chosen === series ? null : series)}
          >
            <Sample look={looks[series]} />
            <span>
              <SymbolText text={label} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
});

function Sample({ look }: { readonly look: SeriesLook }) {
  const { paint, dash, width, marker } = look;
  const colour = cssPaint(paint);
  return (
    <svg className="legend__sample" width="26" height="12" aria-hidden="true">
      {width > 0 && (
        <line
          x1="0"
          x2="26"
          y1="6"
          y2="6"
          strokeDasharray={dash.join(" ")}
          style={{ stroke: colour, strokeWidth: `calc(var(--chart-line) * ${width} * 1px)` }}
        />
      )}
      {marker !== null && (
        <path
          d={symbol(marker.symbol, 36)() ?? ""}
          transform="translate(13,6)"
          style={{ fill: marker.hollow ? "var(--paper)" : colour, stroke: marker.hollow ? colour : "none" }}
        />
      )}
    </svg>
  );
}
