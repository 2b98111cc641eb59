/** What every kind of knob is given. */
import type { Param, ParamValue } from "../../../engine/index.ts";

export interface KnobProps<P extends Param> {
  readonly param: P;
  readonly value: ParamValue;
  /** The value of the pinned run where it differs. */
  readonly pinned: ParamValue | undefined;
  /** A sentence under the control: why it cannot be set, "mixed", "pinned 0.50", what it means. */
  readonly note: string | null;
  /** Why it cannot be set now, for those who hear it; null where it can. */
  readonly refusal: string | null;
  /** Without slider, for narrow places. */
  readonly compact: boolean;
  /** A value on the way (a drag goes on). */
  onPreview(value: ParamValue): void;
  /** The change is finished. */
  onCommit(): void;
}
