/** A declared parameter of the scenario on screen: reads its value from the store and writes edits back. */
import { memo, useCallback } from "react";
import { type Param, type ParamValue, parseValue, type Scenario } from "../../../engine/index.ts";
import { isMixed, type RailPlace, readAt, writeAt } from "../../state/rail.ts";
import { useUsable } from "../../state/use-permission.ts";
import { useBench, useBenchPart, useBenchState, useSettings } from "../../state/use-store.ts";
import { ParamControl } from "./ParamControl.tsx";
import type { Loaded } from "./TextKnob.tsx";
import { traceToPattern } from "./trace-to-pattern.ts";
import { joinedNotes, useParamNowNote } from "./use-now-note.ts";

interface ScenarioParamProps {
  readonly place: RailPlace;
  readonly param: Param;
  readonly compact?: boolean;
  /** The control the page is about: larger, with its meaning written out. */
  readonly first?: boolean;
}

export const ScenarioParam = memo(function ScenarioParam(props: ScenarioParamProps) {
  const { place, param: declared, compact = false, first = false } = props;
  const { param, refusal, kept } = useUsable(declared);
  const value = useSettings((settings) => readAt(settings, place, param.id) ?? param.default);
  const mixed = useSettings((settings) => isMixed(settings, place, param.id));
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
      refusal={refusal}
      kept={kept}
      compact={compact}
      look={first ? (touched ? "first" : "glowing") : "usual"}
      onFile={param.kind === "text" && param.factorsOf !== undefined ? onFile : undefined}
      onPreview={edit.preview}
      onCommit={edit.commit}
    />
  );
});

/** A trace of rates becomes the pattern, and its highest rate the value that the pattern's factors are of. */
function useTraceFile(place: RailPlace, param: Param): (contents: string) => Loaded {
  const { store, edits } = useBench();
  return useCallback(
    (contents: string) => {
      const trace = traceToPattern(contents);
      if ("error" in trace) return trace;
      const read = parseValue(param, trace.pattern);
      if ("error" in read || param.kind !== "text" || param.factorsOf === undefined)
        return { error: "The trace cannot be written as a pattern." };
      const rated = writeAt(store.get().settings, place, param.factorsOf, trace.capacity);
      edits.edit(writeAt(rated, place, param.id, read.value));
      return { said: trace.said, text: String(read.value) };
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
  if (mixed) return "mixed: the flows differ; a change here reaches all of them";
  return first ? param.help : null;
}

/** `write` must stay the same function: then the callbacks do too, so that a knob is drawn again only when its own value changes. */
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
