/** A text field. Enter or leaving the field applies the text, Escape restores the previous text. */
import { useId, useState } from "react";
import { type Pointed, pointed } from "../../../engine/index.ts";
import { useDraft } from "../../shared/hooks.ts";
import "./axis.css";

interface AxisTextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** True for a field next to its label. */
  readonly short?: boolean;
  /** Converts the typed text to the form in URLs; by default as a number. */
  readonly read?: (typed: string) => Pointed;
  onText(text: string): void;
}

export function AxisTextField({
  label,
  text,
  hint,
  describedBy,
  isWrong,
  short = false,
  read = pointed,
  onText,
}: AxisTextFieldProps) {
  const [id, errorId] = [useId(), useId()];
  const [error, setError] = useState<string | null>(null);
  const draft = useDraft({
    text,
    onText: (next) => {
      const typed = read(next);
      if ("error" in typed) return typed.error;
      onText(typed.text);
      return null;
    },
    onError: setError,
  });
  return (
    <span className={short ? "text-input text-input--short" : "text-input"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isWrong || error !== null ? "text-field text-field--wrong" : "text-field"}
        type="text"
        autoComplete="off"
        spellCheck={false}
        title={hint}
        value={draft.value}
        aria-invalid={isWrong || error !== null}
        aria-describedby={error === null ? describedBy : errorId}
        onChange={draft.onChange}
        onKeyDown={draft.onKey}
        onBlur={draft.onBlur}
      />
      {error !== null && (
        <span className="control__error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
