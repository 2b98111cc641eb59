/** React's view of the store. A component renders again only when its selected value has changed. */

import { createContext, use, useSyncExternalStore } from "react";
import type { Question, Scenario } from "../../engine/index.ts";
import type { Bench } from "./bench.ts";
import { type Slice, sliceIn } from "./slice.ts";
import type { AppState } from "./store.ts";

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = use(BenchContext);
  if (bench === null) throw new Error("a part of the bench was drawn outside <BenchContext>");
  return bench;
}

/**
 * Returns a part of the state. The selector must return an existing object or a primitive: a new object each time would render
 * forever.
 */
export function useBenchState<T>(selector: (state: AppState) => T): T {
  const { store } = useBench();
  return useFollowed(store, () => selector(store.get()));
}

/** Returns the function that explains an event of the run; null if the page has no explanations. */
export function useExplain(): ((question: Question) => void) | null {
  const bench = useBench();
  const { explain } = bench.page.requests;
  return explain === undefined ? null : (question) => explain(bench, question);
}

/** Returns the state of a feature. */
export function useSlice<T extends object>(slice: Slice<T>): T {
  return useBenchState((state) => sliceIn(state, slice));
}

/** Returns a value computed from one part of the state. The value is computed only once for each value of that part. */
export function useBenchPart<P, T>(part: (state: AppState) => P, select: (part: P) => T): T {
  const { store } = useBench();
  let known: { readonly parameter: P; readonly value: T } | null = null;
  return useFollowed(store, () => {
    const given = part(store.get());
    if (known === null || known.parameter !== given) known = { parameter: given, value: select(given) };
    return known.value;
  });
}

/** Follows the store. On the server, where the page is rendered as text, it returns the current value. */
function useFollowed<T>(store: Bench["store"], value: () => T): T {
  return useSyncExternalStore(store.subscribe, value, value);
}

/** Returns a part of the settings that the controls show. */
export function useSettings<T>(select: (settings: Scenario) => T): T {
  return useBenchPart(settingsOf, select);
}

function settingsOf({ settings }: AppState): Scenario {
  return settings;
}

/** Returns one instance per bench of a feature's store, so that its content outlives the screen that shows it. */
export function perBench<T extends object>(make: (bench: Bench) => T): (bench: Bench) => T {
  const made = new WeakMap<Bench, T>();
  return (bench) => {
    const known = made.get(bench) ?? make(bench);
    made.set(bench, known);
    return known;
  };
}
