/** A button with words, and a box to tick. */
import type { ComponentProps, ReactNode } from "react";
import { disabledBecause } from "./aria-disabled.ts";

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "className"> {
  readonly look?: "main" | "small" | undefined;
  /** Why it does nothing now; null where it acts. */
  readonly refusal?: string | null;
}

export function Button({ look, refusal = null, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      className={look === undefined ? "button" : `button button--${look}`}
      onClick={refusal === null ? onClick : undefined}
      {...button}
      {...disabledBecause(refusal)}
    />
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function Check({ checked, onCheck, children }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      {children}
    </label>
  );
}
