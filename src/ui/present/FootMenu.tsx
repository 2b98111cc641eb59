/** A list that opens upwards from the foot; Escape or a press beside it closes it, or what is in it. */
import type { ReactNode } from "react";
import { useOpened } from "../shared/use-opened.ts";

interface FootMenuProps {
  readonly name: string;
  /** For the ear, behind the name. */
  readonly spoken?: string;
  readonly children: (close: () => void) => ReactNode;
}

export function FootMenu({ name, spoken, children }: FootMenuProps) {
  const { open, setOpen, close, place, button } = useOpened<HTMLDivElement>();
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
