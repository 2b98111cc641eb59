/**
 * The controls of declared parameters: the control of each kind, and the control of a parameter of the scenario, which reads its
 * value from the store and writes edits back.
 */

import { memo, useCallback, useState } from "react";
import {
  formatValue,
  type NumberParam,
  type Param,
  type ParamValue,
  parseTyped,
  type Scenario,
} from "../../../engine/index.ts";
import {
  isAtDefault,
  isMain,
  isMixed,
  type RailParam,
  type RailPlace,
  readAt,
  setByRecording,
  writeAt,
} from "../../core/rail.ts";
import { useUsable } from "../../core/use-permission.ts";
import { useBench, useBenchPart, useBenchState, useSettings } from "../../core/use-store.ts";
import { Slider } from "../../shared/Slider.tsx";
import { hasSlider, stepped } from "../../shared/slider-scale.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import {
  ControlHead,
  FieldNotes,
  type FieldProps,
  joinedNotes,
  useFieldFrame,
  useParamNowNote,
} from "./ControlHead.tsx";
import { SizeField } from "./SizeField.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { type Loaded, TextField, type TraceSource } from "./TextField.tsx";
import { fieldText, longestChars, unitText, ValueField } from "./ValueField.tsx";

interface ParamControlProps {
  readonly param: Param;
  readonly value: ParamValue;
  readonly pinned?: ParamValue | undefined;
  readonly note?: string | null;
  readonly refusal?: string | null;
  /** True if the link or the guide locks the control. */
  readonly kept?: boolean;
  readonly compact?: boolean;
  /**
   * "first" is the control to try first: larger, with its meaning written out. "glowing" highlights it until the user moves a
   * control.
   */
  readonly look?: "usual" | "first" | "glowing";
  /** True if the chosen option is explained below the control; and true if the name is for screen readers only. */
  readonly explained?: boolean;
  readonly bare?: boolean;
  /** Opens the card of the chosen option. */
  readonly onAbout?: (() => void) | undefined;
  /** Handles a file for a text parameter. Returns how the file was used, or why it cannot be used. */
  readonly onFile?: ((file: TraceSource) => Promise<Loaded>) | undefined;
  /** Called with each value during a drag. */
  onPreview(value: ParamValue): void;
  /** Called when the change is finished. */
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
      <AnyField {...props} />
    </div>
  );
});

function AnyField(props: ParamControlProps) {
  const { param, value, pinned, refusal = null, compact = false, onPreview, onCommit } = props;
  // The reason why controls are locked is shown once, at the top of the rail.
  const note = (props.kept ? null : refusal) ?? props.note ?? null;
  const common = { value, pinned, note, refusal, compact, onPreview, onCommit };
  switch (param.kind) {
    case "number":
      return <NumberField param={param} {...common} />;
    case "size":
      return <SizeField param={param} {...common} />;
    case "boolean":
      return <SwitchField param={param} {...common} />;
    case "enum":
      return (
        <ChoiceField
          param={param}
          {...common}
          explained={props.explained ?? false}
          bare={props.bare ?? false}
          onAbout={props.onAbout}
        />
      );
    case "text":
      return <TextField param={param} {...common} onFile={props.onFile} />;
  }
}

