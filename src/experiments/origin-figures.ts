/** The main figures of a run. A URL carries them together with the run's digest. */
import type { RunResults } from "../engine/index.ts";
import { METRICS, type MetricId, measuredOf, numberText, type PlacedMetric } from "./metrics.ts";

/**
 * The figures in their order in the URL. New figures may only be added at the end, because URLs of earlier versions contain only
 * the first ones.
 */
export const FIGURES = [
  "utilisation",
  "delay-p50",
  "delay-p99",
  "jain",
] as const satisfies readonly MetricId[];
export const NOT_MEASURED = "-";

/** Returns a value as text, as the page formats it. */
export function figureText({ metric }: Omit<PlacedMetric, "id">, value: number | null): string {
  return value === null || !Number.isFinite(value) ? NOT_MEASURED : numberText(metric, value);
}

/** Returns the texts of a run's figures for its URL. */
export function originFigures(results: RunResults): string[] {
  return FIGURES.map((id) => {
    const measure = { metric: METRICS[id], place: null };
    return figureText(measure, measuredOf(results, measure));
  });
}
