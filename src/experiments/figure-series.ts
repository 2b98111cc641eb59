/** Makes lines of figures from values of several runs, and tables of figures as CSV. */
import { type Cell, csvText } from "../lib/csv.ts";
import { rounded, type Spread, spread } from "../lib/statistics.ts";
import type { Axis, Outcome, Series } from "./experiment.ts";

/** A point of a line: its position, the values of its runs, and the key of a run that shows it. */
interface SpreadPoint {
  readonly x: number;
  readonly values: readonly number[];
  readonly job?: string | null;
}

/**
 * Returns a line through the means, with the spread around it. `of` computes another middle value and spread. Points without a
 * value are gaps.
 */
export function spreadSeries(
  label: string,
  points: readonly SpreadPoint[],
  read: (values: readonly number[]) => Spread | null = spread,
): Series {
  const spreads = points.map(({ values }) => read(values));
  const hasSpread = points.some(({ values }) => values.length > 1);
  return {
    label,
    x: points.map(({ x }) => x),
    y: spreads.map((one) => one?.mid ?? null),
    ...(hasSpread && {
      low: spreads.map((one) => one?.low ?? null),
      high: spreads.map((one) => one?.high ?? null),
    }),
    ...(points.some(({ job }) => job !== undefined) && { jobs: points.map(({ job }) => job ?? null) }),
  };
}

/** Returns a table as CSV, with as many digits as are stored of a figure. */
export function figuresCsv(stamp: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvText(
    stamp,
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? rounded(cell) : cell))),
  );
}

/** Decides whether a point of a figure is written to a file. A point without a value and without a run has not been computed. */
type IsKept = (value: number | null, job: string | null) => boolean;

export const wasRun: IsKept = (value, job) => value !== null || job !== null;

/** Returns all numbers of an outcome as CSV: one block for each figure, heat map and table, under the line "# id: title". */
export function outcomeCsv({ figures, heatMaps, tables }: Outcome, isKept: IsKept = () => true): string {
  const blocks: string[] = [];
  for (const { id, title, x, y, series } of figures) {
    // If minimum and maximum over the runs are given, `low` and `high` are the ends of the interval.
    const hasRange = series.some(({ min }) => min !== undefined);
    const edges = hasRange ? ["ci95_low", "ci95_high", "min", "max"] : ["low", "high"];
    const head = ["series", "source", named(x), named(y), ...edges, "run"];
    const rows = series.flatMap(({ label, source = "ours", x: xs, y: ys, low, high, min, max, jobs }) =>
      xs.flatMap((at, i): Cell[][] => {
        const [value, job] = [ys[i] ?? null, jobs?.[i] ?? null];
        const isShown = source !== "ours" || isKept(value, job);
        const place = x.names === undefined ? at : x.names[Math.round(at)];
        const ends = (hasRange ? [low, high, min, max] : [low, high]).map((end) => end?.[i] ?? null);
        return isShown ? [[label, source, place, value, ...ends, job]] : [];
      }),
    );
    blocks.push(block(id, title, head, rows));
  }
  for (const map of heatMaps) {
    const { halfWidths } = map;
    const half =
      halfWidths === undefined ? [] : [named({ label: "half width of the 95 % interval", unit: map.unit })];
    const head = [named(map.y), named(map.x), named(map), ...half, "run"];
    const rows = map.ys.flatMap((y, row) =>
      map.xs.flatMap((x, column): Cell[][] => {
        const [value, job] = [map.values[row][column], map.jobs[row][column]];
        const width = halfWidths === undefined ? [] : [halfWidths[row][column]];
        return isKept(value, job) ? [[placed(map.y, y), placed(map.x, x), value, ...width, job]] : [];
      }),
    );
    blocks.push(block(map.id, map.title, head, rows));
  }
  for (const { id, title, head, rows } of tables) blocks.push(block(id, title, head, rows));
  return blocks.join("\n");
}

/** Returns the name of a position on an axis that has names, otherwise the position. */
function placed({ names }: Axis, at: number): Cell {
  return names?.[at] ?? at;
}

function named({ label, unit }: { readonly label: string; readonly unit: string }): string {
  return unit === "" ? label : `${label} (${unit})`;
}

function block(id: string, title: string, head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  return figuresCsv([`${id}: ${title}`], [head, ...rows]);
}