/** A number: a text field with its unit and small steps, and a slider. */
function NumberField(props: FieldProps<NumberParam>) {
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

/** The control of a parameter of the scenario: reads its value from the store and writes edits back. */
interface ScenarioParamProps {
  readonly place: RailPlace;
  readonly param: Param;
  readonly compact?: boolean;
}

export const ScenarioParam = memo(function ScenarioParam(props: ScenarioParamProps) {
  const { place, param: declared, compact = false } = props;
  const { param, refusal, kept } = useUsable(declared);
  const set = useSettings((settings) => readAt(settings, place, param.id) ?? param.default);
  const recorded = useSettings((settings) => setByRecording(settings, place, param.id));
  const value = recorded !== null && param.id === "capacity" ? recorded : set;
  const mixed = useSettings((settings) => isMixed(settings, place, param.id));
  const first = useSettings((settings) => isMain(settings, place, param.id));
  const pinned = usePinnedValue(place, param, value);
  const now = useParamNowNote(place, param);
  const touched = useBenchState((state) => state.touched);
  const write = useCallback(
    (scenario: Scenario, next: ParamValue) => writeAt(scenario, place, param.id, next),
    [place, param.id],
  );
  const edit = useScenarioEdit(write);
  const onFile = useTraceFile(place, param);
  return (
    <ParamControl
      param={param}
      value={value}
      pinned={pinned}
      note={joinedNotes(now, noteOf(param, first, mixed))}
      refusal={refusal ?? (recorded === null ? null : recordedWords(param.id))}
      kept={kept}
      compact={compact}
      look={first ? (touched ? "first" : "glowing") : "usual"}
      onFile={param.kind === "text" && param.takesTrace ? onFile : undefined}
      onPreview={edit.preview}
      onCommit={edit.commit}
    />
  );
});

/** The last sentence names the related control by its label. */
function recordedWords(id: string): string {
  const what =
    id === "capacity"
      ? "This value is the mean of a recorded capacity."
      : "Not available with a recorded capacity.";
  return `${what} See “Capacity over time”.`;
}

/** Returns a function that makes the link follow a recording from a file. */
function useTraceFile(place: RailPlace, param: Param): (source: TraceSource) => Promise<Loaded> {
  const { store, edits } = useBench();
  return useCallback(
    async (source: TraceSource) => {
      const { readSource } = await import("./RecordedCapacity.tsx");
      const read = readSource(source);
      if (!("error" in read)) edits.edit(writeAt(store.get().settings, place, param.id, read.text));
      return read;
    },
    [store, edits, place, param],
  );
}

function usePinnedValue(place: RailPlace, param: Param, value: ParamValue): ParamValue | undefined {
  const pinned = useBenchPart(
    (state) => state.pinned,
    (run) => (run === null ? undefined : readAt(run.scenario, place, param.id)),
  );
  return pinned === value ? undefined : pinned;
}

function noteOf(param: Param, first: boolean, mixed: boolean): string | null {
  if (mixed) return "Mixed: the flows differ. A change here applies to all flows.";
  return first ? param.help : null;
}

/**
 * Returns stable callbacks, so that a control is rendered again only when its own value changes. `write` must therefore be the
 * same function in each call.
 */
export function useScenarioEdit<V>(write: (scenario: Scenario, value: V) => Scenario) {
  const { store, edits } = useBench();
  const preview = useCallback(
    (value: V) => {
      const { settings } = store.get();
      const next = write(settings, value);
      if (next !== settings) edits.preview(next);
    },
    [store, edits, write],
  );
  const commit = useCallback(() => edits.commit(), [edits]);
  return { preview, commit };
}

/** The controls of declared parameters. */
export function Params({ list }: { readonly list: readonly RailParam[] }) {
  return list.map(({ place, param }) => <ScenarioParam key={param.id} place={place} param={param} />);
}

/** Parameters that few users need, in a collapsed section. It opens automatically if one of them differs from its default. */
interface FoldedParamsProps {
  readonly title: string;
  readonly className: string;
  readonly list: readonly RailParam[];
  readonly compact?: boolean;
}

export function FoldedParams({ title, className, list, compact = false }: FoldedParamsProps) {
  const changed = useSettings((settings) => list.some((param) => !isAtDefault(settings, param)));
  // The section opens if the URL names one of these parameters as changeable.
  const named = useBenchState(({ frame }) => list.some(({ param }) => frame.touch?.includes(param.id)));
  const [open, setOpen] = useState(changed || named);
  const [wasChanged, setWasChanged] = useState(changed);
  // The section stays open when a control is reset, so that the control does not vanish under the pointer.
  if (changed !== wasChanged) {
    setWasChanged(changed);
    if (changed) setOpen(true);
  }
  if (list.length === 0) return null;
  return (
    <details className={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {list.map(({ place, param }) => (
        <ScenarioParam key={param.id} place={place} param={param} compact={compact} />
      ))}
    </details>
  );
}
