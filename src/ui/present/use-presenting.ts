/** What React follows of a talk. */
import { useSyncExternalStore } from "react";
import type { Scene, Talk } from "../../teaching/talk.ts";
import { ALL_SEEN, type Seen, seenAfter } from "../../teaching/talk.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { type Presenting, presentingOf, type Shown } from "./presenting.ts";

export function usePresenting(): Presenting {
  return presentingOf(useBench());
}

export function useShown<T>(select: (shown: Shown) => T): T {
  const { store } = usePresenting();
  const value = () => select(store.get());
  return useSyncExternalStore(store.subscribe, value, value);
}

export interface Place {
  readonly talk: Talk;
  readonly scene: Scene;
  /** From 1. */
  readonly step: number;
}

/** Where in the talk the page is; null without one. */
export function usePlace(): Place | null {
  const talk = useShown((shown) => shown.talk);
  const asked = useBenchState(({ guide }) => guide?.step ?? 1);
  if (talk === null) return null;
  const step = Math.min(talk.scenes.length, asked);
  return { talk, scene: talk.scenes[step - 1], step };
}

/** What of the scene has been revealed. */
export function useSeen(scene: Scene | null): Seen {
  const revealed = useShown((shown) => shown.revealed);
  return scene === null ? ALL_SEEN : seenAfter(scene, revealed);
}
