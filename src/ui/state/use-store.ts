/** React's view of the vanilla store: a component is rendered again only when what it selected has changed. */
import { createContext, use, useSyncExternalStore } from "react";
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
  return useSyncExternalStore(store.subscribe, () => selector(store.get()));
}
