/** One axis of a sweep: the setting, and its values. */

import { useId } from "react";
import {
  canonicalText,
  type Param,
  type Pointed,
  pointedList,
  type Scenario,
} from "../../../engine/index.ts";
import { FACTOR, type SweepAxis } from "../../../experiments/sweep-axis.ts";
import type { SweepRemark } from "../../../experiments/sweep-jobs.ts";
import { counted } from "../../../lib/counted.ts";
import { IconButton } from "../../shared/Button.tsx";
import { Segments } from "../../shared/Segments.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { AxisTextField } from "./AxisTextField.tsx";
import {
  type AxisDraft,
  type AxisOwner,
  type ChoiceGroup,
  choiceNamed,
  firstValues,
} from "./axis-choices.ts";
import "./axis.css";

interface AxisEditorProps {
  readonly title: string;
  readonly base: Scenario;
  readonly groups: readonly ChoiceGroup[];
  readonly axis: AxisDraft;
  readonly error: string | null;
  /** The parsed axis; null while it has an error. */
  readonly read: SweepAxis | null;
  /** Remarks on settings that the axis replaces, multiplies or does not affect. */
  readonly remarks: readonly SweepRemark[];
  onAxis(axis: AxisDraft): void;
  readonly onRemove: (() => void) | null;
}

