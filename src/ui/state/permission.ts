/**
 * What a person may change on this page: what the link says and what a guide says, both. Controls ask what they may show;
 * whether a change is made is decided for all of them by `Edits`, which asks here.
 */

import { useMemo } from "react";
import type { Param, Scenario } from "../../engine/index.ts";
import {
  breachWords,
  type ChangeRule,
  keepsRun,
  keptHere,
  keptTo,
  mayOpen,
  mayTouch,
  narrowed,
} from "../../teaching/change-rule.ts";
import { refusalInLiveMode } from "./bench.ts";
import { unionParam } from "./rail.ts";
import type { AppState, Store } from "./store.ts";
import { useBenchState } from "./use-store.ts";

/** What of the page's state decides. */
export type Restricted = Pick<AppState, "frame" | "bounds">;

interface Rule extends ChangeRule {
  /** "The task". */
  readonly by: string;
}

const NO_RANGES: ChangeRule["ranges"] = new Map();

function rulesOf({ frame: { touch }, bounds }: Restricted): readonly Rule[] {
  const ofLink: Rule[] = touch === null ? [] : [{ touch, ranges: NO_RANGES, by: "This link" }];
  return bounds === null ? ofLink : [...ofLink, bounds];
}

/** Why what this id names cannot be changed; null where it can. */
export function refusalFor(state: Restricted, id: string): string | null {
  const rule = rulesOf(state).find((one) => !mayTouch(one, id));
  return rule === undefined ? null : keptHere(rule.by);
}

/** Who keeps some of the controls as they are; null where everything may be set. */
export function keeperOf(state: Restricted): string | null {
  return rulesOf(state).find(({ touch }) => touch !== null)?.by ?? null;
}

/** Why no other run can take the place of this one; null where one can. */
export function refusalToOpen(state: Restricted): string | null {
  const rule = rulesOf(state).find((one) => !mayOpen(one));
  return rule === undefined ? null : keepsRun(rule.by);
}

/** Why this run cannot be pinned; null where it can. A frame whose link says what may be touched has no panel for it. */
export function refusalToPin({ frame: { touch, embed } }: Restricted): string | null {
  return touch !== null && (embed || touch.length === 0) ? keptHere("This link") : null;
}

/** The parameter as far as it may be set here. */
export function permitted<P extends Param>(state: Restricted, param: P): P {
  return rulesOf(state).reduce(narrowed, param);
}

/** What becomes of a change that somebody asks for: itself, within the bounds; or nothing, and why. */
function judged(
  state: AppState,
  asked: Scenario,
): { readonly scenario: Scenario } | { readonly refusal: string } {
  let scenario = asked;
  for (const rule of rulesOf(state)) {
    const kept = keptTo(rule, state.settings, scenario);
    if ("breach" in kept) {
      const { breach } = kept;
      return { refusal: breachWords(rule.by, rule, breach, unionParam(asked, breach.id) ?? undefined) };
    }
    scenario = kept.scenario;
  }
  return { scenario };
}

/** Why a change would not be made; null where it would. */
export function refusalOf(state: AppState, asked: Scenario): string | null {
  const verdict = judged(state, asked);
  return "refusal" in verdict ? verdict.refusal : null;
}

/** The change as far as it may be made; or null, and the page says why not. */
export function allowed(store: Store<AppState>, asked: Scenario): Scenario | null {
  const verdict = judged(store.get(), asked);
  if ("scenario" in verdict) return verdict.scenario;
  refuse(store, verdict.refusal);
  return null;
}

/** Whether another run may be opened here; where it may not, the page says why. */
export function mayReplace(store: Store<AppState>): boolean {
  const refusal = refusalToOpen(store.get());
  if (refusal !== null) refuse(store, refusal);
  return refusal === null;
}

/** Whether this run may be pinned here; where it may not, the page says why. */
export function mayPin(store: Store<AppState>): boolean {
  const refusal = refusalToPin(store.get());
  if (refusal !== null) refuse(store, "This link keeps the pinned run as it is.");
  return refusal === null;
}

const REFUSED = "refused";

function refuse(store: Store<AppState>, title: string): void {
  const { notices } = store.get();
  if (notices.some((notice) => notice.id === REFUSED && notice.title === title)) return;
  const others = notices.filter(({ id }) => id !== REFUSED);
  store.set({ notices: [...others, { id: REFUSED, title, lines: [], link: null }] });
}

/** What of a control may be used here: by the link and by the guide, and in a live run. */

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
