/** The fields of a task. */

import { type ReactNode, useMemo, useRef } from "react";
import {
  canonicalText,
  congestionControls,
  type Param,
  queueDisciplines,
  type Scenario,
} from "../../engine/index.ts";
import { type MetricScope, placesOf, SWEPT_METRICS } from "../../experiments/metrics.ts";
import { SIGN_WORDS } from "../../teaching/check.ts";
import { onceBlank, parameterNamed, parameterWords } from "../../teaching/parameters.ts";
import { Button, IconButton } from "../shared/Button.tsx";
import { railGroups } from "../state/rail.ts";
import { Field } from "./form-parts.tsx";
import {
  type DraftLine,
  type FieldName,
  idOfDraft,
  type ListName,
  lineOf,
  type TaskDraft,
} from "./task-fields.ts";

interface TaskFormProps {
  readonly draft: TaskDraft;
  readonly faults: ReadonlyMap<string, string>;
  onDraft(draft: TaskDraft): void;
}

export function TaskForm(props: TaskFormProps) {
  const { draft, faults, onDraft } = props;
  const field = (name: FieldName) => ({
    value: draft[name],
    fault: faults.get(name),
    onValue: (value: string) => onDraft({ ...draft, [name]: value }),
  });
  return (
    <>
      <section className="class-list" aria-label="What is asked">
        <h2>What is asked</h2>
        <Field label="Title" {...field("title")} />
        <WordsField draft={draft} fault={faults.get("words")} onWords={field("words").onValue} />
      </section>
      <Changes {...props} />
      <Counts {...props} />
      <section className="class-list class-list--pair" aria-label="Seeds and tries">
        <Field label="Seeds (runs on each path)" short {...field("seeds")} />
        <Field label="Tries (empty: any number)" short {...field("tries")} />
      </section>
      <Further {...props} />
      <section className="class-list class-list--pair" aria-label="Name and language">
        <Field label="Name in links" short hint={idOfDraft(draft)} {...field("id")} />
        <Field label="Language (en, pt-BR, zh)" short {...field("lang")} />
      </section>
    </>
  );
}

interface WordsFieldProps {
  readonly draft: TaskDraft;
  readonly fault: string | undefined;
  onWords(words: string): void;
}

function WordsField({ draft, fault, onWords }: WordsFieldProps) {
  return (
    <label className="class-field">
      <span>Words (Markdown)</span>
      <textarea
        className="class__words"
        rows={6}
        value={draft.words}
        lang={draft.lang}
        aria-invalid={fault !== undefined}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      <span className="class-field__fault">{fault}</span>
    </label>
  );
}

function listOf({ draft, onDraft }: TaskFormProps, name: ListName) {
  return {
    name,
    lines: draft.lists[name],
    onLines: (lines: readonly DraftLine[]) => onDraft({ ...draft, lists: { ...draft.lists, [name]: lines } }),
  };
}

function Changes(props: TaskFormProps) {
  const { base } = props.draft;
  const groups = useMemo(() => changeGroups(base), [base]);
  return (
    <LineList
      {...listOf(props, "change")}
      title="What students may change"
      note="A range like 0.5..0.95, a list like codel, pie, or nothing: all that the parameter allows."
      one="parameter"
      first={furtherChange(
        props.draft.lists.change.map(({ text }) => text),
        base,
      )}
      editor={({ key, text }, onText, number) => {
        const [id, values] = partsOfChange(text);
        return (
          <span className="class-list__fields">
            <GroupedMenu
              label={`Parameter ${number}`}
              value={id}
              groups={groups}
              onValue={(next) => onText(firstChange(next, base))}
            />
            <Field
              label={`Values of parameter ${number}`}
              unseen
              hint="all"
              value={values}
              fault={props.faults.get(`change ${key}`)}
              onValue={(next) => onText(`${id} ${next}`.trimEnd())}
            />
          </span>
        );
      }}
    />
  );
}

function Counts(props: TaskFormProps) {
  const { base } = props.draft;
  const groups = useMemo(() => metricGroups(base), [base]);
  return (
    <LineList
      {...listOf(props, "count")}
      title="What counts"
      note="Each condition has to hold on every seed and every path."
      one="condition"
      first="delay-p99 <= 10 ms"
      editor={({ key, text }, onText, number) => {
        const parts = partsOfCondition(text);
        const set = (change: Partial<ConditionParts>) => onText(conditionLine({ ...parts, ...change }));
        return (
          <span className="class-list__fields class-list__fields--three">
            <GroupedMenu
              label={`Measure ${number}`}
              value={parts.metric}
              groups={groups}
              onValue={(metric) => set({ metric, bound: parts.bound.replace(/[^\d.]+$/, "") })}
            />
            <select
              className="menu"
              aria-label={`Comparison ${number}`}
              value={parts.sign}
              onChange={(event) => set({ sign: event.currentTarget.value })}
            >
              {Object.entries(SIGN_WORDS).map(([sign, words]) => (
                <option key={sign} value={sign}>
                  {words}
                </option>
              ))}
            </select>
            <Field
              label={`Bound ${number}`}
              unseen
              value={parts.bound}
              fault={props.faults.get(`count ${key}`)}
              onValue={(bound) => set({ bound })}
            />
          </span>
        );
      }}
    />
  );
}

const FURTHER = [
  {
    name: "also",
    title: "Hidden paths",
    note: "Settings as in a link, laid over the answer: the conditions must hold there too. Students see how many there are.",
    one: "hidden path",
    first: "#rtt=200ms",
  },
  {
    name: "vary",
    title: "Variants",
    note: "Each student has a value of his own, by his name or number.",
    one: "variation",
    first: "rtt 60ms..160ms step 20ms",
  },
  { name: "hint", title: "Hints", note: "Shown one by one, when asked for.", one: "hint", first: "" },
] as const;

