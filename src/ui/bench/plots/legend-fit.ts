/** How much of a legend stands in its line. */

/** For the button that says how much is left out, and the air before it: so many lines' heights. */
export const MORE_LINES = 3;
/** Widths are fractions of a px. */
const SLACK_PX = 0.5;

export interface LegendLine {
  readonly linePx: number;
  /** Whether there is something to be opened besides. */
  readonly more: boolean;
}

/** So many of the notes, of these widths, fit. */
export function fittingNotes(
  widthsPx: readonly number[],
  roomPx: number,
  { linePx, more }: LegendLine,
): number {
  const fitting = (px: number) => {
    let endPx = 0;
    const first = widthsPx.findIndex((width) => {
      endPx += width;
      return endPx > px + SLACK_PX;
    });
    return first < 0 ? widthsPx.length : first;
  };
  const all = more ? 0 : fitting(roomPx);
  return all === widthsPx.length ? all : fitting(roomPx - MORE_LINES * linePx);
}
