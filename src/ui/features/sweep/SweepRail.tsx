/** The definition of a sweep: the scenario, one or two settings with their values, the metric, and the number of seeds. */

import { useId, useMemo } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { type Metric, type MetricScope, placesOf, SWEPT_METRICS } from "../../../experiments/metrics.ts";
import { baseText, type SweepProblem } from "../../../experiments/sweep.ts";
import { baseOf } from "../../../experiments/sweep-points.ts";
import { counted, ofNumber } from "../../../lib/counted.ts";
import { AxisEditor } from "../../parts/axis/AxisEditor.tsx";
import { AxisTextField } from "../../parts/axis/AxisTextField.tsx";
import { type AxisDraft, axisChoices, choiceNamed, firstValues } from "../../parts/axis/axis-choices.ts";
import { BaseScenario } from "../../parts/axis/BaseScenario.tsx";
import { Button, IconButton } from "../../shared/Button.tsx";
import { type Draft, rebased, runsOf } from "./draft.ts";
import type { SweepState } from "./sweep-store.ts";

interface SweepRailProps {
  readonly state: SweepState;
  onWrite(draft: Draft): void;
  onStart(): void;
}

export function SweepRail({ state, onWrite, onStart }: SweepRailProps) {
  const { draft, sweep, problems } = state;
  const groups = useMemo(() => axisChoices(draft.base), [draft.base]);
  const problem = (key: string) => problems.find((one) => one.key === key)?.message ?? null;
  const remarks = (about: "x" | "y") => (sweep?.remarks ?? []).filter((one) => one.about === about);
  const addY = () => {
    const owner = choiceNamed(groups, secondName(draft.x))?.owner ?? groups[0].choices[0].owners[0];
    onWrite({ ...draft, y: { name: owner.name, text: firstValues(owner, draft.base) } });
  };
  return (
    <section className="sweep-rail" aria-label="Sweep">
      <BaseScenario base={draft.base} onTake={(base) => onWrite(rebased(draft, base))} />
      <AxisEditor
        title="Vary"
        base={draft.base}
        groups={groups}
        axis={draft.x}
        error={problem("x")}
        read={sweep?.x ?? null}
        remarks={remarks("x")}
        onAxis={(x) => onWrite(comparedWith({ ...draft, x }))}
        onRemove={null}
      />
      {draft.y === null ? (
        <p className="sweep-rail__add">
          <Button look="small" onClick={addY}>
            Vary a second setting
          </Button>
        </p>
      ) : (
        <AxisEditor
          title="and vary"
          base={draft.base}
          groups={groups}
          axis={draft.y}
          error={problem("y")}
          read={sweep?.y ?? null}
          remarks={remarks("y")}
          onAxis={(y) => onWrite(comparedWith({ ...draft, y }))}
          onRemove={() => onWrite(comparedWith({ ...draft, y: null }))}
        />
      )}
      <MetricChoice
        base={draft.base}
        metric={draft.metric}
        metrics={SWEPT_METRICS}
        error={problem("metric")}
        onMetric={(metric) => onWrite({ ...draft, metric })}
      />
      <SeedsField
        seeds={draft.seeds}
        error={problem("seeds")}
        onSeeds={(seeds) => onWrite({ ...draft, seeds })}
      />
      <BaseChoice
        state={state}
        error={problem("against")}
        onAgainst={(against) => onWrite({ ...draft, against })}
      />
      <Start state={state} onStart={onStart} />
    </section>
  );
}

/** The scenario that is varied, with ways to choose a different scenario. */
function comparedWith(draft: Draft): Draft {
  const names = [draft.x.name, draft.y?.name];
  return names.includes(draft.against.split("=", 1)[0]) ? draft : { ...draft, against: "" };
}

/** Returns the usual second setting: the RTT, or the backoff if the RTT is already varied. */
function secondName({ name }: AxisDraft): string {
  return name === "rtt" ? "beta-ecn" : "rtt";
}

function Start({ state, onStart }: Pick<SweepRailProps, "state" | "onStart">) {
  const { sweep, problems } = state;
  const whyId = useId();
  return (
    <div className="sweep-rail__start">
      <Button look="main" disabled={sweep === null} aria-describedby={whyId} onClick={onStart}>
        Run the sweep
      </Button>
      <span id={whyId}>
        {sweep === null
          ? refusalWords(problems.map(({ key }) => FIELDS[key]))
          : sweepSize(sweep.x.values.length, sweep.y?.values.length ?? null, sweep.seeds, runsOf(sweep))}
      </span>
    </div>
  );
}

const FIELDS: Readonly<Record<SweepProblem["key"], string>> = {
  scenario: "Scenario",
  x: "Vary",
  y: "and vary",
  metric: "Measure",
  seeds: "Seeds",
  against: "Compare with",
  "limit-bdp": "Limit",
};

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

