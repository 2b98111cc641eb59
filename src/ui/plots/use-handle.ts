/** Parameters that can be dragged on the path or on a plot. Each has a control in the rail too. */
import { useCallback, useMemo } from "react";
import { declaredParams, type NumberParam, type Scenario } from "../../engine/index.ts";
import type { Setting } from "../core/link-handles.ts";
import { declares } from "../core/live-changes.ts";
import { isKept } from "../core/page-options.ts";
import { type RailPlace, readAt, setByRecording, writeAt } from "../core/rail.ts";
import { useBench, useBenchState, useSettings } from "../core/use-store.ts";
import { type SliderScale, sliderEnds, snap } from "../shared/slider-scale.ts";

/** A value that can be dragged on a plot or on the drawn path. */
export interface PathHandle {
  readonly value: number;
  readonly scale: SliderScale;
  onDrag(value: number, final: boolean): void;
  /**
   * True if the value is shown but cannot be dragged, either because it is locked or because the value at the
   * playhead differs from the one that is set.
   */
  readonly isFixed?: boolean;
}

function declaration(scenario: Scenario, place: RailPlace, id: string): NumberParam | null {
  const places =
    place.scope === "flows" ? scenario.flows.map((_, flow) => ({ scope: "flow", flow }) as const) : [place];
  for (const candidate of places) {
    if (!declares(scenario, candidate, id)) continue;
    const found = declaredParams(scenario, candidate).find((param) => param.id === id);
    if (found?.kind === "number") return found;
  }
  return null;
}

type Range = readonly [min: number, max: number];

/** Returns the range of a drag: the slider's range, extended to the value and limited by the guide's bounds. */
function reach(param: NumberParam, value: number, bound: Range | undefined): SliderScale {
  const { min, max } = sliderEnds(param);
  const [least, most] = bound ?? [param.min, param.max];
  return {
    ...param,
    min: least,
    max: most,
    sliderMin: Math.max(least, Math.min(min, value)),
    sliderMax: Math.min(most, Math.max(max, value)),
  };
}

function within(value: number, bound: Range | undefined): number {
  return bound === undefined ? value : Math.min(bound[1], Math.max(bound[0], value));
}

/** Returns the handle; null if the place declares no number with this id. */
export function useHandle(place: RailPlace, id: string): PathHandle | null {
  const { store, edits } = useBench();
  const param = useSettings((settings) => declaration(settings, place, id));
  const value = useSettings((settings) => readAt(settings, place, id));
  const live = useBenchState((state) => state.mode === "live");
  const kept = useBenchState((state) => isKept(state, id));
  const bound = useBenchState((state) => state.bounds?.ranges.get(id));
  const onDrag = useCallback(
    (dragged: number, final: boolean) => {
      const { settings } = store.get();
      const declared = declaration(settings, place, id);
      if (declared === null) return;
      const next = writeAt(settings, place, id, snap(declared, within(dragged, bound)));
      if (next !== settings) edits.preview(next);
      if (final) edits.commit();
    },
    [store, edits, place, id, bound],
  );
  return useMemo(() => {
    if (param === null || typeof value !== "number" || (live && param.live === false)) return null;
    return { value, scale: reach(param, value, bound), onDrag, isFixed: kept };
  }, [param, value, kept, bound, live, onDrag]);
}

/**
 * Returns the handle of a link's capacity or target, wherever that value is set; null also if the controls contain no
 * such link.
 */
export function useLinkHandle(
  link: string,
  settingOf: (scenario: Scenario, link: string) => Setting,
): PathHandle | null {
  const path = useBenchState((state) => state.settings.path);
  const { store } = useBench();
  const setting = useMemo(() => {
    const { settings } = store.get();
    return settingOf({ ...settings, path }, link);
  }, [store, path, link, settingOf]);
  const handle = useHandle(useStable(setting.place), setting.id);
  const recorded = useSettings((settings) => setByRecording(settings, setting.place, setting.id) !== null);
  return useMemo(
    () => (handle !== null && recorded ? { ...handle, isFixed: true } : handle),
    [handle, recorded],
  );
}

/** Returns the same object for equal places, so that a change of a value creates no new handle. */
function useStable(place: RailPlace): RailPlace {
  const text = JSON.stringify(place);
  return useMemo(() => JSON.parse(text), [text]);
}

export const FLOWS: RailPlace = { scope: "flows" };
