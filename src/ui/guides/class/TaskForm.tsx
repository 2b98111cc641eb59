/** The fields of a task. */
import { useMemo } from "react";
import { changeGroups, firstChange, furtherChange, partsOfChange } from "./change-choices.ts";
import { numbered } from "./class-words.ts";
import { type ConditionParts, conditionLine, metricGroups, partsOfCondition } from "./condition-parts.ts";
import { Field } from "./Field.tsx";
import { GroupedMenu } from "./GroupedMenu.tsx";
import { LineList } from "./LineList.tsx";
import { type DraftLine, type FieldName, idOfDraft, type ListName, type TaskDraft } from "./task-draft.ts";

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
              label={numbered("Parameter", number)}
              value={id}
              groups={groups}
              onValue={(next) => onText(firstChange(next, base))}
            />
            <Field
              label={numbered("Values of parameter", number)}
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

const SIGNS = [
  [">=", "at least"],
  ["<=", "at most"],
  [">", "more than"],
  ["<", "less than"],
] as const;

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
              label={numbered("Measure", number)}
              value={parts.metric}
              groups={groups}
              onValue={(metric) => set({ metric, bound: parts.bound.replace(/[^\d.]+$/, "") })}
            />
            <select
              className="menu"
              aria-label={numbered("Comparison", number)}
              value={parts.sign}
              onChange={(event) => set({ sign: event.currentTarget.value })}
            >
              {SIGNS.map(([sign, words]) => (
                <option key={sign} value={sign}>
                  {words}
                </option>
              ))}
            </select>
            <Field
              label={numbered("Bound", number)}
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
          label={numbered(words.one, number)}
          unseen
          value={text}
          fault={props.faults.get(`${name} ${key}`)}
          onValue={onText}
        />
      )}
    />
  ));
}
