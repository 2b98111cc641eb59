/** All that can be measured of a run, so that one set of runs answers every question. */
import { resolvePath } from "../../engine/index.ts";
import type { PlacedMetric } from "../../experiments/metrics.ts";
import { flowName, type Metric, SWEPT_METRICS } from "../../experiments/metrics.ts";
import type { Sweep } from "../../experiments/sweep.ts";
import { flowPlace } from "./sweep-words.ts";

/** Places that a metric can be of, beside the usual one. */
export function placesOf(
  { scope }: Metric,
  { base }: Pick<Sweep, "base">,
): readonly { id: string; label: string }[] {
  const { links } = resolvePath(base.path);
  if (scope === "link" && links.length > 1) return links.map(({ id, label }) => ({ id, label }));
  if (scope === "flow" && base.flows.length > 1) {
    return base.flows.map((_, group) => ({ id: flowName(group), label: flowPlace(group + 1) }));
  }
  return [];
}

export function allMetrics(sweep: Sweep): Sweep {
  const metrics = SWEPT_METRICS.flatMap((metric): PlacedMetric[] => [
    { id: metric.id, metric, place: null },
    ...placesOf(metric, sweep).map(({ id }) => ({ id: `${metric.id}@${id}`, metric, place: id })),
  ]);
  return { ...sweep, metrics };
}

/** The runs of one sweep with what another one measures. */
export function withMetricOf(sweep: Sweep, other: Sweep | null): Sweep {
  return other === null ? sweep : { ...sweep, metrics: other.metrics };
}
