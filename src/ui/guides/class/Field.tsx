/** A labelled line of text, with what is wrong with it below. */
import "../../shared/text-field.css";
import { useId } from "react";
import { SymbolText } from "../../shared/SymbolText.tsx";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly short?: boolean;
  /** Where the label is for the ear: the place says it to the eye. */
  readonly unseen?: boolean;
  onValue(value: string): void;
}

export function Field({ label, value, fault, hint, short = false, unseen = false, onValue }: FieldProps) {
  const [id, noteId] = [useId(), useId()];
  return (
    <span className={short ? "class-field class-field--short" : "class-field"}>
      <label htmlFor={id} className={unseen ? "unseen" : undefined}>
        {label}
      </label>
      <input
        id={id}
        className={fault === undefined ? "text-field" : "text-field text-field--wrong"}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={hint}
        aria-invalid={fault !== undefined}
        aria-describedby={noteId}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <span id={noteId} className="class-field__fault">
        {fault !== undefined && <SymbolText text={fault} />}
      </span>
    </span>
  );
}
