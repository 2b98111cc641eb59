/** Screens and dialogs of the features. Each is loaded when it is first opened. */
import { type ComponentType, useEffect } from "react";
import { useFeatures } from "../bench/feature.ts";
import type { Bench } from "../core/bench.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import type { Drop } from "../shared/drops.ts";
import { useTitle } from "../shared/hooks.ts";
import { fetched, LazyPlace, lazyPart } from "../shared/lazy.tsx";

/** Dialogs of the page itself, which belong to no feature. */
export const OWN_DIALOGS: Readonly<Record<string, ComponentType>> = {
  dropped: lazyPart(async () => (await import("./DroppedFile.tsx")).DroppedFile),
};

/** Handles a file, a URL or a text that was dropped on the page. The code that reads it is loaded on first use. */
export async function takeDrop(bench: Bench, drop: Drop): Promise<void> {
  try {
    const { takeDrop: take } = await fetched("The file reader", import("./DroppedFile.tsx"));
    await take(bench, drop);
  } catch (error) {
    const title = error instanceof Error ? error.message : String(error);
    bench.notice({ id: "dropped", title, lines: [], link: null });
  }
}

/** A screen other than the bench. */
export function FurtherScreen({ id }: { readonly id: string }) {
  const found = useFeatures()
    .flatMap(({ screens = [] }) => screens)
    .find((screen) => screen.id === id);
  const label = found?.label ?? "";
  useTitle(`${label} · Sawtooth`);
  if (found === undefined) return null;
  const { Screen } = found;
  const loading = (
    <p className="screen-loading" role="status">
      {`Loading ${label}…`}
    </p>
  );
  return (
    <LazyPlace key={id} part={`The screen “${label}”`} isScreen fallback={loading}>
      <Screen />
    </LazyPlace>
  );
}

export function OpenedDialog() {
  const bench = useBench();
  const name = useBenchState((state) => state.dialog);
  const features = useFeatures();
  const Opened =
    name && (OWN_DIALOGS[name] ?? features.map(({ dialogs }) => dialogs?.[name]).find((dialog) => dialog));
  const isUnknown = name !== null && !Opened;
  // A dialog of a feature that this page does not have closes again, because an open dialog holds the keyboard.
  useEffect(() => {
    if (isUnknown) bench.showDialog(null);
  }, [bench, isUnknown]);
  return Opened ? (
    <LazyPlace key={name} part="The dialog">
      <Opened />
    </LazyPlace>
  ) : null;
}
