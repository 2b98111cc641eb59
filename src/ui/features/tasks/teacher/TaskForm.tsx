/** The fields of a task. A line of the head that may occur several times is shown as a card. */

import { type ComponentType, type ReactNode, useMemo, useRef, useState } from "react";
import { canonicalText, formatValue, type Param, type Scenario } from "../../../../engine/index.ts";
import { SIGN_WORDS } from "../../../../teaching/check/check.ts";
import { parameterNamed } from "../../../../teaching/document/parameters.ts";
import type { RepeatedKey } from "../../../../teaching/task/task.ts";
import { NO_SEED } from "../../../../teaching/task/variant.ts";
import { Field } from "../../../parts/guide/form-parts.tsx";
import { Button, Check, IconButton } from "../../../shared/Button.tsx";
import { type MenuOption, MenuOptions } from "../../../shared/MenuOptions.tsx";
import {
  type DraftLine,
  type FieldName,
  idOfDraft,
  lineOf,
  partsOfLine,
  type TaskDraft,
} from "./task-fields.ts";
import {
  type ConditionParts,
  changeOptions,
  conditionLine,
  firstChange,
  firstVariation,
  furtherChange,
  keyText,
  lengthText,
  listedIn,
  metricOptions,
  optionsOf,
  partsOfCondition,
  partsOfLength,
  partsOfPath,
  partsOfQuestion,
  partsOfValues,
  pathText,
  type QuestionParts,
  questionText,
  type SettingParts,
  settingOptions,
  unitOf,
  usualOf,
  type ValuesParts,
  valuesAs,
  valuesText,
  withoutUnit,
  withUnit,
} from "./task-lines.ts";

interface TaskFormProps {
  readonly draft: TaskDraft;
  readonly faults: ReadonlyMap<string, string>;
  onDraft(draft: TaskDraft): void;
}

export function TaskForm({ draft, faults, onDraft }: TaskFormProps) {
  const field = (name: FieldName) => ({
    value: draft[name],
    fault: faults.get(name),
    onValue: (value: string) => onDraft({ ...draft, [name]: value }),
  });
  const words = field("words");
  const list = (name: LineName) => (
    <LineList key={name} kind={LINES[name]} name={name} draft={draft} faults={faults} onDraft={onDraft} />
  );
  return (
    <>
      <section className="class-list" aria-label="Task">
        <h2>Task</h2>
        <Field label="Title" {...field("title")} />
        <label className="class-field">
          <span>Words (Markdown)</span>
          <textarea
            className="text-field class__words"
            rows={6}
            value={words.value}
            lang={draft.lang}
            aria-invalid={words.fault !== undefined}
            onChange={(event) => words.onValue(event.currentTarget.value)}
          />
          <span className="class-field__fault">{words.fault}</span>
        </label>
      </section>
      {list("change")}
      {list("count")}
      <section className="class-list class-list--three" aria-label="Seeds, tries and groups">
        <Field label="Seeds (runs on each path)" hint="1" {...field("seeds")} />
        <Field label="Tries (empty: any number)" hint="any" {...field("tries")} />
        <Field label="People in a group (empty: one)" hint="1" {...field("group-size")} />
      </section>
      {list("also")}
      {list("vary")}
      <QuestionCards draft={draft} faults={faults} onDraft={onDraft} />
      {list("hint")}
      <TwoFiles
        draft={draft}
        fault={faults.get("secret")}
        onSecret={(secret) => onDraft({ ...draft, secret })}
      />
      <section className="class-list class-list--pair" aria-label="Name and language">
        <Field label="Name in links" short hint={idOfDraft(draft)} {...field("id")} />
        <Field label="Language (en, pt-BR, zh)" short {...field("lang")} />
      </section>
    </>
  );
}

interface TwoFilesProps {
  readonly draft: TaskDraft;
  readonly fault: string | undefined;
  onSecret(secret: string): void;
}

