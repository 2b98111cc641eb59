/** The main figures of a run that a URL carries with its digest. */
import type { RunResults } from "../engine/index.ts";
import { METRICS, type MetricId, measuredOf, numberText, type PlacedMetric } from "./metrics.ts";

/**
 * Figures in their order in the URL. The order never changes, because URLs of earlier versions contain only the first
 * ones.
 */
export const FIGURES = [
  "utilisation",
  "delay-p50",
  "delay-p99",
  "jain",
] as const satisfies readonly MetricId[];
export const NOT_MEASURED = "-";

/** Returns a value as text, with the precision of the page. */
export function figureText({ metric }: Omit<PlacedMetric, "id">, value: number | null): string {
  return value === null || !Number.isFinite(value) ? NOT_MEASURED : numberText(metric, value);
}

/** Returns the figures of a run for its URL. */
export function originFigures(results: RunResults): string[] {
  return FIGURES.map((id) => {
    const measure = { metric: METRICS[id], place: null };
    return figureText(measure, measuredOf(results, measure));
  });
}
