/** Buttons with text or with an icon only, and a check box. */

import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "type" | "aria-label"> & {
  readonly icon: IconName;
  readonly label: string;
};

/** A button with an icon only. Its name is for screen readers, its title for the pointer. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button type="button" className="button button--icon" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}

/**
 * Returns the attributes of a control that cannot be used now, with the reason. It stays focusable, so that keyboard
 * and screen-reader users learn the reason, which the style sheet shows next to the control. The control's action
 * must check the reason itself.
 */
export function disabledBecause(reason: string | null) {
  return reason === null ? {} : { "aria-disabled": true, title: reason };
}

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "className"> {
  readonly look?: "main" | "small" | undefined;
  /** Reason why the button does nothing now; null if it works. */
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
