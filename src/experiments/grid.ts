/**
 * The runs of an experiment: cross products of settings, each run a scenario written as URL text, so that anybody can
 * read it and open it on the page. What is kept of a run is in `read-run.ts`, means and spreads in `statistics.ts`,
 * what becomes a line of a figure in `series.ts`.
 */

import { routeFacts, type Scenario, scenarioFromUrl } from "../engine/index.ts";
import type { Job, Reading, Readings } from "./experiment.ts";

/** One point of a grid: "rtt": "400ms", "beta-ecn": 0.8, seed: 3. */
export type Point = Readonly<Record<string, string | number | boolean>>;

type Axes = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** All combinations as objects; the last axis changes fastest. */
export function cross<const A extends Axes>(axes: A): { readonly [K in keyof A]: A[K][number] }[] {
  let points: Point[] = [{}];
  for (const [name, values] of Object.entries(axes)) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points as { readonly [K in keyof A]: A[K][number] }[];
}

/** 1, 2, … n: the seeds of repeated runs. */
export function seeds(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

/** "aqm=codel rtt=400ms beta-ecn=0.8 seed=3": names a run within its experiment. */
export function keyOf(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** The same as URL text: "aqm=codel&rtt=400ms&beta-ecn=0.8&seed=3". */
export function urlOf(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** A scenario from URL text of today; throws where anything in it is not exactly as written. */
export function scenarioOf(url: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(url);
  if (problems.length === 0) return scenario;
  throw new Error(`${url}: ${problems.map(({ message }) => message).join(" ")}`);
}

/** One job per point: the key is the point's, the scenario what `url` makes of it. */
export function jobsOf<P extends Point>(points: readonly P[], url: (point: P) => string): Job[] {
  return points.map((point) => ({ key: keyOf(point), scenario: scenarioOf(url(point)) }));
}

/** Where the names of the axes are settings of a URL: `base` with each combination of them. */
export function grid(base: string, axes: Axes): Job[] {
  return jobsOf(cross(axes), (point) => [base, urlOf(point)].filter((part) => part !== "").join("&"));
}

/** What there is of `field` among these runs, as numbers: runs that failed or have none are left out. */
export function valuesOf(readings: Readings, keys: readonly string[], field: string): number[] {
  return keys.map((key) => numberOf(readings.get(key), field)).filter((value) => value !== null);
}

/** One number of a reading; null where there is none. */
export function numberOf(reading: Reading | undefined, field: string): number | null {
  const value = reading?.[field];
  return typeof value === "number" ? value : null;
}

/** One list of a reading; empty where there is none. */
export function listOf(reading: Reading | undefined, field: string): readonly (number | null)[] {
  const value = reading?.[field];
  return Array.isArray(value) ? value : [];
}

/** The lists of `field` of several runs, put beside each other: the numbers at each place, those that there are. */
export function columnsOf(readings: Readings, keys: readonly string[], field: string): number[][] {
  const lists = keys.map((key) => listOf(readings.get(key), field));
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) =>
    lists.map((list) => list[i] ?? null).filter((value) => value !== null),
  );
}

/** Roughly proportional to the packets of a run, and so to the time it takes. */
export function costOf(scenario: Scenario): number {
  const capacityMbps = Math.max(...routeFacts(scenario).map((route) => route.capacityMbps));
  return Number(scenario.run.duration) * capacityMbps;
}
