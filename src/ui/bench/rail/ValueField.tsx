/**
 * A text field for a value with its unit and small steps. Enter or leaving the field applies it, Escape restores the previous
 * value.
 */

import { type KeyboardEvent, memo, type ReactNode } from "react";
import type { NumberParam, Unit } from "../../../engine/index.ts";
import { valueText } from "../../parts/words/setting-differences.ts";
import { useDraft } from "../../shared/hooks.ts";
import { Icon } from "../../shared/Icon.tsx";
import { stepLabel } from "./ControlHead.tsx";

/** The text of each unit, shown next to a field. */
const UNIT_TEXT: Record<Unit, string> = {
  s: "s",
  ms: "ms",
  Mbps: "Mbps",
  B: "B",
  ratio: "",
  count: "",
  segments: "segments",
  "per-s": "1/s",
};

export function unitText(unit: Unit): string {
  return UNIT_TEXT[unit];
}

/** Smaller values use the exponential form, because leading zeros would fill the field. */
const SMALLEST_WRITTEN_OUT = 1e-4;

export function fieldText(param: NumberParam, value: number): string {
  if (value > 0 && value < SMALLEST_WRITTEN_OUT) return value.toExponential();
  return param.unit === "ratio" ? valueText(param, value) : String(value);
}

/** Returns the number of characters of the longest allowed value: the largest, or one step below it. */
export function longestChars(param: NumberParam): number {
  const { min, max, step, noneLabel } = param;
  const stepBelow = Number((max - step).toPrecision(DIGITS));
  const values = [min, max, ...(stepBelow > min ? [stepBelow] : [])];
  return Math.max(...values.map((value) => fieldText(param, value).length), noneLabel?.length ?? 0);
}

/** Number of significant digits, which hides the rounding of binary fractions. */
const DIGITS = 12;

interface ValueFieldProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly unit: ReactNode;
  /** Width of the field in characters. */
  readonly chars: number;
  readonly helpId: string;
  readonly errorId: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly placeholder?: string | undefined;
  /** False if the slider below is the only Tab stop of both. Enter on the slider then moves the focus to this field. */
  readonly isStop: boolean;
  /** Applies the text. Returns a sentence that says why it cannot be applied; null if it was applied. */
  onText(text: string): string | null;
  onError(error: string | null): void;
  /** Moves the value by one step; null if there is no value to start from. */
  readonly onStep: ((direction: 1 | -1) => void) | null;
}

/** Width of the input's padding and the caret. */
const AROUND_PX = 6;

export const ValueField = memo(function ValueField(props: ValueFieldProps) {
  const { id, label, text, unit, chars, error, disabled, onText, onError, onStep } = props;
  const draft = useDraft({ text, onText, onError });
  const onKeyDown = (event: KeyboardEvent) => {
    if (draft.onKey(event)) return;
    if (!disabled && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      if (draft.isClean) onStep?.(event.key === "ArrowUp" ? 1 : -1);
    }
  };
  return (
    <span className={error === null ? "field" : "field field--wrong"}>
      <StepButton sign={-1} label={stepLabel(label, -1)} onStep={disabled ? null : onStep} />
      <input
        id={id}
        tabIndex={props.isStop ? undefined : -1}
        className="field__input"
        style={{ minWidth: `calc(${chars}ch + ${AROUND_PX}px)` }}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={draft.value}
        placeholder={props.placeholder}
        readOnly={disabled}
        aria-disabled={disabled}
        aria-invalid={error !== null}
        aria-describedby={error === null ? props.helpId : `${props.helpId} ${props.errorId}`}
        onChange={draft.onChange}
        onKeyDown={onKeyDown}
        onBlur={draft.onBlur}
      />
      {unit && <span className="field__unit">{unit}</span>}
      <StepButton sign={1} label={stepLabel(label, 1)} onStep={disabled ? null : onStep} />
    </span>
  );
});

interface StepButtonProps {
  readonly sign: 1 | -1;
  readonly label: string;
  readonly onStep: ((direction: 1 | -1) => void) | null;
}

/** A button for a small step. It is not a Tab stop, because the up and down arrow keys in the field do the same. */
function StepButton({ sign, label, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      className="field__step"
      tabIndex={-1}
      aria-label={label}
      disabled={onStep === null}
      onClick={() => onStep?.(sign)}
    >
      <Icon name={sign === 1 ? "plus" : "minus"} />
    </button>
  );
}
