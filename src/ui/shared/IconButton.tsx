/** A button that shows a sign alone: its name is for the ear, its title for the pointer. */
import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "type" | "aria-label"> & {
  readonly icon: IconName;
  readonly label: string;
};

export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button type="button" className="button button--icon" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
