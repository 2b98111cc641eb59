/** A native range input on a parameter's own scale, with the key steps of the bench and a tick where the pinned run stands. */

import { type CSSProperties, type KeyboardEvent, memo } from "react";
import type { NumberParam } from "../../engine/index.ts";
import { moved, positionOf, SLIDER_STEPS, type SliderScale, sliderEnds, valueAt } from "./slider-scale.ts";

interface SliderProps {
  readonly param: NumberParam;
  readonly value: number;
  readonly valueText: string;
  readonly pinned: number | null;
  /** Of the field for the same value. */
  readonly fieldId: string;
  readonly labelId: string;
  readonly helpId: string;
  readonly disabled: boolean;
  onPreview(value: number): void;
  onCommit(): void;
}

export const Slider = memo(function Slider(props: SliderProps) {
  const { param, value, valueText, pinned, fieldId, labelId, helpId, disabled, onPreview, onCommit } = props;
  const position = positionOf(param, value);
  const preview = (next: number) => disabled || onPreview(next);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A speaker's window has a document of its own.
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

/** The one rule of slider keys: arrows range/20, Shift + arrows range/100, PageUp/Down range/10, Home/End. */

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Shares of the range by which keys move. */
const ARROW = 1 / 20;
const FINE_ARROW = 1 / 100;
const PAGE = 1 / 10;

/** The value a key asks for, or null where the key is none of a slider's. */
export function keyTarget(scale: SliderScale, value: number, press: KeyPress): number | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const arrow = press.shiftKey ? FINE_ARROW : ARROW;
  switch (press.key) {
    case "ArrowRight":
    case "ArrowUp":
      return moved(scale, value, arrow);
    case "ArrowLeft":
    case "ArrowDown":
      return moved(scale, value, -arrow);
    case "PageUp":
      return moved(scale, value, PAGE);
    case "PageDown":
      return moved(scale, value, -PAGE);
    case "Home":
      return sliderEnds(scale).min;
    case "End":
      return sliderEnds(scale).max;
    default:
      return null;
  }
}
