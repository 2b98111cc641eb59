/** The surface of a figure that pointer and keys move over: hovering reads, a click stays, a second click opens the run. */
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from "react";
import type { Figure } from "../../../experiments/experiment.ts";
import { cssPaint } from "../chart/colours.ts";
import type { Plot } from "../chart/plot-geometry.ts";
import { placeOf, type Spots, spotForKey } from "./figure-cursor.ts";
import { looksOf } from "./figure-look.ts";
import { nearestSpot, type Spot, spotsOf } from "./figure-shapes.ts";
import { figureSummary, pointSentence, pointWords } from "./figure-words.ts";
import type { RunLinks } from "./run-links.ts";

interface FigureCursorProps {
  readonly figure: Figure;
  readonly plot: Plot;
  readonly spot: Spot | null;
  onSpot(spot: Spot | null): void;
  readonly links: RunLinks;
}

export const CURSOR_KEYS =
  "Left and right: from point to point. Up and down: another series. Enter: opens the run on the bench. Escape: lets go.";

export function FigureCursor({ figure, plot, spot, onSpot, links }: FigureCursorProps) {
  const spots = useMemo<Spots>(
    () => figure.series.map((_, series) => spotsOf(figure, series, plot).map((each) => drawn(each, plot))),
    [figure, plot],
  );
  const flat = useMemo(() => spots.flat(), [spots]);
  const [held, setHeld] = useState(false);
  const open = (at: Spot | null) => {
    const job = at === null ? null : (figure.series[at.series].jobs?.[at.index] ?? null);
    if (job !== null && links.href(job) !== null) links.open(job);
  };
  const choose = (next: Spot | null) => {
    setHeld(next !== null);
    onSpot(next);
  };
  const onClick = (event: MouseEvent) => {
    const next = nearestSpot(flat, ...placeOf(event));
    if (held && sameSpot(next, spot)) open(next);
    else choose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = spotForKey(event.key, spot, spots);
    if (event.key === "Enter") open(spot);
    else if (event.key === "Escape") choose(null);
    else if (next !== null) choose(next);
    // An arrow at the end of a series does nothing, not even scroll.
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  };
  const last = spot === null ? 0 : spots[spot.series].length - 1;
  return (
    <>
      {spot !== null && <Ring figure={figure} plot={plot} spot={spot} />}
      <div
        className="chart-surface"
        role="slider"
        aria-roledescription="chart"
        aria-label={figureSummary(figure)}
        aria-description={CURSOR_KEYS}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={spot?.index ?? 0}
        aria-valuetext={spot === null ? "no point chosen" : pointSentence(pointWords(figure, spot))}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          if (!held && event.pointerType === "mouse") onSpot(nearestSpot(flat, ...placeOf(event)) ?? spot);
        }}
        onClick={onClick}
      />
    </>
  );
}

/** What lies beyond the axes cannot be pointed at. */
function drawn(spot: Spot | null, { left, right, top, bottom }: Plot): Spot | null {
  if (spot === null) return null;
  const isInside = spot.x >= left - 1 && spot.x <= right + 1 && spot.y >= top - 1 && spot.y <= bottom + 1;
  return isInside ? spot : null;
}

function sameSpot(a: Spot | null, b: Spot | null): boolean {
  return a !== null && b !== null && a.series === b.series && a.index === b.index;
}

function Ring({ figure, plot, spot }: { readonly figure: Figure; readonly plot: Plot; readonly spot: Spot }) {
  const colour = cssPaint(looksOf(figure)[spot.series].paint);
  return (
    <svg className="picture__layer" width={plot.width} height={plot.height} aria-hidden="true">
      <line className="chart-cursor-line" x1={spot.x} x2={spot.x} y1={plot.bottom} y2={spot.y} />
      <circle
        className="chart-cursor-dot"
        cx={spot.x}
        cy={spot.y}
        r="5.5"
        style={{ stroke: colour, strokeWidth: 2 }}
      />
    </svg>
  );
}
