/** What of a control may be used here: by the link and by the guide, and in a live run. */
import { useMemo } from "react";
import type { Param } from "../../engine/index.ts";
import { refusalInLiveMode } from "./bench.ts";
import { permitted, refusalFor, refusalToOpen } from "./permission.ts";
import { useBenchState } from "./use-store.ts";

export interface Usable<P extends Param> {
  /** As far as it may be set. */
  readonly param: P;
  /** Why it cannot be set now; null where it can. */
  readonly refusal: string | null;
  /** Whether link or guide keep it: then nothing that a person does here changes that. */
  readonly kept: boolean;
}

/** `id`: what the rule calls it, where that is not the parameter's own name. */
export function useUsable<P extends Param>(param: P, id: string = param.id): Usable<P> {
  const kept = useRefusal(id);
  const live = useBenchState(({ mode }) => refusalInLiveMode(mode, param));
  const frame = useBenchState((state) => state.frame);
  const bounds = useBenchState((state) => state.bounds);
  const allowed = useMemo(() => permitted({ frame, bounds }, param), [frame, bounds, param]);
  return { param: allowed, refusal: kept ?? live, kept: kept !== null };
}

/** Why what this id names cannot be changed; null where it can. */
export function useRefusal(id: string): string | null {
  return useBenchState((state) => refusalFor(state, id));
}

/** Why no other run can be opened here; null where one can. */
export function useRefusalToOpen(): string | null {
  return useBenchState(refusalToOpen);
}
