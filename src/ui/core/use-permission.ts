/** Limits that the URL, the guide and the live run set on a control. */
import { useMemo } from "react";
import type { Param } from "../../engine/index.ts";
import { permitted, refusalFor, refusalInLiveMode, refusalToOpen } from "./permission.ts";
import { useBenchState } from "./use-store.ts";

export interface Usable<P extends Param> {
  /** The parameter, limited to the range that may be set. */
  readonly param: P;
  /** Reason why the control cannot be set now; null if it can. */
  readonly refusal: string | null;
  /** True if the URL or the guide locks the control. No action of the user can change that. */
  readonly kept: boolean;
}

/** Returns how far a control can be used. `id` is its name in the rules, if that differs from the parameter's id. */
export function useUsable<P extends Param>(param: P, id: string = param.id): Usable<P> {
  const kept = useRefusal(id);
  const live = useBenchState(({ mode }) => refusalInLiveMode(mode, param));
  const frame = useBenchState((state) => state.frame);
  const bounds = useBenchState((state) => state.bounds);
  const allowed = useMemo(() => permitted({ frame, bounds }, param), [frame, bounds, param]);
  return { param: allowed, refusal: kept ?? live, kept: kept !== null };
}

/** Returns the reason why the control with this id cannot be changed; null if it can. */
export function useRefusal(id: string): string | null {
  return useBenchState((state) => refusalFor(state, id));
}

/** Returns the reason why no other run can be opened here; null if one can. */
export function useRefusalToOpen(): string | null {
  return useBenchState(refusalToOpen);
}
