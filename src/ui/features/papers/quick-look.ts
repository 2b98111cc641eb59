/**
 * Places the points of a quick look at the positions of the published figure. Points and lines that were not run are
 * gaps, so that no line crosses them. Each point states its number of seeds.
 */

import type { Figure, HeatMap, Job, Outcome, Series } from "../../../experiments/experiment.ts";
import { pointOf } from "../../../experiments/study.ts";
import { counted } from "../../../lib/counted.ts";
import { MOST_MARKERS, sourceOf } from "../../shared/figures/figure-shapes.ts";

/**
 * Returns the quick look placed like the published figure. `seeds` is the number of seeds behind each point; empty if
 * no seeds are omitted.
 */
export function besidePublished(quick: Outcome, published: Outcome | null, seeds: string): Outcome {
  const fullOf = <T extends { readonly id: string }>(list: readonly T[] | undefined, { id }: T) =>
    list?.find((one) => one.id === id) ?? null;
  return {
    ...quick,
    figures: quick.figures.map((figure) => figureWithGaps(figure, fullOf(published?.figures, figure), seeds)),
    heatMaps: quick.heatMaps.map((map) => mapWithGaps(map, fullOf(published?.heatMaps, map), seeds)),
  };
}

function figureWithGaps(figure: Figure, full: Figure | null, seeds: string): Figure {
  const own = figure.series.map((series) => {
    const whole = full?.series.find((one) => one.label === series.label && isOurs(one)) ?? null;
    return isOurs(series) ? covered(onPlacesOf(series, whole), seeds) : series;
  });
  // A series that was not run keeps its name, without values.
  const missing = (full?.series ?? []).filter(
    (one) => isOurs(one) && !own.some(({ label }) => label === one.label),
  );
  const series = [...own, ...missing.map(({ label, x }) => ({ label, x, y: x.map(() => null) }))];
  return { ...figure, series: full === null ? series : inOrderOf(full, series) };
}

const isOurs = (series: Series) => sourceOf(series) === "ours";

function inOrderOf({ series: full }: Figure, series: readonly Series[]): Series[] {
  const place = ({ label }: Series) => {
    const at = full.findIndex((one) => one.label === label);
    return at < 0 ? full.length : at;
  };
  return [...series].sort((a, b) => place(a) - place(b));
}

/**
 * Returns the series at the positions of the published series, if that series has all of its positions. A curve with
 * other times or values stays unchanged, and so does a distribution, whose positions are measured and can repeat.
 */
function onPlacesOf(series: Series, full: Series | null): Series {
  const isPart =
    full !== null &&
    series.x.every((at) => full.x.includes(at)) &&
    [series, full].every(({ x }) => new Set(x).size === x.length);
  if (!isPart || full.x.length > MOST_MARKERS || full.x.length === series.x.length) return series;
  const from = full.x.map((at) => series.x.indexOf(at));
  const placed = <T>(list: readonly T[] | undefined) =>
    list && from.map((index) => (index < 0 ? null : (list[index] ?? null)));
  const [low, high, jobs] = [placed(series.low), placed(series.high), placed(series.jobs)];
  return {
    label: series.label,
    x: full.x,
    y: placed(series.y) ?? [],
    ...(low && { low }),
    ...(high && { high }),
    ...(jobs && { jobs }),
  };
}

function covered(series: Series, seeds: string): Series {
  return seeds === "" ? series : { ...series, covers: series.x.map(() => seeds) };
}

function mapWithGaps(map: HeatMap, full: HeatMap | null, seeds: string): HeatMap {
  const isPart = full !== null && isWithin(map.xs, full.xs) && isWithin(map.ys, full.ys);
  const { xs, ys } = isPart ? full : map;
  const placed = <T>(rows: readonly (readonly T[])[]) =>
    ys.map((y) => xs.map((x) => rows[map.ys.indexOf(y)]?.[map.xs.indexOf(x)] ?? null));
  return {
    ...map,
    xs,
    ys,
    values: placed(map.values),
    jobs: placed(map.jobs),
    ...(seeds !== "" && { covers: ys.map(() => xs.map(() => seeds)) }),
  };
}

function isWithin(values: readonly number[], all: readonly number[]): boolean {
  return values.every((value) => all.includes(value));
}

/** Describes what a quick look omits from a figure: seeds, points, and length of the runs. */
type Jobs = ReadonlyMap<string, Job>;

/** Labels of the parameter names in the keys of runs. */
const NAMES: Readonly<Record<string, string>> = {
  beta: "β",
  alpha: "α",
  rtt: "RTT",
  rttMs: "RTT",
  kB: "size",
  aqm: "queue",
};

interface Sides {
  readonly name: string;
  readonly quick: readonly string[];
  readonly full: readonly string[];
}

/** Returns "The quick size takes 10 of 600 runs. It leaves out 9 of 10 seeds and 10 of 12 values of RTT. Runs last …" */
export function leftOutWords(quick: Jobs, full: Jobs): string {
  const fewer = sidesOf(quick, full).filter((one) => one.quick.length < one.full.length);
  const parts = fewer.map((one) => {
    const missing = one.full.length - one.quick.length;
    const what = one.name === "seed" ? "seeds" : `values of ${NAMES[one.name] ?? one.name}`;
    return `${missing} of ${one.full.length} ${what}`;
  });
  return [
    `The quick size takes ${quick.size} of ${counted(full.size, "run")}.`,
    ...(parts.length === 0 ? [] : [`It leaves out ${listed(parts)}.`]),
    ...durationWords(quick, full),
  ].join(" ");
}

/** Returns a text such as "1 of 10 seeds, spread not known"; empty if no seeds are omitted. */
export function seedWords(quick: Jobs, full: Jobs): string {
  const seeds = sidesOf(quick, full).find(({ name }) => name === "seed");
  if (seeds === undefined || seeds.quick.length === seeds.full.length) return "";
  const { length } = seeds.quick;
  return `${length} of ${seeds.full.length} seeds${length === 1 ? ", spread not known" : ""}`;
}

function sidesOf(quick: Jobs, full: Jobs): Sides[] {
  const [few, all] = [valuesOf(quick), valuesOf(full)];
  return [...all].map(([name, values]) => ({ name, quick: [...(few.get(name) ?? [])], full: [...values] }));
}

function valuesOf(jobs: Jobs): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const key of jobs.keys()) {
    for (const [name, value] of Object.entries(pointOf(key))) {
      const values = found.get(name) ?? new Set();
      found.set(name, values.add(value));
    }
  }
  return found;
}

/** Compares the lengths of the runs that both sizes have. */
function durationWords(quick: Jobs, full: Jobs): string[] {
  const pairs = [...quick].flatMap(([key, { scenario }]) => {
    const whole = full.get(key)?.scenario.run.duration;
    const { duration } = scenario.run;
    return whole === undefined || whole === duration ? [] : [[Number(duration), Number(whole)] as const];
  });
  if (pairs.length === 0) return [];
  const range = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? `${least} s` : `${least} to ${most} s`;
  };
  return [`Runs last ${range(pairs.map(([s]) => s))} instead of ${range(pairs.map(([, s]) => s))}.`];
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}