/** Splits the task into two files: one for students, one for the teacher. */
function TwoFiles({ draft: { secret, lists }, fault, onSecret }: TwoFilesProps) {
  const isOn = secret !== "";
  const seed = secret === NO_SEED ? "" : secret;
  return (
    <section className="class-list" aria-label="Two files">
      <h2>Two files</h2>
      <p className="class__note">
        Anyone who has a link can decode it. For graded work keep hidden paths and right answers in a separate
        teacher’s file. You need both files to check hand-ins.
      </p>
      <Check checked={isOn} onCheck={(on) => onSecret(on ? secret || NO_SEED : "")}>
        Keep them in a teacher’s file
      </Check>
      {isOn && lists.vary.length > 0 && (
        <span className="class__row">
          <Field
            label="Seed of the variants (empty: variants depend only on the name, and all students use one link)"
            value={seed}
            fault={fault}
            onValue={(text) => onSecret(text === "" ? NO_SEED : text)}
          />
          <Button look="small" onClick={() => onSecret(randomSeed())}>
            Generate a seed
          </Button>
        </span>
      )}
    </section>
  );
}

/** Returns a random seed. Its 2^60 possibilities are too many to try. */
function randomSeed(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [...numbers].map((number) => number.toString(36).padStart(4, "0").slice(-4)).join("-");
}

interface LineProps {
  readonly text: string;
  readonly fault: string | undefined;
  /** Label of the line: "hidden path 2". */
  readonly label: string;
  /** Number of the line, from 1. */
  readonly number: number;
  readonly base: Scenario;
  /** Parameters that students may change: a hidden path cannot set them. */
  readonly open: ReadonlySet<string>;
  onText(text: string): void;
}

/** A list of lines of one kind. Lines can be changed, removed and added. */
interface LineKind {
  readonly title: string;
  readonly note: string;
  /** Name of one such line: "hint". */
  readonly one: string;
  /** Returns the initial text of a new line. */
  first(draft: TaskDraft): string;
  readonly Line: ComponentType<LineProps>;
}

/** Keys of lines that belong to a question and start with its id: the right answer, and words for the feedback. */
const OF_QUESTION = ["key", "explanation"] as const;
type OfQuestion = (typeof OF_QUESTION)[number];

/** Questions, with the lines that belong to them, are cards. */
type LineName = Exclude<RepeatedKey, "question" | OfQuestion>;

const LINES: Readonly<Record<LineName, LineKind>> = {
  change: {
    title: "What students may change",
    note: "Everything else is kept as it is.",
    one: "parameter",
    first: ({ base, lists }) =>
      furtherChange(
        lists.change.map(({ text }) => text),
        base,
      ),
    Line: ChangeLine,
  },
  count: {
    title: "What counts",
    note: "Each condition must hold on every seed and path. Partial points are possible, for values between a start value and the bound. The initial settings earn no points.",
    one: "condition",
    first: () => "delay-p99 <= 10 ms",
    Line: CountLine,
  },
  also: {
    title: "Hidden paths",
    note: "Settings that are applied on top of the answer. The conditions must hold with these settings too. Students see only their number, or nothing if you keep them in the teacher’s file.",
    one: "hidden path",
    first: () => "#rtt=200ms",
    Line: PathLine,
  },
  vary: {
    title: "Variants",
    note: "Each student gets one of these values, chosen by name or number.",
    one: "variation",
    first: () => "rtt 60ms..160ms step 20ms",
    Line: VaryLine,
  },
  hint: {
    title: "Hints",
    note: "Students can reveal the hints one by one.",
    one: "hint",
    first: () => "",
    Line: HintLine,
  },
};

interface LineListProps extends TaskFormProps {
  readonly kind: LineKind;
  readonly name: LineName;
}