/** The choice of the metric, and of its link or flows if there are several. */
function MetricChoice({ base, metric, metrics, error, onMetric }: MetricChoiceProps) {
  const [titleId, errorId] = [useId(), useId()];
  const ids = metric.split(",").map((id) => id.trim());
  // A row keeps its focus while its metric changes.
  const rows = ids.map((id, at) => ({ id, at, row: `row ${at}` }));
  const write = (at: number, id: string) => onMetric(ids.with(at, id).join(","));
  const free = metrics.find(({ id }) => !ids.includes(id));
  return (
    <section className="group" aria-labelledby={titleId}>
      <h2 id={titleId}>Measure</h2>
      {rows.map(({ id, at, row }) => (
        <OneMetric
          key={row}
          base={base}
          id={id}
          number={ids.length > 1 ? at + 1 : null}
          metrics={metrics}
          describedBy={errorId}
          onId={(other) => write(at, other)}
          onRemove={() => onMetric(ids.filter((_, i) => i !== at).join(","))}
        />
      ))}
      {free !== undefined && (
        <Button look="small" onClick={() => onMetric([...ids, free.id].join(","))}>
          Measure another
        </Button>
      )}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}

interface OneMetricProps {
  readonly base: Scenario;
  /** Metric with its place: "goodput@flow2", or the equivalent for a link. */
  readonly id: string;
  /** Number of the link or flow, from 1; null if there is only one. */
  readonly number: number | null;
  readonly metrics: readonly Metric[];
  readonly describedBy: string;
  onId(id: string): void;
  onRemove(): void;
}

function OneMetric({ base, id, number, metrics, describedBy, onId, onRemove }: OneMetricProps) {
  const [name, place = ""] = id.includes("/") ? [id] : id.split("@");
  const chosen = metrics.find((one) => one.id === name);
  const places = chosen === undefined ? [] : placesOf(chosen, base);
  const usual = SCOPES.find(({ scope }) => scope === chosen?.scope)?.usual ?? "";
  const label = number === null ? "Measure" : `Measure, number ${number}`;
  return (
    <p className="sweep-rail__metric">
      <select
        className="menu"
        aria-label={label}
        aria-describedby={describedBy}
        value={name}
        onChange={(event) => onId(event.currentTarget.value)}
      >
        {chosen === undefined && <option value={name}>{name}</option>}
        {SCOPES.map(({ scope, title }) => (
          <optgroup key={scope} label={title}>
            {metrics
              .filter((one) => one.scope === scope)
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {one.unit === "" ? one.label : `${one.label} (${one.unit})`}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {places.length > 0 && (
        <select
          className="menu"
          aria-label={number === null ? "Measured at" : `Measured at, number ${number}`}
          value={place}
          onChange={(event) =>
            onId(event.currentTarget.value === "" ? name : `${name}@${event.currentTarget.value}`)
          }
        >
          <option value="">{usual}</option>
          {places.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      )}
      {number !== null && (
        <IconButton
          icon="close"
          className="quiet"
          label={`Do not measure number ${number}`}
          onClick={onRemove}
        />
      )}
    </p>
  );
}

interface SeedsFieldProps {
  readonly seeds: string;
  readonly error: string | null;
  onSeeds(seeds: string): void;
}

/** The number of runs that each point averages. */
function SeedsField({ seeds, error, onSeeds }: SeedsFieldProps) {
  const errorId = useId();
  return (
    <section className="group" aria-label="Seeds">
      <AxisTextField
        label="Seeds per point"
        short
        text={seeds}
        describedBy={errorId}
        isWrong={error !== null}
        onText={onSeeds}
      />
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}

interface BaseChoiceProps {
  readonly state: SweepState;
  readonly error: string | null;
  onAgainst(against: string): void;
}

/** The choice of the value that the other values are compared with, seed by seed. It requires several seeds. */
function BaseChoice({ state: { draft, sweep }, error, onAgainst }: BaseChoiceProps) {
  const [titleId, errorId] = [useId(), useId()];
  const isPaired =
    sweep !== null && sweep.seeds > 1 && sweep.x.values.length * (sweep.y?.values.length ?? 1) > 1;
  if (!isPaired && error === null) return null;
  const axes = sweep === null ? [] : [sweep.x, ...(sweep.y === null ? [] : [sweep.y])];
  const options = axes
    .filter(({ values }) => values.length > 1)
    .flatMap(({ name, label, values }) =>
      values.map((value) => ({ text: baseText({ name, value }), words: `${label} ${value}` })),
    );
  const usual = sweep === null ? null : baseOf({ ...sweep, against: null });
  return (
    <section className="group" aria-labelledby={titleId}>
      <h2 id={titleId}>Compare with</h2>
      <select
        className="menu"
        aria-labelledby={titleId}
        aria-describedby={errorId}
        value={draft.against}
        onChange={(event) => onAgainst(event.currentTarget.value)}
      >
        <option value="">{usual === null ? "nothing" : `${usual.name} ${usual.value}`}</option>
        {draft.against !== "" && !options.some(({ text }) => text === draft.against) && (
          <option value={draft.against}>{draft.against}</option>
        )}
        {options.map(({ text, words }) => (
          <option key={text} value={text}>
            {words}
          </option>
        ))}
      </select>
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}

/** Returns the names of the fields that prevent the start. */
function refusalWords(names: readonly string[]): string {
  const fields = [...new Set(names)].map((name) => `“${name}”`);
  return `The sweep cannot run until ${fields.join(" and ")} ${ofNumber(fields.length, "is", "are")} corrected.`;
}

/** Returns the size of the sweep as text: "10 × 4 × 3 seeds: 120 runs". `ys` is null if there is one axis. */
function sweepSize(xs: number, ys: number | null, seeds: number, runs: number): string {
  const all = counted(runs, "run");
  if (seeds === 1 && ys === null) return all;
  const points = ys === null ? `${xs}` : `${xs} × ${ys}`;
  return `${points}${seeds === 1 ? "" : ` × ${counted(seeds, "seed")}`}: ${all}`;
}
