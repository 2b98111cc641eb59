/** A choice of one option: a row of buttons if they fit, otherwise a menu. The chosen option is explained below. */
import { useId } from "react";
import type { EnumParam } from "../../../engine/index.ts";
import { MenuOptions } from "../../shared/MenuOptions.tsx";
import { Segments } from "../../shared/Segments.tsx";
import { ControlHead, FieldNotes, type FieldProps, headOf, helpOf } from "./ControlHead.tsx";

/** Number of characters that fit side by side in the rail. */
const SEGMENT_LETTERS = 30;
const MOST_SEGMENTS = 5;

export function ChoiceField(
  props: FieldProps<EnumParam> & {
    readonly explained: boolean;
    readonly bare: boolean;
    readonly onAbout: (() => void) | undefined;
  },
) {
  const { param, value, pinned, note, refusal, explained, bare, onAbout, onPreview, onCommit } = props;
  const [labelId, helpId, menuId, errorId] = [useId(), useId(), useId(), useId()];
  const letters = param.options.reduce((sum, option) => sum + option.label.length + 2, 0);
  const segmented = letters <= SEGMENT_LETTERS && param.options.length <= MOST_SEGMENTS;
  const chosen = param.options.find((option) => option.value === value);
  const choose = (next: string) => {
    if (refusal !== null) return;
    onPreview(next);
    onCommit();
  };
  const picker = segmented ? (
    <Segments
      aria-labelledby={labelId}
      options={param.options}
      value={value}
      refusedBy={refusal === null ? null : helpId}
      onChoose={choose}
    />
  ) : (
    <select
      id={menuId}
      className="menu"
      value={typeof value === "string" ? value : ""}
      aria-disabled={refusal !== null}
      aria-describedby={helpId}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {chosen === undefined && <option value="">mixed</option>}
      <MenuOptions list={param.options} />
    </select>
  );
  const isOffered = param.options.some((option) => option.value === param.default);
  const canReset = isOffered && value !== param.default && refusal === null && !bare && onAbout === undefined;
  const onReset = canReset ? () => choose(param.default) : null;
  return (
    <>
      <ControlHead
        {...headOf(param, refusal)}
        controlId={segmented ? undefined : menuId}
        labelId={labelId}
        helpId={helpId}
        onReset={onReset}
        quiet={bare}
        onAbout={onAbout}
        {...(bare && chosen !== undefined && { help: helpOf(chosen, refusal) })}
      >
        {(bare || !segmented) && picker}
      </ControlHead>
      {segmented && !bare && picker}
      <FieldNotes
        error={null}
        errorId={errorId}
        note={[note, explained ? chosen?.help : null].filter(Boolean).join(" · ") || null}
        pinned={pinned}
        param={param}
      />
    </>
  );
}
