/** The fields of a task. */

import { type ComponentType, useMemo, useRef } from "react";
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
import { NO_SEED } from "../../teaching/variant.ts";
import { Button, Check, IconButton } from "../shared/Button.tsx";
import { type MenuOption, MenuOptions } from "../shared/MenuOptions.tsx";
import { railGroups } from "../state/rail.ts";
import { Field } from "./form-parts.tsx";
import {
  type DraftLine,
  type FieldName,
  idOfDraft,
  type ListName,
  lineOf,
  partsOfLine,
  type TaskDraft,
} from "./task-fields.ts";

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
      <section className="class-list class-list--pair" aria-label="Seeds and tries">
        <Field label="Seeds (runs on each path)" short {...field("seeds")} />
        <Field label="Tries (empty: any number)" short {...field("tries")} />
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

/** Returns a random seed. 2^60 possibilities cannot be tried out. */
function randomSeed(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [...numbers].map((number) => number.toString(36).padStart(4, "0").slice(-4)).join("-");
}

interface LineProps {
  readonly text: string;
  readonly fault: string | undefined;
  /** "hidden path 2". */
  readonly label: string;
  /** Number of the line, from 1. */
  readonly number: number;
  readonly base: Scenario;
  onText(text: string): void;
}

/** A list of lines of one kind. Lines can be changed, removed and added. */
interface LineKind {
  readonly title: string;
  readonly note: string;
  /** Name of one line. */
  readonly one: string;
  /** Returns the initial text of a new line. */
  first(draft: TaskDraft): string;
  readonly Line: ComponentType<LineProps>;
}

/** Lists of text lines. Questions and their answers are cards instead. */
type LineName = Exclude<ListName, "question" | "key">;

