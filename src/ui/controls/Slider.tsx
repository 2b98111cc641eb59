/** A native range input on a parameter's own scale, with the key steps of the bench and a tick where the pinned run stands. */
import { type CSSProperties, type KeyboardEvent, memo } from "react";
import type { NumberParam } from "../../engine/index.ts";
import { moved, positionOf, SLIDER_STEPS, sliderEnds, valueAt } from "./slider-scale.ts";

/** Shares of the range by which keys move. */
const ARROW = 1 / 20;
const FINE_ARROW = 1 / 100;
const PAGE = 1 / 10;

interface SliderProps {
  readonly param: NumberParam;
  readonly value: number;
  readonly valueText: string;
  readonly pinned: number | null;
  readonly labelId: string;
  readonly helpId: string;
  readonly disabled: boolean;
  onPreview(value: number): void;
  onCommit(): void;
}

export const Slider = memo(function Slider(props: SliderProps) {
  const { param, value, valueText, pinned, labelId, helpId, disabled, onPreview, onCommit } = props;
  const position = positionOf(param, value);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(param, value, event);
    if (target === null) return;
    event.preventDefault();
    onPreview(target);
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
        disabled={disabled}
        aria-labelledby={labelId}
        aria-valuetext={valueText}
        aria-describedby={helpId}
        onChange={(event) => onPreview(valueAt(param, Number(event.currentTarget.value) / SLIDER_STEPS))}
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

function keyTarget(param: NumberParam, value: number, event: KeyboardEvent): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = event.shiftKey ? FINE_ARROW : ARROW;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowUp":
      return moved(param, value, arrow);
    case "ArrowLeft":
    case "ArrowDown":
      return moved(param, value, -arrow);
    case "PageUp":
      return moved(param, value, PAGE);
    case "PageDown":
      return moved(param, value, -PAGE);
    case "Home":
      return sliderEnds(param).min;
    case "End":
      return sliderEnds(param).max;
    default:
      return null;
  }
}
