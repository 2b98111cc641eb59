/** A choice of one from a few options, side by side. */

import { type ComponentProps, useId } from "react";

interface SegmentsProps<V extends string> extends ComponentProps<"div"> {
  readonly options: readonly { readonly value: V; readonly label: string; readonly help?: string }[];
  readonly value: unknown;
  /** Id of the element that explains why nothing can be chosen now; null if something can be chosen. */
  readonly refusedBy?: string | null;
  onChoose(value: V): void;
}

export function Segments<V extends string>({
  options,
  value,
  refusedBy = null,
  onChoose,
  ...group
}: SegmentsProps<V>) {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" {...group}>
      {options.map((option) => (
        <label key={option.value} className="segments__item" title={option.help}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-disabled={refusedBy !== null}
            aria-describedby={refusedBy ?? undefined}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
