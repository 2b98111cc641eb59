/**
 * The runs of an experiment: all combinations of settings. Each run is a scenario written as URL text, which is readable and can
 * be opened on the page. Other files: `read-run.ts` has the values that are stored of a run, `src/lib/statistics.ts` means and spreads,
 * `figure-series.ts` lines of figures.
 */

import { type Scenario, scenarioFromUrl } from "../engine/index.ts";
import type { Job, Readings, RunValues } from "./experiment.ts";

/** The settings of one run by name: "rtt": "400ms", "beta-ecn": 0.8, seed: 3. */
export type GridPoint = Readonly<Record<string, string | number | boolean>>;

type Axes = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** Returns all combinations of the axes' values as objects. The value of the last axis changes fastest. */
export function cross<const A extends Axes>(axes: A): { readonly [K in keyof A]: A[K][number] }[] {
  let points: GridPoint[] = [{}];
  for (const [name, values] of Object.entries(axes)) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points as { readonly [K in keyof A]: A[K][number] }[];
}

/** Returns 1, 2, … n: the seeds of repeated runs. */
export function seeds(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

/** Returns the name of a run within its experiment: "aqm=codel rtt=400ms beta-ecn=0.8 seed=3". */
export function keyOf(point: GridPoint): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** Returns the point as URL text: "aqm=codel&rtt=400ms&beta-ecn=0.8&seed=3". */
export function urlOf(point: GridPoint): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Returns the scenario of a URL text in the current format; throws if it contains any problem. */
export function scenarioOf(url: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(url);
  if (problems.length === 0) return scenario;
  throw new Error(`${url}: ${problems.map(({ message }) => message).join(" ")}`);
}

/** Returns one job per point. Its key is the text of the point, its scenario that of `url`. */
export function jobsOf<P extends GridPoint>(points: readonly P[], url: (point: P) => string): Job[] {
  return points.map((point) => ({ key: keyOf(point), scenario: scenarioOf(url(point)) }));
}

/**
 * Returns one job for each combination of the axes' values. Names of axes are settings of a URL; `base` is the URL text of all
 * other settings.
 */
export function grid(base: string, axes: Axes): Job[] {
  return jobsOf(cross(axes), (point) => [base, urlOf(point)].filter((part) => part !== "").join("&"));
}

/** Returns the values of `field` in these runs. Runs that failed or do not have the field are left out. */
export function valuesOf(readings: Readings, keys: readonly string[], field: string): number[] {
  return keys.map((key) => numberOf(readings.get(key), field)).filter((value) => value !== null);
}

/** Returns a number of a reading; null if it is missing. */
export function numberOf(reading: RunValues | undefined, field: string): number | null {
  const value = reading?.[field];
  return typeof value === "number" ? value : null;
}

/** Returns a list of a reading; empty if it is missing. */
export function listOf(reading: RunValues | undefined, field: string): readonly (number | null)[] {
  const value = reading?.[field];
  return Array.isArray(value) ? value : [];
}

/**
 * Reads the list `field` of each run. For each position, returns the numbers that the runs have there. A run whose list is too
 * short, or has no number at that position, is left out.
 */
export function columnsOf(readings: Readings, keys: readonly string[], field: string): number[][] {
  const lists = keys.map((key) => listOf(readings.get(key), field));
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) =>
    lists.map((list) => list[i] ?? null).filter((value) => value !== null),
  );
}