function LineList({ kind, name, draft, faults, onDraft }: LineListProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { title, note, one, first, Line } = kind;
  const lines = draft.lists[name];
  const { change } = draft.lists;
  const open = useMemo(() => new Set(change.map(({ text }) => partsOfLine(text)[0])), [change]);
  const write = (next: readonly DraftLine[]) =>
    onDraft({ ...draft, lists: { ...draft.lists, [name]: next } });
  return (
    <section className="class-list" aria-label={title}>
      <h2>{title}</h2>
      <p className="class__note">{note}</p>
      <ul className="class-cards">
        {lines.map((line, i) => (
          <li key={line.key} className="class-card">
            <Line
              text={line.text}
              fault={faults.get(`${name} ${line.key}`)}
              label={`${one} ${i + 1}`}
              number={i + 1}
              base={draft.base}
              open={open}
              onText={(text) => write(lines.map((other) => (other === line ? { ...line, text } : other)))}
            />
            <IconButton
              icon="remove"
              label={`Remove ${one} ${i + 1}`}
              onClick={() => {
                write(lines.filter((other) => other !== line));
                // Moves the focus, because the button is removed with its line.
                add.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <Button ref={add} look="small" onClick={() => write([...lines, lineOf(first(draft))])}>
        {`Add a ${one}`}
      </Button>
    </section>
  );
}

function HintLine({ text, fault, label, onText }: LineProps) {
  return (
    <div className="class-card__fields">
      <Field label={label} unseen value={text} fault={fault} onValue={onText} />
    </div>
  );
}

const SETS_OF_VALUES: Readonly<Record<"change" | "vary", readonly MenuOption[]>> = {
  change: [
    { value: "all", label: "any value" },
    { value: "range", label: "from … to …" },
    { value: "list", label: "only these" },
  ],
  vary: [
    { value: "range", label: "in steps" },
    { value: "list", label: "one of these" },
  ],
};

function ChangeLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => changeOptions(base), [base]);
  const [id, values] = partsOfLine(text);
  return (
    <div className="class-card__fields">
      <ValueFields
        kind="change"
        names={[`Parameter ${number}`, `Students may set for parameter ${number}`, `parameter ${number}`]}
        id={id}
        values={values}
        options={options}
        base={base}
        fault={fault}
        onId={(next) => onText(firstChange(next, base))}
        onValues={(next) => onText(`${id} ${next}`.trimEnd())}
      />
    </div>
  );
}

function VaryLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => settingOptions(base), [base]);
  const [id, values] = partsOfLine(text);
  return (
    <div className="class-card__fields">
      <ValueFields
        kind="vary"
        names={[
          `Parameter of variation ${number}`,
          `Each student gets for variation ${number}`,
          `variation ${number}`,
        ]}
        id={id}
        values={values}
        options={options}
        base={base}
        fault={fault}
        onId={(next) => onText(firstVariation(next, base))}
        onValues={(next) => onText(`${id} ${next}`.trimEnd())}
      />
    </div>
  );
}

interface ValueFieldsProps {
  readonly kind: "change" | "vary";
  /** Names of the two menus, and the thing that the fields belong to. */
  readonly names: readonly [parameter: string, values: string, of: string];
  readonly id: string;
  readonly values: string;
  readonly options: readonly MenuOption[];
  readonly base: Scenario;
  readonly fault: string | undefined;
  onId(id: string): void;
  onValues(values: string): void;
}

/** Fields for a parameter and its values: a range, a list, or all allowed values. */
function ValueFields({ kind, names, id, values, options, base, fault, onId, onValues }: ValueFieldsProps) {
  const param = useMemo(() => parameterNamed(id, base), [id, base]);
  const parts = partsOfValues(values);
  const [parameterName, valuesName, subject] = names;
  const set = (change: Partial<ValuesParts>) => onValues(valuesText({ ...parts, ...change }));
  const choices = param && optionsOf(param);
  const hasRange = param === null || param.kind === "number" || (param.kind === "size" && kind === "change");
  const forms = SETS_OF_VALUES[kind].filter(({ value }) => value !== "range" || hasRange);
  const ends = [
    { label: "From", value: parts.from, on: (from: string) => set({ from }) },
    { label: "To", value: parts.to, on: (to: string) => set({ to }) },
    ...(kind === "vary" ? [{ label: "Step", value: parts.step, on: (step: string) => set({ step }) }] : []),
  ];
  return (
    <>
      <span className="class-list__fields">
        <Labelled label="Parameter">
          <LongMenu label={parameterName} value={id} options={options} onValue={onId} />
        </Labelled>
        {id !== "code" && (
          <Labelled label={kind === "vary" ? "Each student gets" : "Students may set"}>
            <Menu
              label={valuesName}
              value={parts.form}
              options={forms}
              onValue={(form) => onValues(valuesText(valuesAs(form as ValuesParts["form"], parts, param)))}
            />
          </Labelled>
        )}
      </span>
      {parts.form === "range" && (
        <span className="class-list__ends">
          {ends.map(({ label, value, on }) => (
            <Field key={label} label={label} of={subject} value={value} onValue={on} />
          ))}
        </span>
      )}
      {parts.form === "list" &&
        (choices !== null ? (
          <Ticks options={choices} list={parts.list} onList={(list) => set({ list })} />
        ) : (
          <Field
            label="Values, with commas between them"
            of={subject}
            value={parts.list}
            onValue={(list) => set({ list })}
          />
        ))}
      <span className="class-field__fault">{fault}</span>
    </>
  );
}

interface TicksProps {
  readonly options: readonly MenuOption[];
  readonly list: string;
  onList(list: string): void;
}

/** Check boxes for the options of an algorithm or a mode. Unknown names stay in the list. */
function Ticks({ options, list, onList }: TicksProps) {
  const listed = listedIn(list);
  return (
    <span className="class-ticks">
      {options.map(({ value, label }) => (
        <Check
          key={value}
          checked={listed.includes(value)}
          onCheck={(on) =>
            onList((on ? [...listed, value] : listed.filter((one) => one !== value)).join(", "))
          }
        >
          {label}
        </Check>
      ))}
    </span>
  );
}

/** Fields of a hidden path: settings that differ from the answer's, each with its value. */
function PathLine({ text, fault, number, base, open, onText }: LineProps) {
  const add = useRef<HTMLButtonElement>(null);
  const options = useMemo(() => settingOptions(base).filter(({ value }) => !open.has(value)), [base, open]);
  const settings = partsOfPath(text).map((one, i) => ({ ...one, i }));
  const free = usualOf(options).find(({ value }) => !settings.some(({ key }) => key === value));
  const set = (at: number, change: Partial<SettingParts>) =>
    onText(pathText(settings.map((one) => (one.i === at ? { ...one, ...change } : one))));
  return (
    <div className="class-card__fields">
      <h3 className="class-card__name">{`Hidden path ${number}`}</h3>
      {settings.map(({ key, text: value, i }) => (
        <span key={i} className="class-list__setting">
          <LongMenu
            label={`Setting ${i + 1} of hidden path ${number}`}
            value={key}
            options={options}
            onValue={(next) => set(i, { key: next, text: presentValue(next, base) })}
          />
          <SettingValue
            label={`Value ${i + 1} of hidden path ${number}`}
            param={parameterNamed(key, base)}
            value={value}
            onValue={(next) => set(i, { text: next })}
          />
          <IconButton
            icon="remove"
            label={`Remove setting ${i + 1} of hidden path ${number}`}
            disabled={settings.length === 1}
            onClick={() => {
              onText(pathText(settings.filter((one) => one.i !== i)));
              add.current?.focus();
            }}
          />
        </span>
      ))}
      <span className="class-field__fault">{fault}</span>
      <span>
        <Button
          ref={add}
          look="small"
          onClick={() =>
            onText(
              pathText([
                ...settings,
                { key: free?.value ?? "rtt", text: presentValue(free?.value ?? "rtt", base) },
              ]),
            )
          }
        >
          Add a setting
        </Button>
      </span>
    </div>
  );
}

/** Returns the initial value of a setting that is added. */
function presentValue(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  return param === null ? "" : canonicalText(param, param.default);
}

interface SettingValueProps {
  readonly label: string;
  readonly param: Param | null;
  readonly value: string;
  onValue(value: string): void;
}

function SettingValue({ label, param, value, onValue }: SettingValueProps) {
  const options = param && optionsOf(param);
  if (options !== null) return <Menu label={label} value={value} options={options} onValue={onValue} />;
  return (
    <Field
      label={label}
      unseen
      hint={param === null ? "" : formatValue(param, param.default)}
      value={value}
      onValue={onValue}
    />
  );
}

const QUESTION_KINDS = [
  { value: "text", label: "Long text" },
  { value: "choice", label: "Multiple choice" },
  { value: "number", label: "Number" },
  { value: "evidence", label: "Evidence pinned from “why?”" },
] as const satisfies readonly MenuOption[];

const EVIDENCE_KINDS: readonly MenuOption[] = [
  { value: "", label: "any of them" },
  { value: "story", label: "a story" },
  { value: "event", label: "an event" },
  { value: "stretch", label: "a stretch" },
];

const FEEDBACK_OPTIONS: readonly MenuOption[] = [
  { value: "", label: "nothing: you mark the answers" },
  { value: "verdicts", label: "whether they are right" },
  { value: "answers", label: "also your explanation and the answer" },
];

const LOST: Readonly<Record<OfQuestion, string>> = { key: "right answer", explanation: "explanation" };

/** The cards of the questions, each with its correct answer and its explanation. */
function QuestionCards({ draft, faults, onDraft }: TaskFormProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { lists, feedback } = draft;
  const { question: questions } = lists;
  const write = (next: Partial<TaskDraft["lists"]>) => onDraft({ ...draft, lists: { ...lists, ...next } });
  const lineOfQuestion = (key: OfQuestion, id: string) =>
    lists[key].find(({ text }) => partsOfLine(text)[0] === id);
  /** Returns the lists of what belongs to a question, with its own lines changed. */
  const changed = (id: string, change: (line: DraftLine, key: OfQuestion) => readonly DraftLine[]) =>
    Object.fromEntries(
      OF_QUESTION.map((key) => {
        const own = lineOfQuestion(key, id);
        return [key, lists[key].flatMap((line) => (line === own ? change(line, key) : [line]))];
      }),
    );
  const ids = questions.map(({ text }) => partsOfQuestion(text).id);
  const lost = OF_QUESTION.flatMap((key) =>
    lists[key].filter(({ text }) => !ids.includes(partsOfLine(text)[0])).map((line) => ({ key, line })),
  );
  let free = questions.length + 1;
  while (ids.includes(`q${free}`)) free++;
  return (
    <section className="class-list" aria-label="Questions">
      <h2>Questions</h2>
      <p className="class__note">
        Choices and numbers can have a right answer; texts and evidence are marked by you. Anyone who decodes
        the link can read right answers, unless you keep them in the teacher’s file.
      </p>
      <span className="class-field">
        <span aria-hidden="true">What “Check my answers” tells students</span>
        <Menu
          label="What “Check my answers” tells students"
          value={feedback}
          options={FEEDBACK_OPTIONS}
          onValue={(value) => onDraft({ ...draft, feedback: value })}
        />
        <span className="class-field__fault">{faults.get("feedback")}</span>
      </span>
      <ol className="class-cards">
        {questions.map((line, i) => {
          const parts = partsOfQuestion(line.text);
          const { id } = parts;
          const belonging = (key: OfQuestion): Belonging => {
            const own = lineOfQuestion(key, id);
            return {
              text: own === undefined ? "" : partsOfLine(own.text)[1],
              fault: own === undefined ? undefined : faults.get(`${key} ${own.key}`),
              onText: (text) => {
                const others = lists[key].filter((one) => one !== own);
                const next = `${id} ${text}`;
                const written = own === undefined ? lineOf(next) : { ...own, text: next };
                write({ [key]: text === "" ? others : [...others, written] });
              },
            };
          };
          const explanation = belonging("explanation");
          return (
            <li key={line.key} className="class-card">
              <QuestionCard
                number={i + 1}
                parts={parts}
                fault={faults.get(`question ${line.key}`)}
                answer={belonging("key")}
                explanation={feedback === "answers" || explanation.text !== "" ? explanation : null}
                onParts={(next) =>
                  write({
                    question: questions.map((one) =>
                      one === line ? { ...line, text: questionText(next) } : one,
                    ),
                    ...changed(id, (one) => [
                      { ...one, text: `${next.id} ${partsOfLine(one.text)[1]}`.trimEnd() },
                    ]),
                  })
                }
              />
              <IconButton
                icon="remove"
                label={`Remove question ${i + 1}`}
                onClick={() => {
                  write({ question: questions.filter((one) => one !== line), ...changed(id, () => []) });
                  add.current?.focus();
                }}
              />
            </li>
          );
        })}
      </ol>
      {lost.map(({ key, line }) => (
        <p key={line.key} className="class-field__fault">
          <span>{`No question belongs to the ${LOST[key]} “${line.text}”. `}</span>
          <Button look="small" onClick={() => write({ [key]: lists[key].filter((one) => one !== line) })}>
            Remove it
          </Button>
        </p>
      ))}
      <Button
        ref={add}
        look="small"
        onClick={() => write({ question: [...questions, lineOf(`q${free} text 20..400 for 1 point: Why?`)] })}
      >
        Add a question
      </Button>
    </section>
  );
}

/** Text of a line that belongs to a question, without the question's id. */
interface Belonging {
  readonly text: string;
  readonly fault: string | undefined;
  onText(text: string): void;
}

interface QuestionCardProps {
  readonly number: number;
  readonly parts: QuestionParts;
  readonly fault: string | undefined;
  readonly answer: Belonging;
  /** The explanation; null if students do not see it. */
  readonly explanation: Belonging | null;
  onParts(parts: QuestionParts): void;
}

function QuestionCard({ number, parts, fault, answer, explanation, onParts }: QuestionCardProps) {
  const { id, kind, details, points, prompt, options } = parts;
  const set = (change: Partial<QuestionParts>) => onParts({ ...parts, ...change });
  const length = partsOfLength(details);
  const [right, tolerance = ""] = answer.text.split(/ within ?/);
  const known = options.filter((one) => one !== "");
  return (
    <div className="class-card__fields">
      <Field
        label={`Text of question ${number}`}
        value={prompt}
        fault={fault}
        onValue={(text) => set({ prompt: kind === "choice" ? text.replaceAll("|", "") : text })}
      />
      <span className="class-list__fields class-list__fields--three">
        <span className="class-field">
          <span>Kind</span>
          <Menu
            label={`Kind of question ${number}`}
            value={kind}
            options={QUESTION_KINDS}
            onValue={(next) =>
              set({
                kind: next,
                details: next === "text" ? "20..400" : "",
                options: next === "choice" && options.length < 2 ? ["Yes", "No"] : options,
              })
            }
          />
        </span>
        <Field label="Points" value={points} hint="0" onValue={(text) => set({ points: text })} />
        <Field
          label="Name in tables"
          value={id}
          onValue={(text) => set({ id: text.replace(/[\s:]/g, "") })}
        />
      </span>
      {kind === "text" && (
        <span className="class-list__ends">
          <Field
            label="Characters, at least"
            of={`question ${number}`}
            value={length.from}
            onValue={(from) => set({ details: lengthText({ ...length, from }) })}
          />
          <Field
            label="Characters, at most"
            of={`question ${number}`}
            value={length.to}
            onValue={(to) => set({ details: lengthText({ ...length, to }) })}
          />
        </span>
      )}
      {kind === "number" && (
        <span className="class-list__ends">
          <Field
            label="Unit"
            of={`question ${number}`}
            hint="none"
            value={details}
            onValue={(text) => set({ details: text.replaceAll(":", "") })}
          />
          <Field
            label="Right answer, or a measure"
            of={`question ${number}`}
            hint="marked by you"
            value={right}
            fault={answer.fault}
            onValue={(text) => answer.onText(keyText(text, answer.text === "" ? "0" : tolerance))}
          />
          <Field
            label="Tolerance"
            of={`question ${number}`}
            hint="0"
            value={tolerance}
            onValue={(text) => answer.onText(keyText(right, text))}
          />
        </span>
      )}
      {kind === "evidence" && (
        <Menu
          label={`Kind of evidence ${number}`}
          value={details}
          options={EVIDENCE_KINDS}
          onValue={(next) => set({ details: next })}
        />
      )}
      {kind === "choice" && (
        <label className="class-field">
          <span>Options, one per line</span>
          <textarea
            className="text-field"
            rows={Math.max(2, options.length)}
            value={options.join("\n")}
            onChange={({ currentTarget }) =>
              set({ options: currentTarget.value.replaceAll("|", "").split("\n") })
            }
          />
        </label>
      )}
      {kind === "choice" && (
        <span className="class-field">
          <span>Right answer</span>
          <Menu
            label={`Right answer of question ${number}`}
            value={answer.text}
            options={[
              { value: "", label: "marked by you" },
              ...known.map((one) => ({ value: one, label: one })),
            ]}
            onValue={answer.onText}
          />
          <span className="class-field__fault">{answer.fault}</span>
        </span>
      )}
      {explanation !== null && (
        <Field
          label={
            kind === "choice" || kind === "number"
              ? "Explanation, shown with the right answer"
              : "A good answer, to compare with"
          }
          of={`question ${number}`}
          value={explanation.text}
          fault={explanation.fault}
          onValue={explanation.onText}
        />
      )}
    </div>
  );
}

const SIGNS = Object.entries(SIGN_WORDS).map(([value, label]) => ({ value, label }));

const PARTS: readonly MenuOption[] = [
  { value: "", label: "all or nothing" },
  { value: "from", label: "in part, if the value is nearly reached" },
];

/** Fields of a condition: a measure, a comparison, a value, and the points. */
function CountLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => metricOptions(base), [base]);
  const parts = partsOfCondition(text);
  const unit = unitOf(parts.metric);
  const set = (change: Partial<ConditionParts>) => onText(conditionLine({ ...parts, ...change }));
  const isInPart = parts.part.startsWith("from");
  const beside = (value: string) => (withUnit(value, unit) === value ? "" : unit);
  const bound = withoutUnit(parts.bound, unit);
  const from = withoutUnit(parts.part.replace(/^from ?/, ""), unit);
  const measure = (metric: string) => {
    const next = unitOf(metric);
    // The number stays and gets the unit of the new measure. The threshold for partial points is removed, because it
    // was a value of the old measure.
    set({ metric, bound: withUnit(bound, next), ...(next !== unit && { part: "" }) });
  };
  return (
    <div className="class-card__fields">
      <Labelled label="Measure">
        <LongMenu label={`Measure ${number}`} value={parts.metric} options={options} onValue={measure} />
      </Labelled>
      <span className="class-list__fields class-list__fields--three">
        <Labelled label="Comparison">
          <Menu
            label={`Comparison ${number}`}
            value={parts.sign}
            options={SIGNS}
            onValue={(sign) => set({ sign })}
          />
        </Labelled>
        <Field
          label="Value"
          of={`condition ${number}`}
          unit={beside(bound)}
          value={bound}
          fault={fault}
          onValue={(next) => set({ bound: withUnit(next, unit) })}
        />
        <Field
          label="Points"
          of={`condition ${number}`}
          hint="1"
          value={parts.points}
          onValue={(points) => set({ points })}
        />
      </span>
      <span className="class-list__fields">
        <Labelled label="Points are given">
          <Menu
            label={`Points are given for condition ${number}`}
            value={isInPart ? "from" : ""}
            options={PARTS}
            onValue={(part) => set({ part: part === "" ? "" : `from ${withUnit("0", unit)}` })}
          />
        </Labelled>
        {isInPart && (
          <Field
            label="Points begin at"
            of={`condition ${number}`}
            unit={beside(from)}
            value={from}
            onValue={(next) => set({ part: `from ${withUnit(next, unit)}` })}
          />
        )}
      </span>
    </div>
  );
}

