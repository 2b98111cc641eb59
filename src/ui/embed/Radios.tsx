/** One of a few, with a title: a row of radio buttons. */
import { useId } from "react";

interface RadiosProps<V extends string> {
  readonly title: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  onChoose(value: V): void;
}

export function Radios<V extends string>({ title, value, options, onChoose }: RadiosProps<V>) {
  const name = useId();
  const titleId = useId();
  return (
    <div className="builder__row">
      <span id={titleId}>{title}</span>
      <div className="segments" role="radiogroup" aria-labelledby={titleId}>
        {options.map((option) => (
          <label key={option.value} className="segments__item">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
