/** A number: a text field with its unit, small steps and a slider. */
import { useId, useState } from "react";
import {
  formatValue,
  type NumberParam,
  type Param,
  type ParamValue,
  parseTyped,
} from "../../../engine/index.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { Slider } from "../../shared/Slider.tsx";
import { hasSlider, stepped } from "../../shared/slider-scale.ts";
import { nameOf, valueText } from "../setting-differences.ts";
import type { FieldProps } from "./ControlHead.tsx";
import { ControlHead, rangeText } from "./ControlHead.tsx";
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

/**
 * Returns the properties that the head, field, slider and notes share, so that they name and disable the same
 * control.
 */
export function useFieldFrame<P extends Param>(props: FieldProps<P>) {
  const { param, value, pinned, note, refusal, onPreview, onCommit } = props;
  const [fieldId, labelId, helpId, errorId] = [useId(), useId(), useId(), useId()];
  const [error, setError] = useState<string | null>(null);
  const set = (next: ParamValue) => {
    setError(null);
    onPreview(next);
    onCommit();
  };
  const disabled = refusal !== null;
  const onReset =
    value !== param.default && !disabled && isInReach(param, param.default) ? () => set(param.default) : null;
  return {
    set,
    head: { ...headOf(param, refusal), controlId: fieldId, labelId, helpId, onReset },
    field: { id: fieldId, label: param.label, helpId, errorId, error, disabled, onError: setError },
    slider: { fieldId, labelId, helpId, disabled, onCommit },
    notes: { error, errorId, note, pinned, param },
  };
}

/** Returns whether a value may be set. A guide's bounds may exclude the default. */
function isInReach(param: Param, value: ParamValue): boolean {
  return param.kind !== "number" || typeof value !== "number" || (value >= param.min && value <= param.max);
}

interface FieldNotesProps {
  readonly error: string | null;
  readonly errorId: string;
  readonly noteId?: string;
  readonly note: string | null;
  readonly pinned: FieldProps<Param>["pinned"];
  readonly param: Param;
}

export function FieldNotes({ error, errorId, noteId, note, pinned, param }: FieldNotesProps) {
  const pinnedText = pinned === undefined ? null : `pinned ${valueText(param, pinned)}`;
  const noteText = pinnedText === null ? note : note?.replace(/\.$/, "");
  const words = [noteText, pinnedText].filter(Boolean).join(" · ");
  const terms = useRovingTabindex(...WORD_STOPS);
  return (
    <>
      {words !== "" && (
        <p className="control__note" id={noteId} ref={terms}>
          <GlossaryText text={words} />
        </p>
      )}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </>
  );
}

/** Returns the help text for screen readers, with the reason why the value cannot be set. */
export function helpOf({ help }: { readonly help: string }, refusal: string | null): string {
  return refusal === null ? help : `${help} ${refusal}`;
}

export function headOf(param: Param, refusal: string | null) {
  return {
    label: param.label,
    symbol: nameOf(param),
    help: helpOf(param, refusal),
    cite: param.cite,
    range: rangeText(param),
  };
}