/** A label above a control that has a separate name for screen readers. */
function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="class-field">
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}

const MORE = "more …";

/** A menu of many options. It first shows the ten that teachers choose most often, then all of them. */
function LongMenu({ options, onValue, ...menu }: MenuProps) {
  const [isWhole, setWhole] = useState(false);
  const usual = useMemo(() => usualOf(options), [options]);
  const chosen = options.find(({ value }) => value === menu.value);
  const isUsual = usual.some(({ value }) => value === menu.value);
  const short = [
    ...usual,
    ...(chosen === undefined || isUsual ? [] : [{ value: chosen.value, label: chosen.label }]),
  ];
  if (isWhole || options.length <= usual.length + 1)
    return <Menu {...menu} options={options} onValue={onValue} />;
  return (
    <Menu
      {...menu}
      options={[...short, { value: MORE, label: `${MORE} (${options.length - short.length})` }]}
      onValue={(next) => (next === MORE ? setWhole(true) : onValue(next))}
    />
  );
}

interface MenuProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly MenuOption[];
  onValue(value: string): void;
}

/** A menu that shows the current value even if it is not among the options. */
function Menu({ label, value, options, onValue }: MenuProps) {
  const isKnown = options.some((option) => option.value === value);
  return (
    <select
      className="menu"
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      <MenuOptions list={options} />
    </select>
  );
}
