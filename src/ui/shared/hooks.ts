/** Escape, whatever has the focus: a tip that covers something must go away on it (WCAG 1.4.13). */

import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

export function useEscape(active: boolean, act: (event: globalThis.KeyboardEvent) => void): void {
  const onEscape = useEffectEvent(act);
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") onEscape(event);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [active]);
}

/** A menu that its button opens; Escape or a press beside it closes it. */

interface Opened<Place extends HTMLElement> {
  readonly open: boolean;
  setOpen(open: boolean): void;
  /** Closes it, and gives the focus back to its button. */
  close(): void;
  /** Holds the button and what it opens. */
  readonly place: RefObject<Place | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
}

export function useOpened<Place extends HTMLElement>(): Opened<Place> {
  const [open, setOpen] = useState(false);
  const place = useRef<Place>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEscape(open, (event) => {
    event.stopPropagation();
    close();
  });
  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [open]);
  return { open, setOpen, close, place, button };
}

/** Returns the previous object while all members are the same, so that what depends on it is not worked out again. */
export function useAlike<T extends object>(next: T): T {
  const kept = useRef(next);
  const before = kept.current as Readonly<Record<string, unknown>>;
  if (!Object.entries(next).every(([name, value]) => Object.is(before[name], value))) kept.current = next;
  return kept.current;
}

/** The page's title for as long as something is shown: a browser names a tab, and a printed file, after it. */

export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** A field's text while it is being typed: Enter or leaving the field takes it, Escape restores the one before. */

interface DraftInput {
  /** As it stands now. */
  readonly text: string;
  /** Takes the text, or says in a sentence why not. */
  onText(text: string): string | null;
  onError(error: string | null): void;
}

interface Draft {
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

/** In the page, or in another window that belongs to it. "system": as the reader's own. */
export function showTheme({ documentElement: root }: Document, theme: string): void {
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
}
