/** A parameter that can be dragged in a picture or on a plot: the twin of its control in the rail. */
import { useCallback, useMemo } from "react";
import { declaredParams, type NumberParam, type Scenario } from "../../engine/index.ts";
import { snap } from "../controls/slider-scale.ts";
import { type RailPlace, readAt, writeAt } from "./rail.ts";
import { useBench, useBenchState } from "./use-store.ts";

export interface Handle {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly log: boolean;
  onDrag(value: number, final: boolean): void;
}

function declaration(scenario: Scenario, place: RailPlace, id: string): NumberParam | null {
  const places =
    place.scope === "flows" ? scenario.flows.map((_, flow) => ({ scope: "flow", flow }) as const) : [place];
  for (const candidate of places) {
    const found = declaredParams(scenario, candidate).find((param) => param.id === id);
    if (found?.kind === "number") return found;
  }
  return null;
}

/** Null where nothing at that place declares the parameter as a number. */
export function useHandle(place: RailPlace, id: string): Handle | null {
  const { store, edits } = useBench();
  const param = useBenchState((state) => declaration(state.settings, place, id));
  const value = useBenchState((state) => readAt(state.settings, place, id));
  const live = useBenchState((state) => state.mode === "live");
  const onDrag = useCallback(
    (dragged: number, final: boolean) => {
      const { settings } = store.get();
      const declared = declaration(settings, place, id);
      if (declared === null) return;
      const next = writeAt(settings, place, id, snap(declared, dragged));
      if (next !== settings) edits.preview(next);
      if (final) edits.commit();
    },
    [store, edits, place, id],
  );
  return useMemo(() => {
    if (param === null || typeof value !== "number" || (live && param.live === false)) return null;
    return { value, min: param.min, max: param.max, log: param.scale === "log", onDrag };
  }, [param, value, live, onDrag]);
}

export const QUEUE: RailPlace = { scope: "queue" };
export const PATH: RailPlace = { scope: "path" };
export const FLOWS: RailPlace = { scope: "flows" };
