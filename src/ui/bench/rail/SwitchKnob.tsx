/** On or off; where only one of them makes sense, that one and why. */
import { useId } from "react";
import type { BooleanParam } from "../../../engine/index.ts";
import { ControlHead } from "./ControlHead.tsx";
import type { KnobProps } from "./knob-props.ts";
import { headOf, KnobNotes } from "./NumberKnob.tsx";

export function SwitchKnob({
  param,
  value,
  pinned,
  note,
  refusal,
  onPreview,
  onCommit,
}: KnobProps<BooleanParam>) {
  const reason = param.fixed?.why ?? refusal;
  const [switchId, labelId, helpId, errorId, noteId] = [useId(), useId(), useId(), useId(), useId()];
  return (
    <>
      <ControlHead
        {...headOf(param, refusal)}
        controlId={switchId}
        labelId={labelId}
        helpId={helpId}
        onReset={null}
      >
        <input
          id={switchId}
          className="switch"
          type="checkbox"
          role="switch"
          aria-checked={value === true}
          checked={value === true}
          aria-disabled={reason !== null}
          aria-describedby={param.fixed ? `${helpId} ${noteId}` : helpId}
          onChange={(event) => {
            if (reason !== null) return;
            onPreview(event.currentTarget.checked);
            onCommit();
          }}
        />
      </ControlHead>
      <KnobNotes
        error={null}
        errorId={errorId}
        noteId={noteId}
        note={param.fixed?.why ?? note}
        pinned={pinned}
        param={param}
      />
    </>
  );
}
