/** Compares the figures in a URL with those of the run in this version. */
import type { RunResults } from "../engine/index.ts";
import { listed } from "../lib/number-text.ts";
import { METRICS, measuredOf, type PlacedMetric } from "./metrics.ts";
import { FIGURES, figureText, NOT_MEASURED } from "./origin-figures.ts";

/** A figure of a run that another version has computed. */
export interface RecordedFigure {
  readonly label: string;
  readonly measure: Omit<PlacedMetric, "id">;
  /** The value as text, as the page formats it. */
  readonly was: string;
}

/** Returns what the numbers in a URL mean: one figure for each. */
export function recordedFigures(figures: readonly string[]): RecordedFigure[] {
  return FIGURES.slice(0, figures.length).map((id, i) => ({
    label: METRICS[id].label,
    measure: { metric: METRICS[id], place: null },
    was: figures[i],
  }));
}

/**
 * Returns sentences that compare these figures with the run in this version: "Utilisation: 97.2 % then, 98.3 % now." Empty if the
 * URL has no figures.
 */
export function figureDifferences(recorded: readonly RecordedFigure[], results: RunResults): string[] {
  const known = recorded.map(({ label, measure, was }) => ({
    label,
    unit: measure.metric.unit,
    was,
    is: figureText(measure, measuredOf(results, measure)),
  }));
  const isSame = ({ was, is }: { readonly was: string; readonly is: string }) =>
    was === is || Number(was) === Number(is);
  const changed = known
    .filter((one) => !isSame(one))
    .map(({ label, unit, was, is }) => `${label}: ${withUnit(was, unit)} then, ${withUnit(is, unit)} now.`);
  const same = known
    .filter((one) => isSame(one) && one.is !== NOT_MEASURED)
    .map(({ label, unit, is }) => `${label} (${withUnit(is, unit)})`);
  return same.length === 0 ? changed : [...changed, `The same when rounded: ${listed(same)}.`];
}

function withUnit(text: string, unit: string): string {
  if (text === NOT_MEASURED) return "not measured";
  return unit === "" ? text : `${text} ${unit}`;
}