const LINES: Readonly<Record<LineName, LineKind>> = {
  change: {
    title: "What students may change",
    note: "A range like 0.5..0.95, a list like codel, pie, or nothing: all that the parameter allows.",
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
    note: "Settings, as in a link, that are applied on top of the answer. The conditions must hold there too. Students see only their number, or nothing if you keep them in the teacher’s file.",
    one: "hidden path",
    first: () => "#rtt=200ms",
    Line: PlainLine,
  },
  vary: {
    title: "Variants",
    note: "Each student gets a different value, chosen by name or number: a list like 20ms, 40ms, or 60ms..160ms step 20ms.",
    one: "variation",
    first: () => "rtt 60ms..160ms step 20ms",
    Line: VaryLine,
  },
  hint: {
    title: "Hints",
    note: "Students can show them one by one.",
    one: "hint",
    first: () => "",
    Line: PlainLine,
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
  const write = (next: readonly DraftLine[]) =>
    onDraft({ ...draft, lists: { ...draft.lists, [name]: next } });
  return (
    <section className="class-list" aria-label={title}>
      <h2>{title}</h2>
      <p className="class__note">{note}</p>
      <ul>
        {lines.map((line, i) => (
          <li key={line.key} className="class-list__line">
            <Line
              text={line.text}
              fault={faults.get(`${name} ${line.key}`)}
              label={`${one} ${i + 1}`}
              number={i + 1}
              base={draft.base}
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

function PlainLine({ text, fault, label, onText }: LineProps) {
  return <Field label={label} unseen value={text} fault={fault} onValue={onText} />;
}

function ChangeLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => changeOptions(base), [base]);
  const [id, values] = partsOfLine(text);
  return (
    <span className="class-list__fields">
      <Menu
        label={`Parameter ${number}`}
        value={id}
        options={options}
        onValue={(next) => onText(firstChange(next, base))}
      />
      <Field
        label={`Values of parameter ${number}`}
        unseen
        hint="all"
        value={values}
        fault={fault}
        onValue={(next) => onText(`${id} ${next}`.trimEnd())}
      />
    </span>
  );
}

function VaryLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => changeOptions(base).filter(({ value }) => value !== "code"), [base]);
  const [id, values] = partsOfLine(text);
  return (
    <span className="class-list__fields">
      <Menu
        label={`Parameter of variation ${number}`}
        value={id}
        options={options}
        onValue={(next) => onText(`${next} ${values}`.trimEnd())}
      />
      <Field
        label={`variation ${number}`}
        unseen
        hint="60ms..160ms step 20ms"
        value={values}
        fault={fault}
        onValue={(next) => onText(`${id} ${next}`.trimEnd())}
      />
    </span>
  );
}

const QUESTION_KINDS = [
  { value: "text", label: "Long text" },
  { value: "choice", label: "Multiple choice" },
  { value: "number", label: "Number" },
  { value: "evidence", label: "Evidence pinned from “why?”" },
] as const satisfies readonly MenuOption[];

/** Label and hint of a question's second field, by kind. */
const DETAILS: Readonly<Record<string, readonly [label: string, hint: string]>> = {
  text: ["Length in letters", "30..400"],
  number: ["Unit", "none"],
};

const EVIDENCE_KINDS: readonly MenuOption[] = [
  { value: "", label: "any of them" },
  { value: "story", label: "a story" },
  { value: "event", label: "an event" },
  { value: "stretch", label: "a stretch" },
];

interface QuestionParts {
  readonly id: string;
  readonly kind: string;
  /** The length of a text, the unit of a number, or the subject of evidence. */
  readonly details: string;
  /** Points as typed; empty means none. */
  readonly points: string;
  readonly prompt: string;
  readonly options: readonly string[];
}

/** The fields of a question's card. */
export function partsOfQuestion(text: string): QuestionParts {
  const at = text.indexOf(":");
  const words = onceBlank(at < 0 ? text : text.slice(0, at))
    .trim()
    .split(" ");
  const isWorth = words.length > 3 && words.at(-3) === "for" && /^points?$/.test(words.at(-1) ?? "");
  const [id = "", kind = "text", ...details] = isWorth ? words.slice(0, -3) : words;
  const points = isWorth ? (words.at(-2) ?? "") : "";
  const asked = at < 0 ? "" : text.slice(at + 1).trimStart();
  const [prompt = "", ...options] = kind === "choice" ? asked.split("|").map((one) => one.trim()) : [asked];
  return { id, kind, details: details.join(" "), points, prompt, options };
}

export function questionText({ id, kind, details, points, prompt, options }: QuestionParts): string {
  const head = [id, kind, ...(kind === "choice" ? [] : [details])].filter((one) => one !== "").join(" ");
  const worth = points.trim() === "" ? "" : ` for ${points.trim()} points`;
  return `${head}${worth}: ${[prompt, ...(kind === "choice" ? options : [])].join(" | ")}`;
}

/** The cards of the questions, each with its correct answer. */
function QuestionCards({ draft, faults, onDraft }: TaskFormProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { question: questions, key: keys } = draft.lists;
  const write = (question: readonly DraftLine[], key: readonly DraftLine[]) =>
    onDraft({ ...draft, lists: { ...draft.lists, question, key } });
  const isOf = (id: string) => (line: DraftLine) => partsOfLine(line.text)[0] === id;
  const ids = questions.map(({ text }) => partsOfQuestion(text).id);
  const lost = keys.filter(({ text }) => !ids.includes(partsOfLine(text)[0]));
  let free = questions.length + 1;
  while (ids.includes(`q${free}`)) free++;
  return (
    <section className="class-list" aria-label="Questions">
      <h2>Questions</h2>
      <p className="class__note">
        Choices and numbers can have a right answer; texts and evidence are marked by you. Who unpacks the
        link can read right answers, unless you keep them in a file of your own.
      </p>
      <ol className="class-cards">
        {questions.map((line, i) => {
          const parts = partsOfQuestion(line.text);
          const key = keys.find(isOf(parts.id));
          return (
            <li key={line.key} className="class-card">
              <QuestionCard
                number={i + 1}
                parts={parts}
                fault={faults.get(`question ${line.key}`)}
                answer={key === undefined ? "" : partsOfLine(key.text)[1]}
                answerFault={key === undefined ? undefined : faults.get(`key ${key.key}`)}
                onParts={(next) =>
                  write(
                    questions.map((one) => (one === line ? { ...line, text: questionText(next) } : one)),
                    keys.map((one) =>
                      one === key
                        ? { ...one, text: `${next.id} ${partsOfLine(one.text)[1]}`.trimEnd() }
                        : one,
                    ),
                  )
                }
                onAnswer={(text) => {
                  const others = keys.filter((one) => one !== key);
                  const own = `${parts.id} ${text}`;
                  const next = key === undefined ? lineOf(own) : { ...key, text: own };
                  write(questions, text === "" ? others : [...others, next]);
                }}
              />
              <IconButton
                icon="remove"
                label={`Remove question ${i + 1}`}
                onClick={() => {
                  write(
                    questions.filter((one) => one !== line),
                    keys.filter((one) => one !== key),
                  );
                  add.current?.focus();
                }}
              />
            </li>
          );
        })}
      </ol>
      {lost.map((line) => (
        <p key={line.key} className="class-field__fault">
          <span>{`The right answer “${line.text}” belongs to no question. `}</span>
          <Button
            look="small"
            onClick={() =>
              write(
                questions,
                keys.filter((one) => one !== line),
              )
            }
          >
            Remove it
          </Button>
        </p>
      ))}
      <Button
        ref={add}
        look="small"
        onClick={() => write([...questions, lineOf(`q${free} text 20..400 for 1 point: Why?`)], keys)}
      >
        Add a question
      </Button>
    </section>
  );
}

interface QuestionCardProps {
  readonly number: number;
  readonly parts: QuestionParts;
  readonly fault: string | undefined;
  readonly answer: string;
  readonly answerFault: string | undefined;
  onParts(parts: QuestionParts): void;
  onAnswer(text: string): void;
}

function QuestionCard({ number, parts, fault, answer, answerFault, onParts, onAnswer }: QuestionCardProps) {
  const { id, kind, details, points, prompt, options } = parts;
  const set = (change: Partial<QuestionParts>) => onParts({ ...parts, ...change });
  const [label, hint] = DETAILS[kind] ?? [];
  const known = options.filter((one) => one !== "");
  return (
    <div className="class-card__fields">
      <Field
        label={`Question ${number}: what is asked`}
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
                details: "",
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
      {label !== undefined && (
        <Field
          label={label}
          hint={hint ?? ""}
          value={details}
          onValue={(text) => set({ details: text.replaceAll(":", "") })}
        />
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
            value={answer}
            options={[
              { value: "", label: "marked by you" },
              ...known.map((one) => ({ value: one, label: one })),
            ]}
            onValue={onAnswer}
          />
          <span className="class-field__fault">{answerFault}</span>
        </span>
      )}
      {kind === "number" && (
        <Field
          label="Right answer, with its tolerance"
          hint="25 within 2, or delay-p99 within 5 %; empty: you mark it"
          value={answer}
          fault={answerFault}
          onValue={onAnswer}
        />
      )}
    </div>
  );
}

const SIGNS = Object.entries(SIGN_WORDS).map(([value, label]) => ({ value, label }));

function CountLine({ text, fault, number, base, onText }: LineProps) {
  const options = useMemo(() => metricOptions(base), [base]);
  const parts = partsOfCondition(text);
  const set = (change: Partial<ConditionParts>) => onText(conditionLine({ ...parts, ...change }));
  return (
    <span className="class-list__fields class-list__fields--three">
      <Menu
        label={`Measure ${number}`}
        value={parts.metric}
        options={options}
        onValue={(metric) => set({ metric, bound: parts.bound.replace(/(?<![^\d.])[^\d.]+$/, "") })}
      />
      <Menu
        label={`Comparison ${number}`}
        value={parts.sign}
        options={SIGNS}
        onValue={(sign) => set({ sign })}
      />
      <Field
        label={`Bound ${number}`}
        unseen
        value={parts.bound}
        fault={fault}
        onValue={(bound) => set({ bound })}
      />
      <Menu
        label={`Part of the points of condition ${number}`}
        value={partOf(parts)}
        options={PARTS}
        onValue={(part) => set({ part: part === "from" ? "from 0" : part })}
      />
      <Field
        label={`Points of condition ${number}`}
        unseen
        hint="1 point"
        value={parts.points}
        onValue={(points) => set({ points })}
      />
      {parts.part.startsWith("from") && (
        <Field
          label={`Points of condition ${number} begin at`}
          unseen
          value={parts.part.replace(/^from ?/, "")}
          onValue={(from) => set({ part: `from ${from}` })}
        />
      )}
    </span>
  );
}

const PARTS: readonly MenuOption[] = [
  { value: "", label: "all or nothing" },
  { value: "from", label: "part on the way from" },
];

function partOf({ part }: ConditionParts): string {
  return part.startsWith("from") ? "from" : part;
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

interface ConditionParts {
  readonly metric: string;
  readonly sign: string;
  readonly bound: string;
  /** Points as typed; empty means 1. */
  readonly points: string;
  /** Threshold for partial points: "from 80 %"; empty means all or nothing. */
  readonly part: string;
}

const FORM = /^(\S*) ?(>=|<=|≥|≤|>|<)? ?(.*)/s;
const WORTH = / for ?(\S*) points?(?:$|, part (.*))/s;

/** The fields of a condition, and the metrics that conditions can use, with their places. */
export function partsOfCondition(text: string): ConditionParts {
  const line = onceBlank(text);
  const worth = WORTH.exec(line);
  const [, points = "", part = ""] = worth ?? [];
  const [, metric = "", sign = ">=", bound = ""] = FORM.exec(line.slice(0, worth?.index)) ?? [];
  return { metric, sign: sign.replace("≥", ">=").replace("≤", "<="), bound, points, part };
}

export function conditionLine({ metric, sign, bound, points, part }: ConditionParts): string {
  const worth = points === "" && part === "" ? "" : ` for ${points || "1"} points`;
  return `${metric} ${sign} ${bound}${worth}${part === "" ? "" : `, part ${part}`}`;
}

const SCOPES: readonly (readonly [MetricScope, title: string])[] = [
  ["link", "Of a link"],
  ["flow", "Of flows"],
  ["run", "Of the run"],
];

/** Returns every metric, with one option for each of its places. */
export function metricOptions(base: Scenario): MenuOption[] {
  return SCOPES.flatMap(([scope, group]) =>
    SWEPT_METRICS.filter((metric) => metric.scope === scope).flatMap((metric) => {
      const label = metric.unit === "" ? metric.label : `${metric.label} (${metric.unit})`;
      const places = placesOf(metric, base).map((place) => ({
        value: `${metric.id}@${place.id}`,
        label: `${label}, ${place.label}`,
        group,
      }));
      return [{ value: metric.id, label, group }, ...places];
    }),
  );
}

/** Returns the parameters that students can be allowed to change, under the headings of the rail. */
export function changeOptions(base: Scenario): MenuOption[] {
  const { sender, path, queue, tcp, run } = railGroups(base);
  const parameters = Object.entries({ Sender: sender, Path: path, Queue: queue, TCP: tcp, Run: run });
  return [
    ...(base.programs === undefined
      ? []
      : [{ value: "code", label: "The text of the program", group: "Algorithms" }]),
    { value: "aqm", label: "Queue discipline", group: "Algorithms" },
    { value: "cc", label: "Congestion control", group: "Algorithms" },
    ...parameters.flatMap(([group, list]) =>
      list
        .filter(({ param }) => param.kind !== "text")
        .map(({ param }) => ({ value: param.id, label: labelOf(param), group })),
    ),
  ];
}

function labelOf(param: Param): string {
  const words = parameterWords(param);
  const label = words === param.label ? words : `${words}, ${param.label.toLowerCase()}`;
  return label.replaceAll("_", " ");
}

const MOST_NAMED = 3;

/** Returns the line of the file for a parameter. */
export function firstChange(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  return param === null ? id : `${id} ${bounds(param, base)}`.trim();
}

/** Returns the initial text of a further line: the first parameter without a line. `lines`: the lines of the file. */
export function furtherChange(lines: readonly string[], base: Scenario): string {
  const taken = new Set(lines.map((line) => partsOfLine(line)[0]));
  const ids = changeOptions(base).map(({ value }) => value);
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

/** Returns the current value first, then the others. */
function firstOf(present: string, registry: readonly { readonly id: string }[]): string {
  const others = registry.map(({ id }) => id).filter((id) => id !== present);
  return [present, ...others].slice(0, MOST_NAMED).join(", ");
}
