/** On or off; where only one of them makes sense, that one and why. */
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
  const { fixed } = param;
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
          disabled={refusal !== null || fixed !== undefined}
          aria-describedby={helpId}
          onChange={(event) => {
            onPreview(event.currentTarget.checked);
            onCommit();
          }}
        />
      </ControlHead>
      <KnobNotes error={null} errorId={errorId} note={fixed?.why ?? note} pinned={pinned} param={param} />
    </>
  );
}