export function AxisEditor(props: AxisEditorProps) {
  const { title, base, groups, axis, read, remarks, onAxis, onRemove } = props;
  const named = choiceNamed(groups, axis.name);
  const error = axis.text.trim() === "" ? "at least one value is needed" : props.error;
  const [titleId, errorId] = [useId(), useId()];
  const vary = (owner: AxisOwner) => onAxis({ name: owner.name, text: firstValues(owner, base) });
  const setWhose = (owner: AxisOwner) => {
    // The values are kept if both settings take the same kind of values. Factors are a different kind.
    const isAlike = named !== null && (named.owner.param === FACTOR) === (owner.param === FACTOR);
    if (isAlike) onAxis({ name: owner.name, text: axis.text });
    else vary(owner);
  };
  return (
    <section className="group axis" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="axis__choice">
        <SettingChoice title={title} name={axis.name} named={named} groups={groups} onOwner={vary} />
        {onRemove !== null && (
          <IconButton icon="close" className="quiet" label="Vary only one setting" onClick={onRemove} />
        )}
      </p>
      {named !== null && named.choice.owners.length > 1 && (
        <WhoseChoice title={title} named={named} onOwner={setWhose} />
      )}
      <ValuesEditor
        key={axis.name}
        title={title}
        param={named?.owner.param ?? null}
        text={axis.text}
        describedBy={errorId}
        isWrong={error !== null}
        onText={(text) => onAxis({ name: axis.name, text })}
        onKind={(kind) =>
          onAxis({
            name: axis.name,
            text: valuesAs(kind, read, named === null ? "" : firstValues(named.owner, base)),
          })
        }
      />
      {error === null && read !== null && <p className="control__note">{valuesWords(read.values)}</p>}
      {remarks.map(({ text }) => (
        <p key={text} className="axis__remark">
          <SymbolText text={text} />
        </p>
      ))}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}

type Named = NonNullable<ReturnType<typeof choiceNamed>>;

interface SettingChoiceProps {
  readonly title: string;
  readonly name: string;
  /** The named setting; null if the scenario has no such setting. */
  readonly named: Named | null;
  readonly groups: readonly ChoiceGroup[];
  onOwner(owner: AxisOwner): void;
}

function SettingChoice({ title, name, named, groups, onOwner }: SettingChoiceProps) {
  const choose = (first: string) => {
    const next = choiceNamed(groups, first);
    if (next !== null) onOwner(next.owner);
  };
  return (
    <select
      className="menu"
      aria-label={axisField(title, "setting")}
      value={named === null ? name : named.choice.owners[0].name}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {named === null && <option value={name}>{name === "" ? "choose a setting" : name}</option>}
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.choices.map(({ owners: [{ name: first }], label }) => (
            <option key={first} value={first}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

interface WhoseChoiceProps {
  readonly title: string;
  readonly named: Named;
  onOwner(owner: AxisOwner): void;
}

function WhoseChoice({ title, named: { choice, owner }, onOwner }: WhoseChoiceProps) {
  return (
    <label className="axis__whose">
      <span>Whose</span>
      <select
        className="menu"
        aria-label={axisField(title, "whose")}
        value={owner.name}
        onChange={(event) => {
          const next = choice.owners.find(({ name }) => name === event.currentTarget.value);
          if (next !== undefined) onOwner(next);
        }}
      >
        {choice.owners.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ValuesEditorProps {
  readonly title: string;
  readonly param: Param | null;
  readonly text: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  onText(text: string): void;
  /** Converts the values to the other form. */
  onKind(kind: ValuesKind): void;
}

/** The values of an axis: a range of numbers, a list, or a selection of options. */
function ValuesEditor(props: ValuesEditorProps) {
  const { param } = props;
  if (param?.kind === "enum") return <OptionChoice {...props} options={param.options} />;
  if (param?.kind === "boolean") {
    const options = [true, false].map((on) => ({
      value: canonicalText(param, on),
      label: on ? "on" : "off",
    }));
    return <OptionChoice {...props} options={options} />;
  }
  return <NumbersEditor {...props} />;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A selection of options, in the order in which they are declared. */
function OptionChoice({
  title,
  text,
  options,
  onText,
}: ValuesEditorProps & { readonly options: readonly Option[] }) {
  const chosen = text.split(",").map((value) => value.trim());
  const toggle = (value: string, on: boolean) => {
    const next = options
      .map((option) => option.value)
      .filter((one) => (one === value ? on : chosen.includes(one)));
    onText(next.join(","));
  };
  return (
    <fieldset className="axis__options">
      <legend className="unseen">{axisField(title, "values")}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const PARTS = ["From", "To", "Step"] as const;

/** Reads a list. A text parameter has its own syntax, which may contain commas and semicolons. */
function readList(param: Param | null, typed: string): Pointed {
  if (param === null || param.kind === "text") return { text: typed };
  return pointedList(typed, param.kind === "number" && param.integer === true);
}

function NumbersEditor({ title, param, text, describedBy, isWrong, onText, onKind }: ValuesEditorProps) {
  const parts = rangeParts(text);
  const look = { describedBy, isWrong };
  const setPart = (index: number, part: string) =>
    onText((parts ?? []).map((one, i) => (i === index ? part.trim() : one)).join(":"));
  return (
    <>
      <Segments
        aria-label={axisField(title, "values as")}
        options={KINDS}
        value={parts === null ? "list" : "range"}
        onChoose={onKind}
      />
      {parts === null ? (
        <AxisTextField
          label="Values, separated by commas or semicolons"
          text={text}
          read={(typed) => readList(param, typed)}
          onText={onText}
          {...look}
        />
      ) : (
        <div className="axis__range">
          {PARTS.map((label, index) => (
            <AxisTextField
              key={label}
              label={label}
              hint={label === "Step" ? "a difference, or a factor like x2" : undefined}
              text={parts[index]}
              onText={(part) => setPart(index, part)}
              {...look}
            />
          ))}
        </div>
      )}
    </>
  );
}

const KINDS = [
  { value: "range", label: "Range" },
  { value: "list", label: "List" },
] as const;

/** The values of an axis as text: a range "0.5:0.95:0.05", or a list "20ms,100ms". */
type ValuesKind = "range" | "list";

/** Returns the parts of a range; null if the values are a list. */
export function rangeParts(text: string): readonly [from: string, to: string, step: string] | null {
  const parts = text.split(":").map((part) => part.trim());
  return parts.length === 3 ? [parts[0], parts[1], parts[2]] : null;
}

/** Returns the values in the other form, if possible. `first` are the values to start with otherwise. */
export function valuesAs(kind: ValuesKind, axis: SweepAxis | null, first: string): string {
  if (kind === "list") return axis === null ? "" : axis.values.join(",");
  const numbers = axis?.numbers ?? [];
  if (axis === null || numbers.length < 2) return rangeParts(first) === null ? "::" : first;
  const [from, second] = numbers;
  const to = numbers[numbers.length - 1];
  const isGeometric =
    from > 0 && numbers.every((value, i) => i === 0 || near(value / numbers[i - 1], second / from));
  const isEven = numbers.every((value, i) => i === 0 || near(value - numbers[i - 1], second - from));
  const step = isGeometric && !isEven ? `x${short(second / from)}` : short(second - from);
  return `${axis.values[0]}:${axis.values[axis.values.length - 1]}:${to > from ? step : ""}`;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

const MOST_VALUES = 6;

/** Returns the name of a field of an axis: "Vary: setting". */
function axisField(axis: string, field: "setting" | "whose" | "values" | "values as"): string {
  return `${axis}: ${field}`;
}

/** Returns a description of the values: "10 values: 0.5, 0.55, 0.6, … 0.95". */
export function valuesWords(values: readonly string[]): string {
  const count = counted(values.length, "value");
  if (values.length <= MOST_VALUES) return `${count}: ${values.join(", ")}`;
  return `${count}: ${values.slice(0, MOST_VALUES - 2).join(", ")}, … ${values[values.length - 1]}`;
}