function Further(props: TaskFormProps) {
  return FURTHER.map(({ name, ...words }) => (
    <LineList
      key={name}
      {...listOf(props, name)}
      {...words}
      editor={({ key, text }, onText, number) => (
        <Field
          label={`${words.one} ${number}`}
          unseen
          value={text}
          fault={props.faults.get(`${name} ${key}`)}
          onValue={onText}
        />
      )}
    />
  ));
}

interface LineListProps {
  readonly name: ListName;
  readonly title: string;
  readonly note?: string;
  readonly lines: readonly DraftLine[];
  /** What one of them is called: "condition". */
  readonly one: string;
  /** A new one begins as this. */
  readonly first: string;
  onLines(lines: readonly DraftLine[]): void;
  /** One line's fields. */
  editor(line: DraftLine, onText: (text: string) => void, number: number): ReactNode;
}

/** Lines of one kind: each can be changed or taken away, and more can be added. */
function LineList({ title, note, lines, one, first, onLines, editor }: LineListProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <section className="class-list" aria-label={title}>
      <h2>{title}</h2>
      {note !== undefined && <p className="class__note">{note}</p>}
      <ul>
        {lines.map((line, i) => (
          <li key={line.key} className="class-list__line">
            {editor(
              line,
              (text) => onLines(lines.map((other) => (other === line ? { ...line, text } : other))),
              i + 1,
            )}
            <IconButton
              icon="remove"
              label={`Remove ${one} ${i + 1}`}
              onClick={() => {
                onLines(lines.filter((other) => other !== line));
                // The button is gone with its line.
                add.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <Button ref={add} look="small" onClick={() => onLines([...lines, lineOf(first)])}>
        Add a {one}
      </Button>
    </section>
  );
}

/** A menu with headings; what is chosen stands in it even where it is not among the options. */
interface GroupedMenuProps {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly {
    readonly title: string;
    readonly options: readonly { readonly id: string; readonly label: string }[];
  }[];
  onValue(value: string): void;
}

function GroupedMenu({ label, value, groups, onValue }: GroupedMenuProps) {
  const isKnown = groups.some(({ options }) => options.some(({ id }) => id === value));
  return (
    <select
      className="menu"
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {groups.map(({ title, options }) => (
        <optgroup key={title} label={title}>
          {options.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

interface ConditionParts {
  readonly metric: string;
  readonly sign: string;
  readonly bound: string;
}

const FORM = /^(\S*) ?(>=|<=|≥|≤|>|<)? ?(.*)$/;

/** A condition as the three fields of a form; and the metrics that it can be of, with their places. */
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

interface MetricGroup {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Every metric, also at each place where there are several. */
export function metricGroups(base: Scenario): MetricGroup[] {
  return SCOPES.map(({ scope, title }) => ({
    title,
    options: SWEPT_METRICS.filter((metric) => metric.scope === scope).flatMap((metric) => {
      const label = metric.unit === "" ? metric.label : `${metric.label} (${metric.unit})`;
      const places = placesOf(metric, base);
      return [
        { id: metric.id, label },
        ...places.map((place) => ({ id: `${metric.id}@${place.id}`, label: `${label}, ${place.label}` })),
      ];
    }),
  }));
}

interface ChangeGroup {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Which parameters a teacher can leave to students, under the headings of the rail, and bounds to begin with. */
export function changeGroups(base: Scenario): ChangeGroup[] {
  const { sender, path, queue, tcp, run } = railGroups(base);
  const of = (title: string, list: readonly { readonly param: Param }[]) => ({
    title,
    options: list.filter(({ param }) => param.kind !== "text").map(({ param }) => optionOf(param)),
  });
  return [
    {
      title: "Algorithms",
      options: [
        { id: "aqm", label: "Queue discipline" },
        { id: "cc", label: "Congestion control" },
      ],
    },
    of("Sender", sender),
    of("Path", path),
    of("Queue", queue),
    of("TCP", tcp),
    of("Run", run),
  ];
}

function optionOf(param: Param): { readonly id: string; readonly label: string } {
  const words = parameterWords(param);
  const label = words === param.label ? words : `${words}, ${param.label.toLowerCase()}`;
  return { id: param.id, label: label.replaceAll("_", " ") };
}

const MOST_NAMED = 3;

/** As a line of the file. */
export function firstChange(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  return param === null ? id : `${id} ${bounds(param, base)}`.trim();
}

/** What a further line begins with: the first parameter that has none yet. `lines`: of the file. */
export function furtherChange(lines: readonly string[], base: Scenario): string {
  const taken = new Set(lines.map((line) => partsOfChange(line)[0]));
  const ids = changeGroups(base).flatMap(({ options }) => options.map(({ id }) => id));
  return firstChange(ids.find((id) => !taken.has(id)) ?? ids[0], base);
}

function bounds(param: Param, base: Scenario): string {
  if (param.kind === "number") {
    const { sliderMin = param.min, sliderMax = param.max } = param;
    return `${canonicalText(param, sliderMin)}..${canonicalText(param, sliderMax)}`;
  }
  if (param.id === "aqm") return firstOf(base.queue.aqm, queueDisciplines);
  if (param.id === "cc") return firstOf(base.flows[0].cc, congestionControls);
  return "";
}

/** The present one, and others to choose from. */
function firstOf(present: string, registry: readonly { readonly id: string }[]): string {
  const others = registry.map(({ id }) => id).filter((id) => id !== present);
  return [present, ...others].slice(0, MOST_NAMED).join(", ");
}

/** "beta-ecn 0.5..0.95" as its two parts. */
export function partsOfChange(text: string): readonly [id: string, values: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at).trimStart()];
}
