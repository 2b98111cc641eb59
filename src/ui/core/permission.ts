/**
 * The permissions of the user on this page: the restrictions of the URL and of the guide combined. Controls call
 * these functions to decide what to show; `Edits` calls them before every change.
 */

import type { Param, Scenario } from "../../engine/index.ts";
import {
  breachWords,
  type ChangeRule,
  keepsRun,
  limitedToRule,
  lockedHereText,
  mayOpen,
  mayTouch,
  narrowed,
} from "../../teaching/document/change-rule.ts";
import { unionParam } from "./rail.ts";
import type { AppState, Store } from "./store.ts";

/** Returns the reason why a running simulation cannot take a new value of this parameter; null if it can. */
export function refusalInLiveMode(mode: AppState["mode"], param: Param): string | null {
  if (mode !== "live" || param.live !== false) return null;
  return param.whyNotLive ?? "This cannot be changed during a live run.";
}

/** The part of the state that determines the permissions. */
export type Restricted = Pick<AppState, "frame" | "bounds">;

interface Rule extends ChangeRule {
  /** The source of the restriction, such as "The task". */
  readonly by: string;
}

const NO_RANGES: ChangeRule["ranges"] = new Map();

function rulesOf({ frame: { touch }, bounds }: Restricted): readonly Rule[] {
  const ofLink: Rule[] = touch === null ? [] : [{ touch, ranges: NO_RANGES, by: "This link" }];
  return bounds === null ? ofLink : [...ofLink, bounds];
}

/** Returns the reason why the control with this id cannot be changed; null if it can. */
export function refusalFor(state: Restricted, id: string): string | null {
  const rule = rulesOf(state).find((one) => !mayTouch(one, id));
  return rule === undefined ? null : lockedHereText(rule.by);
}

/** Returns who locks some of the controls; null if all controls may be set. */
export function keeperOf(state: Restricted): string | null {
  return rulesOf(state).find(({ touch }) => touch !== null)?.by ?? null;
}

/** Returns the reason why this run cannot be replaced by a different run; null if it can. */
export function refusalToOpen(state: Restricted): string | null {
  const rule = rulesOf(state).find((one) => !mayOpen(one));
  return rule === undefined ? null : keepsRun(rule.by);
}

/**
 * Returns the reason why this run cannot be pinned; null if it can. An embedded page with restricted controls has no
 * panel for pinned runs.
 */
export function refusalToPin({ frame: { touch, embed } }: Restricted): string | null {
  return touch !== null && (embed || touch.length === 0) ? lockedHereText("This link") : null;
}

/** Returns the parameter limited to the range that may be set here. */
export function permitted<P extends Param>(state: Restricted, param: P): P {
  return rulesOf(state).reduce(narrowed, param);
}

/** Returns a requested change limited to the bounds, or the reason for refusing it. */
function judged(
  state: AppState,
  asked: Scenario,
): { readonly scenario: Scenario } | { readonly refusal: string } {
  let scenario = asked;
  for (const rule of rulesOf(state)) {
    const kept = limitedToRule(rule, state.settings, scenario);
    if ("breach" in kept) {
      const { breach } = kept;
      return { refusal: breachWords(rule.by, rule, breach, unionParam(asked, breach.id) ?? undefined) };
    }
    scenario = kept.scenario;
  }
  return { scenario };
}

/** Returns the reason why a change would be refused; null if it would be made. */
export function refusalOf(state: AppState, asked: Scenario): string | null {
  const verdict = judged(state, asked);
  return "refusal" in verdict ? verdict.refusal : null;
}

/** Returns the change as far as it is allowed. Otherwise returns null and shows the reason. */
export function allowed(store: Store<AppState>, asked: Scenario): Scenario | null {
  const verdict = judged(store.get(), asked);
  if ("scenario" in verdict) return verdict.scenario;
  refuse(store, verdict.refusal);
  return null;
}

/** Returns whether a different run may be opened here. If not, shows the reason. */
export function mayReplace(store: Store<AppState>): boolean {
  const refusal = refusalToOpen(store.get());
  if (refusal !== null) refuse(store, refusal);
  return refusal === null;
}

/** Returns whether this run may be pinned here. If not, shows the reason. */
export function mayPin(store: Store<AppState>): boolean {
  const refusal = refusalToPin(store.get());
  if (refusal !== null) refuse(store, "This link does not allow you to change the pinned run.");
  return refusal === null;
}

const REFUSED = "refused";

function refuse(store: Store<AppState>, title: string): void {
  const { notices } = store.get();
  if (notices.some((notice) => notice.id === REFUSED && notice.title === title)) return;
  const others = notices.filter(({ id }) => id !== REFUSED);
  store.set({ notices: [...others, { id: REFUSED, title, lines: [], link: null }] });
}
