/** On or off. */
import { useId } from "react";
import type { BooleanParam } from "../../engine/index.ts";
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
  const [switchId, labelId, helpId, errorId] = [useId(), useId(), useId(), useId()];
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
          disabled={refusal !== null}
          aria-describedby={helpId}
          onChange={(event) => {
            onPreview(event.currentTarget.checked);
            onCommit();
          }}
        />
      </ControlHead>
      <KnobNotes error={null} errorId={errorId} note={note} pinned={pinned} param={param} />
    </>
  );
}
