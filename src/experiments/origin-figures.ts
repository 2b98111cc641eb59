/** The main figures of a run that a URL carries beside its digest, and their differences from the run of this version. */
import type { RunResults } from "../engine/index.ts";
import { METRICS, type MetricId, measuredOf, numberText } from "./metrics.ts";
import { listed } from "./number-text.ts";

/**
 * Figures in their order in the URL. The order never changes, because URLs of earlier versions contain only the first
 * ones.
 */
const FIGURES = ["utilisation", "delay-p50", "delay-p99", "jain"] as const satisfies readonly MetricId[];
const NOT_MEASURED = "-";

/** Returns the figures as text, with the precision of the page. */
export function originFigures(results: RunResults): string[] {
  return FIGURES.map((id) => {
    const value = measuredOf(results, { metric: METRICS[id], place: null });
    return value === null || !Number.isFinite(value) ? NOT_MEASURED : numberText(METRICS[id], value);
  });
}

/**
 * Returns sentences that compare the figures in a URL with the run of this version: "Utilisation: 97.2 % then, 98.3 % now."
 * Empty if the URL has no figures.
 */
export function figureDifferences(then: readonly string[], results: RunResults): string[] {
  const now = originFigures(results);
  const known = FIGURES.slice(0, then.length).map((id, i) => ({
    ...METRICS[id],
    was: then[i],
    is: now[i],
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
