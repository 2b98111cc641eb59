/** A slider for a number of a declared parameter. */
import { type CSSProperties, type KeyboardEvent, memo } from "react";
import type { NumberParam } from "../../engine/index.ts";
import { keyTarget, positionOf, SLIDER_STEPS, valueAt } from "./slider-scale.ts";

interface SliderProps {
  readonly param: NumberParam;
  readonly value: number;
  readonly valueText: string;
  readonly pinned: number | null;
  /** Id of the text field for the same value. */
  readonly fieldId: string;
  readonly labelId: string;
  readonly helpId: string;
  readonly disabled: boolean;
  /** Called with each value during a drag. */
  onPreview(value: number): void;
  /** Called when the change is finished. */
  onCommit(): void;
}

/** A native range input on the parameter's own scale, with the bench's key steps and a tick at the value of the pinned run. */
export const Slider = memo(function Slider(props: SliderProps) {
  const { param, value, valueText, pinned, fieldId, labelId, helpId, disabled, onPreview, onCommit } = props;
  const position = positionOf(param, value);
  const preview = (next: number) => disabled || onPreview(next);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The element's own document is used, because the speaker's window has a different document.
    if (event.key === "Enter") event.currentTarget.ownerDocument.getElementById(fieldId)?.focus();
    const target = keyTarget(param, value, event);
    if (target === null) return;
    event.preventDefault();
    preview(target);
  };
  return (
    <span className="slider" style={{ "--at": position } as CSSProperties}>
      {pinned !== null && (
        <span className="slider__pinned" style={{ "--pinned": positionOf(param, pinned) } as CSSProperties} />
      )}
      <input
        type="range"
        min={0}
        max={SLIDER_STEPS}
        step={1}
        value={Math.round(position * SLIDER_STEPS)}
        aria-disabled={disabled}
        aria-labelledby={labelId}
        aria-valuetext={valueText}
        aria-describedby={helpId}
        onChange={(event) => preview(valueAt(param, Number(event.currentTarget.value) / SLIDER_STEPS))}
        onKeyDown={onKeyDown}
        onKeyUp={onCommit}
        onPointerUp={onCommit}
        onPointerCancel={onCommit}
        onLostPointerCapture={onCommit}
        onBlur={onCommit}
      />
    </span>
  );
});
