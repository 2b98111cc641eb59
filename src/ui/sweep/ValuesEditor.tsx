/** The values of an axis: a range of numbers, a list, or some of the options there are. */
import { canonicalText, type Param, type Pointed, pointedList } from "../../engine/index.ts";
import { rangeParts, type ValuesKind } from "./axis-values.ts";
import { axisField } from "./sweep-words.ts";
import { TextField } from "./TextField.tsx";

interface ValuesEditorProps {
  readonly title: string;
  readonly param: Param | null;
  readonly text: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  onText(text: string): void;
  /** The same values in the other form. */
  onKind(kind: ValuesKind): void;
}

export function ValuesEditor(props: ValuesEditorProps) {
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

/** In the order in which the options are declared. */
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
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const PARTS = ["From", "To", "Step"] as const;

/** A text has a grammar of its own and may hold commas and semicolons. */
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
      <KindChoice title={title} kind={parts === null ? "list" : "range"} onKind={onKind} />
      {parts === null ? (
        <TextField
          label="Values, with commas or semicolons"
          text={text}
          read={(typed) => readList(param, typed)}
          onText={onText}
          {...look}
        />
      ) : (
        <div className="axis__range">
          {PARTS.map((label, index) => (
            <TextField
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

interface KindChoiceProps {
  readonly title: string;
  readonly kind: ValuesKind;
  onKind(kind: ValuesKind): void;
}

function KindChoice({ title, kind, onKind }: KindChoiceProps) {
  return (
    <div className="segments" role="radiogroup" aria-label={axisField(title, "values as")}>
      {(["range", "list"] as const).map((one) => (
        <label key={one} className="segments__item">
          <input type="radio" name={`${title} kind`} checked={kind === one} onChange={() => onKind(one)} />
          <span>{one === "range" ? "Range" : "List"}</span>
        </label>
      ))}
    </div>
  );
}
