/** React's view of the vanilla store: a component is rendered again only when what it selected has changed. */

import { createContext, use, useSyncExternalStore } from "react";
import type { Scenario } from "../../engine/index.ts";
import type { Bench } from "./bench.ts";
import type { AppState } from "./store.ts";

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = use(BenchContext);
  if (bench === null) throw new Error("a part of the bench was drawn outside <BenchContext>");
  return bench;
}

/** The selector must return a part of the state (or a primitive): a fresh object each time would render for ever. */
export function useBenchState<T>(selector: (state: AppState) => T): T {
  const { store } = useBench();
  return useFollowed(store, () => selector(store.get()));
}

/** As `useBenchState`, of one part of the state: worked out once for each value of it, however often the rest changes. */
export function useBenchPart<P, T>(part: (state: AppState) => P, select: (part: P) => T): T {
  const { store } = useBench();
  let known: { readonly of: P; readonly value: T } | null = null;
  return useFollowed(store, () => {
    const of = part(store.get());
    if (known === null || known.of !== of) known = { of, value: select(of) };
    return known.value;
  });
}

/** The same where the page is drawn as text, without a browser. */
function useFollowed<T>(store: Bench["store"], value: () => T): T {
  return useSyncExternalStore(store.subscribe, value, value);
}

/** Of what the controls show. */
export function useSettings<T>(select: (settings: Scenario) => T): T {
  return useBenchPart(settingsOf, select);
}

function settingsOf({ settings }: AppState): Scenario {
  return settings;
}

/** One of a feature's stores for each bench: what it holds outlives the screen that shows it. */
export function perBench<T extends object>(make: (bench: Bench) => T): (bench: Bench) => T {
  const made = new WeakMap<Bench, T>();
  return (bench) => {
    const known = made.get(bench) ?? make(bench);
    made.set(bench, known);
    return known;
  };
}
