/** A number: typed value with unit, small steps and slider. */
import { useId, useState } from "react";
import { formatValue, type NumberParam, type Param, parseValue } from "../../engine/index.ts";
import { SymbolText } from "../SymbolText.tsx";
import { nameOf, valueText } from "../state/difference.ts";
import { ControlHead } from "./ControlHead.tsx";
import type { KnobProps } from "./knob-props.ts";
import { Slider } from "./Slider.tsx";
import { hasSlider, stepped } from "./slider-scale.ts";
import { ValueField } from "./ValueField.tsx";
import { fieldText, rangeText, unitText } from "./value-text.ts";

export function NumberKnob(props: KnobProps<NumberParam>) {
  const { param, value, pinned, note, refusal, compact, onPreview, onCommit } = props;
  const [fieldId, labelId, helpId, errorId] = [useId(), useId(), useId(), useId()];
  const [error, setError] = useState<string | null>(null);
  const number = typeof value === "number" ? value : null;
  const set = (next: number | null) => {
    setError(null);
    onPreview(next);
    onCommit();
  };
  const onText = (text: string) => {
    const read = parseValue(param, text);
    if ("error" in read) return read.error;
    onPreview(read.value);
    onCommit();
    return null;
  };
  return (
    <>
      <ControlHead
        {...headOf(param, refusal)}
        controlId={fieldId}
        labelId={labelId}
        helpId={helpId}
        onReset={value !== param.default && refusal === null ? () => set(param.default) : null}
      >
        <ValueField
          id={fieldId}
          label={param.label}
          text={number === null ? (param.noneLabel ?? "") : fieldText(param, number)}
          unit={number === null ? null : unitText(param.unit)}
          helpId={helpId}
          errorId={errorId}
          error={error}
          disabled={refusal !== null}
          onText={onText}
          onError={setError}
          onStep={number === null ? null : (direction) => set(stepped(param, number, direction))}
        />
      </ControlHead>
      {!compact && number !== null && hasSlider(param) && (
        <Slider
          param={param}
          value={number}
          valueText={formatValue(param, number)}
          pinned={typeof pinned === "number" ? pinned : null}
          labelId={labelId}
          helpId={helpId}
          disabled={refusal !== null}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      )}
      <KnobNotes error={error} errorId={errorId} note={note} pinned={pinned} param={param} />
    </>
  );
}

interface KnobNotesProps {
  readonly error: string | null;
  readonly errorId: string;
  readonly note: string | null;
  readonly pinned: KnobProps<Param>["pinned"];
  readonly param: Param;
}

export function KnobNotes({ error, errorId, note, pinned, param }: KnobNotesProps) {
  const pinnedText = pinned === undefined ? null : `pinned ${valueText(param, pinned)}`;
  const said = pinnedText === null ? note : note?.replace(/\.$/, "");
  const words = [said, pinnedText].filter(Boolean).join(" · ");
  return (
    <>
      {words !== "" && (
        <p className="control__note">
          <SymbolText text={words} />
        </p>
      )}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </>
  );
}

export function headOf(param: Param, refusal: string | null) {
  return {
    label: param.label,
    symbol: nameOf(param),
    help: refusal === null ? param.help : `${param.help} ${refusal}`,
    cite: param.cite,
    range: rangeText(param),
  };
}
