/** A number: a text field with its unit and small steps, and a slider. */
import { type CSSProperties, type KeyboardEvent, memo } from "react";
import { formatValue, type NumberParam, parseTyped } from "../../../engine/index.ts";
import {
  hasSlider,
  keyTarget,
  positionOf,
  SLIDER_STEPS,
  stepped,
  valueAt,
} from "../../shared/slider-scale.ts";
import { ControlHead, FieldNotes, type FieldProps, useFieldFrame } from "./ControlHead.tsx";
import { fieldText, longestChars, unitText, ValueField } from "./ValueField.tsx";

export function NumberField(props: FieldProps<NumberParam>) {
  const { param, value, pinned, compact, onPreview, onCommit } = props;
  const { set, head, field, slider, notes } = useFieldFrame(props);
  const number = typeof value === "number" ? value : null;
  const slides = !compact && number !== null && hasSlider(param);
  const onText = (text: string) => {
    const read = parseTyped(param, text);
    if ("error" in read) return read.error;
    onPreview(read.value);
    onCommit();
    return null;
  };
  return (
    <>
      <ControlHead {...head}>
        <ValueField
          {...field}
          isStop={!slides}
          text={number === null ? (param.noneLabel ?? "") : fieldText(param, number)}
          unit={number === null ? null : unitText(param.unit)}
          chars={longestChars(param)}
          onText={onText}
          onStep={number === null ? null : (direction) => set(stepped(param, number, direction))}
        />
      </ControlHead>
      {slides && (
        <Slider
          {...slider}
          param={param}
          value={number}
          valueText={formatValue(param, number)}
          pinned={typeof pinned === "number" ? pinned : null}
          onPreview={onPreview}
        />
      )}
      <FieldNotes {...notes} />
    </>
  );
}

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
  onPreview(value: number): void;
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
