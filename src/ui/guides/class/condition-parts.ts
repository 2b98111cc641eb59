/** A condition as the three fields of a form; and the metrics that it can be of, with their places. */
import type { Scenario } from "../../../engine/index.ts";
import { type MetricScope, SWEPT_METRICS } from "../../../experiments/metrics.ts";
import { onceBlank } from "../../../teaching/parameters.ts";
import { placesOf } from "../../sweep/every-metric.ts";

export interface ConditionParts {
  readonly metric: string;
  readonly sign: string;
  readonly bound: string;
}

const FORM = /^(\S*) ?(>=|<=|≥|≤|>|<)? ?(.*)$/;

export function partsOfCondition(text: string): ConditionParts {
  const [, metric = "", sign = ">=", bound = ""] = FORM.exec(onceBlank(text)) ?? [];
  return { metric, sign: sign.replace("≥", ">=").replace("≤", "<="), bound };
}

export function conditionLine({ metric, sign, bound }: ConditionParts): string {
  return `${metric} ${sign} ${bound}`;
}

const SCOPES: readonly { readonly scope: MetricScope; readonly title: string }[] = [
  { scope: "link", title: "Of a link" },
  { scope: "flow", title: "Of flows" },
  { scope: "run", title: "Of the run" },
];

export interface MetricGroup {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Every metric, also at each place where there are several. */
export function metricGroups(base: Scenario): MetricGroup[] {
  return SCOPES.map(({ scope, title }) => ({
    title,
    options: SWEPT_METRICS.filter((metric) => metric.scope === scope).flatMap((metric) => {
      const label = metric.unit === "" ? metric.label : `${metric.label} (${metric.unit})`;
      const places = placesOf(metric, { base });
      return [
        { id: metric.id, label },
        ...places.map((place) => ({ id: `${metric.id}@${place.id}`, label: `${label}, ${place.label}` })),
      ];
    }),
  }));
}
