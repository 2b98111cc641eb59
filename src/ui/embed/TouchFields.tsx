/** What may be touched: all, nothing, or a tick for each control of the present run. */
import { useMemo } from "react";
import type { Scenario } from "../../engine/index.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { touchedWords } from "./frame-words.ts";
import type { DraftProps } from "./LinkBuilder.tsx";
import { withTick } from "./link-draft.ts";
import { Radios } from "./Radios.tsx";
import { type Touchable, type TouchGroup, touchGroups } from "./touch-groups.ts";

const TOUCHES = [
  { value: "all", label: "Everything" },
  { value: "some", label: "What is ticked" },
  { value: "none", label: "Nothing" },
] as const;

export function TouchFields({ draft, onDraft, scenario }: DraftProps & { readonly scenario: Scenario }) {
  const groups = useMemo(() => touchGroups(scenario), [scenario]);
  return (
    <fieldset className="builder__part">
      <legend>May be touched</legend>
      <Radios
        title="Controls"
        value={draft.touch}
        options={TOUCHES}
        onChoose={(touch) => onDraft({ touch })}
      />
      {draft.touch === "some" && (
        <>
          <p className="control__note" role="status">
            {touchedWords(draft.named.length)}
          </p>
          {groups.map((group) => (
            <Group key={group.title} group={group} draft={draft} onDraft={onDraft} />
          ))}
        </>
      )}
    </fieldset>
  );
}

function Group({ group, ...fields }: DraftProps & { readonly group: TouchGroup }) {
  const usual = group.list.filter(({ detail }) => !detail);
  const details = group.list.filter(({ detail }) => detail);
  if (group.list.length === 0) return null;
  return (
    <fieldset className="builder__group">
      <legend>{group.title}</legend>
      <Ticks list={usual} {...fields} />
      {details.length > 0 && (
        <details className="builder__more">
          <summary>Details</summary>
          <Ticks list={details} {...fields} />
        </details>
      )}
    </fieldset>
  );
}

function Ticks({ list, draft, onDraft }: DraftProps & { readonly list: readonly Touchable[] }) {
  const { named } = draft;
  return (
    <div className="builder__ticks">
      {list.map(({ id, label }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={named.includes(id)}
            onChange={({ currentTarget }) => onDraft({ named: withTick(named, id, currentTarget.checked) })}
          />
          <span>
            <SymbolText text={label} />
          </span>
        </label>
      ))}
    </div>
  );
}
