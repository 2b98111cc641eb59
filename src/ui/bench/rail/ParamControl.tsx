/** The only place where knobs are made: a declared parameter becomes the control of its kind. */
import { memo } from "react";
import type { Param, ParamValue } from "../../../engine/index.ts";
import { ChoiceKnob } from "./ChoiceKnob.tsx";
import { NumberKnob } from "./NumberKnob.tsx";
import { SizeKnob } from "./SizeKnob.tsx";
import { SwitchKnob } from "./SwitchKnob.tsx";
import { type Loaded, TextKnob } from "./TextKnob.tsx";

export interface ParamControlProps {
  readonly param: Param;
  readonly value: ParamValue;
  readonly pinned?: ParamValue | undefined;
  readonly note?: string | null;
  readonly refusal?: string | null;
  /** Whether link or guide keep it as it is. */
  readonly kept?: boolean;
  readonly compact?: boolean;
  /** The first control of the bench, drawn larger; it glows until something is touched. */
  readonly look?: "usual" | "first" | "glowing";
  /** Choices: whether the chosen one is explained in a sentence below, and whether the name is only spoken. */
  readonly explained?: boolean;
  readonly bare?: boolean;
  /** Opens the card of what is chosen. */
  readonly onAbout?: (() => void) | undefined;
  /** Texts that a file can become: takes the file, and says what was done with it or why not. */
  readonly onFile?: ((text: string) => Loaded) | undefined;
  onPreview(value: ParamValue): void;
  onCommit(): void;
}

export const ParamControl = memo(function ParamControl(props: ParamControlProps) {
  const { param, look = "usual", compact = false } = props;
  const classes = ["control", `control--${param.kind}`];
  if (compact) classes.push("control--compact");
  if (look !== "usual") classes.push("control--first");
  if (look === "glowing" && !props.kept) classes.push("control--glowing");
  if (props.kept) classes.push("control--kept");
  if (props.refusal || (param.kind === "boolean" && param.fixed)) classes.push("control--refused");
  return (
    <div className={classes.join(" ")} data-param={param.id}>
      <Knob {...props} />
    </div>
  );
});

function Knob(props: ParamControlProps) {
  const { param, value, pinned, refusal = null, compact = false, onPreview, onCommit } = props;
  // What link or guide keep is said once for all, at the head of the rail.
  const note = (props.kept ? null : refusal) ?? props.note ?? null;
  const common = { value, pinned, note, refusal, compact, onPreview, onCommit };
  switch (param.kind) {
    case "number":
      return <NumberKnob param={param} {...common} />;
    case "size":
      return <SizeKnob param={param} {...common} />;
    case "boolean":
      return <SwitchKnob param={param} {...common} />;
    case "enum":
      return (
        <ChoiceKnob
          param={param}
          {...common}
          explained={props.explained ?? false}
          bare={props.bare ?? false}
          onAbout={props.onAbout}
        />
      );
    case "text":
      return <TextKnob param={param} {...common} onFile={props.onFile} />;
  }
}
