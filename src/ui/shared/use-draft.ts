/** A field's text while it is being typed: Enter or leaving the field takes it, Escape restores the one before. */
import { type ChangeEvent, type KeyboardEvent, useState } from "react";

interface DraftInput {
  /** As it stands now. */
  readonly text: string;
  /** Takes the text, or says in a sentence why not. */
  onText(text: string): string | null;
  onError(error: string | null): void;
}

export interface Draft {
  readonly value: string;
  /** Nothing has been typed since the last value was taken. */
  readonly isClean: boolean;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(): void;
  /** True where the key was the draft's. */
  onKey(event: KeyboardEvent): boolean;
}

export function useDraft({ text, onText, onError }: DraftInput): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const take = () => {
    if (draft === null) return;
    const refused = draft.trim() === text ? null : onText(draft);
    onError(refused);
    if (refused === null) setDraft(null);
  };
  const restore = () => {
    setDraft(null);
    onError(null);
  };
  return {
    value: draft ?? text,
    isClean: draft === null,
    onChange: (event) => setDraft(event.currentTarget.value),
    onBlur: take,
    onKey: ({ key }) => {
      if (key === "Enter") take();
      else if (key === "Escape") restore();
      return key === "Enter" || key === "Escape";
    },
  };
}
