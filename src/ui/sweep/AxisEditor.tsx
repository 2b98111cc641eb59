/** One axis of a sweep: which setting, and which values of it. */
import { useId } from "react";
import type { Scenario } from "../../engine/index.ts";
import type { SweepRemark } from "../../experiments/sweep.ts";
import { FACTOR, type SweepAxis } from "../../experiments/sweep-axis.ts";
import { IconButton } from "../shared/IconButton.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { type ChoiceGroup, choiceNamed, firstValues } from "./axis-choices.ts";
import type { AxisOwner } from "./axis-owners.ts";
import { valuesAs } from "./axis-values.ts";
import type { AxisDraft } from "./draft.ts";
import { axisField, valuesWords } from "./sweep-words.ts";
import { ValuesEditor } from "./ValuesEditor.tsx";

interface AxisEditorProps {
  readonly title: string;
  readonly base: Scenario;
  readonly groups: readonly ChoiceGroup[];
  readonly axis: AxisDraft;
  readonly error: string | null;
  /** As it was read; null while something is wrong. */
  readonly read: SweepAxis | null;
  /** What it replaces, multiplies or does not reach. */
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
    // The same values of somebody else; factors are other values.
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
          <IconButton icon="close" className="quiet" label="Vary one setting only" onClick={onRemove} />
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
  /** Null where the scenario has no such setting. */
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
