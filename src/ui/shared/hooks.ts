/** Handles Escape regardless of the focus: a tip that covers content must close with it (WCAG 1.4.13). */

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

/** A menu that its button opens. Escape or a click outside closes it. */
interface Opened<Place extends HTMLElement> {
  readonly open: boolean;
  setOpen(open: boolean): void;
  /** Closes the menu and returns the focus to its button. */
  close(): void;
  /** Ref of the element that contains the button and the menu. */
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

/**
 * Returns the previous object while all its members are the same, so that values that depend on it are not computed
 * again.
 */
export function useAlike<T extends object>(next: T): T {
  const kept = useRef(next);
  const before = kept.current as Readonly<Record<string, unknown>>;
  if (!Object.entries(next).every(([name, value]) => Object.is(before[name], value))) kept.current = next;
  return kept.current;
}

/** Returns the value, updated at most once in `eachMs`. The last value is always returned in the end. */
export function useThrottled<T>(value: T, eachMs: number): T {
  const [shown, setShown] = useState({ value });
  const nextMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      nextMs.current = performance.now() + eachMs;
      setShown({ value });
    }, nextMs.current - performance.now());
    return () => clearTimeout(timer);
  }, [value, eachMs]);
  return shown.value;
}

/** Sets the page's title while something is shown. Browsers name a tab and a printed file after it. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** The text of a field during typing. Enter or leaving the field applies it, Escape restores the previous text. */
interface DraftInput {
  /** The current text. */
  readonly text: string;
  /** Applies the text. Returns a sentence that says why it cannot be applied; null if it was applied. */
  onText(text: string): string | null;
  onError(error: string | null): void;
}

interface Draft {
  readonly value: string;
  /** True if nothing has been typed since the last value was applied. */
  readonly isClean: boolean;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(): void;
  /** Handles a key. Returns true if the text field used the key. */
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

/**
 * Sets the theme of a document: of the page, or of a different window that belongs to it. "system" follows the user's
 * setting.
 */
export function showTheme({ documentElement: root }: Document, theme: string): void {
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
}

export function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return matches;
}
