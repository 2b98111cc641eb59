/** A list that opens upwards from the foot; Escape or a press beside it closes it, or what is in it. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useEscape } from "../hooks/use-escape.ts";

interface FootMenuProps {
  readonly name: string;
  /** For the ear, behind the name. */
  readonly spoken?: string;
  readonly children: (close: () => void) => ReactNode;
}

export function FootMenu({ name, spoken, children }: FootMenuProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
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
  return (
    <div className="foot-menu" ref={place}>
      <button
        ref={button}
        type="button"
        className="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {name}
        {spoken !== undefined && <span className="unseen">{spoken}</span>}
      </button>
      {open && <ol className="foot-menu__list">{children(close)}</ol>}
    </div>
  );
}
