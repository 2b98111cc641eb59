/** What is measured, and of which link or flows where there are several. */
import { useId } from "react";
import type { Scenario } from "../../engine/index.ts";
import type { Metric, MetricScope } from "../../experiments/metrics.ts";
import { placesOf } from "./every-metric.ts";

interface MetricChoiceProps {
  readonly base: Scenario;
  readonly metric: string;
  readonly metrics: readonly Metric[];
  readonly error: string | null;
  onMetric(metric: string): void;
}

const SCOPES: readonly { readonly scope: MetricScope; readonly title: string; readonly usual: string }[] = [
  { scope: "link", title: "Of a link", usual: "the first link" },
  { scope: "flow", title: "Of flows", usual: "all flows" },
  { scope: "run", title: "Of the run", usual: "" },
];

export function MetricChoice({ base, metric, metrics, error, onMetric }: MetricChoiceProps) {
  const [titleId, errorId] = [useId(), useId()];
  const [name, place = ""] = metric.split("@");
  const chosen = metrics.find(({ id }) => id === name);
  const places = chosen === undefined ? [] : placesOf(chosen, { base });
  const usual = SCOPES.find(({ scope }) => scope === chosen?.scope)?.usual ?? "";
  return (
    <section className="group" aria-labelledby={titleId}>
      <h2 id={titleId}>Measure</h2>
      <select
        className="menu"
        aria-labelledby={titleId}
        aria-describedby={errorId}
        value={name}
        onChange={(event) => onMetric(event.currentTarget.value)}
      >
        {chosen === undefined && <option value={name}>{name}</option>}
        {SCOPES.map(({ scope, title }) => (
          <optgroup key={scope} label={title}>
            {metrics
              .filter((one) => one.scope === scope)
              .map(({ id, label, unit }) => (
                <option key={id} value={id}>
                  {unit === "" ? label : `${label} (${unit})`}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {places.length > 0 && (
        <select
          className="menu"
          aria-label="Measured at"
          value={place}
          onChange={(event) =>
            onMetric(event.currentTarget.value === "" ? name : `${name}@${event.currentTarget.value}`)
          }
        >
          <option value="">{usual}</option>
          {places.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}
