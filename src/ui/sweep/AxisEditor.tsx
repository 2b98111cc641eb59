/** One axis of a sweep: which setting, and which values of it. */
import { useId } from "react";
import type { Scenario } from "../../engine/index.ts";
import type { SweepAxis } from "../../experiments/sweep-axis.ts";
import { Icon } from "../controls/Icon.tsx";
import { type AxisChoice, type ChoiceGroup, choiceNamed, firstValues } from "./axis-choices.ts";
import { valuesAs } from "./axis-values.ts";
import type { AxisDraft } from "./draft.ts";
import { ValuesEditor } from "./ValuesEditor.tsx";

interface AxisEditorProps {
  readonly title: string;
  readonly base: Scenario;
  readonly groups: readonly ChoiceGroup[];
  /** Null where the scenario has no such setting. */
  readonly choice: AxisChoice | null;
  readonly axis: AxisDraft;
  readonly error: string | null;
  /** As it was read; null while something is wrong. */
  readonly read: SweepAxis | null;
  onAxis(axis: AxisDraft): void;
  readonly onRemove: (() => void) | null;
}

export function AxisEditor(props: AxisEditorProps) {
  const { title, base, groups, choice, axis, read, onAxis, onRemove } = props;
  const error = axis.text.trim() === "" ? "at least one value is needed" : props.error;
  const [titleId, errorId] = [useId(), useId()];
  const choose = (name: string) => {
    const next = choiceNamed(groups, name);
    if (next !== null) onAxis({ name, text: firstValues(next, base) });
  };
  return (
    <section className="group axis" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="axis__choice">
        <select
          className="menu"
          aria-label={`${title}: setting`}
          value={axis.name}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choice === null && (
            <option value={axis.name}>{axis.name === "" ? "choose a setting" : axis.name}</option>
          )}
          {groups.map((group) => (
            <optgroup key={group.title} label={group.title}>
              {group.choices.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {onRemove !== null && (
          <button type="button" className="quiet" aria-label="Vary one setting only" onClick={onRemove}>
            <Icon name="close" />
          </button>
        )}
      </p>
      <ValuesEditor
        key={axis.name}
        title={title}
        param={choice?.param ?? null}
        text={axis.text}
        describedBy={errorId}
        isWrong={error !== null}
        onText={(text) => onAxis({ name: axis.name, text })}
        onKind={(kind) =>
          onAxis({
            name: axis.name,
            text: valuesAs(kind, read, choice === null ? "" : firstValues(choice, base)),
          })
        }
      />
      {error === null && read !== null && <p className="control__note">{valuesWords(read.values)}</p>}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}

const MOST_VALUES = 6;

/** "10 values: 0.5, 0.55, 0.6, … 0.95". */
export function valuesWords(values: readonly string[]): string {
  const count = `${values.length} value${values.length === 1 ? "" : "s"}`;
  if (values.length <= MOST_VALUES) return `${count}: ${values.join(", ")}`;
  return `${count}: ${values.slice(0, MOST_VALUES - 2).join(", ")}, … ${values[values.length - 1]}`;
}
