/** A menu that its button opens; Escape or a press beside it closes it. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { useEscape } from "./use-escape.ts";

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
