/** The data cursor of a figure: from point to point along a series, and from series to series. */
import type { Spot } from "./figure-shapes.ts";

export type Spots = readonly (readonly (Spot | null)[])[];

/** Where a key leads from here; null: the key is none of the cursor's, or leads nowhere. */
export function spotForKey(key: string, here: Spot | null, spots: Spots): Spot | null {
  const start = here ?? firstSpot(spots);
  if (start === null) return null;
  switch (key) {
    case "ArrowRight":
      return here === null ? start : along(spots[here.series], here.index, 1);
    case "ArrowLeft":
      return here === null ? start : along(spots[here.series], here.index, -1);
    case "ArrowDown":
      return here === null ? start : across(spots, here, 1);
    case "ArrowUp":
      return here === null ? start : across(spots, here, -1);
    case "Home":
      return along(spots[start.series], -1, 1);
    case "End":
      return along(spots[start.series], spots[start.series].length, -1);
    default:
      return null;
  }
}

function firstSpot(spots: Spots): Spot | null {
  return spots.flat().find((spot) => spot !== null) ?? null;
}

function along(series: readonly (Spot | null)[], from: number, step: 1 | -1): Spot | null {
  for (let index = from + step; index >= 0 && index < series.length; index += step) {
    const spot = series[index];
    if (spot !== null) return spot;
  }
  return null;
}

/** The nearest point of the next series that has any. */
function across(spots: Spots, here: Spot, step: 1 | -1): Spot | null {
  for (let tried = 1; tried < spots.length; tried++) {
    const series = (here.series + step * tried + spots.length * tried) % spots.length;
    const nearest = nearestAlong(spots[series], here.x);
    if (nearest !== null) return nearest;
  }
  return null;
}

function nearestAlong(series: readonly (Spot | null)[], x: number): Spot | null {
  let nearest: Spot | null = null;
  for (const spot of series) {
    if (spot !== null && (nearest === null || Math.abs(spot.x - x) < Math.abs(nearest.x - x))) nearest = spot;
  }
  return nearest;
}

interface At {
  readonly currentTarget: Element;
  readonly clientX: number;
  readonly clientY: number;
}

/** Where a pointer is, in px from the surface's corner. */
export function placeOf({ currentTarget, clientX, clientY }: At): [number, number] {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top];
}
