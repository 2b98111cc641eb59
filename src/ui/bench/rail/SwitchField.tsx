/** An on/off switch. If only one state is possible, shows that state and the reason. */
import { useId } from "react";
import type { BooleanParam } from "../../../engine/index.ts";
import { ControlHead, FieldNotes, type FieldProps, headOf } from "./ControlHead.tsx";

export function SwitchField({
  param,
  value,
  pinned,
  note,
  refusal,
  onPreview,
  onCommit,
}: FieldProps<BooleanParam>) {
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
      <FieldNotes
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
