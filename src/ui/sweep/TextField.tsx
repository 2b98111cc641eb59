/** A typed text: Enter or leaving the field takes it, Escape restores the one before. */
import "../controls/text-field.css";
import { useId } from "react";
import { useDraft } from "../controls/use-draft.ts";

interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** Beside its label. */
  readonly short?: boolean;
  onText(text: string): void;
}

export function TextField({
  label,
  text,
  hint,
  describedBy,
  isWrong,
  short = false,
  onText,
}: TextFieldProps) {
  const id = useId();
  const draft = useDraft({
    text,
    onText: (next) => {
      onText(next);
      return null;
    },
    onError: () => {},
  });
  return (
    <span className={short ? "text-input text-input--short" : "text-input"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isWrong ? "text-field text-field--wrong" : "text-field"}
        type="text"
        autoComplete="off"
        spellCheck={false}
        title={hint}
        value={draft.value}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onChange={draft.onChange}
        onKeyDown={draft.onKey}
        onBlur={draft.onBlur}
      />
    </span>
  );
}
