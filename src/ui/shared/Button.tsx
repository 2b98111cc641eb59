/** Buttons with words or with an icon alone, and a box to tick. */

import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "type" | "aria-label"> & {
  readonly icon: IconName;
  readonly label: string;
};

/** Shows an icon alone: its name is for screen readers, its title for the pointer. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button type="button" className="button button--icon" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}

/**
 * What cannot be used now, and why: it keeps the focus, so that whoever comes by keyboard or listens hears the reason,
 * and the style sheet shows it beside the focus. Whatever it does must ask for the reason itself.
 */
export function disabledBecause(reason: string | null) {
  return reason === null ? {} : { "aria-disabled": true, title: reason };
}

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
      <span>{children}</span>
    </label>
  );
}
